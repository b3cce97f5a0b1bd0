"""The released files: what is in them, and that a wheel installs and plays where there is neither compiler nor Node."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest

from imhotep import __version__
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow  # builds, and fetches what the wheel needs

NAME = f"imhotep_game-{__version__}"


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made by this Python alone, from a copy of the checkout; its compiled engine is taken as it is."""
    copy = tmp_path_factory.mktemp("checkout") / "imhotep"
    leave_out = shutil.ignore_patterns(
        ".git", ".venvs", "node_modules", "__pycache__", "dist", ".*_cache", "*.egg-info"
    )
    shutil.copytree(ROOT, copy, ignore=leave_out)
    for pure in ("0", "1"):
        options = ("--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", "dist", ".")
        command = [sys.executable, "-m", "pip", "wheel", *options]
        subprocess.run(command, cwd=copy, env={**os.environ, "IMHOTEP_PURE": pure}, check=True)
    code = "from setuptools import build_meta; build_meta.build_sdist('dist')"
    subprocess.run([sys.executable, "-c", code], cwd=copy, check=True, stdout=subprocess.DEVNULL)
    return copy / "dist"


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as file:
        return file.namelist()


def test_a_wheel_has_the_client_and_the_compiled_engine_and_no_more(released: Path) -> None:
    (compiled,) = released.glob(f"{NAME}-cp*.whl")
    (pure,) = released.glob(f"{NAME}-py3-none-any.whl")
    for wheel in (compiled, pure):
        names = names_in(wheel)
        assert "imhotep/server/client/index.html" in names
        assert "imhotep/editions/builder.toml" in names
        assert {name.partition("/")[0] for name in names if "/" in name} == {"imhotep", f"{NAME}.dist-info"}
        assert not [name for name in names if re.search(r"node_modules|/bench/|tests/|\.c$|\.mjs$", name)]
    assert any(name.endswith(".so") for name in names_in(compiled))
    assert not any(name.endswith(".so") for name in names_in(pure))


def test_the_sdist_has_what_building_and_testing_need(released: Path) -> None:
    with tarfile.open(released / f"{NAME}.tar.gz") as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    needed = ("setup.py", "Makefile", "constraints.txt", "tools/build_web.py", "web/package-lock.json", "docs/index.md")
    assert set(needed) <= names
    # what CONTRIBUTING.md leads to: a test follows its links
    assert {"CODE_OF_CONDUCT.md", ".github/workflows/release.yml", ".pre-commit-config.yaml"} <= names
    assert {
        "src/imhotep/server/client/index.html",
        "tests/conftest.py",
        "tests/rules/golden/cards_dynasty.txt",
    } <= names
    assert not [name for name in names if "node_modules" in name or name.endswith(".so")]


@pytest.fixture(scope="module")
def installed(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an empty environment into which the wheel was installed, with nothing else on the path."""
    folder = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    (wheel,) = released.glob(f"{NAME}-cp*.whl")
    home = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HOME", "http"))}
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", f"{wheel}[app]"]
    subprocess.run(command, env={**home, "PATH": str(folder / "bin")}, check=True)
    return folder / "bin"


def test_an_installed_wheel_plays_without_a_compiler_and_without_node(installed: Path, tmp_path: Path) -> None:
    environment = {"PATH": str(installed), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    assert shutil.which("gcc", path=environment["PATH"]) is None
    version = subprocess.run([installed / "imhotep", "--version"], env=environment, capture_output=True, text=True)
    assert version.stdout == f"imhotep {__version__} (compiled engine)\n"
    playing = subprocess.Popen(
        [installed / "imhotep", "play", "--no-browser", "--port", "0"],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert playing.stdout is not None
        address = playing.stdout.readline().split(" ")[-1].strip()
        page = httpx.get(address, timeout=60)
        assert page.status_code == 200
        assert '<div id="app">' in page.text or "/assets/" in page.text
        assert httpx.get(f"{address}healthz", timeout=60).status_code == 200
    finally:
        playing.terminate()
        playing.wait(60)


def test_an_unknown_extra_is_told(released: Path) -> None:
    (wheel,) = released.glob(f"{NAME}-py3-none-any.whl")
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-index"]
    done = subprocess.run([*command, f"{wheel}[nonsense]"], capture_output=True, text=True)
    assert re.search(r"does not provide the extra 'nonsense'", done.stderr + done.stdout)
