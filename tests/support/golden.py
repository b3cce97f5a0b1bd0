"""Golden playthroughs: small readable files with every decision, event and score: a changed rule shows as a diff.

A file begins with what it shows, the rules it would catch and the table; its lines with > are the moves. Everything
else is what the game says. After a wanted change: python -m tests.support.golden, then read the diff.
"""

import json
from collections.abc import Iterator

import msgspec

import imhotep
from imhotep import Event, Game
from tests.support.paths import TESTS

FOLDER = TESTS / "rules" / "golden"


def played(text: str) -> str:
    """The same playthrough as the game plays it now."""
    lines = text.splitlines()
    head = [line for line in lines if line.startswith(("title: ", "catches: ", "table: "))]
    moves = [line.partition(": ")[2] for line in lines if line.startswith("> ")]
    table = next(line.removeprefix("table: ") for line in head if line.startswith("table: "))
    game = imhotep.new_game(**json.loads(table))
    return "\n".join([*head, "", *_play(game, moves)]) + "\n"


def _play(game: Game, moves: list[str]) -> Iterator[str]:
    told = 0
    yield from (f"    {_event(event, game)}" for event in game.events)
    told = len(game.events)
    for move in moves:
        assert game.decider is not None, f"the game is over before: {move}"
        yield f"? {game.question}: {', '.join(map(str, game.legal_moves()))}"
        yield f"> {game.setup.colors[game.decider]}: {game.play(move)}"
        yield from (f"    {_event(event, game)}" for event in game.events[told:])
        told = len(game.events)
    yield ""
    for seat, score in enumerate(game.scores()):
        points = ", ".join(f"{source} {points}" for source, points in game.breakdown(seat).items() if points)
        yield f"{game.setup.colors[seat]}: {score} ({points or 'no points'})"
    winners = " ".join(game.setup.colors[seat] for seat in game.winners())
    yield f"winners: {winners}" if game.is_over else f"to decide: {game.setup.colors[game.decider or 0]}"


def _event(event: Event, game: Game) -> str:
    fields = {name: value for name, value in msgspec.structs.asdict(event).items() if value is not None}
    kind = fields.pop("kind")
    seat = fields.pop("seat", None)
    who = "" if seat is None else f"{game.setup.colors[seat]} "
    return f"{kind} {who}{' '.join(f'{name}={value}' for name, value in fields.items())}".rstrip()


def main() -> None:
    for file in sorted(FOLDER.glob("*.txt")):
        new = played(file.read_text(encoding="utf-8"))
        print(f"{file.name}: {'unchanged' if new == file.read_text(encoding='utf-8') else 'written'}")
        file.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
