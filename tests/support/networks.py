"""Networks that have learned nothing: small, seeded, and the same for both engines."""

import random
from array import array
from typing import Any

from imhotep.bots.weights import NetworkFile, layout_of
from imhotep.engine.search.network import OUTPUTS
from imhotep.table.games import rules_of

HIDDEN, INNER = 8, 4


def some_network(of: str, seed: int = 1, **changes: Any) -> NetworkFile:
    rules = rules_of(of)
    observer = rules.observer()
    columns, codes = int(observer.size), int(observer.codes)
    chance = random.Random(f"{of} {seed}")

    def whole(count: int, most: int) -> bytes:
        return array("h", [chance.randint(-most, most) for _ in range(count)]).tobytes()

    def floats(count: int, spread: float) -> bytes:
        return array("f", [chance.uniform(-spread, spread) for _ in range(count)]).tobytes()

    given: dict[str, Any] = {
        "game": of,
        "editions": {box: rules.standard_edition(box).version for box in rules.boxes},
        "columns": columns,
        "codes": codes,
        "layout": layout_of(observer),
        "hidden": HIDDEN,
        "inner": INNER,
        "scale": 20.0,
        "first": whole(columns * HIDDEN, 12),
        "first_bias": whole(HIDDEN, 500),
        "second": floats(HIDDEN * INNER, 1.0),
        "second_bias": floats(INNER, 0.3),
        "outputs": floats(INNER * int(OUTPUTS), 0.6),
        "output_bias": floats(int(OUTPUTS), 0.3),
        "policy": floats(codes * HIDDEN, 0.8),
        "policy_bias": floats(codes, 0.3),
        "card": {"name": "nothing learned"},
    }
    return NetworkFile(**{**given, **changes})
