"""Reports: every figure against a recomputation from raw events, forms, periods, roles."""
