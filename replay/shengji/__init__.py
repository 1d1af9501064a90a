"""How a round of 比牌升級 is told and added up."""
