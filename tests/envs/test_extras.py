"""Where a package is not installed, whoever needs it is told what to install, and everything else works."""

import pytest

from tests.support.extras import run_without


@pytest.mark.parametrize(
    ("package", "code"),
    [
        ("numpy", "import imhotep.envs"),
        ("pettingzoo", "from imhotep.envs import builder_v0"),
        ("gymnasium", "from imhotep.envs import duel_v0"),
        ("gymnasium", "import imhotep.envs.single"),
        ("pyspiel", "import imhotep.envs.openspiel"),
        ("PIL", "from imhotep.envs import duel_v0; e = duel_v0.env(render_mode='rgb_array'); e.reset(); e.render()"),
    ],
)
def test_what_is_missing_is_named(package: str, code: str) -> None:
    done = run_without(package, code)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "which is not installed: pip install 'imhotep-game[envs]'" in last


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo", "pyspiel", "PIL"])
def test_the_rest_works(package: str) -> None:
    code = "import imhotep.envs; from imhotep.envs.vector import VectorGames; print(VectorGames('duel', 2).count)"
    assert run_without(package, code).stdout == "2\n"
    assert run_without(package, "import imhotep; print(imhotep.new_game('duel').players)").stdout == "2\n"


def test_text_needs_no_pillow() -> None:
    code = "from imhotep.envs import duel_v0; e = duel_v0.env(render_mode='ansi')"
    assert run_without("PIL", code + "; e.reset(); print('Black' in e.render())").stdout == "True\n"
