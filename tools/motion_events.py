"""Write web/fixtures/recorded/*.json: what happened in seeded random games, to test and to look at what moves.

Each file holds a `start` view, and `steps`: the `events` of a move and what it changed in the view, by path, as a
spectator or a seat sees it. Long games leave out much of their middle, but nothing that happens for the first time in
any of them: a step without events jumps over it.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import imhotep
from imhotep.table.builder import events as builder_events
from imhotep.table.duel import events as duel_events

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures" / "recorded"
NAMES = ["Ahmose", "Berenib", "Djoser", "Hatshepsut"]
UNUSED: dict[str, Any] = {
    "moves": [],
    "groups": [],
    "unseen_rounds": [],
    "question": None,
}  # takes no part in any drawing

DYNASTY = {"cards": "dynasty", "prophecies": True}
# name: game, players, sides, seed, seat that looks, first and last moves that are kept, variants
GAMES: dict[str, tuple[str, int, str, int, int | None, int, int, dict[str, Any]]] = {
    "A-2": ("builder", 2, "AAAAA", 3, 0, 40, 12, {}),
    "A-4": ("builder", 4, "AAAAA", 4, 1, 30, 6, {"face_down": True}),
    "B-4": ("builder", 4, "BBBBB", 8, None, 40, 8, {"house_rules": {"may_decline_card": True}}),
    "C-4": ("builder", 4, "CCCCC", 7, 0, 50, 8, DYNASTY),
    "C-2": ("builder", 2, "CCCCC", 9, 0, 30, 6, DYNASTY),
    "D-4": ("builder", 4, "DDDDD", 16, 2, 50, 8, {**DYNASTY, "face_down": True}),
    "D-2": ("builder", 2, "DDDDD", 11, 0, 30, 6, DYNASTY),
    "duel-A": ("duel", 2, "AAAA", 5, 0, 40, 12, {}),
    "duel-B": ("duel", 2, "BBBB", 2, None, 40, 12, {}),
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, set[str]] = {"builder": set(), "duel": set()}
    whole = 0
    for name, plan in GAMES.items():
        content = recorded(kinds[plan[0]], *plan)
        text = json.dumps(content, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        whole += len(text)
        print(f"{name}: {len(content['steps'])} steps, {len(text)} bytes")
    print(whole, "bytes")
    for game, found in kinds.items():
        print(game, "without", sorted(every_kind(game) - found))


def every_kind(game: str) -> set[str]:
    fields = builder_events.FIELDS if game == "builder" else duel_events.FIELDS
    return {name for name, *_ in fields.values()}


def recorded(
    seen: set[str],
    kind: str,
    players: int,
    sides: str,
    seed: int,
    seat: int | None,
    first: int,
    last: int,
    variants: dict[str, Any],
) -> dict[str, Any]:
    """What is `seen` already is kept only at the beginning and at the end of the game."""
    steps = list(played(kind, players, sides, seed, seat, variants))
    shown = steps[0][0]
    kept: list[dict[str, Any]] = []
    for number in range(1, len(steps)):
        view, events = steps[number]
        found = {event["kind"] for event in events}
        if first < number < len(steps) - last and found <= seen:
            continue
        seen |= found
        before = steps[number - 1][0]
        if before != shown:
            kept.append({"diff": diff(shown, before), "events": []})
        kept.append({"diff": diff(before, view), "events": events})
        shown = view
    return {"start": steps[0][0], "steps": kept}


def played(
    kind: str, players: int, sides: str, seed: int, seat: int | None, variants: dict[str, Any]
) -> Iterator[tuple[Any, Any]]:
    """The view after each move, with its events."""
    pick = random.Random(seed)
    game = imhotep.new_game(kind, players, sides, seed=seed, names=NAMES[:players], **variants)
    yield plain(game.view(seat)), []
    while not game.is_over:
        since = game.event_count
        game.play(pick.choice(game.ask().moves))
        yield plain(game.view(seat)), [small(event) for event in msgspec.to_builtins(game.events_for(seat, since))]


def plain(view: Any) -> Any:
    found = msgspec.to_builtins(view, str_keys=True)
    return {key: UNUSED.get(key, value) for key, value in found.items()}


def small(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if value is not None}


def diff(before: Any, after: Any, path: str = "") -> dict[str, Any]:
    """What is different, by its path; lists of another length as a whole."""
    if before == after:
        return {}
    found: dict[str, Any] = {}
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key, value in after.items():
            found |= diff(before[key], value, f"{path}.{key}" if path else key)
        return found
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and path:
        for index, value in enumerate(after):
            found |= diff(before[index], value, f"{path}.{index}")
        return found
    return {path: after}


if __name__ == "__main__":
    main()
