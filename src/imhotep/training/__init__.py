"""How the learned player learns: games against itself, a fit, a gate, in rounds (docs/train.md). Needs NumPy."""

from imhotep.extras import missing

try:
    import numpy as _numpy  # noqa: F401
except ImportError as error:
    raise missing(error, "imhotep.training", "train") from None
