"""Proof that nobody chose the cards: a salted hash of the seed is shown before the game, seed and salt after it."""

import hashlib
import secrets


def new_seed() -> int:
    return secrets.randbits(128)


def new_salt() -> str:
    return secrets.token_hex(16)


def promise_of(seed: int, salt: str) -> str:
    return hashlib.sha256(f"imhotep:{salt}:{seed:032x}".encode()).hexdigest()
