"""How a round of 四支刀 is told and added up."""
