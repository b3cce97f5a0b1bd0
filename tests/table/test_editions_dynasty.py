"""The edition of A New Dynasty: what is in the box, and that lengths, layouts and shapes are data."""

import random
from pathlib import Path

import pytest

import imhotep
from imhotep.engine.kernel import Actions, Random
from imhotep.table.builder.dynasty import DynastyEdition, read, standard
from imhotep.table.builder.edition import card_counts
from imhotep.table.builder.tokens import read_shape, turnings
from imhotep.table.editions import Edition, built_in_text
from tests.support.editions import changed
from tests.support.scale import scaled

TEXT = built_in_text("dynasty")


def test_the_box_is_complete() -> None:
    """As the expansion's rulebook lists it."""
    values = standard().values
    assert sum(card_counts(values.cards)) == 14
    assert 4 * values.market.C.coins == 8
    assert len(values.pyramids.C.tokens) == 5
    assert all(len(token) == 4 for token in values.pyramids.C.tokens)
    assert sum(values.burial_chamber.C.levels) == 15
    assert values.burial_chamber.D.tokens == 24
    assert len(values.obelisks.C.path) == 15
    assert len(values.prophecies.cards) == 7
    assert 4 * values.prophecies.scarabs == 8


def test_house_values_are_marked_and_printed_ones_are_not() -> None:
    sources = dict(standard().sources())
    for ours in (
        "pyramids.C.tokens",
        "pyramids.D.points",
        "temple.C.gifts",
        "temple.D.arrowheads",
        "temple.D.track",
        "burial_chamber.D.rows",
        "obelisks.C.shapes",
        "obelisks.C.path",
        "obelisks.C.most_rows",
        "obelisks.D.obelisks",
        "market.C.columns",
        "prophecies.rounds",
        "prophecies.cards.horus",
    ):
        assert sources[ours] == "house", ours
    for printed in ("cards", "card_values", "market.D", "burial_chamber.C", "prophecies"):
        assert sources[printed] == "rulebook"
    assert [path for path in sources if path.startswith("burial_chamber.C.")] == ["burial_chamber.C.levels"]
    assert sources["burial_chamber.C.levels"] == "inferred"


def test_values_of_both_boxes_can_be_ones_own(tmp_path: Path) -> None:
    builder = tmp_path / "b.toml"
    builder.write_text(
        built_in_text("builder").replace('"builder"\nv', '"mine"\nv').replace("per_get = 3", "per_get = 2")
    )
    dynasty = tmp_path / "d.toml"
    dynasty.write_text(TEXT.replace('edition = "dynasty"', 'edition = "printed"').replace("coins = 2", "coins = 1"))
    game = imhotep.new_game("builder", players=2, sides="CAAAA", seed=1, edition=[builder, dynasty])
    assert game.view().market.coins == [1, 1]
    record = game.record()
    assert "edition: mine 1\n| " in record
    assert "edition: printed 1\n| " in record
    builder.unlink()
    dynasty.unlink()
    assert imhotep.load(record).view().market.coins == [1, 1]
    with pytest.raises(imhotep.SetupError, match="two editions of dynasty"):
        imhotep.new_game("builder", edition=[standard(), standard()])


def test_a_record_names_the_boxes_in_play_only() -> None:
    assert "dynasty" not in imhotep.new_game("builder", sides="ABABA", seed=1).record()
    assert "edition: builder 1\nedition: dynasty 1\n" in imhotep.new_game("builder", sides="ABABD", seed=1).record()


