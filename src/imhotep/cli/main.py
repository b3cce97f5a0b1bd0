"""The command `imhotep`. Bad input is one line and exit code 2; heavy things are imported when they are needed."""

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from imhotep.cli.options import (
    ColorsOption,
    EditionOption,
    FirstOption,
    GameOption,
    NamesOption,
    OfGameOption,
    PlayersOption,
    RuleOption,
    SeedOption,
    SidesOption,
    TableGameOption,
    with_variants,
)
from imhotep.cli.subcommands import NEEDS
from imhotep.extras import missing
from imhotep.table.errors import ImhotepError, SetupError

app = typer.Typer(
    name="imhotep",
    help="Play, study and research the Imhotep family of board games.\n\nStart with: imhotep terminal",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # with it, help would take a third of a second: it reads a Markdown parser
    context_settings={"help_option_names": ["-h", "--help"]},
)

RecordArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A record (.imh).", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")]


def main() -> NoReturn:
    """Entry point: runs the command and turns everything that can be wrong into one line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):  # stones and ships need more than ASCII
        if isinstance(stream, io.TextIOWrapper):
            utf8 = (stream.encoding or "").lower().replace("-", "") == "utf8"
            stream.reconfigure(encoding=None if utf8 else "utf-8", errors="replace")
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False, prog_name="imhotep")
        if sys.stdout is not None:
            sys.stdout.flush()
    except typer.TyperException as error:
        _fail(error.format_message() or "something is missing")
    except ImhotepError as error:
        _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:  # whoever read our output has enough
        _forget_output()
        sys.exit(0)
    except SystemExit as left:  # so does rich
        sys.exit(0 if isinstance(left.__context__, BrokenPipeError) else left.code)
    except ModuleNotFoundError as error:
        command = next((word for word in sys.argv[1:] if word in NEEDS), "")
        told = missing(error, f"imhotep {command}".rstrip())
        if told is error:
            raise
        _fail(str(told))
    except OSError as error:  # the output can't be written
        _forget_output()
        _fail(error.strerror or str(error))
    sys.exit(code if isinstance(code, int) else 0)


def _forget_output() -> None:
    """What is still to be written can't be; Python would complain about it when it leaves."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _read_line(prompt: str) -> str:
    try:
        return input(prompt)
    except (RuntimeError, ValueError):  # standard input or output is closed
        raise EOFError from None


def _fail(message: str) -> NoReturn:
    print(f"imhotep: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


def _version(wanted: bool) -> None:
    if wanted:
        from imhotep.cli.version import version_line

        print(version_line())
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version, and which engine is in use."
        ),
    ] = False,
) -> None:
    pass


def _refuse_with_load(chosen: dict[str, Any]) -> None:
    """A saved game brings its table with it."""
    given = [f"--{name.replace('_', '-')}" for name, value in chosen.items() if value is not None]
    if given:
        raise SetupError(f"a saved game keeps its own settings: leave out {', '.join(given)}")


@app.command()
@with_variants
def terminal(
    variants: dict[str, Any],
    game: TableGameOption = None,
    players: PlayersOption = None,
    sides: SidesOption = None,
    seed: SeedOption = None,
    first: FirstOption = None,
    rule: RuleOption = None,
    edition: EditionOption = None,
    names: NamesOption = None,
    colors: ColorsOption = None,
    humans: Annotated[
        int | None,
        typer.Option(
            help="How many people play at this keyboard, from seat 0; bots take the other seats. [default: 1]"
        ),
    ] = None,
    bot: Annotated[
        str, typer.Option(help="The bot for the other seats, such as vizier or mcts:seconds=1; see: imhotep bots.")
    ] = "mason",
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue a saved game, with its own settings.")
    ] = None,
) -> None:
    """Play in the terminal, against bots or around one keyboard.

    \b
    imhotep terminal                                  you against one bot
    imhotep terminal --players 4 --humans 4           four people at one keyboard
    imhotep terminal --sides BBBBB --wrath            the B sides, and the Wrath of the Pharaoh
    imhotep terminal --sides DACBD --cards dynasty --prophecies       with A New Dynasty
    imhotep terminal --game duel --sides ABAB         The Duel
    """
    from rich.console import Console

    from imhotep.bots import make_bot
    from imhotep.cli.start import start_game
    from imhotep.cli.terminal import play_terminal
    from imhotep.lab.matches.validation import check_bot
    from imhotep.table.games import DEFAULT_GAME
    from imhotep.table.record import load_file

    if load is not None:
        chosen = {"game": game, "players": players, "sides": sides, "first": first, "rule": rule, "edition": edition}
        _refuse_with_load({**chosen, "names": names, "colors": colors, **variants})
        started = load_file(load)
    else:
        table = game or DEFAULT_GAME
        started = start_game(table, players, sides, seed, first, variants, rule, edition, names, colors, undo="free")
    count = 1 if humans is None else humans
    if not 0 <= count <= started.players:
        raise SetupError(f"--humans takes 0 to {started.players}, not {count}")
    check_bot(bot)
    bots = {seat: make_bot(bot, seed=None if seed is None else seed + seat) for seat in range(count, started.players)}
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (arrow keys and history at the prompt)
    console = Console()
    console.width = max(20, min(console.width, 220))
    play_terminal(started, bots, console, _read_line)


