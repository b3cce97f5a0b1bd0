"""What the documents show is true: every block runs, every doctest passes, every link leads somewhere."""

import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest

from tests.support import doc_commands
from tests.support.doc_blocks import NOT_RUN, PAGES, Block, Runner, blocks_of, matches
from tests.support.doc_commands import ELSEWHERE, Shell, adapted, check_command, commands_of, words_of
from tests.support.paths import ROOT
from tests.support.scale import COMPILED, SCALE

MODULES = ["imhotep", "imhotep.table.game", "imhotep.table.catalogue", "imhotep.bots"]
FOLDERS = ("docs", "examples", "src", "tests", "tools", "web/fixtures", "web/gallery", "web/src", "web/tests")
OF_THE_READER = {  # files that pages tell to write
    *("my.toml", "my-dynasty.toml", "house.toml"),
    *("privacy.txt", "contact.txt", "privacy.de.txt"),
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_blocks_run(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Commands of `sh` blocks, too, in make test-all."""
    with_commands = COMPILED and SCALE in ("all", "soak")
    shell = Shell(tmp_path, lambda: str(request.getfixturevalue("postgres"))) if with_commands else None
    runner = Runner(page, tmp_path, COMPILED, shell)
    for block in blocks_of(page):
        runner.run(block)


def test_what_is_not_run_is_there() -> None:
    shown = {(block.page.name, block.text.partition("\n")[0]) for page in PAGES for block in blocks_of(page)}
    assert set(NOT_RUN) <= shown
    blocks = [block.text for page in PAGES for block in blocks_of(page) if block.language == "sh"]
    assert set(ELSEWHERE) <= {shlex.join(words) for text in blocks for _, words in commands_of(text)}


WRONG = {
    "python": "assert 1 == 2",
    "pycon": ">>> 1 + 1\n3",
    "console": "$ imhotep rules R1\nSomething else.",
    "sh": "imhotep arena greedy randon",
    "json": '{"entries": }',
    "toml": "edition = ",
    "ini": "[Unit]\n[Unit]",
    "py": "print('in no file')",
    "": "what is this?",
}


@pytest.mark.parametrize("language", WRONG)
def test_a_wrong_block_is_noticed(language: str, tmp_path: Path) -> None:
    page = ROOT / "README.md"
    with pytest.raises(Exception):  # noqa: B017, PT011  (each language has its own)
        Runner(page, tmp_path).run(Block(page, 1, language, WRONG[language] + "\n"))


@pytest.mark.parametrize(
    "command",
    [
        "imhotep nothing",
        "imhotep arena greedy --no-such-option",
        "imhotep terminal --bot nobody",
        "make nothing",
        "pip install '.[nothing]'",
        "pip install 'imhotep[envs]'",
        "python examples/nothing.py",
        "curl example.org",
    ],
)
def test_a_command_that_nobody_would_understand_is_noticed(command: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        check_command(words_of(command), "here")


def test_what_sentences_tell_to_install_is_the_checkout() -> None:
    """No block, so nothing runs it; and on the index imhotep is somebody else's program."""
    elsewhere = re.compile(r"pip install (?!['\"]?\.)(?![^`\n]*\.whl)[^`\n]*")
    assert {page.name: found for page in PAGES if (found := elsewhere.findall(page.read_text(encoding="utf-8")))} == {}


def run_here(text: str, folder: Path, line: int = 10) -> None:
    page = ROOT / "README.md"
    shell = Shell(folder, lambda: pytest.fail("nobody asks for a database"))
    Runner(page, folder, shell=shell).run(Block(page, line, "sh", text))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="commands are only read")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("imhotep check nothing.imh", "ends with 2"),
        ("imhotep nothing", "there is no imhotep nothing"),
        ("imhotep arena stdio:command=false greedy", "forfeits the game"),
        ("imhotep terminal --load nothing.imh", "asks nothing"),
        ("imhotep serve --database sqlite:////nowhere/imhotep.db", "ends with 2 before it is ready"),
        ("imhotep serve --config nothing.toml --show-config", "ends with 2"),
        ("make play PLAY=--nothing", "ends with 2 before it is ready"),
        ("make terminal PLAY=--nothing", "asks nothing"),
        ("dask worker nowhere", "ends with 1 before it is ready"),
        ("pg_restore nothing.dump", "ends with 1"),
        ("IMHOTEP_PURE=1 python -m pytest nowhere", "ends with 4"),
    ],
)
def test_a_command_that_fails_is_noticed(command: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=rf"(?s)^README\.md, line 12: .*{reason}"):
        run_here(f"# a comment\nimhotep rules R1\n{command}\n", tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="commands are only read")
def test_a_server_that_does_not_come_up_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doc_commands, "LONG", 3.0)
    monkeypatch.setattr(doc_commands, "answers", lambda address: False)
    with pytest.raises(AssertionError, match=r"^README\.md, line 10: imhotep serve does not get ready:\n"):
        run_here("imhotep serve\n", tmp_path)


def test_large_figures_become_small() -> None:
    def small(command: str) -> str:
        return shlex.join(adapted(words_of(command), "127.0.0.1:1", "here"))

    assert small("imhotep simulate --games 100000") == "imhotep simulate --games 100000 --games 4"
    assert small("imhotep simulate --games 2") == "imhotep simulate --games 2"
    assert small("imhotep arena greedy mcts:sims=500") == "imhotep arena greedy mcts:sims=20 --games 4"
    assert small("imhotep terminal --bot mcts:seconds=1") == "imhotep terminal --bot mcts:seconds=0.05"
    assert small("imhotep hint game.imh") == "imhotep hint game.imh --sims 20"
    assert small("imhotep arena stdio:command=x,seconds=2 greedy --games 1").count("seconds=2") == 1
    assert small("imhotep serve --port 8468") == "imhotep serve --port 8468 --port 0"


def test_dots_stand_for_any_lines() -> None:
    assert matches("a\n...\nd\n", "a\nb\nc\nd\n")
    assert matches("...\nd\n", "d\n")
    assert matches("took … s\n", "took 0.3 s\n")
    assert not matches("", "anything\n")
    assert not matches("a\nd\n", "a\nb\nd\n")
    assert not matches("a\n...\nd\n", "a\nb\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        assert (page.parent / target).exists(), target


SOURCES = [path.as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_exist(page: Path) -> None:
    """A page may leave out the beginning of a path; files with NAME in them are those that the reader will write."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for name in re.findall(r"`([\w./-]+\.(?:py|toml|ts|svelte|css|md|txt|yml))`", text):
        if not re.search(r"NAME|GAME|^/", name) and name not in OF_THE_READER:
            there = (ROOT / name).exists() or any(path.endswith(f"/{name}") for path in SOURCES)
            assert there, f"there is no {name}"


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0


def test_the_architecture_names_the_real_size_of_the_code_space() -> None:
    from imhotep.engine.builder import vocabulary as builder
    from imhotep.engine.duel import vocabulary as duel

    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    counts = f"({builder.Action.COUNT} codes for Builder with A New Dynasty, {duel.Action.COUNT} for The Duel)"
    assert counts in text


def test_the_commands_of_the_readme_exist() -> None:
    from imhotep.cli.main import app

    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    commands |= {group.name for group in app.registered_groups if group.name}
    named = set(re.findall(r"^imhotep (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert named == commands


def test_the_citation_names_this_version() -> None:
    import imhotep

    assert f"\nversion: {imhotep.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
