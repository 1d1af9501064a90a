"""Running the house: settings, metrics, traces, readiness, restarts, deployment."""