@app.command()
@with_variants
def simulate(
    variants: dict[str, Any],
    game: GameOption = "builder",
    players: PlayersOption = None,
    sides: SidesOption = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    first: FirstOption = None,
    rule: RuleOption = None,
    edition: EditionOption = None,
    names: NamesOption = None,
    colors: ColorsOption = None,
    jobs: Annotated[int, typer.Option(help="How many processes share the work; the result is the same.")] = 1,
    json: JsonOption = False,
) -> None:
    """Play many random games inside the engine. Shows speed, scores and wins.

    \b
    imhotep simulate --players 4 --sides BBBBB --games 10000 --seed 1
    imhotep simulate --game duel --sides BBBB --games 10000
    """
    from imhotep.cli.simulate import run
    from imhotep.cli.start import start_game
    from imhotep.table.games import rules_of

    count = rules_of(game).players[-1] if players is None else players
    run(start_game(game, count, sides, seed, first, variants, rule, edition, names, colors), games, first, jobs, json)


@app.command()
def setup(
    random: Annotated[bool, typer.Option("--random", help="Propose a mix of sides, modules and variants.")] = False,
    describe: Annotated[
        str | None, typer.Option(metavar="SIDES", help="Explain each side of a mix, such as DCABD.", show_default=False)
    ] = None,
    game: GameOption = "builder",
    players: PlayersOption = 2,
    letters: Annotated[
        str | None, typer.Option(help="The sides to choose from, such as AB.", show_default="all")
    ] = None,
    seed: SeedOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
) -> None:
    """Propose a mix of sides, or explain one.

    \b
    imhotep setup --random --seed 5 --players 3
    imhotep setup --describe DCABD
    imhotep setup --game duel --describe ABBA
    """
    from imhotep.cli.setup import run

    run(game, players, random, describe, letters, seed, edition, json)


@app.command()
def replay(
    file: RecordArgument,
    final: Annotated[bool, typer.Option("--final", help="Show the last position only.")] = False,
    game: OfGameOption = None,
) -> None:
    """Step through a recorded game, of whichever game it is."""
    from imhotep.cli.replay import run

    run(file, final, game)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", show_default=False)],
    game: OfGameOption = None,
) -> None:
    """Check records by replaying every move.

    A record that is damaged or has been altered is refused, with the line and the reason.
    """
    from imhotep.cli.replay import check as check_file

    bad = 0
    for file in files:
        try:
            check_file(file, game)
        except ImhotepError as error:
            bad += 1
            print(f"imhotep: {' '.join(str(error).split())}", file=sys.stderr)
    if bad:
        raise typer.Exit(2)


