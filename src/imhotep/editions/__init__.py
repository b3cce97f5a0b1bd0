"""The editions that come with imhotep, one TOML file each."""
