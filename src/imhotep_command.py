"""The command `imhotep`, which may be interrupted while everything else is still being imported."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    try:
        from imhotep.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()
