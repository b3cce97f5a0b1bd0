"""The games for PettingZoo: one agent a seat, `player_0` to `player_3`, one decision a step."""

import random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from imhotep.extras import missing

try:
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import aec_registry, register
    from pettingzoo.env_registry.spec import EnvSpec
except ImportError as error:
    raise missing(error) from error

from imhotep.envs.match import ILLEGAL_REWARDS, Frame, Match, check_illegal
from imhotep.envs.rendering import RENDER_MODES, check_render_mode, render
from imhotep.envs.seat_spaces import action_space, observation_space, state_space
from imhotep.table.errors import IllegalMove, ImhotepError, shown
from imhotep.table.setup import check_seed

NOT_RESET = "reset the environment first"

Observation = dict[str, NDArray[Any]]


class SeatsEnv(AECEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo has no types for others
    """All seats of a table as agents.

    `reward` is `win` (1 for the winner, shared by those who tie), `rank` (1 for the first to -1 for the last), `margin`
    (own points less those of the best other one), all at the end, or `points` (as they are scored). `dtype` is `uint8`
    for observations of small numbers, or `float32` for the same scaled. `setup` is what `imhotep.new_game` takes.

    An illegal action raises IllegalMove, or loses the game if `illegal` is `lose`: as PettingZoo's own games end then,
    all agents are terminated and truncated. Steps out of order raise. PettingZoo's wrappers do the same checks and can
    be put around it, but take several times as long as the game itself.
    """

    game: ClassVar[str]  # builder or duel

    def __init__(
        self,
        *,
        reward: str = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
        dtype: DTypeLike = np.uint8,
        **setup: Any,
    ) -> None:
        super().__init__()
        self.illegal = check_illegal(illegal)
        self.render_mode = check_render_mode(render_mode)
        self.match = Match(Frame(self.game, reward, dtype, **setup))
        frame = self.match.frame
        self.possible_agents = [f"player_{seat}" for seat in range(frame.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []  # those who still have a step to make
        self.observation_spaces = {agent: observation_space(frame) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(frame) for agent in self.possible_agents}
        self.state_space = state_space(frame)
        self._random = random.Random()
        self._scores: list[int] | None = None  # only where points are given as they are scored

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise ImhotepError(f"agents are {', '.join(self.possible_agents)}, not {shown(agent)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed it is the same one each time, and so are those that follow."""
        if seed is not None:
            self._random.seed(check_seed(int(seed) if isinstance(seed, np.integer) else seed))
        match = self.match
        match.deal(self._random.getrandbits(60))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._scores = match.scores() if match.frame.reward == "points" else None
        self.agent_selection = self.agents[match.decider]

    def step(self, action: Any) -> None:
        """The decision of the agent whose turn it is: a code that its mask allows, or None when the game is over."""
        match = self.match
        if not self.agents:
            raise self._no_agent()
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ImhotepError(f"the game is over: the only action of {agent} is None, not {shown(action)}")
            self._was_dead_step(action)
            return
        try:
            match.play(match.code(action))
        except IllegalMove as refused:
            if self.illegal == "raise":
                raise
            self._lose(agent, str(refused))
            return
        self._cumulative_rewards[agent] = 0.0
        over = match.decider < 0
        if self._scores is not None:
            scores = match.scores()
            self._give([new - old for new, old in zip(scores, self._scores, strict=True)])
            self._scores = scores
        elif over:
            self._give(match.rewards())
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[match.decider]

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, rewards since its last step, termination, truncation and infos of the agent that decides."""
        if not self.agents:
            raise self._no_agent()
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _no_agent(self) -> ImhotepError:
        return ImhotepError("the game is over: reset it for another one" if self.match.is_dealt else NOT_RESET)

    def _lose(self, agent: str, reason: str) -> None:
        self._cumulative_rewards[agent] = 0.0
        self._give([ILLEGAL_REWARDS[self.match.frame.reward] if other == agent else 0.0 for other in self.agents])
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.infos[agent]["illegal"] = reason
        self.agent_selection = self.agents[0]

    def _give(self, rewards: list[Any]) -> None:
        self.rewards = dict(zip(self.agents, map(float, rewards), strict=True))
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What the agent may know, and which codes are legal for it now: none unless it decides."""
        seat = self._seats.get(agent)
        if seat is None:
            raise ImhotepError(f"agents are {', '.join(self.possible_agents)}, not {shown(agent)}")
        if not self.match.is_dealt:
            raise ImhotepError(NOT_RESET)
        return {"observation": self.match.observe(seat), "action_mask": self.match.mask(seat)}

    def state(self) -> NDArray[Any]:
        """What all seats see, a row each: together everything that anybody knows."""
        if not self.match.is_dealt:
            raise ImhotepError(NOT_RESET)
        return np.stack([self.match.observe(seat) for seat in range(self.match.frame.players)])

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as everybody sees it."""
        return render(self.match, None, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def metadata(name: str) -> dict[str, Any]:
    return {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}


def register_once(name: str, entry_point: str) -> None:
    """So that `pettingzoo.make("aec", name)` knows it."""
    if EnvSpec(name).id not in aec_registry:
        register("aec", name, entry_point)
