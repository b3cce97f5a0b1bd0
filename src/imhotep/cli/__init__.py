"""The command line: starts everything else."""
