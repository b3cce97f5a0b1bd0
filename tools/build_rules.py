"""Build docs/rules and docs/house-values.md from the catalogues and the editions.

`build_rules.py` writes the pages, `build_rules.py --check` only compares.
"""

import argparse
import os.path
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from imhotep.table.builder import dynasty as dynasty_file
from imhotep.table.builder import edition as builder_file
from imhotep.table.builder.dynasty import DynastyEdition
from imhotep.table.catalogue import Card, Catalogue, Entry, Rule, Side, catalogue
from imhotep.table.editions import Edition
from imhotep.table.files import write_text

DOCS = Path(__file__).resolve().parent.parent / "docs"
GENERATED = "<!-- Built by tools/build_rules.py from the catalogues and the editions: change these, not this page. -->"
SERIES = "RBNDP"  # what ids begin with, in the order of the page of rulings
RULE_ID = re.compile(rf"\b[{SERIES}]\d+\b")
GAMES = ("builder", "duel")

INDEX = "rules/index.md"
BUILDER = "rules/builder.md"
DYNASTY = "rules/dynasty.md"
DUEL = "rules/duel.md"
RULINGS = "rules/rulings.md"
HOUSE_VALUES = "house-values.md"
PAGE_OF: dict[str, str] = {"builder": BUILDER, "dynasty": DYNASTY, "duel": DUEL}


class Page(NamedTuple):
    path: str  # in docs
    rules: Mapping[str, Rule]  # of all games: each can be linked to