@app.command()
def verify(
    file: RecordArgument,
    promise: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The promise you wrote down before the game.", show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Check that a game was dealt as promised.

    Compares the seed, the deal, who starts and the shuffles. The exit code is 1 if it was not.

    \b
    imhotep verify game.imh
    imhotep verify game.imh --promise 4ea6...    what you saw at the start
    """
    from imhotep.cli.verify import run

    if not run(file, promise, json):
        raise typer.Exit(1)


@app.command()
def rules(
    word: Annotated[
        str | None, typer.Argument(metavar="[ID|WORD]", help="A rule's id such as B5, or any word.", show_default=False)
    ] = None,
    game: OfGameOption = None,
) -> None:
    """Look up a rule, a ruling, a side, a card or a token.

    \b
    imhotep rules                  all of them, by title
    imhotep rules B5               one rule
    imhotep rules lever            everything about a word
    imhotep rules --game duel      the rules of one game
    """
    from imhotep.cli.lookup import show_rules

    show_rules(word, game)


@app.command()
def editions(
    edition: EditionOption = None,
    json: JsonOption = False,
    game: OfGameOption = None,
) -> None:
    """Show the editions, and where each value comes from.

    Or check one of your own with --edition FILE.
    """
    from imhotep.cli.lookup import show_editions

    show_editions(edition, json, game)


@app.command()
@with_variants
def arena(
    variants: dict[str, Any],
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT...", help="Two or more, such as greedy mcts:sims=500.", show_default=False),
    ],
    game: GameOption = "builder",
    players: PlayersOption = None,
    sides: SidesOption = None,
    games: Annotated[int, typer.Option(help="How many games in all; rounded up to whole deals.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    first: FirstOption = None,
    rule: RuleOption = None,
    edition: EditionOption = None,
    jobs: Annotated[int, typer.Option(help="How many processes share the work; the result is the same.")] = 1,
    both_ways: Annotated[
        bool,
        typer.Option(
            "--both-ways", help="With fewer bots than seats: also play the others against copies of the first."
        ),
    ] = False,
    until_sure: Annotated[
        bool,
        typer.Option("--until-sure", help="Stop once the first bot clearly wins more or less than its fair share."),
    ] = False,
    move_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="A bot that takes longer for a move forfeits the game.")
    ] = 120.0,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep finished games in this file, and continue from those already in it."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Dask cluster, such as tcp://10.0.0.1:8786.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Let bots play each other.

    Each plays the same deals from every seat.

    \b
    imhotep arena greedy random --games 200 --jobs 2
    imhotep arena mcts:sims=500 greedy --players 4 --until-sure --games 2000
    imhotep arena mcts:sims=200 greedy random --game duel --json
    """
    from imhotep.cli.arena import run
    from imhotep.cli.start import parse_rules

    arguments = {
        "game": game,
        "players": players,
        "sides": sides,
        "games": games,
        "seed": seed,
        "first": first,
        "house_rules": parse_rules(game, rule),
        "edition": edition,
        "both_ways": both_ways,
        "until_sure": until_sure,
        "move_limit": move_limit,
        "resume": resume,
        **variants,
    }
    run(bots, arguments, jobs, cluster, json)


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the run keeps its networks and figures.")],
    game: Annotated[str | None, typer.Option(help="What is learned: builder or duel. [default: builder]")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in the folder.")] = False,
    rounds: Annotated[int | None, typer.Option(help="Stop after so many; without it, on Ctrl-C.")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes play; the result is the same.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Dask cluster, such as tcp://10.0.0.1:8786.")
    ] = None,
    games: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where games are kept; any that are gone are played again.")
    ] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Another number in a new run's recipe.")
    ] = None,
) -> None:
    """Teach a network a game: it plays against itself, learns, and plays its predecessor.

    Stop it at any time: --resume continues it.

    \b
    imhotep train my-run --game duel --jobs 2
    imhotep train my-run --resume --rounds 3
    """
    from imhotep.cli.train import train as run

    run(folder, game, resume, games, rounds, jobs, cluster, change or [])


