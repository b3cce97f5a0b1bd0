"""Deals that anybody can check: a salted hash of the seed is shown before the game, seed and salt after it."""

import hashlib
import secrets
from typing import Literal

import msgspec

from imhotep.table.chance import Stream
from imhotep.table.game import MOVE, SHUFFLE, Game, grouped
from imhotep.table.setup import check_promise

Verdict = Literal["ok", "failed", "not promised"]


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at, and what was found."""

    about: Literal["promise", "noted promise", "position", "deal", "first player", "shuffles"]
    verdict: Verdict
    words: str


def new_seed() -> int:
    """One that nobody can guess."""
    return secrets.randbits(128)


def new_salt() -> str:
    """So that nobody finds the seed of a promise by trying."""
    return secrets.token_hex(16)


def promise_of(seed: int, salt: str) -> str:
    """What is shown before a game: the hash of its salt and seed."""
    return hashlib.sha256(f"imhotep:{salt}:{seed:032x}".encode()).hexdigest()


def verify(game: Game, noted: str | None = None) -> list[Check]:
    """Whether a game was dealt as promised; `noted` is the promise that a player saw before it."""
    checks = [_promise(game)]
    if noted is not None:
        checks.append(_noted(game, check_promise(noted)))
    if game.setup.position is not None:
        checks.append(Check("position", "not promised", "set up by hand, including whose turn it is"))
    checks.append(_deal(game))
    if game.setup.position is None:
        checks.append(_first(game))
    checks.append(_shuffles(game))
    return checks


def _promise(game: Game) -> Check:
    setup = game.setup
    if not setup.promise:
        return Check("promise", "not promised", "the record has none, so the seed may have been chosen")
    if not setup.salt:
        return Check("promise", "failed", "the record has no salt to check it with")
    if promise_of(setup.seed, setup.salt) != setup.promise:
        return Check("promise", "failed", "seed and salt don't give the promise in the record")
    return Check("promise", "ok", "seed and salt give the promise in the record")


def _noted(game: Game, noted: str) -> Check:
    setup = game.setup
    if not setup.salt:
        return Check("noted promise", "failed", "the record has no salt to check it with")
    if promise_of(setup.seed, setup.salt) != noted:
        return Check("noted promise", "failed", "seed and salt don't give the promise you noted")
    return Check("noted promise", "ok", "seed and salt give the promise you noted")


def _deal(game: Game) -> Check:
    rules, setup = game.rules, game.setup
    # Compared in words, since pieces that look the same are the same.
    other = [
        pile
        for pile, items in rules.deal(setup).items()
        if rules.pile_text(pile, items, setup) != rules.pile_text(pile, game.deal[pile], setup)
    ]
    if other:
        return Check("deal", "failed", f"the seed gives a different order of {', '.join(other)}")
    where = "" if setup.position is None else ", as far as the position leaves them open"
    return Check("deal", "ok", f"{', '.join(game.deal)}: as the seed gives them{where}")


def _first(game: Game) -> Check:
    setup = game.setup
    name, drawn = setup.names[setup.first], Stream(setup.seed, "first").below(setup.players)  # B22
    if setup.first == drawn:
        return Check("first player", "ok", f"{name}, as the seed draws")
    words = f"{name}, chosen by hand: the seed draws {setup.names[drawn]}"
    return Check("first player", "not promised", words)


def _shuffles(game: Game) -> Check:
    """Plays the game again, with shuffles from the seed."""
    again = Game(game.rules, game.setup, game.deal)
    for at, entry, shuffles in grouped(game.entries):
        if entry.kind == MOVE:
            again.play(entry.text)
        else:
            again.follow(entry, [])
        if again.entries[at + 1 :] != shuffles:
            return Check("shuffles", "failed", f"after entry {at + 1} the seed gives a different order")
    count = sum(entry.kind == SHUFFLE for entry in game.entries)
    return Check("shuffles", "ok", f"{count}, each as the seed gives it" if count else "there were none")
