"""The conformance kit: laws that every game of the family obeys, whatever its rules are.

A law is a function of a game under test, the arguments of a table, and a number that random play follows from; it
fails by an assertion. `test_conformance.py` runs every law on every game in `games_under_test.py`; what a game has to
supply for that is written there, with the fields of `GameUnderTest`. A game's own laws (its pieces, its scoring) have
a file of their own: `test_laws.py`, `test_laws_duel.py`.

What is checked:

- decisions: one decider, or the game is over; the limits of kernel.py; `why_not` is 0 exactly for legal codes; every
  refusal has words and names a rule; moves read back from their notation, which is unique; what is illegal is refused
  and changes nothing; every game ends
- pieces and points: nothing is lost or gained; the ledger adds up to the score, the events to the ledger; the payoffs
  to 1; the winners are those with the highest rank; who leaves a game loses it
- copies: equal, independent, into a position of any state; `numbers` tell everything that a copy carries
- chance: `deal` depends on the generator alone; `redeal` on that and on what the seat knows, looks the same to the
  seat, and really mixes; a redealt game can be played to its end
- secrecy: two games that a seat saw happen alike look alike to it; events show a seat what everybody sees, or more
- the table: the journal changes nothing; every event and question has words; undo restores exactly, for those who may;
  records replay to the same game, damaged ones are refused; wrong arguments of `new_game` are refused
"""

import random
import string
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

import imhotep
from imhotep import Event, Game, ImhotepError
from imhotep._pure import engine_is_compiled
from imhotep.engine.kernel import (
    AGENDA_ROOM,
    AUTOMATIC,
    GAME_OVER,
    LEGAL,
    MOST_ACTIONS,
    TURN,
    Actions,
    Position,
    Random,
    at_of,
    seat_of,
    step_of,
    what_of,
)
from imhotep.engine.search.random_play import playout
from imhotep.table.record import seal_of
from imhotep.table.rules import Deal, GameRules
from tests.support.games_under_test import GameUnderTest

Setup = dict[str, Any]
Law = Callable[[GameUnderTest, Setup, int], None]

LAWS: dict[str, Law] = {}  # by name; they hold over random setups and random play
NONSENSE = ("", " ", "?", "fly to the moon", "play", "1", "-1", "\0", "🐪 🐪", "x" * 2000)


def law(check: Law) -> Law:
    LAWS[check.__name__] = check
    return check


# --- playing


def start(setup: Setup) -> Game:
    return imhotep.new_game(**setup)


def legal_codes(position: Position) -> list[int]:
    actions = Actions()
    position.legal(actions)
    return actions.to_list()


def moments(position: Position, chance: int) -> Iterator[int]:
    """Random play on the engine's own position, without the table's costs; yields the seat that has just decided."""
    pick, actions = Random(chance), Actions()
    while not position.is_over():
        seat = int(position.decider())
        position.legal(actions)
        position.apply(actions.pick(pick))
        yield seat


def finished(setup: Setup, chance: int) -> Game:
    game = start(setup)
    for _ in moments(game.raw, chance):
        pass
    return game


def copy_of(position: Position) -> Position:
    copy = position.blank()
    copy.copy_from(position)
    return copy


def told(game: Game) -> int:
    """How many events there were so far."""
    return game.event_count


def viewers(game: Game) -> list[int | None]:
    return [None, *range(game.players)]


def view_of(game: Game, position: Position, viewer: int | None) -> Any:
    """What a viewer would see if this were the position of the game."""
    return game.rules.view(position, game.setup, viewer, game.names, position.is_over())


# --- decisions


