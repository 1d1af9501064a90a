"""The service for rounds, the ids it gives, and the sample rounds."""
