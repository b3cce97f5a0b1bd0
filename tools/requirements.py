"""Prints requirements of pyproject.toml, to install without building imhotep: `core`, `build`, extras or groups."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


def requirements(settings: dict[str, Any], name: str) -> Iterator[str]:
    """Of one extra or group; an extra may name others of imhotep's own."""
    project = settings["project"]
    lists = {
        "core": project["dependencies"],
        "build": settings["build-system"]["requires"],
        **project["optional-dependencies"],
        **settings["dependency-groups"],
    }
    if name not in lists:
        sys.exit(f"pyproject.toml has no extra and no group {name}; there are {', '.join(sorted(lists))}")
    for item in lists[name]:
        own = re.fullmatch(rf"{project['name']}\[([a-z,]+)\]", item)
        if own is None:
            yield item
        else:
            for extra in own[1].split(","):
                yield from requirements(settings, extra)


def of(*names: str) -> list[str]:
    settings = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    return list(dict.fromkeys(item for name in names for item in requirements(settings, name)))


if __name__ == "__main__":
    print(*of(*sys.argv[1:]))
