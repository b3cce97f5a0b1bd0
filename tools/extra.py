"""Prints the requirements of extras of pyproject.toml, so that they can be installed without building imhotep again."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path(__file__).parent.parent.joinpath("pyproject.toml").read_text(encoding="utf-8"))
extras = project["project"]["optional-dependencies"]
print(*(item for name in sys.argv[1:] for item in extras[name]))
