"""Every round: when, where, who, how it stands or ended; and each player's history."""
