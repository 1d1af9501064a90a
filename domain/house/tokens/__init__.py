"""Which tokens were taken back before their end (H13.2), one stream for the whole house."""
