"""Environments for research: observations as numbers, and games in the tools of the field.

`imhotep.envs.observation` turns a position into an array, `imhotep.envs.vector` steps through many games at once.
`builder_v1` and `duel_v1` are for PettingZoo, `imhotep/Builder-v1` and `imhotep/Duel-v1` for Gymnasium, which knows
them once this package is imported; `imhotep.envs.openspiel` registers the games with OpenSpiel.
"""

import contextlib

from imhotep.extras import missing as _missing

try:
    import numpy as _numpy  # noqa: F401
except ImportError as error:
    raise _missing(error, "imhotep.envs") from error

with contextlib.suppress(ImportError):  # whoever has no Gymnasium needs none of these
    import gymnasium as _gymnasium

    for _name, _game in (("imhotep/Builder-v1", "builder"), ("imhotep/Duel-v1", "duel")):
        if _name not in _gymnasium.registry:
            _gymnasium.register(_name, "imhotep.envs.single:SingleSeatEnv", kwargs={"game": _game})
