"""What Gymnasium and PettingZoo are told about observations and actions."""

from typing import Any

import numpy as np
from gymnasium import spaces

from imhotep.envs.match import Frame


def observation_space(frame: Frame) -> Any:
    """Of one seat: what it may know, and 1 for each action that it may take now."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (frame.size,), frame.encoder.dtype.type),
            "action_mask": spaces.Box(0, 1, (frame.codes,), np.int8),
        }
    )


def action_space(frame: Frame) -> Any:
    return spaces.Discrete(frame.codes)


def state_space(frame: Frame) -> Any:
    """Of all seats together."""
    return spaces.Box(0, 255, (frame.players, frame.size), frame.encoder.dtype.type)