@app.command()
@with_variants
def lab(
    variants: dict[str, Any],
    game: GameOption = "builder",
    players: PlayersOption = None,
    sides: SidesOption = None,
    bot: Annotated[str, typer.Option(metavar="BOT", help="The bot for every seat, such as mcts:sims=500.")] = "greedy",
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    first: FirstOption = None,
    rule: RuleOption = None,
    edition: EditionOption = None,
    jobs: Annotated[int, typer.Option(help="How many processes share the work; the result is the same.")] = 1,
    move_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="A bot that takes longer for a move forfeits the game.")
    ] = 120.0,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Dask cluster, such as tcp://10.0.0.1:8786.")
    ] = None,
    json: JsonOption = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a page with pictures and tables to this file.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the pictures to this file.")] = None,
) -> None:
    """Show what a setup is like.

    Turn order, where points come from, what cards are worth, closeness, length.

    \b
    imhotep lab --players 2 --sides ABABA --games 1000 --jobs 2
    imhotep lab --players 4 --edition house.toml --html house.html
    imhotep lab --game duel --bot mcts:sims=200 --games 200 --json
    """
    from imhotep.cli.lab import run
    from imhotep.cli.start import parse_rules

    arguments = {
        "game": game,
        "players": players,
        "sides": sides,
        "games": games,
        "seed": seed,
        "first": first,
        "house_rules": parse_rules(game, rule),
        "edition": edition,
        "move_limit": move_limit,
        **variants,
    }
    run(bot, arguments, jobs, cluster, json, html, svg)


