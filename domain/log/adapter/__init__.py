"""The `eventsourcing` library's recorders behind the log's seam; it is imported nowhere else."""