def main(arguments: list[str] | None = None, folder: Path = DOCS) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is stale")
    check = parser.parse_args(arguments).check
    built = pages([catalogue(game) for game in GAMES], dynasty_file.standard())
    stale = {folder / name: text for name, text in built.items() if current(folder / name) != text}
    if check:
        for path in stale:
            print(f"{path} is stale: run make rules", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        print(f"wrote {path}")
    return 0


def current(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.exists() else None


def pages(games: Sequence[Catalogue], edition: Edition[DynastyEdition]) -> dict[str, str]:
    """Each page by its path in docs; `edition` is the one of A New Dynasty."""
    base, duel = games
    rules = {rule.id: rule for words in games for rule in words.rules.values()}
    assert len(rules) == sum(len(words.rules) for words in games), "two games have a rule of the same id"
    return {
        INDEX: join(index(rules)),
        BUILDER: join(whole_game(base, Page(BUILDER, rules))),
        DYNASTY: join(dynasty(base, Page(DYNASTY, rules), edition)),
        DUEL: join(whole_game(duel, Page(DUEL, rules))),
        RULINGS: join(rulings(Page(RULINGS, rules))),
        HOUSE_VALUES: join(house_values(base, Page(HOUSE_VALUES, rules), edition)),
    }


def join(blocks: Iterable[str]) -> str:
    return "\n\n".join([GENERATED, *blocks]) + "\n"


# --- the pages, block by block


def index(rules: Mapping[str, Rule]) -> Iterator[str]:
    yield "# Rules"
    yield bullets(
        [
            f"[Builder of Egypt](builder.md): {numbers(rules, 'builder')}, "
            "with the sides A and B of the sites, the cards, house rules and variants.",
            f"[A New Dynasty](dynasty.md), its expansion: {numbers(rules, 'dynasty')}, "
            "with the sides C and D, more cards, the prophecies of the gods and variants.",
            f"[The Duel](duel.md), a game for two: {numbers(rules, 'duel')}, "
            "with the sides A and B of its own sites, the cargo tokens and house rules.",
            f"[Rulings](rulings.md): {sum(rule.is_ruling for rule in rules.values())} answers to what the rulebooks "
            "leave open.",
            "[House values](../house-values.md): numbers of A New Dynasty that are ours and not the printed ones, "
            "and how to replace them.",
        ]
    )
    yield "## Where they come from"
    yield (
        "The rules are those of the official rulebooks of Imhotep: Builder of Egypt (KOSMOS, 2016), of its expansion "
        "A New Dynasty (KOSMOS, 2017) and of Imhotep: The Duel (KOSMOS, 2019), all by Phil Walker-Harding, retold in "
        "our own words; each names its place there. Where a rulebook is silent, unclear or contradicts itself, a "
        "ruling decides."
    )
    yield (
        "A rule's id is the same everywhere: a refused move names it, code and tests cite it, and "
        "`imhotep rules R15` shows it. All these words stand in a catalogue for each game, "
        "`src/imhotep/catalogue/en/builder.toml` and `duel.toml`; these pages are built from them."
    )
    yield (
        "Numbers in the texts are those of the printed game. The game itself reads them from its editions, "
        "`src/imhotep/editions/builder.toml`, `dynasty.toml` and `duel.toml`. Where the printed number is in no text "
        "that we have, the texts name none, and the pages show ours as a house value."
    )


def numbers(rules: Mapping[str, Rule], box: str) -> str:
    """How many rules a rulebook has, and which."""
    printed = [rule.id for rule in rules.values() if rule.box == box and not rule.is_ruling]
    return f"{len(printed)} rules, {printed[0]} to {printed[-1]}"


def whole_game(words: Catalogue, page: Page) -> Iterator[str]:
    """All about a game without its expansion."""
    box = words.game
    yield f"# {words.boxes[box]}"
    yield f"{told_by(words, box)} Each stands where a player needs it."
    groups = groups_of(words, box)
    parts = {
        "Sides": [block for side in sides_of(words, "AB") for block in side_blocks(words, side, page)],
        "Cards at a glance": card_table(words, page, box),
        "Tokens at a glance": token_table(words, page),
        "House rules": house_rule_table(words, page),
        "Variants": variant_table(words, page, box),
    }
    parts = {title: blocks for title, blocks in parts.items() if blocks}
    yield bullets(link(title, anchor(title)) for title in (*groups, *parts))
    yield from group_blocks(words, groups, page)
    for title, blocks in parts.items():
        yield f"## {title}"
        yield from blocks


def dynasty(words: Catalogue, page: Page, edition: Edition[DynastyEdition]) -> Iterator[str]:
    yield "# A New Dynasty"
    yield (f"The expansion. All else is played as in [Builder of Egypt](builder.md). {told_by(words, 'dynasty')}")
    yield (
        "**House value** marks a number that is ours: the printed one is in no text that we have. "
        "[House values](../house-values.md) says how each was chosen, and how you replace it if you own the box."
    )
    groups = groups_of(words, "dynasty")
    titles = ("Sides", "Cards at a glance", "The gods", "Variants", *groups)
    yield bullets(link(title, anchor(title)) for title in titles)
    yield "## Sides"
    for side in sides_of(words, "CD"):
        yield from side_blocks(words, side, page)
        if values := value_lines(words, edition, side.id):
            yield bullets(values)
    yield "## Cards at a glance"
    yield from card_table(words, page, "dynasty")
    yield "## The gods"
    yield god_table(words, edition)
    yield bullets(value_lines(words, edition, "prophecies.rounds"))
    yield "## Variants"
    yield from variant_table(words, page, "dynasty")
    yield from group_blocks(words, groups, page)


def rulings(page: Page) -> Iterator[str]:
    yield "# Rulings"
    yield (
        "How this project reads the rules where they are silent, unclear or contradictory. The last line of each "
        "says what it rests on: *text* is the wording of the rulebook, *Yucata* or *peers* how a licensed online "
        "version or several public implementations read it, *ours* our own choice. Of The Duel we have three *texts*: "
        "the English and the French booklet, and Yucata's page of the rules."
    )
    yield (
        "B rulings are about Builder of Egypt, N rulings about A New Dynasty, D rulings about The Duel; P rulings "
        "came up while this program was written. A ruling that a table may want otherwise is a house rule with a "
        "name: those of [Builder of Egypt](builder.md#house-rules) and of [The Duel](duel.md#house-rules)."
    )
    yield "## All rulings"
    for rule in sorted(page.rules.values(), key=lambda rule: SERIES.index(rule.id[0])):
        if rule.is_ruling:
            yield from rule_blocks(rule, page)
    yield "## How a new one is added"
    yield numbered(
        [
            "Take the next free number of the series: B for Builder of Egypt, N for A New Dynasty, D for The Duel, P "
            "for what this program had to decide. Numbers are never used twice: code and tests cite them.",
            "Write it into the catalogue of its game, `src/imhotep/catalogue/en/builder.toml` or `duel.toml`, as "
            '`[rules.B...]` with title, text, group and a source that begins with "ruling;", and `box = "dynasty"` if '
            "it matters only there. Say what it rests on.",
            "Cite the id in the engine where the rule is carried out (`# B9`), and in a test that fails without it.",
            "If a table may reasonably want it otherwise, add a `[house_rules.NAME]` with its default.",
            "Run `make rules`; the tests compare these pages with the catalogues.",
        ]
    )


def house_values(words: Catalogue, page: Page, edition: Edition[DynastyEdition]) -> Iterator[str]:
    ours = house_paths(edition)
    if unexplained := [path for path in ours if path not in VALUES and not path.startswith(TASKS)]:
        raise SystemExit(f"build_rules.py can't show these house values: {', '.join(unexplained)}")
    yield "# House values"
    yield (
        "The rulebook of A New Dynasty tells how every side works, but many numbers are printed only on its boards, "
        "tokens and cards, and these are in no text that we have. To let you play all of it we chose numbers of our "
        "own. They are never shown as the printed ones: the edition marks them, "
        "[the pages of the rules](rules/dynasty.md) call them house values, and `imhotep editions` lists them."
    )
    yield "## How they were chosen"
    yield bullets(
        [
            "Each fits every sentence and every example of the rulebook.",
            "Each is balanced with sides A and B of the same site: a stone is worth about as much, so that any mix "
            "of sides can be played. `imhotep simulate --sides ACADA` shows what a mix of sides scores in random play.",
            "Where a text gives only part of a thing, such as the Temple of Ra's bonuses without their order, the "
            "rest is ours.",
        ]
    )
    yield "## Each of them"
    for title, part, reason in REASONS:
        values = [line for line in value_lines(words, edition, part) if line.startswith(HOUSE)]
        if values:
            yield f"### {title}"
            yield bullets(values)
            yield linked(reason(edition.values), page)
    yield "## If you own the box"
    yield "You can play with what is printed, without touching any code:"
    yield numbered(
        [
            "Copy `src/imhotep/editions/dynasty.toml`, for example to `my-dynasty.toml`. (Where imhotep is installed: "
            '`python -c "import imhotep.editions as e; print(e.__path__[0])"` shows the folder.)',
            'Give the copy a name of its own: `edition = "my-dynasty"`.',
            "Type in what your boards, tokens and cards show. Lengths may change, too: a longer track, other shapes of "
            "tokens, other gods.",
            'Take what is printed now out of the `house = [...]` lists, and write `source = "rulebook"` where a whole '
            'table said `source = "house"`. What you leave marked is still shown as a house value.',
            "Check it: `imhotep editions --edition my-dynasty.toml` shows every value with its source, or names the "
            "line that can't be right and why.",
            "Play: `imhotep terminal --sides CDCDC --cards dynasty --prophecies --edition my-dynasty.toml`. "
            "`imhotep simulate` takes the same option, and Python the same file: "
            '`imhotep.new_game("builder", sides="CDCDC", edition="my-dynasty.toml")`.',
        ]
    )
    yield (
        "Records of such games carry your values with them, so others can replay them without your file. "
        "[Editions](editions.md) has more about these files."
    )


# --- the values of A New Dynasty that stand in no rulebook, as players read them

Render: TypeAlias = Callable[[DynastyEdition], str]
HOUSE = "**House value:** "
TASKS = "prophecies.cards."


def value_lines(words: Catalogue, edition: Edition[DynastyEdition], part: str) -> list[str]:
    """Each value of a part of the edition that no rule tells, marked if it is ours."""
    ours = house_paths(edition)
    shown = [(path, words.value_name(path), render(edition.values)) for path, render in VALUES.items()]
    shown += [(TASKS + id, words.prophecy_name(id), task_text(words, edition, id)) for id in gods(edition)]
    lines: dict[str, bool] = {}  # each once: width and height of a ring are told together
    for path, name, value in shown:
        if f"{path}.".startswith(f"{part}."):
            line = f"{name}: {value}"
            lines[line] = lines.get(line, False) or path in ours
    return [HOUSE + line if is_ours else line[0].upper() + line[1:] for line, is_ours in lines.items()]


def god_table(words: Catalogue, edition: Edition[DynastyEdition]) -> str:
    ours = house_paths(edition)
    rows: list[list[str]] = []
    for id in gods(edition):
        who = words.prophecies[id].text if id in words.prophecies else ""
        mark = HOUSE if TASKS + id in ours else ""
        note = words.word_note(words.prophecies[id]) if id in words.prophecies else ""
        rows.append([words.prophecy_name(id), f"{who} *{note}*" if note else who, mark + task_text(words, edition, id)])
    return "\n".join(table(["God", "Who that is", "Task"], rows))


def gods(edition: Edition[DynastyEdition]) -> list[str]:
    return list(edition.values.prophecies.cards)


def task_text(words: Catalogue, edition: Edition[DynastyEdition], god: str) -> str:
    card = edition.values.prophecies.cards[god]
    return words.task(most=card.most, at_least=card.at_least, stones=card.stones, cards=card.cards)


def house_paths(edition: Edition[DynastyEdition]) -> list[str]:
    return [path for path, source in edition.sources() if source == "house"]


def count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))


