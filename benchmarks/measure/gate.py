"""Matches whose terms are fixed before they are played: a gate file says who plays whom, where, how often, from which
seed, and what has to come out. It is committed first; its hash stands in the result.

A gate is played once. Whoever wants to try again changes its seed, commits that, and plays a second try, which is
counted and stands beside the first.
"""

import hashlib
import json
import math
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from imhotep import __version__, new_game
from imhotep.bots import make_bot
from imhotep.bots.levels import LevelBot
from imhotep.bots.players import SearchBot
from imhotep.bots.search_table import search_table
from imhotep.bots.weights import built_in, to_bytes
from imhotep.engine.search.random_play import Tally, play_games
from imhotep.lab.matches.arena import Arena
from imhotep.lab.matches.intervals import win_rate_interval
from imhotep.lab.matches.results import by_deal
from imhotep.lab.matches.seatings import games_per_deal
from imhotep.table.errors import ImhotepError

ROOT = Path(__file__).resolve().parents[2]
GATES = ROOT / "benchmarks" / "gates"

Share = Annotated[float, Meta(gt=0, lt=1)]
BASE, BASE_RATING = "mason", 1500
GLANCE = 20  # random games that tell how many decisions a game has


class GateError(ImhotepError):
    """A gate that can't be played, or not like this."""


