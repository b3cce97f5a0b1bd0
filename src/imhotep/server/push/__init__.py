"""What people who are connected are told without asking, and who they are."""