def gift_text(points: int, stones: int, cards: str, link_word: str) -> str:
    parts = [count(points, "point")] if points else []
    parts += [count(stones, "stone")] if stones else []
    return f" {link_word} ".join([*parts, cards] if cards else parts)


def scaffold_text(values: DynastyEdition) -> str:
    tokens: list[str] = []
    for number, token in enumerate(values.pyramids.C.tokens, 1):
        spaces = [gift_text(s.points, s.stones, "a card" if s.card else "", "and") for s in token]
        tokens.append(f"token {number}{', from left to right' if number == 1 else ''}: {listed(spaces)}")
    return "; ".join(tokens) + "."


def ring_text(values: DynastyEdition) -> str:
    corridor = values.pyramids.D
    return f"{corridor.width} spaces wide and {corridor.height} high, {len(corridor.points)} in all."


def ra_text(values: DynastyEdition) -> str:
    gifts = [
        gift_text(g.points, g.stones, f"one card of {g.draw}" if g.draw else "", "or") for g in values.temple.C.gifts
    ]
    return f"from left to right {listed(gifts)}."


def track_text(values: DynastyEdition) -> str:
    track = values.temple.D.track
    return f"{listed(track)}; the first is the start, the last the finish."


def tomb_text(values: DynastyEdition) -> str:
    tomb = values.burial_chamber.D
    return f"in {tomb.rows} rows of {tomb.columns}, row by row from the top left."


