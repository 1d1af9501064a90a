"""The service: what it shows, takes, refuses, and tells as it happens."""
