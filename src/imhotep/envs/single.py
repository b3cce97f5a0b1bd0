"""The games for Gymnasium: one seat learns, bots play the others. `imhotep/Builder-v1` and `imhotep/Duel-v1`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from imhotep.extras import missing

try:
    import gymnasium
except ImportError as error:
    raise missing(error) from error

from imhotep.bots import Bot, RandomBot, make_bot
from imhotep.envs.match import ILLEGAL_REWARDS, Frame, Match, check_illegal
from imhotep.envs.rendering import RENDER_MODES, check_render_mode, render
from imhotep.envs.seat_spaces import action_space, observation_space
from imhotep.table.errors import IllegalMove, SetupError, shown
from imhotep.table.setup import check_seat

Observation = dict[str, NDArray[Any]]


class SingleSeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a table; a step is one decision of it, and all that follows until it is asked again.

    `opponents` are specs of bots: one for all other seats, or one for each, in the order of play after one's own.
    `seat` is one's own, from 0, or None to draw it for each game. An illegal action loses the game (`illegal="lose"`,
    and `info["illegal"]` says why), or raises IllegalMove (`illegal="raise"`). An opponent that fails raises, and the
    game is over: the next one begins with a reset. `reward`, `dtype` and `setup` are as for
    PettingZoo: see `imhotep.envs.aec`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  (Gymnasium's own type)

    def __init__(
        self,
        game: str = "builder",
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = 0,
        reward: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
        dtype: DTypeLike = np.uint8,
        **setup: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.match = Match(Frame(game, reward, dtype, **setup))
        frame = self.match.frame
        self.illegal = check_illegal(illegal)
        self.seat = self._chosen_seat = None if seat is None else check_seat(seat, frame.players)
        self.opponents = _check_opponents(opponents, frame.players - 1)
        self.observation_space = observation_space(frame)
        self.action_space = action_space(frame)
        self._bots: dict[int, Bot] = {}
        self._table: object = None  # stands for the game, to bots
        self._running = False
        self._score = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. `options={"seat": 2}` chooses one's seat in this one."""
        super().reset(seed=seed)
        self._close_bots()
        frame = self.match.frame
        chosen = self._chosen_seat
        if not isinstance(options, Mapping | None):
            raise SetupError(f"options of a reset are a mapping such as {{'seat': 1}}, not {shown(options)}")
        for name, value in (options or {}).items():
            if name != "seat":
                raise SetupError(f"the only option of a reset is seat, not {shown(name)}")
            chosen = check_seat(value, frame.players)
        self.match.deal(self._draw(1 << 60))
        self.seat = seat = self._draw(frame.players) if chosen is None else chosen
        self._table = object()
        self._bots = {
            (seat + 1 + number) % frame.players: make_bot(spec, self._draw(1 << 60))
            for number, spec in enumerate(self.opponents)
        }
        self._running = True
        self._let_others_play()
        self._score = int(self.match.position.score(seat))
        return self._observation(), {"seat": seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One decision of this seat, and all that follows until it is asked again."""
        if not self._running:
            raise gymnasium.error.ResetNeeded("the game is over, or has not begun: reset the environment")
        match = self.match
        info: dict[str, Any] = {"seat": self.seat}
        try:
            match.play(match.code(action))
        except IllegalMove as refused:
            if self.illegal == "raise":
                raise
            self._end()
            return (
                self._observation(),
                ILLEGAL_REWARDS[match.frame.reward],
                True,
                False,
                info | {"illegal": str(refused)},
            )
        self._let_others_play()
        return self._observation(), self._reward(), match.is_over, False, info | self._result()

    def _draw(self, limit: int) -> int:
        return int(self.np_random.integers(limit))

    def _let_others_play(self) -> None:
        match = self.match
        while match.decider >= 0 and match.decider != self.seat:
            bot = self._bots[match.decider]
            if type(bot) is RandomBot:  # it needs no view of the table
                match.play(bot.random.choice(match.legal()))
            else:
                match.play(self._choice(bot))
        if match.decider < 0:
            self._end()

    def _choice(self, bot: Bot) -> int:
        question = self.match.question(self._table)
        try:
            return self.match.code(question.code(bot.choose(question).text))
        except BaseException:  # else the next step would be taken for the bot's
            self._end()
            raise

    def _reward(self) -> float:
        match, seat = self.match, self.seat
        assert seat is not None
        if match.frame.reward == "points":
            before, self._score = self._score, int(match.position.score(seat))
            return float(self._score - before)
        return match.rewards()[seat] if match.is_over else 0.0

    def _result(self) -> dict[str, Any]:
        return {"scores": self.match.scores()} if self.match.is_over else {}

    def _observation(self) -> Observation:
        assert self.seat is not None
        return {"observation": self.match.observe(self.seat), "action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that is legal now; all 0 when the game is over."""
        if self.seat is None or not self._running:
            return np.zeros(self.match.frame.codes, np.int8)
        return self.match.mask(self.seat)

    def render(self) -> Any:
        """The table as one's own seat sees it."""
        return render(self.match, self.seat, self.render_mode)

    def _end(self) -> None:
        self._running = False
        self._close_bots()

    def _close_bots(self) -> None:
        for bot in self._bots.values():
            bot.close()
        self._bots = {}

    def close(self) -> None:
        self._end()


def _check_opponents(given: object, count: int) -> list[str]:
    specs = [given] * count if isinstance(given, str) else given
    if not isinstance(specs, Sequence) or len(specs) != count:
        raise SetupError(f"opponents are a bot such as greedy, or a list of {count}, not {shown(given)}")
    return [make_bot(spec).spec for spec in specs]