def shapes_text(values: DynastyEdition) -> str:
    shapes = values.obelisks.C.shapes
    drawn = listed(f"{name} `{' / '.join(rows)}`" for name, rows in shapes.items())
    return f"{drawn}; each row by row from the top."


def most_rows_text(values: DynastyEdition) -> str:
    by_players = values.obelisks.C.most_rows.items()
    return "by rank, " + "; ".join(f"with {players} players {listed(points)}" for players, points in by_players) + "."


def alley_text(values: DynastyEdition) -> str:
    return (
        listed(f"{count(o.height, 'stone')} for {count(o.points, 'point')}" for o in values.obelisks.D.obelisks) + "."
    )


def periods_text(values: DynastyEdition) -> str:
    first, periods = 1, []
    for period in values.prophecies.rounds.periods:
        rounds = f"rounds {first} to {period.until}" if period.until > first else f"round {first}"
        periods.append(f"+{period.fulfilled} or {period.failed} in {rounds}")
        first = period.until + 1
    return "; ".join(periods) + "."


VALUES: dict[str, Render] = {
    "market.C.columns": lambda values: (
        f"the spaces lie in rows of {values.market.C.columns}; neighbours share an edge."
    ),
    "pyramids.C.tokens": scaffold_text,
    "pyramids.D.width": ring_text,
    "pyramids.D.height": ring_text,
    "pyramids.D.points": lambda values: f"{listed(values.pyramids.D.points)}, clockwise from the top left.",
    "temple.C.gifts": ra_text,
    "temple.D.arrowheads": lambda values: f"{listed(values.temple.D.arrowheads)}, in the order of building.",
    "temple.D.track": track_text,
    "burial_chamber.D.rows": tomb_text,
    "burial_chamber.D.columns": tomb_text,
    "obelisks.C.shapes": shapes_text,
    "obelisks.C.path": lambda values: f"{listed(values.obelisks.C.path)}.",
    "obelisks.C.most_rows": most_rows_text,
    "obelisks.D.obelisks": alley_text,
    "prophecies.rounds": periods_text,
}


# --- why they are as they are; numbers are worked out, so that they stay true


def scaffold_reason(values: DynastyEdition) -> str:
    return (
        "The rulebook says that there are five tokens of four spaces, and that a space gives points, stones, a card, "
        "or several of these: all of that occurs. A token with few points has stones or a card to make up for it, so "
        "that it matters little which token is left out. "
        f"{count(values.pyramids.C.majority, 'point')} for the majority come on top, so the spaces themselves give "
        "fewer points than those of side A."
    )


