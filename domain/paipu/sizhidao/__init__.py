"""What a record of 四支刀 says in its own words: seats and settings, actions, the summary."""
