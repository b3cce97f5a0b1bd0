"""Prophecies of the gods: promises for the end of the game, made with scarabs (N17)."""

from mypy_extensions import i64

from imhotep.engine.builder.cards import cards_of_color
from imhotep.engine.builder.state import State
from imhotep.engine.builder.vocabulary import EMPTY, PROPHECIES, SEATS, Action, Event, Refusal, Source
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions


def draw_prophecies(state: State) -> None:
    """Before the game; the others go back into the box, which everybody may look into."""
    prophecies = state.prophecies
    for place in range(state.values.prophecies_drawn):
        prophecies.lay(prophecies.pile.take())
        state.note(Event.PROPHECY_DRAWN, 0, prophecies.cards[place], place)


def period(state: State) -> i64:
    """The current pair of rounds, from 0."""
    current: i64 = 0
    ends, played = state.values.period_ends, state.round
    while played >= ends[current]:
        current += 1
    return current


def no_scarab(state: State, seat: i64) -> i64:
    """Why `seat` can't make any prophecy now."""
    used: i64 = 0
    now, scarabs = period(state), state.prophecies.scarabs
    for card in range(state.prophecies.count):
        scarab = scarabs[card * SEATS + seat]
        if scarab == now:
            return Refusal.PROPHESIED_IN_THESE_ROUNDS
        if scarab != EMPTY:
            used += 1
    if used >= state.values.scarabs:
        return Refusal.NO_SCARAB
    return LEGAL


def no_prophecy(state: State, seat: i64, card: i64) -> i64:
    """Why `seat`, who may make one, can't make this one."""
    if card >= state.prophecies.count:
        return Refusal.NO_SUCH_PROPHECY
    if state.prophecies.scarabs[card * SEATS + seat] != EMPTY:
        return Refusal.PROPHESIED_BEFORE
    return LEGAL


def add_prophecies(state: State, seat: i64, actions: Actions) -> None:
    if no_scarab(state, seat) == LEGAL:
        for card in range(state.prophecies.count):
            if no_prophecy(state, seat, card) == LEGAL:
                actions.add(Action.PROPHESY + card)


def refuse_prophecy(state: State, seat: i64, code: i64) -> i64:
    if code < Action.PROPHESY or code >= Action.PROPHESY + PROPHECIES:
        return NOT_ASKED
    if state.prophecies.count == 0:
        return Refusal.NO_PROPHECIES
    if no_scarab(state, seat) != LEGAL:
        return no_scarab(state, seat)
    return no_prophecy(state, seat, code - Action.PROPHESY)


def prophesy(state: State, seat: i64, code: i64) -> None:
    card, now = code - Action.PROPHESY, period(state)
    state.prophecies.scarabs[card * SEATS + seat] = now
    state.note(Event.PROPHESIED, seat, card, now)


# --- at the end


def score_prophecies(state: State) -> None:
    values, prophecies = state.values, state.prophecies
    for card in range(prophecies.count):
        for seat in range(state.seats):
            scarab = prophecies.scarabs[card * SEATS + seat]
            if scarab != EMPTY:
                if is_fulfilled(state, seat, prophecies.cards[card]):
                    state.note(Event.PROPHECY_FULFILLED, seat, card)
                    state.gain_points(seat, Source.PROPHECIES, values.fulfilled[scarab], card)
                else:
                    state.note(Event.PROPHECY_FAILED, seat, card)
                    state.gain_points(seat, Source.PROPHECIES, values.failed[scarab], card)


def is_fulfilled(state: State, seat: i64, card: i64) -> bool:
    """A majority may be shared, and needs at least as many as the task says."""
    own = task_count(state, seat, card)
    if own < state.values.task_count[card]:
        return False
    if state.values.task_most[card] == 1:
        for other in range(state.seats):
            if task_count(state, other, card) > own:
                return False
    return True


def task_count(state: State, seat: i64, card: i64) -> i64:
    """What a prophecy counts: stones at a site, every one of them, or cards of a colour."""
    site = state.values.task_site[card]
    if site != EMPTY:
        return state.boards[site].built[seat]
    return cards_of_color(state, seat, state.values.task_color[card])
