"""What the players' next cuts will be checked by (H6.2), a stream beside each table and match."""
