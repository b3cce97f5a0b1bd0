"""Where everything is kept: an SQLite file, or PostgreSQL for several processes."""
