"""The game server: people, tables, bots, and storage that loses nothing."""
