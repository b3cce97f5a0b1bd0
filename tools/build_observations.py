"""Writes the tables of docs/observations.md from `imhotep.envs.features`; a test compares them."""

import re
from pathlib import Path

from imhotep.envs.features import documentation
from imhotep.table.games import RULES

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for game in RULES:
        table = rf"(<!-- {game} -->\n)(?:\|.*\n)*"
        text, found = re.subn(table, lambda match, game=game: match[1] + documentation(game), text)  # type: ignore[misc]
        assert found == 1, game
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
