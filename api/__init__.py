"""The house at work: the service that writes to the log, and the operator's command line."""
