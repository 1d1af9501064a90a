"""`paipu export`: events and journal as Parquet, for analysis outside; no card that is hidden."""
