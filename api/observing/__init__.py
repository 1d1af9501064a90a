"""What can be watched of a running service: metrics, and traces."""
