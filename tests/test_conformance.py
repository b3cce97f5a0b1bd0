"""Every game obeys every law of the conformance kit."""

import pytest
from conformance import LAWS, check_tables_without_wishes, check_wrong_arguments_are_refused
from games_under_test import GAMES
from hypothesis import given
from hypothesis import strategies as st
from setups import SEEDS

from imhotep.table.games import KINDS

every_game = pytest.mark.parametrize("game", GAMES)


def test_every_game_there_is_is_under_test() -> None:
    assert list(GAMES) == list(KINDS)


@every_game
@pytest.mark.parametrize("law", LAWS)
@given(data=st.data(), chance=SEEDS)
def test_law(game: str, law: str, data: st.DataObject, chance: int) -> None:
    tested = GAMES[game]
    LAWS[law](tested, data.draw(tested.setups, label="setup"), chance)


@every_game
def test_wrong_arguments_are_refused(game: str) -> None:
    check_wrong_arguments_are_refused(GAMES[game])


@every_game
def test_tables_without_wishes(game: str) -> None:
    check_tables_without_wishes(GAMES[game])
