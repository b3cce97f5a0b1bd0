"""The compiled and the pure engine play the same games: a sample here, every mix in make sweep."""

import os

import pytest
from conftest import FULL, SOAK
from play_digest import SETUPS, setup_of
from sweep import digests

GAMES = 20_000 if SOAK else 3_000 if FULL else 300


def test_same_legal_moves_events_positions_redeals_and_scores() -> None:
    compiled, pure = digests(False, 0, GAMES), digests(True, 0, GAMES)
    assert pure[0] == "pure"
    if compiled[0] != "compiled":
        assert os.environ.get("IMHOTEP_EXPECT") != "compiled"
        pytest.skip("only the pure engine is installed")
    assert len(compiled) == GAMES + 1
    assert compiled[1:] == pure[1:]


def test_the_sample_covers_every_side_with_every_module_and_number_of_players() -> None:
    sample = [setup_of(number) for number in range(300)]
    assert len({(setup["sides"][site], site) for setup in sample for site in range(5)}) == 20
    for module in ("cards", "prophecies", "face_down", "wrath"):
        found = {(setup["players"], setup[module], setup["sides"][site], site) for setup in sample for site in range(5)}
        assert len(found) == 3 * 2 * 20
    assert (
        len({tuple(sorted({**setup_of(n), "seed": 0, "rules": 0, "corridor_start": 0}.items())) for n in range(SETUPS)})
        == SETUPS
    )
