"""One game of a dataset as it is kept: a line of JSON, with its record."""

from typing import Any

import msgspec

from imhotep.lab.matches.game_runner import Failure, MatchSpec, Played
from imhotep.table.record import FIRST_LINE, SEAL, seal_of


class DatasetGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line. Lists are by seat."""

    number: int  # in the dataset, from 0
    places: list[int]  # from 1; whoever shares a place has the same
    moves: list[int]
    seconds: list[float]  # processor time of these moves
    scores: list[int] = []  # none of what follows in a game that the bot forfeited
    points: list[list[int]] = []  # by the game's sources
    first: int = 0  # the seat that started
    turns: int = 0
    record: str = ""
    failure: Failure | None = None


def dataset_game(number: int, played: Played) -> DatasetGame:
    game = DatasetGame(
        number=number,
        places=played.places,
        moves=played.moves,
        seconds=[round(seconds, 6) for seconds in played.seconds],
        failure=played.failure,
    )
    if played.stats is None or played.record is None:
        return game
    return msgspec.structs.replace(
        game,
        scores=played.scores,
        points=played.stats.points,
        first=played.stats.first,
        turns=played.stats.turns,
        record=played.record,
    )


def what_is_wrong(game: DatasetGame, spec: MatchSpec) -> str | None:
    """Why a line can't be the game that was ordered; None if it is. The record is not played again for that."""
    by_seat: list[list[Any]] = [game.places, game.moves, game.seconds]
    if game.failure is None:
        by_seat += [game.scores, game.points]
    if any(len(values) != spec.players for values in by_seat):
        return f"not a game of {spec.players} players"
    return None if game.failure is not None else _wrong_record(game.record, spec)


def _wrong_record(record: str, spec: MatchSpec) -> str | None:
    head = record.partition("\n\n")[0].split("\n")
    wanted = {"game": spec.game, "players": spec.players, "sides": spec.sides, "seed": int(spec.seed, 16)}
    if head[0] != FIRST_LINE or any(f"{key}: {value}" not in head for key, value in wanted.items()):
        return "its record is of another game"
    sealed, _, seal = record.rpartition(SEAL)
    return None if seal == f"{seal_of(sealed)}\n" else "its record was cut off or changed"
