"""What the house has found out about itself (H11), one stream for the whole house."""
