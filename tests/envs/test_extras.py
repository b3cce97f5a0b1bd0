"""Where a package is not installed, whoever needs it is told what to install, and everything else works."""

import importlib

import pytest

from imhotep import SetupError
from tests.support.extras import run_without


@pytest.mark.parametrize(
    ("package", "code"),
    [
        ("numpy", "import imhotep.envs"),
        ("pettingzoo", "from imhotep.envs import builder_v1"),
        ("gymnasium", "from imhotep.envs import duel_v1"),
        ("gymnasium", "import imhotep.envs.single"),
        ("pyspiel", "import imhotep.envs.openspiel"),
        ("PIL", "from imhotep.envs import duel_v1; e = duel_v1.env(render_mode='rgb_array'); e.reset(); e.render()"),
    ],
)
def test_what_is_missing_is_named(package: str, code: str) -> None:
    done = run_without(package, code)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "which is not installed: pip install 'imhotep-game[envs]'" in last


@pytest.mark.parametrize("game", ["builder", "duel"])
def test_version_0_says_what_to_use(game: str) -> None:
    with pytest.raises(SetupError, match=f"{game}_v0 has ended: .* Use {game}_v1"):
        importlib.import_module(f"imhotep.envs.{game}_v0")


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo", "pyspiel", "PIL"])
def test_the_rest_works(package: str) -> None:
    code = "import imhotep.envs; from imhotep.envs.vector import VectorGames; print(VectorGames('duel', 2).count)"
    assert run_without(package, code).stdout == "2\n"
    assert run_without(package, "import imhotep; print(imhotep.new_game('duel').players)").stdout == "2\n"


def test_text_needs_no_pillow() -> None:
    code = "from imhotep.envs import duel_v1; e = duel_v1.env(render_mode='ansi')"
    assert run_without("PIL", code + "; e.reset(); print('Black' in e.render())").stdout == "True\n"
