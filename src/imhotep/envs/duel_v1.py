"""The Duel for PettingZoo: an illegal action loses in `env()`, and raises in `raw_env()`."""

from typing import Any

from imhotep.envs.aec import SeatsEnv, metadata, register_once

__all__ = ["env", "raw_env"]


class raw_env(SeatsEnv):  # noqa: N801  (as PettingZoo calls it)
    game = "duel"
    metadata = metadata("duel_v1")


def env(**options: Any) -> raw_env:
    """All seats as agents, with the options of `imhotep.envs.aec.SeatsEnv`; `raw_env` is the class itself."""
    return raw_env(**{"illegal": "lose", **options})


register_once("imhotep/duel_v1", f"{__name__}:env")
