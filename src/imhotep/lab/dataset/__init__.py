"""Many games over all kinds of tables, kept as records and as a data frame: docs/dataset.md."""
