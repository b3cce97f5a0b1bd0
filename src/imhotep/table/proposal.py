"""A table proposed at random: a side for each site, and which modules and variants."""

from typing import Any

from imhotep.table.chance import Stream
from imhotep.table.errors import SetupError
from imhotep.table.games import rules_of


def propose(game: str, letters: str | None, seed: int) -> dict[str, Any]:
    """A side for each site, and each module and variant or not; the same seed proposes the same."""
    rules = rules_of(game)
    allowed = rules.side_letters if letters is None else letters.upper()
    if not allowed or any(letter not in rules.side_letters for letter in allowed):
        raise SetupError(f"--letters takes letters from {rules.side_letters}, not {letters!r}")
    stream = Stream(seed, "setup")
    sides = "".join(allowed[stream.below(len(allowed))] for _ in rules.sites)
    chosen: dict[str, Any] = {"sides": sides}
    for name, spec in rules.variants.items():
        if spec.choices:
            chosen[name] = spec.choices[stream.below(len(spec.choices))]
        elif isinstance(spec.default, bool):
            chosen[name] = stream.below(2) == 1
    return chosen | rules.without_expansion(allowed)