def corridor_reason(values: DynastyEdition) -> str:
    levels = builder_file.standard().values.pyramids.A.levels
    spaces, points = sum(map(len, levels)), sum(map(sum, levels))
    own = values.pyramids.D.points
    return (
        f"Side A has {spaces} spaces with {points} points together; the corridor has {len(own)} with {sum(own)}. High "
        "and low numbers lie mixed, so that moving Imhotep by one space makes a difference."
    )


def arena_reason(values: DynastyEdition) -> str:
    arena = values.temple.D
    return (
        f"From start to finish it is {len(arena.track) - 1} spaces, and all stone spaces together have "
        f"{sum(arena.arrowheads)} arrowheads: one player gets there only by bringing about half of the stones. The "
        "track pays more and more, since the leaders have scored in every round before."
    )


def great_obelisk_reason(values: DynastyEdition) -> str:
    obelisk = values.obelisks.C
    squares = sum(len(obelisk.shape(name)) for name in obelisk.path)
    return (
        f"Shapes have one to four squares, and all of them can lie in an obelisk {obelisk.width} wide. The path has "
        f"{squares} squares, enough for {squares // obelisk.width} complete rows. The points for the most rows are "
        "chosen so that every share of a tie is whole: then it does not matter that halves are rounded up (N7), which "
        "the rulebook leaves open (R88)."
    )


def alley_reason(values: DynastyEdition) -> str:
    obelisks = values.obelisks.D.obelisks
    stones, points = sum(o.height for o in obelisks), sum(o.points for o in obelisks)
    towers = builder_file.standard().values.obelisks.B
    return (
        f"All obelisks together need {stones} stones and score {points} points. On side B, where towers score at "
        f"once, {towers.tower_of * len(towers.towers)} stones score {sum(towers.towers)}. "
        "On the whole, higher obelisks pay more for each stone, since they may stay unfinished."
    )


def prophecies_reason(values: DynastyEdition) -> str:
    needed = [round(100 * -p.failed / max(1, p.fulfilled - p.failed)) for p in values.prophecies.rounds.periods]
    return (
        "The three pairs of rounds are the rulebook's, and so is that Amun looks at red cards. An early prophecy is "
        "bold and wins most; for a late one you have to be surer. To be worth it, it has to come true in more than "
        f"{', '.join(f'{percent} %' for percent in needed)} of all cases, in this order. Four gods watch over one "
        "monument each, three over cards."
    )


# Title, part of the edition, and how its values were chosen.
REASONS: tuple[tuple[str, str, Render], ...] = (
    (
        "Market C, Luxury Market",
        "market.C",
        lambda values: (
            "The rulebooks speak of upper, lower and right-hand spaces of the other market boards, so the four lie in "
            "a square. Cards that touch only at a corner aren't neighbours, just as in the burial chamber."
        ),
    ),
    ("Pyramids C, Scaffold", "pyramids.C", scaffold_reason),
    ("Pyramids D, Corridor", "pyramids.D", corridor_reason),
    (
        "Temple C, Temple of Ra",
        "temple.C",
        lambda values: (
            "What the two kinds of spaces give is in the rulebook. They alternate, and the spaces with a choice of "
            "points or stones lie where side B has them, too. With two players, who use four spaces, there are two of "
            "each kind."
        ),
    ),
    ("Temple D, Arena", "temple.D", arena_reason),
    (
        "Burial chamber D, Tomb",
        "burial_chamber.D",
        lambda values: (
            f"The {values.burial_chamber.D.tokens} numbers fill a rectangle that is as near to a square as it can be, "
            "so that areas can grow in every direction."
        ),
    ),
    ("Obelisks C, Great Obelisk", "obelisks.C", great_obelisk_reason),
    ("Obelisks D, Alley", "obelisks.D", alley_reason),
    ("Prophecies", "prophecies", prophecies_reason),
)


# --- parts of pages; tables are lists of blocks, without any if there is nothing to show


def told_by(words: Catalogue, box: str) -> str:
    """Which ids are whose."""
    own = dict.fromkeys(rule.id[0] for rule in words.rules.values() if rule.box == box and rule.is_ruling)
    return f"R rules retell the rulebook; {' and '.join(own)} rules are [rulings](rulings.md)."


