"""One game that is played by codes: dealt from a seed, stepped, seen from each seat. Every environment holds one."""

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from imhotep.engine.batch import Reward, reward_of
from imhotep.engine.kernel import LEGAL, Actions, Position, Random
from imhotep.envs.observation import Encoder, check_room
from imhotep.table.errors import IllegalMove, ImhotepError, SetupError, shown
from imhotep.table.game import Game, new_game
from imhotep.table.question import Question

REWARDS: dict[str, int | None] = {
    "win": int(Reward.WIN),
    "margin": int(Reward.MARGIN),
    "rank": int(Reward.RANK),
    "points": None,  # as they are scored
}
ILLEGAL_REWARDS = {"win": -1.0, "rank": -1.0, "margin": -100.0, "points": -100.0}  # worse than any lost game
ILLEGAL = ("raise", "lose")
NOT_SETUP = ("seed", "names", "colors", "undo", "position", "promise", "salt")

Redealt = tuple[int, int]  # for which seat, and from which seed


def check_illegal(illegal: object) -> str:
    if illegal not in ILLEGAL:
        raise SetupError(f"an illegal action may {' or '.join(ILLEGAL)}, not {shown(illegal)}")
    return str(illegal)


class Frame:
    """What all games of one setup share; it can be sent to other processes."""

    def __init__(self, game: str, reward: str = "win", dtype: DTypeLike = np.uint8, **setup: Any) -> None:
        if reward not in REWARDS:
            raise SetupError(f"rewards are {', '.join(REWARDS)}, not {shown(reward)}")
        for name in NOT_SETUP:
            if name in setup:
                raise SetupError(f"{name} isn't an option of an environment")
        self.reward = reward
        self._given: tuple[Any, ...] = (game, reward, np.dtype(dtype).name, setup)
        self.encoder = Encoder(game, dtype)
        self.table: Game = new_game(game, seed=0, **setup)
        check_room(self.encoder.observer, self.table.raw)
        self.rules = self.table.rules
        self.setup = self.table.setup
        self.players = self.setup.players
        self.first = -1 if setup.get("first") is None else self.setup.first
        self.codes = int(self.encoder.observer.codes)
        self.size = int(self.encoder.observer.size)
        self.actions = Actions()

    def __reduce__(self) -> tuple[Any, ...]:
        return _frame, self._given

    def blank(self) -> Position:
        position = self.table.raw.blank()
        position.first = self.first
        return position


def _frame(game: str, reward: str, dtype: str, setup: Mapping[str, Any]) -> Frame:
    return Frame(game, reward, dtype, **setup)


class Match:
    """A game that is being played. It can be copied, and sent elsewhere, where it is played again from its seed."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.position = frame.blank()
        self.seed = 0
        self.story: list[int | Redealt] = []  # all that happened since the deal
        self.deciders: list[int] = []  # who made each decision
        self.unseen: dict[int, int] = {}  # decisions by number that not everybody sees, with who does, as bits
        self.decider = -1  # none: not dealt, or over
        self.is_dealt = False

    # --- playing

    def deal(self, seed: int) -> None:
        self.seed = seed
        self.position.deal(Random(seed))
        self.story, self.deciders, self.unseen = [], [], {}
        self.is_dealt = True
        self.decider = -1 if self.position.is_over() else int(self.position.decider())

    @property
    def is_over(self) -> bool:
        return self.is_dealt and self.decider < 0

    def code(self, action: object) -> int:
        """A legal action as a number; anything else raises."""
        try:
            code = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            raise ImhotepError(
                f"an action is a whole number from 0 to {self.frame.codes - 1}, not {shown(action)}"
            ) from None
        if isinstance(action, bool) or not 0 <= code < self.frame.codes:
            raise ImhotepError(f"an action is a whole number from 0 to {self.frame.codes - 1}, not {shown(action)}")
        refusal = int(self.position.why_not(code))
        if refusal != LEGAL:
            reason = self.frame.rules.refusal(refusal)
            words = self.frame.rules.words.refusals[reason]
            raise IllegalMove(f"action {code} is not legal: {words.text} ({words.rule})", words.rule, reason)
        return code

    def play(self, code: int) -> None:
        """Carry out a legal code."""
        position, seat = self.position, self.decider
        seen = position.witnesses(seat, code) | 1 << seat
        if seen & (everybody := (1 << self.frame.players) - 1) != everybody:
            self.unseen[len(self.deciders)] = int(seen)
        self.story.append(code)
        self.deciders.append(seat)
        position.apply(code)
        self.decider = -1 if position.is_over() else position.decider()

    def redeal(self, seat: int, seed: int) -> None:
        """Make what that seat can't know otherwise, as it might be as well."""
        self.story.append((seat, seed))
        self.position.redeal(seat, Random(seed))

    def legal(self) -> list[int]:
        self.position.legal(self.frame.actions)
        return self.frame.actions.to_list()

    # --- what is seen

    def observe(self, seat: int) -> NDArray[Any]:
        return self.frame.encoder.observe(self.position, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each code that this seat may play now."""
        if seat == self.decider:
            return self.frame.encoder.mask(self.position)
        return np.zeros(self.frame.codes, np.int8)

    def history(self, seat: int) -> list[int | None]:
        """The codes of all decisions; None where this seat doesn't know which."""
        codes: list[int | None] = [code for code in self.story if isinstance(code, int)]
        for number, seen in self.unseen.items():
            if not seen >> seat & 1:
                codes[number] = None
        return codes

    def scores(self) -> list[int]:
        return [int(self.position.score(seat)) for seat in range(self.frame.players)]

    def rewards(self) -> list[float]:
        """At the end; points are given as they are scored."""
        kind = REWARDS[self.frame.reward]
        assert kind is not None
        return [float(reward_of(self.position, seat, kind)) for seat in range(self.frame.players)]

    def view(self, seat: int | None) -> Any:
        """The same data that tables and the server show."""
        frame = self.frame
        return frame.rules.view(self.position, frame.setup, seat, frame.setup.names, self.is_over)

    def question(self, table: object) -> Question:
        """What a bot is asked who decides now. `table` stands for the game."""
        frame = self.frame
        return Question(
            frame.rules, frame.setup, frame.setup.names, self.position, self.history(self.decider), table, ()
        )

    # --- copying

    def copy(self) -> "Match":
        other = Match.__new__(Match)
        other.frame = self.frame
        other.position = self.frame.blank()
        other.position.copy_from(self.position)
        other.seed = self.seed
        other.story, other.deciders, other.unseen = self.story[:], self.deciders[:], self.unseen.copy()
        other.decider, other.is_dealt = self.decider, self.is_dealt
        return other

    def __deepcopy__(self, memo: object) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _match, (self.frame, self.seed if self.is_dealt else None, self.story)


def _match(frame: Frame, seed: int | None, story: list[int | Redealt]) -> Match:
    match = Match(frame)
    if seed is not None:
        match.deal(seed)
    for happened in story:
        if isinstance(happened, int):
            match.play(happened)
        else:
            match.redeal(*happened)
    return match