class Match(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bot against another, or against copies of it."""

    name: str
    first: str  # the bot whose share of the wins is told
    against: str
    game: str = "builder"
    players: int = 2
    tables: str  # of the gate's
    games: Annotated[int, Meta(ge=1)]  # at all tables together
    share: Share | None = None  # of the games that it has to win at least; None: only reported
    above: Share | None = None  # what the lower end of the interval has to be above


class Gate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played, and what has to come out."""

    about: str
    seed: int
    tables: dict[str, list[dict[str, Any]]]  # arguments of a new game
    matches: list[Match]


def read(text: str, origin: str) -> Gate:
    """A gate whose tables and bots there are."""
    try:
        gate = msgspec.convert(tomllib.loads(text), Gate)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GateError(f"{origin}: {error}") from None
    names = [match.name for match in gate.matches]
    if not names or len(set(names)) < len(names):
        raise GateError(f"{origin}: there have to be matches, and each has a name of its own")
    for match in gate.matches:
        if not gate.tables.get(match.tables):
            raise GateError(f"{origin}: {match.name}: there are no tables {match.tables}")
        for number in range(len(gate.tables[match.tables])):
            arena_of(gate, match, number, None)  # refuses what it can't play
    return gate


def arena_of(gate: Gate, match: Match, number: int, resume: Path | None) -> Arena:
    """The games at one of a match's tables: whole deals, as many as at the others or one more."""
    tables, of_deal = gate.tables[match.tables], games_per_deal(2, match.players)
    deals = -(-match.games // of_deal)
    games = of_deal * (deals // len(tables) + (number < deals % len(tables)))
    where: dict[str, Any] = {"game": match.game, "players": match.players, **tables[number]}
    return Arena([match.first, match.against], games=games, seed=gate.seed + number, resume=resume, **where)


# --- what it takes


def core_hours(gate: Gate, match: Match) -> float:
    """At most: most searches end when the rest of their time can't change the choice."""
    seconds = [seconds_of(spec, match.game, match.players) for spec in (match.first, match.against)]
    each = (seconds[0] + (match.players - 1) * seconds[1]) / match.players
    arenas = [arena_of(gate, match, number, None) for number in range(len(gate.tables[match.tables]))]
    return sum(arena.games * decisions(arena) for arena in arenas) * each / 3600


def decisions(arena: Arena) -> float:
    """Of a game, about."""
    setup = arena.setup
    game = new_game(setup.game, setup.players, setup.sides, seed=1, variants=setup.variants)
    tally = Tally(game.raw.seats, game.raw.sources())
    play_games(game.raw.blank(), 1, 0, GLANCE, tally)
    return int(tally.decisions) / GLANCE


def seconds_of(spec: str, game: str, players: int) -> float:
    """Of processor time for a decision, at most."""
    bot, table = make_bot(spec), search_table()
    if isinstance(bot, LevelBot):
        return min(bot.level.seconds, table.seconds(game, players, bot.level.sims["mcts"]))
    if isinstance(bot, SearchBot):
        sims = bot.options.sims
        most = [] if sims is None else [table.seconds(game, players, sims)]
        return min(most + ([] if bot.options.seconds is None else [bot.options.seconds]), default=1.0)
    return 0.001


# --- playing


def play(path: Path, jobs: int, results: Path) -> dict[str, Any]:
    """A try, or the rest of one that was stopped; its result, which is also in the file of all tries."""
    text = path.read_text(encoding="utf-8")
    gate, mark = read(text, path.name), hashlib.sha256(text.encode()).hexdigest()
    file = results / f"{path.stem}.json"
    tries: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["tries"] if file.exists() else []
    refuse_repetition(tries, gate, mark, path.name)
    commit = commit_of(path)
    found = []
    for match in gate.matches:
        folder = results / "unfinished" / mark[:12]
        folder.mkdir(parents=True, exist_ok=True)
        found.append(play_match(gate, match, folder, jobs))
        print(line(found[-1]), flush=True)
    result = {
        "try": len(tries) + 1,
        "gate": mark,
        "commit": commit,
        "seed": gate.seed,
        "imhotep": __version__,
        "networks": networks({match.game for match in gate.matches}),
        "core_hours": sum(match["core_hours"] for match in found),
        "met": all(match["met"] is not False for match in found),
        "ratings": ratings(found),
        "matches": found,
    }
    file.write_text(json.dumps({"file": path.name, "tries": [*tries, result]}, indent=2) + "\n", encoding="utf-8")
    for journal in (results / "unfinished" / mark[:12]).glob("*.jsonl"):
        journal.unlink()
    return result


def refuse_repetition(tries: Sequence[dict[str, Any]], gate: Gate, mark: str, name: str) -> None:
    if any(one["gate"] == mark for one in tries):
        raise GateError(f"{name} has been played: a second try needs a new seed in it")
    if any(one["seed"] == gate.seed for one in tries):
        raise GateError(f"{name} was changed but has the seed of a try that was played: a second try needs a new one")


def commit_of(path: Path) -> str:
    """In which the gate is as it is now: its terms are fixed before anything is played."""
    folder = path.resolve().parent
    changed = _git(folder, "status", "--porcelain", "--", path.name)
    commit = _git(folder, "log", "-1", "--format=%H", "--", path.name)
    if changed or not commit:
        raise GateError(f"{path.name} has to be committed before it is played")
    return commit


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise GateError(done.stderr.strip().splitlines()[-1])
    return done.stdout.strip()


def play_match(gate: Gate, match: Match, folder: Path, jobs: int) -> dict[str, Any]:
    wins: list[float] = []
    games: list[int] = []
    seconds, forfeits = 0.0, 0
    for number in range(len(gate.tables[match.tables])):
        arena = arena_of(gate, match, number, folder / f"{match.name}_{number}.jsonl")
        result = arena.run(jobs=jobs)
        if result.stopped != "all played":
            sys.exit(f"{match.name}: {result.games} of {arena.games} games are played; go on with the same command")
        played = [(outcome, arena.seating(*key)) for key, outcome in sorted(arena.outcomes.items())]
        won, of = by_deal(0, played)
        wins += won
        games += of
        seconds += sum(sum(outcome.seconds) for outcome in arena.outcomes.values())
        forfeits += sum(outcome.failure is not None for outcome in arena.outcomes.values())
    low, high = win_rate_interval(wins, games)
    share = sum(wins) / sum(games)
    return {
        **msgspec.structs.asdict(match),
        "played": sum(games),
        "won": share,
        "interval": [low, high],
        "forfeits": forfeits,
        "core_hours": seconds / 3600,
        "met": verdict(match, share, low),
    }


def ratings(found: Sequence[dict[str, Any]]) -> dict[str, int] | None:
    """Of levels that each met the one below: mason has 1500, and 400 points are ten to one; a mean over the tables.

    Half a game is added to both sides, so that whoever lost none is not infinitely far above.
    """
    names = [level.name for level in search_table().levels]
    steps: dict[tuple[str, str], list[float]] = {}
    for match in found:
        won = match["won"] * match["played"]
        odds = (won + 0.5) / (match["played"] - won + 0.5) * (match["players"] - 1)
        steps.setdefault((match["against"], match["first"]), []).append(400 * math.log10(odds))
    if any(pair not in steps for pair in pairwise(names)):
        return None
    heights = list(accumulate((fmean(steps[pair]) for pair in pairwise(names)), initial=0.0))
    base = heights[names.index(BASE)]
    return {name: round(BASE_RATING + height - base) for name, height in zip(names, heights, strict=True)}


def verdict(match: Match, share: float, low: float) -> bool | None:
    """None where it is only reported."""
    if match.share is None and match.above is None:
        return None
    return (match.share is None or share >= match.share) and (match.above is None or low > match.above)


def line(found: dict[str, Any]) -> str:
    low, high = found["interval"]
    asked = [] if found["share"] is None else [f"at least {found['share']:.1%}"]
    asked += [] if found["above"] is None else [f"lower end above {found['above']:.1%}"]
    said = {None: "report", True: "met", False: "MISSED"}[found["met"]]
    rate = f"{found['won']:.1%} ({low:.1%}-{high:.1%}) of {found['played']}"
    return f"{found['name']}: {found['first']} against {found['against']} {rate}; {', '.join([*asked, said])}"


def networks(games: set[str]) -> dict[str, str | None]:
    """Hashes of what plays as `learned`."""
    found = {game: built_in(game) for game in sorted(games)}
    return {game: None if one is None else hashlib.sha256(to_bytes(one[0])).hexdigest() for game, one in found.items()}


def show_hours(paths: Sequence[Path]) -> float:
    """What gates take at most, match by match; the sum."""
    total = 0.0
    for path in paths:
        gate = read(path.read_text(encoding="utf-8"), path.name)
        hours = [core_hours(gate, match) for match in gate.matches]
        total += sum(hours)
        for match, needs in zip(gate.matches, hours, strict=True):
            print(f"{path.stem:<16} {match.name:<28} {match.games:>5} games {needs:>7.2f} core-hours at most")
        print(f"{path.stem:<16} {'all':<28} {sum(m.games for m in gate.matches):>5} games {sum(hours):>7.2f}")
    print(f"{len(paths)} gates: {total:.1f} core-hours at most")
    return total