@app.command()
def dataset(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where it is, or shall be.", show_default=False)],
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="The bot in every seat, such as mcts:sims=500.")
    ] = "mcts:seconds=0.01",
    games: Annotated[int, typer.Option(help="How many games; a dataset can grow.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same tables and deals.")] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes share the work.")] = 1,
    move_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="A bot that takes longer for a move forfeits the game.")
    ] = 120.0,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Dask cluster, such as tcp://10.0.0.1:8786.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play many games at all kinds of tables, for research.

    Kept as compressed records and as a data frame, with a data card. Stop it at any time: the same command continues.

    \b
    imhotep dataset games --jobs 2
    imhotep dataset few --games 100 --bot mcts:sims=200 --seed 7
    """
    from imhotep.cli.dataset import run

    arguments = {"bot": bot, "games": games, "seed": seed, "move_limit": move_limit}
    run(folder, arguments, jobs, cluster, json)


SimsOption = Annotated[
    int, typer.Option(help="Simulations per decision: more of them look further ahead, and take longer.")
]
SearchSeedOption = Annotated[int, typer.Option(help="The same seed and --sims give the same analysis.")]
AllKnowingOption = Annotated[
    bool, typer.Option("--all-knowing", help="Use hidden information too, not only what the player could know.")
]


@app.command()
def analyze(
    file: RecordArgument,
    sims: SimsOption = 4000,
    seed: SearchSeedOption = 0,
    all_knowing: AllKnowingOption = False,
    jobs: Annotated[int, typer.Option(help="How many processes share the work; the result is the same.")] = 1,
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="Show only decision number N, in detail.", show_default=False)
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Also show the small mistakes.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page for the browser to this file.", show_default=False)
    ] = None,
    json: JsonOption = False,
) -> None:
    """Go through a game, finished or not.

    Chances of winning, mistakes and the reasons, turning points, accuracy, luck.

    \b
    imhotep analyze game.imh --jobs 2
    imhotep analyze game.imh --html game.html
    imhotep analyze game.imh --ply 63 --sims 20000
    """
    from imhotep.cli.analyze import run

    run(file, sims, seed, all_knowing, jobs, ply, show_all, html, json)


@app.command()
def hint(
    file: RecordArgument,
    move: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Show what this move would cost.", show_default=False)
    ] = None,
    sims: SimsOption = 4000,
    seed: SearchSeedOption = 0,
    all_knowing: AllKnowingOption = False,
    json: JsonOption = False,
) -> None:
    """Show what a strong player would do now in an unfinished game, and why.

    \b
    imhotep hint game.imh
    imhotep hint game.imh --move "load 2 1"
    """
    from imhotep.cli.hint import run

    run(file, move, sims, seed, all_knowing, json)


DatabaseOption = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://... [default: a file in your data folder]"),
]
WorkersOption = Annotated[
    int | None, typer.Option(help="How many processes bots think in; 0 for none here. [default: 1]")
]
SignalsOption = Annotated[
    str | None,
    typer.Option(metavar="URL", help="redis://...: how processes tell each other of moves. [default: by PostgreSQL]"),
]
ConfigOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Settings as TOML.")]


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 0 for any free one. [default: 8468]")] = None,
    database: DatabaseOption = None,
    workers: WorkersOption = None,
    signals: SignalsOption = None,
    config: ConfigOption = None,
    show_config: Annotated[bool, typer.Option("--show-config", help="Print the settings and stop.")] = False,
) -> None:
    """Run the game server. Flags override the environment (IMHOTEP_PORT, ...), which overrides the file."""
    from imhotep.cli.serve import run

    flags = {"host": host, "port": port, "database": database, "workers": workers, "signals": signals}
    run(flags, config, show_config)


@app.command()
def work(
    host: Annotated[str | None, typer.Option(help="The address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[
        int | None, typer.Option(help="Answer /healthz and /metrics on this port. [default: listens nowhere]")
    ] = None,
    database: DatabaseOption = None,
    workers: WorkersOption = None,
    signals: SignalsOption = None,
    config: ConfigOption = None,
) -> None:
    """Let bots think for servers on the same PostgreSQL.

    Also looks after clocks, emails and analyses. It serves no pages.
    """
    from imhotep.cli.serve import work as do_work

    flags = {"host": host, "worker_port": port, "database": database, "workers": workers, "signals": signals}
    do_work(flags, config)


@app.command()
def play(
    port: Annotated[int | None, typer.Option(help="The port to listen on. [default: 8468, or any free one]")] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
) -> None:
    """Play in the browser.

    Runs a server for this machine only, and keeps its games in your data folder.
    """
    from imhotep.cli.serve import play as do_play

    do_play(port, not no_browser)


FileArgument = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


@app.command()
def backup(
    place: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", show_default=False)],
    database: DatabaseOption = None,
    config: ConfigOption = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    every: Annotated[
        float | None,
        typer.Option(
            min=0.0001, metavar="HOURS", help="Make one every so many hours, until stopped.", show_default=False
        ),
    ] = None,
    keep_last: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Keep the last N; without --keep-... all are kept.", show_default=False),
    ] = None,
    keep_daily: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Keep the last one of each of N days.", show_default=False)
    ] = None,
    keep_weekly: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Keep the last one of each of N weeks.", show_default=False)
    ] = None,
) -> None:
    """Copy the server's database to a file, or to a new file in a folder. The server may be running.

    \b
    imhotep backup /backups --keep-daily 7 --keep-weekly 4
    """
    from imhotep.cli.backup import make

    keep = {"last": keep_last, "daily": keep_daily, "weekly": keep_weekly}
    make(place, {"database": database}, config, force, every, keep)


@app.command()
def restore(
    file: FileArgument,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the database.")] = False,
) -> None:
    """Restore a database from a backup. No server may be using it."""
    from imhotep.cli.backup import bring_back

    bring_back(file, {"database": database}, config, force)


admin = typer.Typer(no_args_is_help=True, help="What an operator does while servers run, on the server's own machine.")
app.add_typer(admin, name="admin")


@admin.command()
def maintenance(
    notice: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[LANGUAGE=]TEXT",
            help="Tell everybody this, in English or in a language: de=... Can be repeated.",
            show_default=False,
        ),
    ] = None,
    read_only: Annotated[
        bool | None,
        typer.Option(
            "--read-only/--read-write", help="Let nobody change anything; clocks stand still.", show_default=False
        ),
    ] = None,
    end: Annotated[bool, typer.Option("--end", help="No notice, and everything may be written again.")] = False,
    database: DatabaseOption = None,
    config: ConfigOption = None,
) -> None:
    """Tell people of maintenance, and let nothing be changed meanwhile. Without options: print how it is.

    Servers and workers follow within two seconds.

    \b
    imhotep admin maintenance --notice "Back at 21:00 UTC" --notice "de=Weiter um 22 Uhr" --read-only
    imhotep admin maintenance --end
    """
    from imhotep.cli.admin import maintenance as do_maintenance

    do_maintenance({"database": database}, config, notice or [], read_only, end)


@app.command()
def bots(json: JsonOption = False) -> None:
    """List the bots and their options.

    A bot is written NAME or NAME:OPTION=VALUE,..., such as mcts:sims=2000.
    """
    from imhotep.cli.bots import show_bots

    show_bots(json)
