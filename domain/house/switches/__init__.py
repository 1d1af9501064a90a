"""What an operator has switched off (H7), one stream for the whole house."""
