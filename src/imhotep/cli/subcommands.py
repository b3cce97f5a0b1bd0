"""The subcommands and the extra that each needs, known without any of them: a bare installation can tell."""

NEEDS = {
    "terminal": "cli",
    "simulate": "cli",
    "setup": "cli",
    "replay": "cli",
    "check": "cli",
    "verify": "cli",
    "rules": "cli",
    "editions": "cli",
    "arena": "cli",
    "lab": "cli",
    "train": "train",
    "dataset": "dataset",
    "analyze": "cli",
    "hint": "cli",
    "bots": "cli",
    "play": "app",
    "serve": "app",
    "work": "app",
    "backup": "app",
    "restore": "app",
}
