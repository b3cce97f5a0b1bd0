"""Build docs/rules from the catalogue: `build_rules.py` writes the pages, `build_rules.py --check` only compares."""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from imhotep.table.catalogue import Catalogue, Rule, catalogue
from imhotep.table.files import write_text

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"
GENERATED = "<!-- Built by tools/build_rules.py from src/imhotep/catalogue/en.toml: change that, not this page. -->"
RULE_ID = re.compile(r"\b[RBN]\d+\b")


def main(arguments: list[str] | None = None, folder: Path = RULES) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is stale")
    check = parser.parse_args(arguments).check
    stale = {folder / name: text for name, text in pages(catalogue()).items() if current(folder / name) != text}
    if check:
        for path in stale:
            print(f"{path} is stale: run tools/build_rules.py", file=sys.stderr)
        return 1 if stale else 0
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in stale.items():
        write_text(path, text)
        print(f"wrote {path}")
    return 0


def current(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.exists() else None


def pages(words: Catalogue) -> dict[str, str]:
    """Each page by its file name."""
    return {
        "index.md": join(index(words)),
        "builder.md": join(builder(words)),
        "rulings.md": join(rulings(words)),
    }


def join(blocks: Iterable[str]) -> str:
    return "\n\n".join([GENERATED, *blocks]) + "\n"


# --- the pages, block by block


def index(words: Catalogue) -> Iterator[str]:
    printed = [rule for rule in words.rules.values() if not rule.is_ruling]
    own = [rule for rule in words.rules.values() if rule.is_ruling]
    yield "# Rules"
    yield bullets(
        [
            f"[Builder of Egypt](builder.md): {len(printed)} rules, {printed[0].id} to {printed[-1].id}, "
            "with the sides of the sites, the cards, house rules and variants.",
            f"[Rulings](rulings.md): {len(own)} answers to what the rulebook leaves open.",
        ]
    )
    yield "## Where they come from"
    yield (
        "The rules are those of the official rulebook of Imhotep: Builder of Egypt by Phil Walker-Harding "
        "(KOSMOS, 2016), retold in our own words; each names its place there. Where the rulebook is silent, unclear "
        "or contradicts itself, a ruling decides."
    )
    yield (
        "A rule's id is the same everywhere: a refused move names it, code and tests cite it, and "
        "`imhotep rules R15` shows it. All these words stand in one catalogue, `src/imhotep/catalogue/en.toml`; "
        "these pages are built from it."
    )
    yield (
        "Numbers in the texts are those of the printed game. The game itself reads them from its edition, "
        "`src/imhotep/editions/builder.toml`."
    )


def builder(words: Catalogue) -> Iterator[str]:
    yield "# Builder of Egypt"
    yield ("R rules retell the rulebook; B and N rules are [rulings](rulings.md). Each stands where a player needs it.")
    titles = (*words.groups.values(), "Sides", "Cards at a glance", "House rules", "Variants")
    yield bullets(link(title, anchor(title)) for title in titles)
    for group, title in words.groups.items():
        yield f"## {title}"
        for rule in words.rules.values():
            if rule.group == group:
                yield from rule_blocks(words, rule, "builder.md")
    yield "## Sides"
    for sides in words.sides.values():
        for side in sides.values():
            yield f"### {side.title}"
            yield f"*Pays {words.pays[side.pays]}.* {linked(words, side.text, 'builder.md')}"
            yield rule_list(words, side.rules, "builder.md")
    yield "## Cards at a glance"
    yield table(
        ["Card", "Colour", "What it does", "Rules"],
        [
            [card.name, card.color, card.text, ", ".join(rule_link(words, id, "builder.md") for id in card.rules)]
            for card in words.cards.values()
        ],
    )
    yield "## House rules"
    yield "Chosen when a game is set up; without a choice the default holds."
    yield table(
        ["House rule", "Name", "Default", "What it does", "Rule"],
        [
            [house.title, f"`{id}`", house.default, house.text, rule_link(words, house.rule, "builder.md")]
            for id, house in words.house_rules.items()
        ],
    )
    yield "## Variants"
    yield table(
        ["Variant", "Name", "What it does", "Rule"],
        [
            [variant.title, f"`{id}`", variant.text, rule_link(words, variant.rule, "builder.md")]
            for id, variant in words.variants.items()
        ],
    )


def rulings(words: Catalogue) -> Iterator[str]:
    yield "# Rulings"
    yield (
        "How this project reads the rules where they are silent, unclear or contradictory. The last line of each "
        "says what it rests on: *text* is the wording of the rulebook, *Yucata* or *peers* how a licensed online "
        "version or several public implementations read it, *ours* our own choice."
    )
    yield "A ruling that a table may want otherwise is a [house rule](builder.md#house-rules) with a name."
    yield "## All rulings"
    for rule in words.rules.values():
        if rule.is_ruling:
            yield from rule_blocks(words, rule, "rulings.md")
    yield "## How a new one is added"
    yield numbered(
        [
            "Take the next free number of the series: B for Builder of Egypt, N for A New Dynasty. "
            "Numbers are never used twice: code and tests cite them.",
            "Write it into `src/imhotep/catalogue/en.toml` as `[rules.B...]` with title, text, group and a source "
            'that begins with "ruling;". Say what it rests on.',
            "Cite the id in the engine where the rule is carried out (`# B9`), and in a test that fails without it.",
            "If a table may reasonably want it otherwise, add a `[house_rules.NAME]` with its default.",
            "Run `python tools/build_rules.py`; the tests compare these pages with the catalogue.",
        ]
    )


def rule_blocks(words: Catalogue, rule: Rule, page: str) -> Iterator[str]:
    yield f'### <a id="{rule.id.lower()}"></a>{rule.id} {rule.title}'
    yield linked(words, rule.text, page)
    yield f"*{rule.source}*"


# --- Markdown


def rule_list(words: Catalogue, ids: Iterable[str], page: str) -> str:
    return "Rules: " + ", ".join(f"{rule_link(words, id, page)} {words.rule(id).title}" for id in ids) + "."


def rule_link(words: Catalogue, id: str, page: str) -> str:
    """A link to a rule; the page of the rulings has only these, the other one has all."""
    elsewhere = page == "rulings.md" and not words.rule(id).is_ruling
    return link(id, id.lower(), "builder.md" if elsewhere else "")


def linked(words: Catalogue, text: str, page: str) -> str:
    """The text with every rule id in it made a link."""
    return RULE_ID.sub(lambda found: rule_link(words, found[0], page), text)


def link(text: str, target: str, page: str = "") -> str:
    return f"[{text}]({page}#{target})"


def anchor(title: str) -> str:
    """As GitHub and MkDocs derive it from a heading."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def numbered(lines: Iterable[str]) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
