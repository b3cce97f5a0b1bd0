"""The edition of Builder of Egypt: complete, and really used."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep.table.builder.edition import card_counts, read, standard
from imhotep.table.editions import built_in_text
from tests.support.editions import changed
from tests.support.setups import random_moves

TEXT = built_in_text("builder")


def test_the_built_in_edition_says_where_every_table_comes_from() -> None:
    sources = dict(standard().sources())
    assert set(sources.values()) == {"rulebook", "peers", "peer"}  # no house values in Builder
    assert sources["round_cards"] == "peers"
    assert [path for path, source in sources.items() if source == "peer"] == ["round_cards.3"]

    def tables(data: dict[str, Any], path: str = "") -> list[str]:
        found = []
        for key, value in data.items():
            if isinstance(value, dict):
                inner = [name for name, item in value.items() if not isinstance(item, dict)]
                if any(name not in ("source", "peer") for name in inner) and not key.isdecimal():
                    found.append(path + key)
                found += tables(value, f"{path}{key}.")
        return found

    named = [table for table in tables(tomllib.loads(TEXT)) if not table.endswith(".spaces")]
    assert sorted(named) == sorted(path for path, source in sources.items() if source != "peer")


def test_the_box_is_complete() -> None:
    values = standard().values
    assert sum(card_counts(values.cards)) == 34
    assert all(len(values.round_cards.of(players)) == 7 for players in (2, 3, 4))
    assert sum(kind.count for kind in values.ships.kinds) == 8
    # facts that were worked out by hand from the printed values
    spaces = {p: sorted(sum(card) for card in values.round_cards.of(p)) for p in (2, 3, 4)}
    assert {p: (sum(s) - s[-1], sum(s) - s[0]) for p, s in spaces.items()} == {2: (57, 60), 3: (62, 65), 4: (70, 72)}
    least = {kind.size: kind.minimum for kind in values.ships.kinds}
    minima = {p: sorted(sum(least[n] for n in card) for card in values.round_cards.of(p)) for p in (2, 3, 4)}
    assert {p: (sum(m) - m[-1], sum(m) - m[0]) for p, m in minima.items()} == {2: (37, 40), 3: (41, 43), 4: (47, 49)}


OTHER = {
    'edition = "builder"': 'edition = "other"',
    "sled = 5 ": "sled = 7 ",
    "per_get = 3": "per_get = 4",
    "count = 6": "count = 3",
    "levels = [[2, 1, 3, 2, 4, 3, 2, 1, 3], [2, 3, 1, 3], [4]]": "levels = [[5, 5], [9]]",
    "{ points = 1, card = 1 }, { points = 3 }, { points = 2 }, { points = 4 }],": "{ points = 7, card = 1 }],",
    "[{ points = 2 }, { points = 3 }, { points = 3 }, { points = 1, load = 1 }, { points = 4 }],\n": "",
    "spaces = { 2 = 4, 3 = 5, 4 = 5 }": "spaces = { 2 = 2, 3 = 3, 4 = 3 }",
    "rows = 3": "rows = 2",
    "tower_of = 3": "tower_of = 2",
    "towers = [10, 9, 8, 7, 6, 5, 5, 5]": "towers = [20, 3]",
    "face_down = 2": "face_down = 3",
    "statue = 10": "statue = 4",
    "points = -5": "points = -9",
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sides", ["AAAAA", "BBBBB", "ABABA"])
def test_nothing_is_sized_by_a_constant(players: int, sides: str, tmp_path: Path) -> None:
    """An edition with other lengths and layouts plays whole games, in every view, and through its record."""
    file = tmp_path / "other.toml"
    file.write_text(changed(TEXT, OTHER))
    for seed in range(8):
        game = imhotep.new_game("builder", players, sides, seed=seed, wrath=True, edition=file)
        for _ in random_moves(game, seed):
            for seat in range(players):
                game.view(seat)
        assert game.round == 3
        assert game.view().rounds == 3
        assert imhotep.load(game.record()).scores() == game.scores()


def test_a_red_card_may_wait_on_every_space_of_the_pyramids() -> None:
    """The deepest agenda there can be: each bonus draws an entrance, which builds on a space with a bonus."""
    from imhotep.engine.kernel import Actions

    text = TEXT.replace('edition = "builder"', 'edition = "deep"')
    start, end = text.index("pyramids = ["), text.index("overflow = 1                            # only")
    pyramid = "[" + ", ".join(["{ points = 1, card = 1 }"] * 14) + "],"
    text = text[:start] + "pyramids = [\n" + f"{pyramid}\n" * 4 + "]\n" + text[end:]
    start, end = text.index("entrance = 2"), text.index("[card_values]")
    kinds = [line.split(" ")[0] for line in text[start:end].split() if line.isidentifier()]
    text = text[:start] + "".join(f"{kind} = {100 if kind == 'entrance' else 0}\n" for kind in kinds) + text[end:]
    text = text.replace("spaces = { 2 = 4, 3 = 5, 4 = 5 }\n", "spaces = { 2 = 16, 3 = 16, 4 = 16 }\n")
    start = text.index("gifts = [")
    gifts = ", ".join(["{ card = 1 }", *["{ points = 1 }"] * 15])
    text = text[:start] + f"gifts = [{gifts}]\n" + text[text.index("\n", start) + 1 :]
    text = text.replace("per_color = 30", "per_color = 100")
    edition = read(text, "deep")
    ships = [{"size": 1, "stones": [0]}, *({"size": 1, "site": site} for site in ("market", "pyramids", "obelisks"))]
    position = {"ships": ships, "temple": [0] * 15, "round": 1}
    game = imhotep.new_game("builder", 2, "ABBAA", seed=1, edition=edition, position=position)
    game.play("sail 1 temple")
    deepest, actions = 0, Actions()
    while not game.is_over and game.question in ("pyramid", "pyramid_bonus"):
        moves = [str(move) for move in game.legal_moves()]
        game.play("take card" if "take card" in moves else moves[0])
        deepest = max(deepest, int(game.raw.depth))
    game.raw.legal(actions)
    assert deepest > 64
