"""Opponents. A bot sees what its seat may see, and nothing else.

>>> bot = make_bot("mcts:sims=200", seed=1)
>>> bot.spec
'mcts:sims=200'
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

import msgspec

from imhotep.bots.base import Bot, BotFailure, Options, possible
from imhotep.bots.learned import LearnedBot
from imhotep.bots.levels import LEVELS
from imhotep.bots.players import GreedyBot, MctsBot, RandomBot
from imhotep.bots.stdio import StdioBot
from imhotep.table.errors import SetupError, shown
from imhotep.table.question import Question

ENTRY_POINTS = "imhotep.bots"  # where packages of other people register theirs
LONGEST_SPEC = 400

__all__ = [
    "LEVELS",
    "Bot",
    "BotFailure",
    "GreedyBot",
    "LearnedBot",
    "MctsBot",
    "Options",
    "Question",
    "RandomBot",
    "StdioBot",
    "bot_types",
    "make_bot",
]


@cache
def bot_types() -> dict[str, type[Bot]]:
    """By name: ours, then those that installed packages register."""
    ours: tuple[type[Bot], ...] = (RandomBot, GreedyBot, MctsBot, LearnedBot, *LEVELS, StdioBot)
    found: dict[str, type[Bot]] = {bot.name: bot for bot in ours}
    for entry in entry_points(group=ENTRY_POINTS):
        bot = _load(entry)
        found.setdefault(bot.name, bot)
    return found


def _load(entry: EntryPoint) -> type[Bot]:
    try:
        bot = entry.load()
    except Exception as error:  # other people's code
        reason = f"{type(error).__name__}: {error}"
        raise SetupError(f"the bot {entry.name} ({entry.value}) can't be loaded: {reason}") from None
    if not isinstance(bot, type) or not issubclass(bot, Bot) or not isinstance(getattr(bot, "name", None), str):
        raise SetupError(f"the entry point {entry.name} of {ENTRY_POINTS} isn't a bot with a name")
    return bot


def make_bot(spec: object, seed: int | None = None) -> Bot:
    """The bot that a spec string names: NAME, or NAME:KEY=VALUE,KEY=VALUE,..."""
    if not isinstance(spec, str) or not 0 < len(spec) <= LONGEST_SPEC:
        raise SetupError(f"a bot is a text such as greedy or mcts:sims=2000, not {shown(spec)}")
    name, colon, rest = spec.partition(":")
    if name not in bot_types():
        raise SetupError(f"no bot is called {name!r}; choose from {', '.join(bot_types())}")
    bot = bot_types()[name]
    given: dict[str, str] = {}
    for part in rest.split(",") if colon else []:
        key, equals, value = part.partition("=")
        if not equals or not key or key in given:
            raise SetupError(f"{spec}: write {name}:KEY=VALUE,..., each once, not {part!r}")
        given[key] = value
    try:
        options = msgspec.convert(given, bot.options_type, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(bot.options_type.__struct_fields__) or "none"
        reason = _reason(str(error), given, bot.options_type)
        raise SetupError(f"{spec}: {reason} (options of {name}: {known})") from None
    return bot(options, seed)


def _reason(error: str, given: dict[str, str], options: type[Options]) -> str:
    """Why options are refused, in words for who wrote the spec."""
    reason, _, option = error.rstrip("`").partition(" - at `$.")
    if wanted := possible(options).get(option):
        return f"{option} is {wanted}, not {shown(given[option])}"
    if option:
        return f"{option}: {reason}"
    return error.replace("Object contains unknown field", "there is no option").replace(
        "Object missing required field", "it needs the option"
    )
