"""Edition files of every box: checked with line and reason, and carried by the records of games played with them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep.table.builder import dynasty
from imhotep.table.builder import edition as builder
from imhotep.table.duel import edition as duel
from imhotep.table.editions import built_in_text
from tests.support.editions import changed

BOXES = ("builder", "dynasty", "duel")
TEXTS = {box: built_in_text(box) for box in BOXES}
READ: dict[str, Callable[[str, str], Any]] = dict(zip(BOXES, (builder.read, dynasty.read, duel.read), strict=True))


def table(box: str, **options: Any) -> imhotep.Game:
    """A game for two with this box in play."""
    game = "duel" if box == "duel" else "builder"
    return imhotep.new_game(game, 2, "CCCCC" if box == "dynasty" else None, seed=1, **options)


# --- what is refused

WRONG_IN_ANY_BOX = [
    ('edition = "BOX"', 'edition = "My Own!"', "lower-case"),
    ("version = 1", "version = 0", "1 to 1,000,000"),
    ('\nsource = "rulebook"', '\nsource = "hearsay"', "source: 'hearsay'"),
    ('\nsource = "rulebook"', "", "source is missing"),
]
WRONG = {
    "builder": [
        ("per_color = 30", "per_color = -3", "stones.per_color: expected"),
        ("per_color = 30", "per_color = 'many'", "stones.per_color: expected `int`"),
        ("per_color = 30", "", "stones: per_color is missing"),
        ("per_color = 30", "per_color = 30\ncolour = 3", "stones.colour: no such value"),
        ("per_color = 30", "per_color = = 30", "not TOML"),
        ("per_color = 30", "per_color = 3", "stones.per_color: not enough"),
        ("start_by_turn_order = [2, 3, 4, 5]", "start_by_turn_order = [2, 3, 4]", "four numbers"),
        ("start_by_turn_order = [2, 3, 4, 5]", "start_by_turn_order = [2, 3, 4, 6]", "room for 5"),
        ("{ size = 4, minimum = 3, count = 2 }", "{ size = 4, minimum = 5, count = 2 }", "can't need 5"),
        ("{ size = 4, minimum = 3, count = 2 }", "{ size = 7, minimum = 3, count = 2 }", "1 to 4 spaces"),
        ("{ size = 4, minimum = 3, count = 2 }", "{ size = 3, minimum = 3, count = 2 }", "twice|box has 0"),
        ("[[4, 4, 2, 1],", "[[4, 4, 4, 1],", "3 ships of 4, but the box has 2"),
        ("[[4, 4, 2, 1],", "[[4, 4, 2],", "shows 4 ships"),
        ("count = 6\n", "count = 8\n", "8 rounds need"),
        ("statues = [1, 3, 6, 10, 15]", "statues = []", "1 to 60 values"),
        ("levels = [[2, 1,", "levels = [[-2, 1,", "pyramids.A.levels"),
        ("levels = [[2, 1,", "levels = [[[2], 1,", "pyramids.A.levels"),
        ("face_up = 4", "face_up = 5", "market has 4 spaces"),
        ("face_up = 3", "face_up = 4", "holds the face-down cards"),
        ("by_rank = [8, 4, 2, 0]", "by_rank = [8, 4, 2]", "four ranks"),
        ("3 = [12, 6, 1]", "3 = [12, 6]", "3 ranks"),
        ("spaces = { 2 = 4, 3 = 5, 4 = 5 }        #", "spaces = { 2 = 4, 3 = 5 }  #", "2, 3 and 4 players"),
        ("spaces = { 2 = 4, 3 = 5, 4 = 5 }\n", "spaces = { 2 = 4, 3 = 5, 4 = 6 }\n", "needs its bonus"),
        ("{ card = 1 }, {", "{ }, {", "must give points"),
        ("{ card = 1 }, {", "{ card = 1, points = 2 }, {", "not both"),
        ("points = -5", "points = 5", "wrath.points"),
        ('source = "peers"\npeer', 'source = "hearsay"\npeer', "round_cards.source: 'hearsay'"),
        ('peer = ["3"]', 'peer = ["5"]', "round_cards.peer: there is no value called '5' here"),
        ("statue = 10", "statue = 100\nlever = 2", "not TOML"),
        ("statue = 10", "statue = 101", "cards.statue"),
        ("hammer = 2", "hammer = 1000000000000000000000", "cards.hammer|not TOML"),
    ],
    "dynasty": [
        ("track = [0, 0, 1,", "track = [0, 0, -1,", r"temple\.D\.track"),
        ("track = [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9]", "track = [0]", "a start and a finish"),
        ("tokens = 24", "tokens = 23", "a tomb of 4 x 6 spaces needs 24 numbers, not 23"),
        ("rows = 4 ", "rows = 5 ", "a tomb of 5 x 6 spaces needs 30 numbers, not 24"),
        ('I3 = ["###"]', 'I3 = ["####", "#...", "#...", "####"]', "fits no obelisk 3 wide"),
        ('I3 = ["###"]', 'I3 = ["#.#"]', "fits no obelisk 3 wide"),
        ('I3 = ["###"]', 'I3 = ["..."]', "at least one square"),
        ('I3 = ["###"]', 'I3 = ["#x#"]', r"drawn with # and \."),
        ('path = ["I2", ', 'path = ["I9", ', "no shape is called 'I9'"),
        ("points = [1, 3, 2, 4,", "points = [1, 3, 2,", "a ring 6 wide and 3 high has 14 spaces, not 13"),
        ("levels = [5, 4, 3, 2, 1]", "levels = [5, 4, 3, 3]", "a level of 3 carries one of 2"),
        ("levels = [5, 4, 3, 2, 1]", "levels = [9, 8, 7, 6, 5, 4]", "1 to 36 spaces, not 39"),
        ("stacks = 2", "stacks = 3", "the market has 4 spaces"),
        ("tokens_used = 4", "tokens_used = 6", "there are only 5 tokens"),
        ("[{ points = 1 }, { points = 2 },", "[{ points = 0 }, { points = 2 },", "points, stones or a card"),
        ("drawn = 3", "drawn = 8", "8 are drawn, but there are 7"),
        ("until = 4", "until = 2", "each must end after the one before it"),
        ("failed = -4", "failed = 4", r"prophecies\.rounds\.periods"),
        ('most = true\nstones = "temple"', 'stones = "temple"', "the most or for at_least"),
        ('most = true\nstones = "temple"', "most = true", "stones at a site or cards of a colour"),
        ('stones = "temple"', 'stones = "market"', "market"),
        ("most_rows = { 2 = [6, 0],", "most_rows = { 2 = [6],", "2 ranks are needed"),
        ("round_end = { 2 = [2, 0],", "round_end = { 2 = [2, 1, 1],", "3 places for 2 players"),
        ("gifts = [{ points = 2, stones = 4 },", "gifts = [{ points = 2, draw = 1 },", "not both"),
        ('house = ["columns"]', 'house = ["colums"]', "no value called 'colums'"),
        ('box = "dynasty"', 'box = "duel"', "'duel' isn't one of builder, dynasty"),
        ("{ height = 5, points = 16 }", "{ height = 0, points = 16 }", r"obelisks\.D\.obelisks"),
        ("arrowheads_beyond = 1", "arrowheads_beyond = 0", r"temple\.D\.arrowheads_beyond"),
        ("cargo_sled = 2", "cargo_sled = -1", r"cards\.cargo_sled"),
    ],
    "duel": [
        ("meeples = 4", "meeples = 5", "pieces.meeples: must be 4"),
        ("boats = 6", "boats = 5", "pieces.boats: must be 6"),
        ("cargo_spaces = 3", "cargo_spaces = 4", "pieces.cargo_spaces: must be 3"),
        ("harbour_rows = 3", "harbour_rows = 4", "pieces.harbour_rows: must be 3"),
        ("harbour_columns = 3", "harbour_columns = 2", "pieces.harbour_columns: must be 3"),
        ("obelisk = 12", "obelisk = -1", "tokens.obelisk: expected"),
        ("obelisk = 12", "obelisk = 61", "tokens.obelisk: expected"),
        ("obelisk = 12", 'obelisk = "many"', "tokens.obelisk: expected `int`"),
        ("obelisk = 12", "obelisk = 2.5", "tokens.obelisk: expected `int`"),
        ("obelisk = 12", "obelisk = true", "tokens.obelisk: expected `int`"),
        ("obelisk = 12\n", "", "tokens: obelisk is missing"),
        ("obelisk = 12", "obelisk = 12\nsphinx = 2", "tokens.sphinx: no such value"),
        ("obelisk = 12", "obelisk = = 12", "not TOML"),
        ("obelisk = 12", "obelisk = 12\nobelisk = 12", "not TOML"),
        ("light_pyramid = 6", "light_pyramid = 7", "pyramids.A.tokens: must say what 0 to 7"),
        ("tomb = 12", "tomb = 25", "tokens.tomb: expected"),
        ("reserve = 3", "reserve = 2", "tokens.reserve: each Take token needs"),
        ("take = 3", "take = 4", "tokens.reserve: each Take token needs"),
        ("{ 1 = 3, 2 = 3, 3 = 3, 4 = 3 }", "{ }", "temple_tokens.counts: there must be 1 to 6 kinds"),
        (
            "{ 1 = 3, 2 = 3, 3 = 3, 4 = 3 }",
            "{ 1 = 3, 2 = 3, three = 3, 4 = 3 }",
            "temple_tokens.counts: a number of symbols",
        ),
        (
            "{ 1 = 3, 2 = 3, 3 = 3, 4 = 3 }",
            "{ 01 = 3, 2 = 3, 3 = 3, 4 = 3 }",
            "temple_tokens.counts: a number of symbols",
        ),
        (
            "{ 1 = 3, 2 = 3, 3 = 3, 4 = 3 }",
            "{ 1 = 3, 2 = 3, 3 = 3, 100 = 3 }",
            "temple_tokens.counts: a number of symbols",
        ),
        ("{ 1 = 3, 2 = 3, 3 = 3, 4 = 3 }", "{ 1 = 3, 2 = 3, 3 = 3 }", "temple.B.sets: must say"),
        ("{ 1 = 3, 2 = 3, 3 = 3, 4 = 3 }", "{ 1 = 3, 2 = 3, 3 = 3, 4 = -3 }", r"temple_tokens.counts.*: expected"),
        ("{ 1 = 3, 2 = 3, 3 = 3, 4 = 3 }", "{ 1 = 60, 2 = 60, 3 = 60, 4 = 3 }", "tokens: more than 200"),
        ("sets = [1, 4, 9, 16]", "sets = [1, 4, 9]", "temple.B.sets: must say"),
        ("sets = [1, 4, 9, 16]", "sets = [1, 4, 6, 7]", "temple.B.sets: each further token"),
        ("sets = [1, 4, 9, 16]", "sets = [1, 4, 9, -16]", "temple.B.sets.*: expected"),
        (
            "tokens = [0, 1, 3, 6, 10, 15, 21]",
            "tokens = [0, 1, 3, 6, 10, 15]",
            "pyramids.A.tokens: must say what 0 to 6",
        ),
        ("smaller = [-6, 0, 4, 10, 18, 30, 45]", "smaller = [-6, 0, 4]", "pyramids.B.smaller: must say what 0 to 6"),
        ("smaller = [-6, 0, 4, 10, 18, 30, 45]", "smaller = 18", "pyramids.B.smaller: expected `array`"),
        ("english_four = 15", "english_four = 1001", "pyramids.B.english_four: expected"),
        ("groups = [1, 4, 9, 16, 25]", "groups = []", "tomb.A.groups: must have 1 to 61 values"),
        ("group = 4 ", "group = -4 ", "tomb.B.group: expected"),
        ("goal = 5", "goal = 0", "obelisk.B.goal: expected"),
        ("many = 10", "many = 5", "obelisk.B.many: must be more than the goal of 5"),
        ("most = 6", "most = 1001", "obelisk.A.most: expected"),
        ("action_token = 1", "action_token = -1", "left_over.action_token: expected"),
        ("meeple = 1", 'meeple = "1"', "left_over.meeple: expected `int`"),
        ('[tomb.B]\nsource = "rulebook"', '[tomb.B]\nsource = "hearsay"', "tomb.B.source: 'hearsay'"),
        ('[tomb.B]\nsource = "rulebook"', "[tomb.B]", "tomb.B: source is missing"),
        ("[tomb.B]", "[tomb.C]", "tomb.C: no such value|tomb: B is missing"),
        ('title = "Imhotep: The Duel"', 'title = ""', "at most 100 characters"),
        ('box = "duel"', 'box = "builder"', "box: 'builder' isn't one of duel"),
        ('box = "duel"', "", "box is missing"),
    ],
}


@pytest.mark.parametrize(
    ("box", "old", "new", "reason"),
    [(box, *wrong) for box in BOXES for wrong in WRONG_IN_ANY_BOX + WRONG[box]],
)
def test_a_wrong_edition_is_refused_with_line_and_reason(
    box: str, old: str, new: str, reason: str, tmp_path: Path
) -> None:
    old = old.replace("BOX", box)
    assert old in TEXTS[box]
    file = tmp_path / "wrong.toml"
    file.write_text(TEXTS[box].replace(old, new, 1))
    with pytest.raises(imhotep.EditionError, match=reason) as refused:
        table(box, edition=file)
    found = re.match(rf"{re.escape(str(file))}: line (\d+): ", str(refused.value))
    assert found
    assert int(found[1]) > 1 or "box" in reason
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("box", "value", "wrong", "name"),
    [
        ("builder", "by_rank = [8, 4, 2, 0]", "by_rank = [8]", "burial_chamber.B.by_rank"),
        ("dynasty", "levels = [5, 4, 3, 2, 1]", "levels = [5, 4, 3, 3]", "burial_chamber.C.levels"),
        ("duel", "many = 10", "many = 1", "obelisk.B.many"),
        ("duel", "sets = [1, 4, 9, 16]", "sets = []", "temple.B.sets"),
        ("duel", "reserve = 3", "reserve = 1", "tokens.reserve"),
    ],
)
def test_the_line_is_the_right_one(box: str, value: str, wrong: str, name: str) -> None:
    (number,) = [number for number, line in enumerate(TEXTS[box].splitlines(), 1) if line.startswith(value)]
    with pytest.raises(imhotep.EditionError, match=rf"line {number}: {re.escape(name)}"):
        READ[box](TEXTS[box].replace(value, wrong, 1), "x")


@pytest.mark.parametrize("box", BOXES)
def test_monstrous_files_are_refused_quickly(box: str) -> None:
    for monster in (
        "x = " + "9" * 900,
        "a." * 400 + "b = 1",
        "x = 1\n" * 3000,
        "y = [" + "1," * 100_000,
        "x = " + "[" * 900,
    ):
        with pytest.raises(imhotep.EditionError):
            READ[box](monster, "monster")


def test_an_edition_of_another_box_is_refused() -> None:
    for game, box in (("duel", "builder"), ("builder", "duel")):
        with pytest.raises(imhotep.ImhotepError):
            imhotep.new_game(game, seed=1, edition=READ[box](TEXTS[box], box))


TOO_MUCH = {
    "bytes": "\n" + "# \u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\n" * 1_200,
    "parts of a name": "\n[deep" + ".a" * 8 + "]",
    "quoted parts": "\n[deep" + ' . "a"' * 8 + "]",
    "arrays": "\ndeep = " + "[1, " * 9,
    "tables in tables": "\ndeep = " + "{ a = " * 9,
    "values": "\n" + "\n".join(f"k{number} = 1" for number in range(1_000)),
    "after a text": '\ntext = """\n[a.b.c.d.e.f.g.h.i]"""\n[deep' + ".a" * 8 + "]",
}


@pytest.mark.parametrize("what", TOO_MUCH)
@pytest.mark.parametrize("box", BOXES)
def test_what_would_take_long_to_read_is_not_read(box: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("it was read"))
    text = TEXTS[box] + TOO_MUCH[what]
    with pytest.raises(imhotep.ImhotepError) as refused:
        READ[box](text, "mine.toml")
    line = re.match(r"mine\.toml: line (\d+): an edition has at most", str(refused.value))
    assert line is not None
    if what not in ("bytes", "values"):
        assert int(line[1]) == len(text.split("\n"))


def test_texts_and_comments_have_no_depth() -> None:
    text = TEXTS["duel"] + "\n# [a.b.c.d.e.f.g.h.i] [[[[[[[[[[ {{{{{{{{{{{ = " + "= " * 400 + "\n"
    assert READ["duel"](text.replace("The Duel", "a.b.c.d.e.f.g.h.i.j [[[[[[[[[["), "mine.toml").name == "duel"


# --- editions of one's own

OWN = {
    "builder": ("per_get = 3", "per_get = 2"),
    "dynasty": ("coins = 2", "coins = 1"),
    "duel": ("tomb = 12", "tomb = 17"),
}


def own_edition(box: str) -> str:
    old, new = OWN[box]
    return changed(TEXTS[box], {f'edition = "{box}"': 'edition = "mine"', old: new})


@pytest.mark.parametrize(
    ("box", "moves", "seen"),
    [
        ("builder", ["get stones"], lambda game, own: (own.stones.per_get, game.events[-2].count) == (2, 2)),
        (
            "dynasty",
            ["get stones"],
            lambda game, own: game.view().market.coins == [own.market.C.coins] * 2 == [1, 1],
        ),
        ("duel", ["place 1 1", "place 1 2", "unload row 1"], lambda game, own: own.tokens.tomb == 17),
    ],
)
def test_an_edition_of_ones_own_travels_with_the_record(
    box: str, moves: list[str], seen: Callable[[imhotep.Game, Any], bool], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own_edition(box))
    game = table(box, edition=file)
    for move in moves:
        game.play(move)
    record = game.record()
    assert "edition: mine 1\n| " in record
    assert f"edition: {box} 1\n" not in record
    file.unlink()
    again = imhotep.load(record)
    assert again.record() == record
    assert again.raw.numbers() == game.raw.numbers()
    assert seen(game, game.setup.editions[box].values)
    assert seen(again, again.setup.editions[box].values)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("box", BOXES)
def test_unusual_line_separators_in_an_edition_do_not_break_its_records(box: str, ends: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    odd = changed(own_edition(box), {"#\n": "# o\u2028dd\u0085 \n"}, 1)
    file.write_bytes(odd.replace("\n", ends).encode())
    game = table(box, edition=file)
    game.play(game.legal_moves()[0])
    assert imhotep.load(game.record()).record() == game.record()
