"""Installing: compiled where there is a C compiler, pure with a warning where there is none, pure if asked."""

import os
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

from tests.support.paths import ROOT


def build(folder: Path, **environment: str) -> tuple[str, list[str]]:
    """What setup.py says and which compiled modules it makes, from a copy of the sources.

    Without the games' engines: mypyc would translate them first, which takes a minute and shows nothing more.
    """
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so"))
    for game in ("builder", "duel"):
        shutil.rmtree(folder / "src" / "imhotep" / "engine" / game)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    done = subprocess.run(
        [sys.executable, "setup.py", "build", "--build-lib", "out"],
        cwd=folder,
        env={**os.environ, "IMHOTEP_PURE": "0", **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "out" / "imhotep" / "__main__.py").exists()
    assert (folder / "out" / "imhotep" / "editions" / "builder.toml").exists()
    assert (folder / "out" / "imhotep" / "catalogue" / "en" / "builder.toml").exists()
    return done.stderr, [file.name for file in folder.glob("out/**/*.so")]


@pytest.mark.slow
@pytest.mark.skipif(util.find_spec("mypyc") is None, reason="mypyc is part of the lint group")
def test_without_a_c_compiler_the_pure_engine_is_installed_with_a_warning(tmp_path: Path) -> None:
    said, compiled = build(tmp_path, CC="/bin/false")
    assert "the engine could not be compiled" in said
    assert compiled == []


@pytest.mark.skipif(util.find_spec("setuptools") is None, reason="setuptools is part of the lint group")
def test_pure_if_asked(tmp_path: Path) -> None:
    said, compiled = build(tmp_path, IMHOTEP_PURE="1")
    assert "could not be compiled" not in said
    assert compiled == []


@pytest.mark.skipif(util.find_spec("setuptools") is None, reason="setuptools is part of the lint group")
def test_the_client_is_taken_as_it_was_built_and_its_absence_is_told(tmp_path: Path) -> None:
    """Nothing is built, whatever is missing: installing runs no npm."""
    (tmp_path / "src" / "imhotep").mkdir(parents=True)
    (tmp_path / "src" / "imhotep" / "__init__.py").write_text('__version__ = "0.1.0"')
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    client = Path("imhotep", "server", "client")
    for built in (False, True):
        if built:
            (tmp_path / "src" / client / "assets").mkdir(parents=True)
            for name in ("index.html", "index.html.br", "assets/main.js"):
                (tmp_path / "src" / client / name).write_text("ours")
            (tmp_path / "src" / "imhotep" / "server" / "__init__.py").write_text("")
        done = subprocess.run(
            [sys.executable, "setup.py", "build", "--build-lib", "out"],
            cwd=tmp_path,
            env={**os.environ, "IMHOTEP_PURE": "1", "PATH": ""},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "out" / client / "assets" / "main.js").exists() == built
        assert ("no browser client: run `make client`" in done.stderr) != built
