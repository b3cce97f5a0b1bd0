"""The command `imhotep`, also as python -m imhotep.

It may be interrupted while everything else is still being imported, and in a bare installation it says what is missing.
"""

import sys
from typing import NoReturn


def main() -> NoReturn:
    try:
        from imhotep.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    except ModuleNotFoundError as error:
        _tell_what_is_missing(sys.argv[1:], error)
    run()


def _tell_what_is_missing(arguments: list[str], error: ModuleNotFoundError) -> NoReturn:
    """Without the command line's own packages there are still a version, a list of commands, and one line of advice."""
    from imhotep.cli.subcommands import NEEDS
    from imhotep.extras import how_to_install, missing

    command = next((word for word in arguments if not word.startswith("-")), None)
    if "--version" in arguments:
        from imhotep.cli.version import version_line

        print(version_line())
        sys.exit(0)
    if command is None:
        by_extra = {extra: [name for name in NEEDS if NEEDS[name] == extra] for extra in dict.fromkeys(NEEDS.values())}
        for extra, names in by_extra.items():
            print(f"imhotep {'|'.join(names)}: {how_to_install(extra)}")
        sys.exit(0)
    if command not in NEEDS:
        print(f"imhotep: there is no command {command}; choose from {', '.join(NEEDS)}", file=sys.stderr)
        sys.exit(2)
    told = missing(error, f"imhotep {command}", NEEDS[command])
    if told is error:
        raise error
    print(f"imhotep: {told}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
