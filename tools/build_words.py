"""Build web/src/app/text/words, the client's words of the games, from the catalogues: names stand in one place.

`build_words.py` writes a file for each language, `build_words.py --check` only compares.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from imhotep.table.catalogue import Catalogue, catalogue, languages
from imhotep.table.files import write_text

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "app" / "text" / "words"
GENERATED = "// Built by tools/build_words.py from the catalogues: change these, not this file.\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the words are stale")
    check = parser.parse_args(arguments).check
    stale = {path: text for path, text in files().items() if not path.exists() or path.read_bytes() != text.encode()}
    for path, text in stale.items():
        if check:
            print(f"{path} is stale: run make words-web", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, text)
            print(f"wrote {path}")
    return 1 if check and stale else 0


def files() -> dict[Path, str]:
    return {FOLDER / f"{language}.ts": source(language) for language in languages()}


def source(language: str) -> str:
    """As prettier would write it."""
    lines = [f"  {json.dumps(id)}: {json.dumps(text, ensure_ascii=False)},\n" for id, text in words(language).items()]
    return f"{GENERATED}export const words = {{\n{''.join(lines)}}};\n"


def words(language: str) -> dict[str, str]:
    """By the client's ids. What both games have by one id has to be called the same."""
    made: dict[str, str] = {}
    for id, text in (*_builder(catalogue("builder", language)), *_duel(catalogue("duel", language))):
        if made.setdefault(id, text) != text:
            raise SystemExit(f"{language}: {id} is {made[id]!r} in one game and {text!r} in the other")
    return made


def _builder(words: Catalogue) -> Iterator[tuple[str, str]]:
    for id, site in words.sites.items():
        yield f"site.{id}", site.name
        yield f"site.short.{id}", site.short
    for sides in words.sides.values():
        for side in sides.values():
            yield f"side.{side.id}", side.name
            yield f"to.{side.id}", side.to
    for id, card in words.cards.items():
        yield f"card.{id}", card.name
        yield f"card.short.{id}", card.short
    for id, god in words.prophecies.items():
        yield f"god.{id}", god.name
    yield from _shared(words)


def _duel(words: Catalogue) -> Iterator[tuple[str, str]]:
    for id, site in words.sites.items():
        yield f"duel.site.{id}", site.name
    for sides in words.sides.values():
        for side in sides.values():
            yield f"duelside.{side.id}", side.name
    for id, token in words.tokens.items():
        yield f"duel.token.{id}", token.name.replace("{number}", "{n}")
    yield from _shared(words)


def _shared(words: Catalogue) -> Iterator[tuple[str, str]]:
    for id, rule in words.house_rules.items():
        yield f"rule.{id}", rule.title
    for id, source in words.sources.items():
        yield f"source.{id}", source.name
        yield f"where.{id}", source.where


if __name__ == "__main__":
    sys.exit(main())
