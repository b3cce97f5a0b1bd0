"""Who plays here: guests and accounts, sessions, ratings, and how often somebody may ask."""
