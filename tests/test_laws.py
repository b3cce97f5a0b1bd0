"""Laws that hold in every game, over random setups and random play."""

import random
from typing import Any

import pytest
from hypothesis import given
from setups import (
    SEEDS,
    agenda,
    cards_of,
    check_knowledge,
    check_tokens,
    position_of,
    random_moves,
    setups,
    start,
    stones_of,
)

import imhotep
from imhotep.engine.builder.vocabulary import Action
from imhotep.engine.kernel import LEGAL, Actions, Random
from imhotep.table.catalogue import catalogue

MOST_DECISIONS = 400  # of any game; random ones have about 70 to 160


@given(setups(), SEEDS)
def test_stones_and_cards_are_conserved_and_every_game_ends(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    position = position_of(game)
    per_seat = 30 * (2 if has_second_color(setup) else 1) - 1
    deck = cards_of(position)
    assert len(deck) == (48 if setup["cards"] == "dynasty" else 34)
    for decisions, _ in enumerate(random_moves(game, chance)):
        assert [stones_of(position, seat) for seat in range(game.players)] == [per_seat] * game.players
        assert cards_of(position) == deck
        check_tokens(position)
        check_knowledge(position)
        assert all(0 <= player.sled <= player.room and player.quarry >= 0 for player in position.players)
        assert decisions < MOST_DECISIONS
    assert agenda(position) == []
    assert game.winners()
    assert game.legal_moves() == []


def has_second_color(setup: dict[str, Any]) -> bool:
    expansion = set(setup["sides"]) & set("CD") or setup["cards"] == "dynasty" or setup["prophecies"]
    return setup["players"] == 2 and bool(expansion or setup["rules"].get("second_color"))


@given(setups(), SEEDS)
def test_the_ledger_adds_up_to_the_score_and_the_events_to_the_ledger(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    for _ in random_moves(game, chance):
        for seat, score in enumerate(game.scores()):
            assert sum(game.breakdown(seat).values()) == score
    for seat in range(game.players):
        told: dict[str, int] = dict.fromkeys(game.kind.sources, 0)
        for event in game.events:
            if event.kind == "points" and event.seat == seat:
                assert event.source is not None
                assert event.points is not None
                told[event.source] += event.points
        assert told == game.breakdown(seat)


@given(setups(), SEEDS)
def test_why_not_is_zero_exactly_for_legal_codes(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    position = position_of(game)
    actions = Actions()
    for _ in random_moves(game, chance):
        position.legal(actions)
        legal = actions.to_list()
        assert len(set(legal)) == len(legal)
        before = position.numbers()
        allowed = [code for code in range(-3, Action.COUNT + 4) if position.why_not(code) == LEGAL]
        assert allowed == sorted(legal)
        assert position.numbers() == before
        assert position.is_over() or legal
    assert all(position.why_not(code) != LEGAL for code in range(Action.COUNT))


@given(setups(), SEEDS)
def test_a_decision_inside_a_turn_has_at_least_two_answers(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    for _ in random_moves(game, chance):
        if not game.is_over and game.question != "turn":
            seen = game.view(game.decider).market.seen or []
            assert len(game.legal_moves()) > 1 or len(seen) > 1  # P13


@given(setups(), SEEDS)
def test_every_legal_move_plays_and_every_other_is_refused_and_changes_nothing(
    setup: dict[str, Any], chance: int
) -> None:
    game = start(setup)
    position = position_of(game)
    pick = random.Random(chance)
    texts = ["get stones", "pass", "decline", "take points", "take stones", "take card"]
    texts += [f"load {ship} {space}" for ship in range(1, 5) for space in range(1, 5)]
    texts += [f"sail {ship} {site}" for ship in range(1, 5) for site in ("market", "temple", "obelisks")]
    texts += ["play lever", "play hammer", "play sail", "play chisel", "keep statue", "build left", "unload black"]
    for _ in random_moves(game, chance):
        if game.is_over or pick.random() < 0.8:
            continue
        legal = {str(move) for move in game.legal_moves()}
        before, entries = position.numbers(), len(game.entries)
        for text in texts:
            assert game.can_play(text) == (text in legal)
            if text not in legal:
                with pytest.raises(imhotep.IllegalMove) as refused:
                    game.play(text)
                assert refused.value.rule in catalogue("builder").rules
                assert text in str(refused.value)
        assert (position.numbers(), len(game.entries)) == (before, entries)
        actions = Actions()
        position.legal(actions)
        copy = position.blank()
        for code in actions.to_list():
            copy.copy_from(position)
            copy.apply(code)
        assert position.numbers() == before


@given(setups(), SEEDS)
def test_copies_are_equal_independent_and_never_change(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    position = position_of(game)
    pick = random.Random(chance)
    kept = []
    for _ in random_moves(game, chance):
        if pick.random() < 0.2:
            copy = position.blank()
            copy.copy_from(position)
            assert copy.numbers() == position.numbers()
            kept.append((copy, copy.numbers()))
    for copy, numbers in kept:
        assert copy.numbers() == numbers
    # the same codes lead to the same place, from a copy too
    for copy, _ in kept[:2]:
        twin = copy.blank()
        twin.copy_from(copy)
        actions = Actions()
        codes: list[int] = []
        while not copy.is_over():
            copy.legal(actions)
            codes.append(int(actions.pick(Random(chance + len(codes)))))
            copy.apply(codes[-1])
        for code in codes:
            twin.apply(code)
        assert twin.numbers() == copy.numbers()


@given(setups(), SEEDS)
def test_a_redeal_changes_nothing_that_the_seat_can_see(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    position = position_of(game)
    pick = random.Random(chance)
    other = position.blank()
    again = position.blank()
    for _ in random_moves(game, chance):
        if pick.random() < 0.7 and game.question != "keep_card":
            continue
        for seat in range(game.players):
            other.copy_from(position)
            other.redeal(seat, Random(pick.getrandbits(40)))
            seen = game.kind.view(position, game.setup, seat, game.names, game.is_over)
            assert game.kind.view(other, game.setup, seat, game.names, game.is_over) == seen
            assert cards_of(other) == cards_of(position)  # type: ignore[arg-type]
            check_knowledge(other)  # type: ignore[arg-type]
            check_tokens(other)  # type: ignore[arg-type]
            # what comes out depends on what the seat knows and on the generator, not on what is really there
            seed = pick.getrandbits(40)
            other.redeal(seat, Random(seed))
            again.copy_from(position)
            again.redeal(seat, Random(seed))
            assert again.numbers() == other.numbers()
        assert game.kind.view(again, game.setup, None, game.names, game.is_over) == game.view(None)


@given(setups(), SEEDS)
def test_a_redeal_really_reshuffles(setup: dict[str, Any], chance: int) -> None:
    position = position_of(start(setup))
    drawn, rounds = set(), set()
    for seed in range(60):
        other = position.blank()
        other.copy_from(position)
        other.redeal(0, Random(chance + seed))
        drawn.add(tuple(other.draw_pile.to_list()))  # type: ignore[attr-defined]
        rounds.add(tuple(other.coming_rounds.to_list()))  # type: ignore[attr-defined]
    assert len(drawn) > 50
    assert len(rounds) > 30


@given(setups(), SEEDS)
def test_a_record_replays_to_the_same_game(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    pick = random.Random(chance)
    stop = pick.randrange(1, 200)
    for number, _ in enumerate(random_moves(game, chance)):
        if pick.random() < 0.1:
            game.undo(by_consent=True)
        if number == stop:
            break
    text = game.record()
    loaded = imhotep.load(text)
    assert loaded.raw.numbers() == game.raw.numbers()
    assert loaded.events == game.events
    assert loaded.entries == game.entries
    assert loaded.record() == text
    if not game.is_over:  # and goes on the same
        for _ in random_moves(game, chance):
            pass
        for _ in random_moves(loaded, chance):
            pass
        assert loaded.record() == game.record()


def shows(event: imhotep.Event, game: imhotep.Game, hands: list[list[str]]) -> bool:
    """Whether by this event a card that lay face down is shown; `hands` is what everybody knew of them before."""
    if event.kind == "card_discarded":
        return event.space == 4 and game.setup.sides[0] == "B"
    return event.kind == "card_played" and event.card not in hands[event.seat or 0]


@given(setups(), SEEDS)
def test_undo_restores_exactly(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    position = position_of(game)
    pick = random.Random(chance)
    before: list[tuple[list[int], int]] = [(position.numbers(), len(game.events))]
    hands = [seat.hand for seat in game.view().seats]
    for seat in random_moves(game, chance):
        before.append((position.numbers(), len(game.events)))
        if pick.random() < 0.15:
            own = game.can_undo(seat)
            assert not any(game.can_undo(other) for other in range(game.players) if other != seat)
            events = game.events[before[-2][1] :]
            hidden = {"round_began", "card_dealt", "cards_looked_at", "card_kept", "card_drawn", "pile_shuffled"}
            hidden |= {"scaffold_turned", "tomb_turned", "cards_drawn_to_look", "card_shown", "card_dealt_down"}
            shown = [event.kind in hidden or shows(event, game, hands) for event in events]
            assert own == (not any(shown))
            before.pop()
            game.undo(by_consent=not own)
            assert (position.numbers(), len(game.events)) == before[-1]
            assert game.decider == seat
        hands = [seat.hand for seat in game.view().seats]


@given(setups(), SEEDS)
def test_notation_reads_back(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    for _ in random_moves(game, chance):
        moves = game.legal_moves()
        assert len({str(move) for move in moves}) == len(moves)
        for move in moves:
            assert game.parse(str(move)) == move
            assert game.parse(f"  {str(move).upper()}  ") == move