@law
def one_seat_decides_or_the_game_is_over(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Inside a turn a single answer is taken at once, unless that would tell something (P13)."""
    game = start(setup)
    position = game.raw
    assert not position.is_over()
    assert position.decider() == game.setup.first
    progress = game.progress
    for decisions, _ in enumerate(moments(position, chance), 1):
        assert decisions <= tested.most_decisions
        assert 0 <= position.depth <= AGENDA_ROOM
        assert progress.at <= game.progress.at <= game.progress.of == progress.of
        progress = game.progress
        codes = legal_codes(position)
        assert len(codes) <= MOST_ACTIONS
        if position.is_over():
            break
        entry = position.agenda[position.depth - 1]
        step, seat, at, what = step_of(entry), seat_of(entry), at_of(entry), what_of(entry)
        assert step < AUTOMATIC
        assert game.decider == seat == position.decider() < game.players
        assert len(codes) > 1 or (codes and (step == TURN or position.must_ask(step, seat, at, what)))
        assert game.question in game.rules.words.questions
    assert position.depth == 0
    assert game.is_over
    assert (game.decider, game.question, game.legal_moves()) == (None, None, [])
    assert legal_codes(position) == []
    assert progress.at == progress.of


@law
def why_not_is_zero_exactly_for_legal_codes(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Every code of the game is asked about, and some beyond; each refusal names a rule of the catalogue."""
    game = start(setup)
    position = game.raw
    refusals: set[int] = set()
    for _ in moments(position, chance):
        codes = legal_codes(position)
        assert len(set(codes)) == len(codes)
        before = position.numbers()
        answers = {code: int(position.why_not(code)) for code in range(-3, tested.codes + 4)}
        assert [code for code, refusal in answers.items() if refusal == LEGAL] == sorted(codes)
        assert position.numbers() == before
        assert all(position.why_not(code) != LEGAL for code in (2**40, -(2**40)))
        refusals.update(answers.values())
    assert all(position.why_not(code) == GAME_OVER for code in range(-3, tested.codes + 4))
    words = game.rules.words
    for refusal in refusals - {int(LEGAL)}:
        assert words.refusals[game.rules.refusal(refusal)].rule in words.rules


@law
def moves_read_back_and_no_two_are_written_alike(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    game = start(setup)
    pick = random.Random(chance)
    for _ in moments(game.raw, chance):
        if pick.random() < 0.5:
            moves = game.legal_moves()
            assert [game.code(move) for move in moves] == legal_codes(game.raw)
            assert len({str(move) for move in moves}) == len(moves)
            for move in moves:
                assert game.parse(str(move)) == move
                assert msgspec.convert(msgspec.to_builtins(move), imhotep.Move) == move
            for move in moves[:3]:
                assert game.parse(f"  {str(move).upper()}  ") == move


@law
def what_is_illegal_is_refused_and_changes_nothing(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    game = start(setup)
    rules = game.rules.words.rules
    pick = random.Random(chance)
    texts = list(tested.texts)
    for _ in moments(game.raw, chance):
        if game.is_over or pick.random() < 0.8:
            continue
        legal = [str(move) for move in game.legal_moves()]
        before, events = game.raw.numbers(), told(game)
        for text in pick.sample(texts, min(30, len(texts))):
            assert game.can_play(text) == (text in legal)
            if text not in legal:
                with pytest.raises(imhotep.IllegalMove) as refused:
                    game.play(text)
                assert refused.value.rule in rules
                assert text in str(refused.value)
        with pytest.raises(ImhotepError):
            game.play(pick.choice(NONSENSE))
        assert game.decider is not None
        with pytest.raises(imhotep.IllegalMove) as refused:
            game.play(legal[0], seat=(game.decider + 1) % game.players)
        assert refused.value.reason == "not_your_decision"
        assert (game.raw.numbers(), told(game), game.entries) == (before, events, [])
        copy = copy_of(game.raw)
        for code in legal_codes(game.raw):
            copy.copy_from(game.raw)
            copy.apply(code)
        assert game.raw.numbers() == before
        texts = list(dict.fromkeys(texts + legal))
    for text in texts:
        with pytest.raises(imhotep.IllegalMove) as refused:
            game.play(text)
        assert refused.value.reason == "game_over"


# --- pieces and points


@law
def nothing_is_lost_or_gained(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    position = start(setup).raw
    before = tested.census(position)
    for _ in moments(position, chance):
        assert tested.census(position) == before


@law
def the_ledger_adds_up_to_the_score_and_the_events_to_the_ledger(
    tested: GameUnderTest, setup: Setup, chance: int
) -> None:
    game = start(setup)
    position = game.raw
    sources = game.rules.sources
    assert position.sources() == len(sources)
    assert set(sources) <= set(game.rules.words.sources)
    for _ in moments(position, chance):
        for seat in range(game.players):
            assert sum(position.points(seat, source) for source in range(len(sources))) == position.score(seat)
    told = [dict.fromkeys(sources, 0) for _ in range(game.players)]
    for event in game.events:
        if event.kind == "points":
            assert event.seat is not None
            assert event.source is not None
            assert event.points is not None
            told[event.seat][event.source] += event.points
    assert told == [game.breakdown(seat) for seat in range(game.players)]
    assert game.scores() == [sum(points.values()) for points in told]


@law
def the_best_win_and_share_one_payoff(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    game = start(setup)
    assert game.winners() == []
    for _ in moments(game.raw, chance):
        pass
    position, seats = game.raw, range(game.players)
    ranks = [int(position.rank(seat)) for seat in seats]
    scores = game.scores()
    assert all(ranks[a] > ranks[b] for a in seats for b in seats if scores[a] > scores[b])
    assert game.winners() == [seat for seat in seats if ranks[seat] == max(ranks)]
    assert [position.payoff(seat) for seat in seats] == [position.share(seat, 0) for seat in seats]
    for out in range(2**game.players - 1):  # whoever has left the game, as bits
        game.out = {seat: "resigns" for seat in seats if out >> seat & 1}
        shares = [position.share(seat, out) for seat in seats]
        assert sum(shares) == pytest.approx(1)
        share = 1 / len(game.winners())
        assert shares == [pytest.approx(share) if seat in game.winners() else 0 for seat in seats]


@law
def who_leaves_the_game_loses_it(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Until one is left the game goes on."""
    game = start(setup)
    pick = random.Random(chance)
    leaving = pick.sample(range(game.players), game.players)
    last = leaving.pop()
    for number, seat in enumerate(leaving):
        for _ in range(pick.randrange(4)):
            if not game.is_over:
                game.play(pick.choice(game.legal_moves()))
        assert (game.is_over, game.winners()) == (False, [])
        pick.choice((game.resign, game.time_out))(seat)
        assert game.is_over == (number == len(leaving) - 1)
        with pytest.raises(ImhotepError):
            game.resign(seat)
        with pytest.raises(imhotep.UndoError):
            game.undo(by_consent=True)
    assert game.winners() == [last]
    assert (game.decider, game.question, game.legal_moves()) == (None, None, [])
    assert not any(game.can_undo(seat) for seat in range(game.players))
    assert all(game.view(viewer).is_over and game.view(viewer).moves == [] for viewer in viewers(game))
    with pytest.raises(imhotep.IllegalMove):
        game.play(tested.texts[0])
    with pytest.raises(ImhotepError):
        game.resign(last)
    loaded = imhotep.load(game.record())
    assert (loaded.winners(), loaded.out) == ([last], game.out)


# --- copies


@law
def copies_are_equal_and_independent(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Whatever the position they are made in was before: a copy goes on as the original does."""
    position = start(setup).raw
    used = finished(setup, chance + 1).raw
    pick = random.Random(chance)
    kept = []
    for _ in moments(position, chance):
        if pick.random() < 0.2:
            copy = copy_of(position)
            assert copy.numbers() == position.numbers()
            assert (copy.journal, copy.deals) == (None, None)
            kept.append((copy, copy.numbers()))
    for copy, numbers in kept:
        assert copy.numbers() == numbers
    for copy, _ in kept[:2]:
        used.copy_from(copy)
        used.journal = used.deals = None
        assert used.numbers() == copy.numbers()
        while not copy.is_over():
            codes = legal_codes(copy)
            assert legal_codes(used) == codes
            code = pick.choice(codes)
            copy.apply(code)
            used.apply(code)
            assert used.numbers() == copy.numbers()


@law
def positions_with_equal_numbers_are_equal(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """After each decision there is, and with each redeal: what looks different to anybody has other numbers."""
    game = start(setup)
    pick = random.Random(chance)
    for _ in moments(game.raw, chance):
        if pick.random() < 0.04:
            others = [copy_of(game.raw) for _ in legal_codes(game.raw)]
            for other, code in zip(others, legal_codes(game.raw), strict=True):
                other.apply(code)
            if not game.is_over:
                others += [copy_of(game.raw) for _ in range(4)]
                for other in others[-4:]:
                    other.redeal(0, Random(pick.getrandbits(40)))
            found: dict[tuple[int, ...], object] = {tuple(game.raw.numbers()): looks(tested, game, game.raw)}
            for other in others:
                assert found.setdefault(tuple(other.numbers()), looks(tested, game, other)) == looks(
                    tested, game, other
                )


def looks(tested: GameUnderTest, game: Game, position: Position) -> object:
    decider = None if position.is_over() else int(position.decider())
    return view_of(game, position, decider), tested.unseen(position)


@law
def numbers_tell_everything_that_a_copy_carries(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Each number that `copy_from` brings into a new position counts: with another one, `numbers` are others."""
    if engine_is_compiled():
        return  # its objects can't be looked into
    position = start(setup).raw
    pick = random.Random(chance)
    for _ in moments(position, chance):
        if pick.random() < 0.02:
            copy, blank = copy_of(position), position.blank()
            numbers = copy.numbers()
            empty = dict(slots(blank, tested.derived))
            carried = [(slot, value) for slot, value in slots(copy, tested.derived) if empty.get(slot, value) != value]
            assert carried
            for slot, value in carried:
                put(copy, slot, empty[slot])
                assert copy.numbers() != numbers, slot
                put(copy, slot, value)
            assert copy.numbers() == numbers


Slot = tuple[str | int, ...]
NO_STATE = ("options", "journal", "deals", "values")


def slots(item: Any, derived: frozenset[str], path: Slot = ()) -> Iterator[tuple[Slot, int]]:
    """Every number in an object, with the attributes and indices that lead to it."""
    if isinstance(item, int):
        yield path, int(item)
    elif hasattr(item, "__dict__"):
        for name, value in vars(item).items():
            if name not in NO_STATE and f"{type(item).__name__}.{name}" not in derived:
                yield from slots(value, derived, (*path, name))
    elif hasattr(item, "__len__") and not isinstance(item, str):
        for number, value in enumerate(item):
            yield from slots(value, derived, (*path, number))


def put(item: Any, path: Slot, value: int) -> None:
    for step in path[:-1]:
        item = item[step] if isinstance(step, int) else getattr(item, step)
    last = path[-1]
    if isinstance(last, int):
        item[last] = value
    else:
        setattr(item, last, value)


# --- chance


@law
def a_deal_depends_on_the_generator_alone(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Whatever the position was before. Dealt games have the table's pieces, can be played, and differ."""
    game = start(setup)
    blank, used = game.raw.blank(), finished(setup, chance).raw
    used.journal = used.deals = None
    actions = Actions()
    starters, dealt = set(), set()
    for number in range(chance, chance + 12):
        blank.deal(Random(number))
        used.deal(Random(number))
        assert used.numbers() == blank.numbers()
        starters.add(int(used.decider()))
        dealt.add(tuple(used.numbers()))
        assert tested.census(used) == tested.census(game.raw)
        if number < chance + 2:
            assert playout(used, Random(number), actions) <= tested.most_decisions
            assert tested.census(used) == tested.census(game.raw)
    assert len(dealt) == 12
    assert 1 < len(starters) <= game.players
    for seat in range(game.players):
        used.first = seat
        used.deal(Random(chance))
        assert used.decider() == seat
        assert used.blank().first == -1


@law
def a_redeal_looks_the_same_to_its_seat(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """What comes out depends on what the seat knows and on the generator, not on what is really there."""
    game = start(setup)
    position = game.raw
    pick = random.Random(chance)
    actions = Actions()
    before = tested.census(position)
    other, again = position.blank(), position.blank()
    for _ in moments(position, chance):
        if pick.random() < 0.75 and game.question not in tested.telling_questions:
            continue
        everybody, seed = game.view(None), 0
        for seat in range(game.players):
            other.copy_from(position)
            other.redeal(seat, Random(pick.getrandbits(40)))
            assert view_of(game, other, seat) == game.view(seat)
            assert view_of(game, other, None) == everybody
            assert tested.census(other) == before
            assert other.is_over() == position.is_over()
            seed = pick.getrandbits(40)
            other.redeal(seat, Random(seed))
            again.copy_from(position)
            again.redeal(seat, Random(seed))
            assert again.numbers() == other.numbers()
        if pick.random() < 0.1:  # the last one is as good a game as any
            assert playout(again, Random(seed), actions) <= tested.most_decisions
            assert tested.census(again) == before


@law
def a_redeal_really_mixes(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    position = start(setup).raw
    other = position.blank()
    found: dict[str, set[tuple[int, ...]]] = {name: set() for name in tested.unseen(position)}
    generators = set()
    for seed in range(chance, chance + 60):
        other.copy_from(position)
        other.redeal(seed % position.seats, Random(seed))
        generators.add(int(other.random.state))
        for name, order in tested.unseen(other).items():
            found[name].add(order)
    assert len(generators) == 60
    assert {name: len(orders) > 30 for name, orders in found.items()} == dict.fromkeys(found, True)


# --- secrecy


@law
def what_a_seat_saw_alike_looks_alike_to_it(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Two games that differ in what lies deep in the piles, with the same moves as far as that can be.

    As long as a seat has seen the same things happen in both, it sees, may do and knows the same. Only who looks at
    something hidden sees more than events tell, and from then on both may differ to that seat.
    """
    pick = random.Random(chance)
    one = start(setup)
    other = one
    for part in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0):  # what is on the table from the start must not be among it
        other = Game(one.rules, one.setup, mixed_below(one.deal, part, pick))
        if all(one.view(viewer) == other.view(viewer) for viewer in viewers(one)):
            break
    alike = viewers(one)
    assert [viewer for viewer in alike if one.events_for(viewer) == other.events_for(viewer)] == alike
    while True:
        assert one.decider == other.decider
        events = told(one)
        if one.question in tested.telling_questions and one.view(one.decider) != other.view(one.decider):
            alike = [viewer for viewer in alike if viewer != one.decider]
        for viewer in alike:
            if pick.random() < 0.3:
                assert one.view(viewer) == other.view(viewer)
        if pick.random() < 0.2:
            seed = pick.getrandbits(40)
            for seat in [viewer for viewer in alike if viewer is not None]:
                redealt = copy_of(one.raw), copy_of(other.raw)
                for position in redealt:
                    position.redeal(seat, Random(seed))
                assert redealt[0].numbers() == redealt[1].numbers()
        if one.is_over:
            return
        codes = legal_codes(one.raw)
        same = legal_codes(other.raw)
        assert one.decider not in alike or codes == same
        code = pick.choice(codes)
        one.raw.apply(code)
        other.raw.apply(code if code in same else pick.choice(same))
        alike = [viewer for viewer in alike if one.events_for(viewer, events) == other.events_for(viewer, events)]
        if not alike:
            return


def mixed_below(deal: Deal, part: float, pick: random.Random) -> Deal:
    """The same deal with at most that part of each pile, and at least two cards, in another order: the lowest."""
    mixed = {}
    for name, pile in deal.items():
        below = max(2, pick.randrange(int(part * len(pile)) + 1))
        mixed[name] = [*pick.sample(pile[:below], below), *pile[below:]]
    return mixed


# --- the table


@law
def the_journal_changes_nothing(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    game, silent = start(setup), start(setup)
    silent.raw.journal = None
    for _ in zip(moments(game.raw, chance), moments(silent.raw, chance), strict=True):
        assert silent.raw.numbers() == game.raw.numbers()
    assert told(game) > 0


@law
def every_event_has_words_and_shows_a_seat_no_less_than_everybody(
    tested: GameUnderTest, setup: Setup, chance: int
) -> None:
    game = finished(setup, chance)
    words = game.rules.words
    seen = {viewer: game.events_for(viewer) for viewer in viewers(game)}
    assert game.event_count > 0
    for number, raw in enumerate(game.raw_events()):
        event = seen[None][number]
        text = words.events[event.kind].text
        for _, field, _, _ in string.Formatter().parse(text):
            if field == "who":
                assert event.seat is not None
            elif field is not None:
                assert hasattr(event, field)
        assert event.site is None or event.site in words.sites
        assert event.source is None or event.source in words.sources
        assert event.card is None or event.card in words.cards
        if isinstance(event.token, str):  # tokens that differ by a number have their words in common
            assert event.token.rstrip("_0123456789") in words.tokens
        eyes = int(raw[-1])
        for seat in range(game.players):
            own = seen[seat][number]
            if not eyes >> seat & 1:
                assert own == event
            elif own != event:
                assert eyes != 255
                assert all(getattr(event, name) in (None, getattr(own, name)) for name in Event.__struct_fields__)
    assert game.events_for(0, 5) == seen[0][5:]


@law
def who_decides_is_told_what_may_be_done(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """And nobody else is. A view is plain data, and looking changes nothing."""
    game = start(setup)
    pick = random.Random(chance)
    for _ in moments(game.raw, chance):
        if pick.random() < 0.1 or game.is_over:
            before = game.raw.numbers()
            for viewer in viewers(game):
                view = game.view(viewer)
                decides = viewer is not None and viewer == game.decider
                assert (view.game, view.seat, view.sides) == (tested.id, viewer, game.setup.sides)
                assert (view.is_over, view.decider) == (game.is_over, game.decider)
                assert view.moves == (game.legal_moves() if decides else [])
                assert view.question == (game.question if decides else None)
                assert [seat.name for seat in view.seats] == game.names
                assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
            assert game.raw.numbers() == before


@law
def undo_restores_exactly_for_those_who_may(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """The last one to decide may, unless something hidden was shown (P2); at a table with free undo anybody may."""
    pick = random.Random(chance)
    free = pick.random() < 0.2
    game = start({**setup, "undo": "free" if free else "fair"})
    seats = range(game.players)
    assert not any(game.can_undo(seat) for seat in seats)
    with pytest.raises(imhotep.UndoError):
        game.undo(by_consent=True)
    while not game.is_over:
        seat = game.decider
        assert seat is not None
        move = pick.choice(game.legal_moves())
        if pick.random() < 0.12:
            before, view = (game.raw.numbers(), told(game), game.ply), game.view(None)
            game.play(move)
            happened = game.events_for(None, before[1])
            shown = any(event.kind in tested.revealing for event in happened)
            shown = shown or tested.also_reveals(game, happened, view)
            assert game.last_revealed == shown
            assert [game.can_undo(other) for other in seats] == [
                free or (other == seat and not shown) for other in seats
            ]
            if shown and not free:
                with pytest.raises(imhotep.UndoError):
                    game.undo()
                assert game.ply == before[2] + 1
            game.undo(by_consent=shown)
            assert (game.raw.numbers(), told(game), game.ply) == before
            assert game.decider == seat
            assert game.view(None) == view
        game.play(move)


@law
def a_record_replays_to_the_same_game(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    """Finished or not, with moves that were taken back; then it goes on the same."""
    game = start(setup)
    pick = random.Random(chance)
    for _ in range(pick.randrange(1, tested.most_decisions // 2)):
        if game.is_over:
            break
        game.play(pick.choice(game.legal_moves()), comment=pick.choice(("", "why # not @ 5?")))
        if pick.random() < 0.1:
            game.undo(by_consent=True)
    text = game.record()
    loaded = imhotep.load(text)
    assert loaded.raw.numbers() == game.raw.numbers()
    assert loaded.setup == game.setup
    assert loaded.entries == game.entries
    assert loaded.events == game.events
    assert loaded.record() == text
    while not game.is_over:
        move = pick.choice(game.legal_moves())
        game.play(move)
        loaded.play(str(move))
    assert loaded.record() == game.record()
    assert game.after(len(game.entries)).record() == game.record()


@law
def a_damaged_record_is_refused(tested: GameUnderTest, setup: Setup, chance: int) -> None:
    game = start(setup)
    pick = random.Random(chance)
    for _ in range(pick.randrange(8, 30)):
        if not game.is_over:
            game.play(pick.choice(game.legal_moves()))
    lines = game.record().splitlines()
    at = pick.randrange(len(lines))
    refuse([*lines[:at], *lines[at + 1 :]])
    refuse([*lines[:at], lines[at] + pick.choice("x 1"), *lines[at + 1 :]])
    refuse(lines[:at])
    moves = [number for number, entry in enumerate(game.entries, lines.index("") + 1) if entry.kind == "move"]
    at = pick.choice(moves[:-1])
    for forged in (
        [*lines[:at], *lines[at + 1 :]],  # a move is missing
        [*lines[:at], lines[at], *lines[at:]],  # or there twice
        [*lines[:at], f"{lines[at]} to the moon", *lines[at + 1 :]],
        [*lines[:at], with_another_seat(lines[at], game), *lines[at + 1 :]],
        [line for line in lines if not line.startswith("sides")],
        [line.replace(f"game: {tested.id}", "game: chess") for line in lines],
        [f"{line}9" if line.startswith("rules") else line for line in lines],
        [f"{line.rpartition(' ')[0]}" if line.startswith("deal") else line for line in lines],
    ):
        assert forged != lines
        refuse(sealed(forged))


def with_another_seat(line: str, game: Game) -> str:
    number, color, move = line.split(" ", 2)
    others = [other for other in game.setup.colors if other != color.rstrip(":")]
    return f"{number} {others[0]}: {move}"


def sealed(lines: list[str]) -> list[str]:
    """What a careful forger would write."""
    body = "\n".join(lines[:-1]) + "\n"
    return [*lines[:-1], f"seal: {seal_of(body)}"]


def refuse(lines: list[str]) -> None:
    with pytest.raises(imhotep.RecordError, match=r"^line \d+: "):
        imhotep.load("\n".join(lines) + "\n")


# --- what needs no play


def wrong(argument: str, *values: object) -> list[Setup]:
    return [{argument: value} for value in values]


def wrong_arguments(rules: GameRules) -> Iterator[Setup]:
    """Arguments of new_game, each with one mistake."""
    few, many, colors = rules.players[0], rules.players[-1], list(rules.colors)
    sides = rules.side_letters[0] * len(rules.sites)
    others = [f"Other {number}" for number in range(few - 1)]
    yield from wrong("players", 0, -1, few - 1, many + 1, str(few), True, float(few))
    yield from wrong(
        "sides", "", sides[1:], sides + "A", sides[1:] + "Z", sides[1:] + "1", "🐪" * len(sides), 5, [sides]
    )
    yield from wrong("seed", -1, 2**128, "7", 1.5, True)
    yield from wrong("first", -1, few, "0", True, 0.0)
    for name in ("", " one", "t\nwo", "x" * 41, 2, None, others[0]):
        yield {"names": [*others, name]}
    yield from wrong("names", others, "AB", 5, [*others, "one", "more"])
    for color in ("pink", "", colors[0], 3):
        yield {"colors": [*colors[: few - 1], color]}
    yield from wrong("colors", colors[: few - 1], "AB", 5)
    yield from wrong("house_rules", 5, "", [[]], {"no_such_rule": True}, {3: True})
    for name, spec in rules.house_rules.items():
        yield {"house_rules": {name: None}}
        yield {"house_rules": {name: 1 if isinstance(spec.default, bool) else True}}
        if isinstance(spec.default, bool) and many not in spec.players:
            yield {"house_rules": {name: not spec.default}, "players": many}
    yield {"no_such_variant": True}
    for name, spec in rules.variants.items():
        yield {name: None}
        yield {name: 1 if isinstance(spec.default, bool) else True}
        if spec.choices:
            yield {name: "neither"}
    yield from wrong("undo", "always", "", None, True, [])
    yield from wrong("edition", 5, [5], {})
    yield from wrong("position", 3, "", [], {"no_such_field": 1}, {"turn": {1, 2}})


def check_wrong_arguments_are_refused(tested: GameUnderTest) -> None:
    rules = imhotep.new_game(tested.id, seed=1).rules
    assert [wrong for wrong in wrong_arguments(rules) if not is_refused(tested.id, wrong)] == []


def is_refused(game: str, arguments: Setup) -> bool:
    """With a reason in one line; any other exception is a failure."""
    try:
        imhotep.new_game(game, **arguments)
    except imhotep.SetupError as error:
        return "\n" not in str(error)
    return False


def check_tables_without_wishes(tested: GameUnderTest) -> None:
    """Everything has a default; chance comes from the seed, and without one it is another each time."""
    game = imhotep.new_game(tested.id)
    rules = game.rules
    assert game.setup.seed != imhotep.new_game(tested.id).setup.seed
    assert (game.setup.game, game.players) == (tested.id, rules.players[0])
    assert game.setup.sides == rules.side_letters[0] * len(rules.sites)
    assert game.setup.house_rules == {name: spec.default for name, spec in rules.house_rules.items()}
    assert game.setup.variants == {name: spec.default for name, spec in rules.variants.items()}
    deals = [imhotep.new_game(tested.id, seed=seed) for seed in (1, 1, 2)]
    assert deals[0].deal == deals[1].deal != deals[2].deal
    assert deals[0].raw.numbers() == deals[1].raw.numbers()
    assert imhotep.new_game(tested.id, sides=game.setup.sides.lower()).setup.sides == game.setup.sides
    for players in rules.players:
        firsts = {imhotep.new_game(tested.id, players, seed=seed).setup.first for seed in range(40)}
        assert firsts == set(range(players))
        for seat in range(players):
            assert imhotep.new_game(tested.id, players, seed=1, first=seat).decider == seat
    words = rules.words
    assert words.game == tested.id
    assert set(rules.sites) <= set(words.sites)
    assert set(rules.house_rules) == set(words.house_rules)
    assert set(rules.variants) == set(words.variants)
