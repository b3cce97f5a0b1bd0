"""Every game obeys every law of the conformance kit, and every law finds a game that is broken for it."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep import Entry, Game, IllegalMove
from imhotep._pure import engine_is_compiled
from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.state import State
from imhotep.engine.duel.vocabulary import Action
from imhotep.engine.kernel import AUTOMATIC, LEGAL, Position
from imhotep.engine.piles import Pile
from imhotep.table.duel.rules import DuelRules
from imhotep.table.games import RULES
from imhotep.table.record import _Reader
from tests.support import duel as duel_tools
from tests.support.conformance import LAWS, check_tables_without_wishes, check_wrong_arguments_are_refused
from tests.support.games_under_test import GAMES
from tests.support.setups import SEEDS

every_game = pytest.mark.parametrize("game", GAMES)


def test_every_game_there_is_is_under_test() -> None:
    assert list(GAMES) == list(RULES)


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


# --- tests that can't fail prove nothing: for each law a mistake in The Duel that it must find

Broken = Callable[..., Any]
MISTAKES: dict[str, tuple[type, str, Broken]] = {}


def mistake(law: str, place: type, name: str) -> Callable[[Broken], Broken]:
    """The function is put in the place of a method; it gets that method first, then what the method gets."""

    def keep(broken: Broken) -> Broken:
        MISTAKES[law] = place, name, broken
        return broken

    return keep


@mistake("one_seat_decides_or_the_game_is_over", Position, "settle")
def single_answers_are_asked_for(settle: Broken, self: Position) -> None:
    while self.depth > 0 and self.agenda[self.depth - 1] & 255 >= AUTOMATIC:
        entry = self.agenda[self.depth - 1]
        self.depth -= 1
        self.run(entry & 255, entry >> 8 & 255, entry >> 16 & 255, entry >> 24)


@mistake("why_not_is_zero_exactly_for_legal_codes", Duel, "refusal")
def stopping_is_never_refused(refusal: Broken, self: Duel, *entry: int) -> int:
    return int(LEGAL) if entry[-1] == Action.STOP else refusal(self, *entry)


@mistake("moves_read_back_and_no_two_are_written_alike", DuelRules, "read_move")
def columns_are_read_as_rows(read: Broken, self: DuelRules, position: Position, setup: Any, text: str) -> Any:
    return read(self, position, setup, text.replace("column", "row"))


@mistake("what_is_illegal_is_refused_and_changes_nothing", Game, "play")
def refused_moves_are_recorded(play: Broken, self: Game, move: Any, **more: Any) -> Any:
    try:
        return play(self, move, **more)
    except IllegalMove:
        self.entries.append(Entry(kind="move", text=str(move)))
        raise


@mistake("nothing_is_lost_or_gained", State, "gain")
def action_tokens_vanish(gain: Broken, self: State, seat: int, token: int) -> None:
    if not 4 <= token < 8:
        gain(self, seat, token)


@mistake("the_ledger_adds_up_to_the_score_and_the_events_to_the_ledger", Duel, "score")
def who_starts_has_a_point_less(score: Broken, self: Duel, seat: int) -> Any:
    return score(self, seat) - (seat == self.starter)


@mistake("the_best_win_and_share_one_payoff", Duel, "rank")
def the_fewest_points_win(rank: Broken, self: Duel, seat: int) -> int:
    return int(-self.score(seat))


@mistake("who_leaves_the_game_loses_it", Game, "winners")
def who_left_can_win(winners: Broken, self: Game) -> Any:
    out, self.out = self.out, {}
    depth, self.raw.depth = self.raw.depth, 0 if out else self.raw.depth
    found = winners(self)
    self.out, self.raw.depth = out, depth
    return found


@mistake("copies_are_equal_and_independent", Duel, "copy_from")
def copies_share_the_harbour(copy: Broken, self: Duel, other: Duel) -> None:
    copy(self, other)
    self.spaces = other.spaces


@mistake("positions_with_equal_numbers_are_equal", Duel, "numbers")
def numbers_are_sorted(numbers: Broken, self: Duel) -> Any:
    return sorted(numbers(self))


@mistake("numbers_tell_everything_that_a_copy_carries", Duel, "numbers")
def numbers_forget_who_started(numbers: Broken, self: Duel) -> Any:
    starter, self.starter = self.starter, 0
    found = numbers(self)
    self.starter = starter
    return found


@mistake("a_deal_depends_on_the_generator_alone", Duel, "clear")
def the_box_is_not_emptied(clear: Broken, self: Duel) -> None:
    removed = self.box.count
    clear(self)
    self.box.count = removed


@mistake("a_redeal_looks_the_same_to_its_seat", Pile, "sort")
def piles_are_not_sorted(sort: Broken, self: Pile) -> None:
    pass


@mistake("a_redeal_really_mixes", Pile, "shuffle")
def piles_are_not_shuffled(shuffle: Broken, self: Pile, random: Any) -> None:
    pass


@mistake("what_a_seat_saw_alike_looks_alike_to_it", DuelRules, "seen")
def the_next_token_is_seen(seen: Broken, self: DuelRules, position: Duel, *more: Any) -> Any:
    supply = sum(position.supply.to_list()[-1:])
    return [msgspec.structs.replace(view, supply=supply) for view in seen(self, position, *more)]


@mistake("the_journal_changes_nothing", Position, "write")
def whoever_watches_disturbs(write: Broken, self: Position, *event: int) -> None:
    write(self, *event)
    self.random.next()


@mistake("every_event_has_words_and_shows_a_seat_no_less_than_everybody", Game, "events_for")
def seat_1_does_not_see_meeples(events_for: Broken, self: Game, viewer: int | None, since: int = 0) -> Any:
    found = events_for(self, viewer, since)
    return [msgspec.structs.replace(event, row=None) for event in found] if viewer == 1 else found


@mistake("who_decides_is_told_what_may_be_done", Game, "view")
def everybody_is_told(view: Broken, self: Game, seat: int | None = None) -> Any:
    return msgspec.structs.replace(view(self, seat), moves=self.legal_moves())


@mistake("undo_restores_exactly_for_those_who_may", DuelRules, "reveals")
def nothing_reveals(reveals: Broken, self: DuelRules, raw: Any) -> bool:
    return False


@mistake("a_record_replays_to_the_same_game", _Reader, "entry")
def comments_are_not_read(entry: Broken, self: _Reader, *given: Any) -> Any:
    return msgspec.structs.replace(entry(self, *given), comment="")


@mistake("a_damaged_record_is_refused", _Reader, "check_seal")
def any_seal_fits(check: Broken, self: _Reader, end: int) -> None:
    pass


@pytest.mark.skipif(engine_is_compiled(), reason="a compiled engine can't be broken")
@pytest.mark.parametrize("law", LAWS)
def test_the_kit_finds_a_mistake(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, broken = MISTAKES[law]
    whole = getattr(place, name)
    monkeypatch.setattr(place, name, lambda *given, **named: broken(whole, *given, **named))
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_some_games(law)


def check_some_games(law: str) -> None:
    for number in range(60):
        LAWS[law](GAMES["duel"], duel_tools.setup_of(number), number)
