"""Every game obeys every law of the conformance kit."""

import pytest
from conformance import LAWS, Law, check_tables_without_wishes, check_wrong_arguments_are_refused
from games_under_test import GAMES, GameUnderTest
from hypothesis import given
from hypothesis import strategies as st
from setups import SEEDS

from imhotep.table.games import KINDS

every_game = pytest.mark.parametrize("tested", GAMES, ids=lambda tested: tested.id)


def test_every_game_there_is_is_under_test() -> None:
    assert [tested.id for tested in GAMES] == list(KINDS)


@every_game
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@given(data=st.data(), chance=SEEDS)
def test_law(tested: GameUnderTest, law: Law, data: st.DataObject, chance: int) -> None:
    law(tested, data.draw(tested.setups, label="setup"), chance)


@every_game
def test_wrong_arguments_are_refused(tested: GameUnderTest) -> None:
    check_wrong_arguments_are_refused(tested)


@every_game
def test_tables_without_wishes(tested: GameUnderTest) -> None:
    check_tables_without_wishes(tested)
