"""The compiled and the pure engine play the same games: a sample here, every mix in make sweep."""

import os

import pytest

from imhotep.table.games import RULES
from tests.support.play_digest import SETUPS, setup_of
from tests.support.scale import scaled
from tests.support.sweep import different_setups, digests

COUNTS = {
    "builder": scaled(sample=300, test=400, all=3_000, soak=20_000),
    "duel": scaled(sample=1, test=2, all=4, soak=40) * SETUPS["duel"],
}


@pytest.mark.parametrize("game", RULES)
def test_same_legal_moves_events_positions_redeals_and_scores(game: str) -> None:
    compiled, pure = digests(game, False, 0, COUNTS[game]), digests(game, True, 0, COUNTS[game])
    assert pure[0] == "pure"
    if compiled[0] != "compiled":
        assert os.environ.get("IMHOTEP_EXPECT") != "compiled"
        pytest.skip("only the pure engine is installed")
    assert len(compiled) == COUNTS[game] + 1
    assert compiled[1:] == pure[1:]


def test_the_sample_covers_every_side_with_every_module_and_number_of_players() -> None:
    sample = [setup_of("builder", number) for number in range(300)]
    assert len({(setup["sides"][site], site) for setup in sample for site in range(5)}) == 20
    for module in ("cards", "prophecies", "face_down", "wrath"):
        found = {(setup["players"], setup[module], setup["sides"][site], site) for setup in sample for site in range(5)}
        assert len(found) == 3 * 2 * 20


@pytest.mark.parametrize("game", RULES)
def test_a_round_of_numbers_plays_every_setup(game: str) -> None:
    assert different_setups(game, SETUPS[game]) == SETUPS[game] == {"builder": 49_152, "duel": 128}[game]