def groups_of(words: Catalogue, box: str) -> list[str]:
    """Titles of the groups that have rules of this box."""
    used = {rule.group for rule in words.rules.values() if rule.box == box}
    return [title for group, title in words.groups.items() if group in used]


def group_blocks(words: Catalogue, titles: Iterable[str], page: Page) -> Iterator[str]:
    for title in titles:
        yield f"## {title}"
        for rule in words.rules.values():
            if words.groups[rule.group] == title and PAGE_OF[rule.box] == page.path:
                yield from rule_blocks(rule, page)


def sides_of(words: Catalogue, letters: str) -> Iterator[Side]:
    for sides in words.sides.values():
        yield from (side for side in sides.values() if side.side in letters)


def side_blocks(words: Catalogue, side: Side, page: Page) -> Iterator[str]:
    site = words.sites[side.site].name
    yield f"### {side.title}" if side.name == site else f"### {site} {side.side}: {side.name}"
    note = words.word_note(side)
    yield f"*Pays {words.pays[side.pays]}.* {linked(side.text, page)}{f' *{note}*' if note else ''}"
    yield "Rules: " + ", ".join(f"{rule_link(id, page)} {page.rules[id].title}" for id in side.rules) + "."


def card_table(words: Catalogue, page: Page, box: str) -> list[str]:
    """A card comes from where its own rule does, the first one."""
    cards = [card for card in words.cards.values() if page.rules[card.rules[0]].box == box]
    return table(
        ["Card", "Colour", "What it does", "Rules"],
        [[card.name, color_of(words, card), *told(card, card.rules, page)] for card in cards],
    )


def color_of(words: Catalogue, card: Card) -> str:
    marks = {"rulebook": "", "inferred": " (follows from the text)", "house": " (ours)"}
    return f"{words.card_colors[card.color]}{marks[card.color_source]}"


def token_table(words: Catalogue, page: Page) -> list[str]:
    return table(
        ["Token", "What it does", "Rules"],
        [[token.title, *told(token, token.rules, page)] for token in words.tokens.values()],
    )


def told(entry: Entry, rules: Iterable[str], page: Page) -> list[str]:
    return [linked(entry.text, page), ", ".join(rule_link(id, page) for id in rules)]


def house_rule_table(words: Catalogue, page: Page) -> list[str]:
    return [
        "Chosen when a game is set up; without a choice the default holds.",
        *table(
            ["House rule", "Name", "Default", "What it does", "Rule"],
            [
                [house.title, f"`{id}`", house.default, house.text, rule_link(house.rule, page)]
                for id, house in words.house_rules.items()
            ],
        ),
    ]


def variant_table(words: Catalogue, page: Page, box: str) -> list[str]:
    return table(
        ["Variant", "Name", "What it does", "Rule"],
        [
            [variant.title, f"`{id}`", variant.text, rule_link(variant.rule, page)]
            for id, variant in words.variants.items()
            if page.rules[variant.rule].box == box
        ],
    )


def rule_blocks(rule: Rule, page: Page) -> Iterator[str]:
    yield f'<a id="{rule.id.lower()}"></a>'  # before the heading: tables of contents link headings as a whole
    yield f"### {rule.id} {rule.title}"
    yield linked(rule.text, page)
    yield f"*{rule.source}*"


# --- Markdown


def rule_link(id: str, page: Page) -> str:
    """A link to a rule; the page of the rulings has all of these, each box's page its own rules of both kinds."""
    rule = page.rules[id]
    target = RULINGS if page.path == RULINGS and rule.is_ruling else PAGE_OF[rule.box]
    if target == page.path:
        return link(id, id.lower())
    return link(id, id.lower(), os.path.relpath(target, os.path.dirname(page.path)).replace(os.sep, "/"))


def linked(text: str, page: Page) -> str:
    """The text with every rule id in it made a link."""
    return RULE_ID.sub(lambda found: rule_link(found[0], page), text)


def link(text: str, target: str, page: str = "") -> str:
    return f"[{text}]({page}#{target})"


def anchor(title: str) -> str:
    """As GitHub and MkDocs derive it from a heading."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def numbered(lines: Iterable[str]) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    """One block, or none without rows."""
    lines = [heads, ["---"] * len(heads), *rows]
    return ["\n".join("| " + " | ".join(line) + " |" for line in lines)] if rows else []


if __name__ == "__main__":
    sys.exit(main())
