"""What an installation can do without extras, and what it says of those it would need."""

import pytest
import typer

from imhotep.cli.main import app
from imhotep.cli.subcommands import NEEDS
from imhotep.extras import DISTRIBUTION
from tests.support.environments import Environment

ARENA = """
import imhotep, imhotep.bots, imhotep.lab, sys
from imhotep.lab.matches.arena import run_arena
result = run_arena(["greedy", "random"], game="duel", games=2, seed=1)
print(result.games, [bot.rating for bot in result.results], result.unrated)
print(sorted(name for name in ("typer", "rich", "openskill", "litestar", "numpy") if name in sys.modules))
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """With imhotep, and nothing but what it can't do without."""
    environment = Environment(tmp_path_factory.mktemp("bare"))
    environment.install(DISTRIBUTION)
    return environment


@pytest.fixture(scope="module")
def with_cli(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("cli"))
    environment.install(DISTRIBUTION, frozenset({"cli"}))
    return environment


def test_every_subcommand_is_known_without_the_command_line() -> None:
    assert set(NEEDS) == set(getattr(typer.main.get_command(app), "commands", {}))


def test_the_core_has_three_packages(bare: Environment) -> None:
    done = bare.run(
        "-c", "from importlib.metadata import distributions; print(*sorted(d.name for d in distributions()))"
    )
    assert done.stdout.split() == sorted([DISTRIBUTION, "librt", "msgspec", "mypy_extensions"])


def test_an_arena_is_played_and_its_result_says_why_it_is_unrated(bare: Environment) -> None:
    done = bare.run("-c", ARENA)
    assert done.returncode == 0, done.stderr
    played, imported = done.stdout.splitlines()
    assert played.startswith("2 [None, None] a rating needs the package openskill, which is not installed: pip install")
    assert imported == "[]"


@pytest.mark.parametrize("command", NEEDS)
def test_each_subcommand_names_the_extra_it_needs_in_one_line(bare: Environment, command: str) -> None:
    done = bare.run("-m", "imhotep", command, "--players", "2")
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"imhotep: imhotep {command} needs the package ")
    assert f"pip install '{DISTRIBUTION}[{NEEDS[command]}]'" in line


@pytest.mark.parametrize("command", [name for name, extra in NEEDS.items() if extra == "app"])
def test_with_the_command_line_alone_the_server_s_commands_ask_for_the_app(with_cli: Environment, command: str) -> None:
    more = {"backup": ["nothing.db"], "restore": ["nothing.db"], "admin": ["maintenance"]}
    done = with_cli.run("-m", "imhotep", command, *more.get(command, []))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"pip install '{DISTRIBUTION}[app]'" in line


@pytest.mark.parametrize(
    "arguments", [["rules", "B5"], ["arena", "greedy", "random", "--game", "duel", "--games", "2"]]
)
def test_with_the_command_line_everything_else_works(with_cli: Environment, arguments: list[str]) -> None:
    done = with_cli.run("-m", "imhotep", *arguments)
    assert done.returncode == 0, done.stderr


def test_a_bare_command_tells_its_version_and_what_there_is(bare: Environment) -> None:
    assert bare.run("-m", "imhotep", "--version").stdout.startswith("imhotep 0.")
    for help in ([], ["--help"]):
        done = bare.run("-m", "imhotep", *help)
        assert done.returncode == 0
        assert all(command in done.stdout for command in NEEDS)
        assert f"pip install '{DISTRIBUTION}[cli]'" in done.stdout
    done = bare.run("-m", "imhotep", "nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("imhotep: there is no command nonsense; choose from terminal, ")
