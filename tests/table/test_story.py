"""How a finished game went: every number of it follows from the events, and the final ones are the game's own."""

import random

import pytest

from imhotep import Game, new_game
from imhotep.table.story import Story, story_of
from tests.support.scale import scaled

GAMES = scaled(sample=2, test=4, all=20, soak=100)


def played(game: Game, seed: int) -> Game:
    chance = random.Random(seed)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game


def some_games(kind: str) -> list[Game]:
    players = {"builder": (2, 3, 4), "duel": (2,)}[kind]
    setups = [new_game(kind, seed=seed, players=players[seed % len(players)]) for seed in range(GAMES)]
    return [played(game, seed) for seed, game in enumerate(setups)]


@pytest.mark.parametrize("kind", ["builder", "duel"])
def test_the_last_standing_is_the_result(kind: str) -> None:
    for game in some_games(kind):
        story = story_of(game)
        assert story.standings[0].scores == [0] * game.players or kind == "duel"
        assert story.standings[-1].scores == game.scores()


def test_each_round_of_builder_has_a_standing_and_then_each_source_that_paid() -> None:
    for game in some_games("builder"):
        story = story_of(game)
        rounds = [standing.number for standing in story.standings if standing.when == "round"]
        assert rounds == [1, 2, 3, 4, 5, 6]
        ended = [at for at, event in enumerate(game.events) if event.kind == "round_ended"]
        sums = [0] * game.players
        for at, event in enumerate(game.events):
            if event.kind == "points" and event.seat is not None:
                sums[event.seat] += event.points or 0
            if event.kind == "round_ended":
                assert story.standings[ended.index(at) + 1].scores == sums
        sources = [standing.source for standing in story.standings if standing.when == "count"]
        paid = [event.source for event in game.events[ended[-1] :] if event.kind == "points"]
        assert sources == list(dict.fromkeys(paid))


@pytest.mark.parametrize("kind", ["builder", "duel"])
def test_whoever_won_alone_was_ahead_from_the_moment_that_says_so(kind: str) -> None:
    found = 0
    for game in some_games(kind):
        for moment in story_of(game).moments:
            if moment.kind != "lead":
                continue
            found += 1
            assert game.winners() == [moment.seat]
            others = [score for seat, score in enumerate(moment.scores) if seat != moment.seat]
            assert moment.scores[moment.seat] > max(others)
    assert found


@pytest.mark.parametrize("kind", ["builder", "duel"])
def test_moments_are_turns_of_their_seat_and_can_be_looked_at(kind: str) -> None:
    for game in some_games(kind):
        moments = story_of(game).moments
        assert 1 <= len(moments) <= game.players + 2
        for moment in moments:
            assert 0 < moment.entries <= len(game.entries)
            if moment.kind == "turn":
                assert moment.move is not None
                assert moment.points > 0
                entry = next(entry for entry in game.after(moment.entries).entries[::-1] if entry.kind == "move")
                assert (entry.seat, entry.text) == (moment.seat, moment.move.text)
        assert [moment.entries for moment in moments] == sorted(moment.entries for moment in moments)


def test_a_turn_that_was_taken_back_is_not_told() -> None:
    game = new_game("duel", seed=4, undo="free")
    chance, back = random.Random(1), 0
    while not game.is_over:
        seat = game.decider
        assert seat is not None
        game.play(chance.choice(game.legal_moves()))
        if chance.random() < 0.1 and game.can_undo(seat):
            game.undo()
            back += 1
    assert back
    plain = new_game("duel", seed=4)
    moves = [entry.text for entry in game.entries if entry.kind == "move"]
    undone = [entry.kind for entry in game.entries]
    line: list[str] = []
    for kind, text in zip(undone, [entry.text for entry in game.entries], strict=True):
        if kind == "move":
            line.append(text)
        elif kind == "undo":
            line.pop()
    assert len(line) < len(moves)
    for text in line:
        plain.play(text)
    assert story_of(game).standings == story_of(plain).standings


@pytest.mark.parametrize("kind", ["builder", "duel"])
def test_a_game_that_was_left_ends_with_the_points_of_then(kind: str) -> None:
    game = new_game(kind, seed=2)
    chance = random.Random(5)
    for _ in range(40):
        game.play(chance.choice(game.legal_moves()))
    game.resign(0)
    assert game.is_over
    story = story_of(game)
    assert story.standings[-1].scores == game.scores()
    assert not any(moment.kind == "lead" for moment in story.moments)


def test_nothing_was_played_and_nothing_is_told() -> None:
    game = new_game("builder", seed=2)
    game.resign(1)
    assert story_of(game) == Story(standings=story_of(game).standings[:1], moments=[])