def test_prophecies_must_reach_the_last_round(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(TEXT.replace("until = 6", "until = 5"))
    with pytest.raises(imhotep.SetupError, match="end with round 5"):
        imhotep.new_game("builder", prophecies=True, edition=file)


# --- tokens of the great obelisk


@pytest.mark.parametrize(
    ("shape", "ways"),
    [("I1", 1), ("I2", 2), ("I3", 2), ("V3", 4), ("O4", 1), ("L4", 8), ("T4", 4), ("S4", 4)],
)
def test_each_way_of_turning_a_token_is_counted_once(shape: str, ways: int) -> None:
    found = turnings(standard().values.obelisks.C.shape(shape), 3)
    assert len(found) == len(set(found)) == ways


def test_turnings_that_stick_out_or_leave_a_gap_are_none() -> None:
    assert turnings(read_shape(["####"]), 3) == [read_shape(["#", "#", "#", "#"])]
    assert len(turnings(read_shape(["###", "#.#"]), 3)) == 2  # lying on its back or on its feet, not on its side
    assert turnings(read_shape(["#.#"]), 3) == []


def test_placements_are_enumerated_without_duplicates_and_are_all_there_are() -> None:
    """Against brute force: every set of squares of the token's form, anywhere, that leaves no gap."""
    pick = random.Random(5)
    obelisk = standard().values.obelisks.C
    asked = 0
    for seed in range(60):
        game = imhotep.new_game("builder", players=2, sides="AAAAC", seed=seed)
        while not game.is_over:
            if game.question == "great_obelisk":
                view = game.view(game.decider)
                heights = view.obelisks.heights[game.decider]
                space = next(n for n in reversed(range(15)) if view.obelisks.path[n].owner is not None)
                form = obelisk.shape(obelisk.path[space])
                offered = [frozenset(move.squares) for move in game.legal_moves() if move.squares]
                assert len(set(offered)) == len(offered)
                assert set(offered) == brute_force(form, heights)
                asked += 1
            moves = game.legal_moves()
            wanted = [move for move in moves if move.verb == "add" or move.site == "obelisks"]
            game.play(pick.choice(wanted or moves))
    assert asked > 300


def brute_force(form: frozenset[tuple[int, int]], heights: list[int]) -> set[frozenset[tuple[int, int]]]:
    found: set[frozenset[tuple[int, int]]] = set()
    for a, b, c, d in (
        (1, 0, 0, 1),
        (0, 1, 1, 0),
        (-1, 0, 0, 1),
        (0, -1, 1, 0),
        (1, 0, 0, -1),
        (0, 1, -1, 0),
        (-1, 0, 0, -1),
        (0, -1, -1, 0),
    ):
        turned = [(a * x + b * y, c * x + d * y) for x, y in form]
        for right in range(-4, 8):
            for up in range(-4, max(heights) + 8):
                squares = frozenset((x + right, y + up) for x, y in turned)
                if all(1 <= x <= len(heights) and y > heights[x - 1] for x, y in squares) and no_gap(squares, heights):
                    found.add(squares)
    return found


def no_gap(squares: frozenset[tuple[int, int]], heights: list[int]) -> bool:
    for column, height in enumerate(heights, 1):
        rows = sorted(y for x, y in squares if x == column)
        if rows != list(range(height + 1, height + 1 + len(rows))):
            return False
    return True


# --- nothing is sized by a constant

OTHER = {
    'edition = "dynasty"': 'edition = "other"',
    "coins = 2 ": "coins = 3 ",
    "face_up = 4\ncolumns = 2": "face_up = 3\ncolumns = 3",
    "face_up = 2\nstacks = 2\nstack_size = 3": "face_up = 1\nstacks = 3\nstack_size = 5",
    "tokens_used = 4": "tokens_used = 3",
    "[{ points = 1 }, { points = 2 }, { points = 1 }, { points = 3 }],": "[{ points = 9 }],",
    "[{ stones = 3 }, { points = 2 },": "[{ stones = 3 }, { card = 1 }, { stones = 1 }, { points = 2 },",
    "width = 6 ": "width = 4 ",
    "height = 3\n": "height = 5\n",
    "spaces = { 2 = 4, 3 = 5, 4 = 5 }": "spaces = { 2 = 2, 3 = 3, 4 = 6 }",
    "gifts = [": "gifts = [{ draw = 2 }, { stones = 3 }, ",
    "arrowheads = [1, 2, 1, 3, 2, 2, 1, 3, 3, 1, 2, 3]": "arrowheads = [4, 1, 2]",
    "track = [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9]": "track = [1, 2, 3, 5, 8, 13]",
    "levels = [5, 4, 3, 2, 1]": "levels = [7, 6, 5]",
    "most_levels = 4": "most_levels = 2",
    "tokens = 24": "tokens = 35",
    "turned_over = 4": "turned_over = 6",
    "rows = 4 ": "rows = 5 ",
    "columns = 6": "columns = 7",
    "width = 3 ": "width = 5 ",
    'T4 = ["###", ".#."]': 'T4 = ["#####", "..#.."]\nP5 = ["##", "##", "#."]',
    'path = ["I2", ': 'path = ["P5", "T4", "P5", "I2", ',
    "{ height = 5, points = 16 },": "{ height = 7, points = 30 }, { height = 1, points = 2 },",
    "drawn = 3": "drawn = 5",
    "scarabs = 2": "scarabs = 3",
    "until = 2, fulfilled = 6": "until = 1, fulfilled = 8",
    'at_least = 2\ncards = "red"': 'at_least = 1\ncards = "blue"',
    'most = true\nstones = "pyramids"': 'at_least = 3\nstones = "pyramids"',
    "[prophecies.cards.thoth]": """[prophecies.cards.bastet]
source = "house"
most = true
cards = "red"

[prophecies.cards.thoth]""",
    "cargo_sled_room = 2": "cargo_sled_room = 4",
    "raft_returns = 2": "raft_returns = 1",
    "loading_plank_returns = 1": "loading_plank_returns = 2",
}
PARTS = 4
GAMES = scaled(sample=200, test=400, all=1000, soak=4000)


def other_edition() -> Edition[DynastyEdition]:
    return read(changed(TEXT, OTHER, 1), "other")


@pytest.mark.parametrize("part", range(PARTS))
def test_an_edition_with_other_lengths_layouts_shapes_and_prophecies_plays_in_every_view(part: int) -> None:
    edition = other_edition()
    pick = random.Random(part)
    seen: set[str] = set()
    actions = Actions()
    for seed in range(part, GAMES, PARTS):
        players, sides = 2 + seed % 3, "".join(pick.choice("CD") for _ in range(5))
        game = imhotep.new_game(
            "builder",
            players,
            sides,
            seed=seed,
            cards="dynasty",
            prophecies=seed % 5 > 0,
            face_down=seed % 3 == 0,
            edition=edition,
        )
        look = pick.randrange(60)
        chance = Random(seed)
        decisions = 0
        while not game.is_over:
            if decisions % 60 == look:
                for seat in (None, *range(players)):
                    view = game.view(seat)
                    seen |= {view.pyramids.__class__.__name__, view.obelisks.__class__.__name__}
                for move in game.legal_moves():
                    assert game.parse(str(move)) == move
            game.raw.legal(actions)
            game.play(game.rules.move(game.raw, game.setup, int(actions.pick(chance))))
            decisions += 1
        for seat in (None, *range(players)):
            assert game.view(seat).is_over
        if seed % 50 == part:
            assert imhotep.load(game.record()).scores() == game.scores()
    assert seen == {"ScaffoldView", "CorridorView", "GreatObeliskView", "AlleyView"}


def test_the_other_edition_reaches_the_table() -> None:
    game = imhotep.new_game("builder", 3, "DDDDC", seed=2, prophecies=True, edition=other_edition())
    view = game.view(0)
    assert [stack.count for stack in view.market.stacks] == [5, 5, 5]
    assert (view.pyramids.width, view.pyramids.height, len(view.pyramids.spaces)) == (4, 5, 14)
    assert view.temple.track == [1, 2, 3, 5, 8, 13]
    assert (len(view.burial_chamber.owners), len(view.burial_chamber.open)) == (35, 6)
    assert (view.obelisks.width, len(view.obelisks.path)) == (5, 18)
    assert (len(view.prophecies), view.seats[0].scarabs, view.periods[0].until) == (5, 3, 1)


def test_two_stones_are_the_most_a_coin_can_save() -> None:
    """Neighbours follow the layout of the edition: in a row of three, 1 and 3 are none."""
    game = imhotep.new_game(
        "builder",
        2,
        "CAAAA",
        seed=1,
        edition=other_edition(),
        position={
            "ships": [{"size": 2, "stones": [0]}, {"size": 2}, {"size": 2}, {"size": 2}],
            "market": ["statue", "lever", "sail"],
        },
    )
    game.play("sail 1 market")
    pairs = {(move.space, move.second_space) for move in game.legal_moves() if move.verb == "take_two"}
    assert pairs == {(1, 2), (2, 1), (2, 3), (3, 2)}
    with pytest.raises(imhotep.IllegalMove, match="N3"):
        game.play("take 1 and 3")
