"""What the pages of the documentation show, and how it is run: a page's blocks in their order, in a folder of its own.

| block | what is done with it |
|---|---|
| `python` | run; all blocks of a page share their names |
| `pycon` | run as a doctest |
| `console` | lines with `$` are run and what they print is compared; a line `...` is any lines, `…` part of one |
| `sh` | its commands are read and run: `doc_commands.py` says how |
| `py`, `js` | a whole program: the text of a file in examples/ |
| `json`, `toml`, `ini` | parsed; several lines of JSON may be a value each; a package of bots is installed |

Anything else is on the list `NOT_RUN`, with the reason. After a wanted change of what commands print run
`python -m tests.support.doc_blocks` and read the diff.
"""

import configparser
import contextlib
import doctest
import io
import json
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.doc_commands import Shell, check_command, commands_of, words_of
from tests.support.paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
WIDTH = "100"  # of the terminal that pages show

# Blocks that are not run here: page and first line, and why.
NOT_RUN = {
    ("install-server.md", "IMHOTEP_DOMAIN=imhotep.example"): "tests/server/test_deployment.py knows the names",
    ("operations.md", "groups:"): "tests/server/test_deployment.py reads the rules",
    (
        "install-server.md",
        "ls imhotep_game-*.whl deploy/systemd/imhotep.service",
    ): "tools/try_install.py carries them out in an empty Debian",
    ("install-server.md", "apt-get update"): "tools/try_install.py carries them out in an empty Debian",
    (
        "install-server.md",
        "useradd --system --user-group --home-dir /var/lib/imhotep --shell /usr/sbin/nologin imhotep",
    ): "tools/try_install.py carries them out in an empty Debian",
    ("install-server.md", "python3 -m venv /opt/imhotep"): "tools/try_install.py carries them out in an empty Debian",
    (
        "install-server.md",
        "install --directory --mode=0755 /etc/imhotep",
    ): "tools/try_install.py carries them out in an empty Debian",
    ("install-server.md", "systemctl daemon-reload"): "needs a machine that boots",
    (
        "install-server.md",
        "runuser --user postgres -- createuser imhotep",
    ): "tools/try_install.py carries them out in an empty Debian",
    ("install-server.md", "systemctl restart imhotep.service"): "needs a machine that boots",
    ("install-server.md", "docker build --tag imhotep ."): "needs Docker, which is not here",
    ("install-server.md", "docker compose up --detach --build"): "needs Docker, which is not here",
    ("install-server.md", "docker compose stop serve-1 serve-2 worker"): "needs Docker, which is not here",
    (
        "architecture.md",
        "web/             the browser client: knows no rule, draws views, offers the moves it was sent",
    ): ("a drawing of the layers"),
    ("stdio-bots.md", '> {"type":"hello","protocol":1,"seconds":{"start":10.0,"move":10.0,"game":null}}'): (
        "what goes to and fro, cut short; tests/bots/test_stdio.py has such a conversation"
    ),
    ("operations.md", "location / {"): "tests/server/test_proxies.py plays through an nginx with it",
    ("operations.md", "upstream imhotep { server 10.0.0.5:8468; server 10.0.0.6:8468; }"): "the same",
    ("operations.md", "imhotep.example {"): "tests/server/test_proxies.py plays through a Caddy with it",
    (
        "operations.md",
        "archive_mode = on",
    ): "tests/server/storage/test_point_in_time.py brings a PostgreSQL back with it",
    ("operations.md", "pg_basebackup --checkpoint=fast --pgdata=/var/backups/postgresql/base-20261118"): "the same",
    ("operations.md", "restore_command = 'cp /var/backups/postgresql/wal/%f %p'"): "the same",
}


class Block(NamedTuple):
    page: Path
    line: int  # of its first line in the page, from 1
    language: str
    text: str  # without the indentation of the list that it stands in

    @property
    def place(self) -> str:
        return self.place_of(0)

    def place_of(self, line: int) -> str:
        """Of one of its lines, from 0."""
        return f"{self.page.relative_to(ROOT)}, line {self.line + line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    for fence in FENCE.finditer(text):
        indent = len(fence["indent"])
        lines = [line[indent:] for line in fence["text"].splitlines(keepends=True)]
        number = text.count("\n", 0, fence.start("text")) + 1
        found.append(Block(page, number, fence["language"].strip(), "".join(lines)))
    assert text.count("```") == 2 * len(found), f"{page.relative_to(ROOT)}: a block has no end"
    return found


class Runner:
    """Runs the blocks of a page in their order; files and names stay from one to the next."""

    def __init__(self, page: Path, folder: Path, commands: bool = True, shell: Shell | None = None) -> None:
        self.page = page
        self.folder = folder
        self.commands = commands  # whether those of `console` are run, or only read
        self.shell = shell  # runs those of `sh`; without it they are only read
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.texts: list[str] = []  # of Python that was run

    def run(self, block: Block) -> None:
        match block.language:
            case "python":
                self._python(block)
            case "pycon":
                self._doctest(block)
            case "console":
                self._console(block)
            case "sh":
                for line, words in commands_of(block.text):
                    check_command(words, block.place_of(line))
                if self.shell:
                    self.shell.run(block.text, block.place_of)
            case "py" | "js":
                texts = [file.read_text(encoding="utf-8") for file in ROOT.glob("examples/*") if file.is_file()]
                assert block.text in texts, f"{block.place}: this is no file of examples/"
            case "json":
                parse_json(block)
            case "toml":
                self._toml(block)
            case "ini":
                configparser.RawConfigParser(strict=True).read_string(block.text)
            case _:
                first = block.text.partition("\n")[0]
                assert (self.page.name, first) in NOT_RUN, f"{block.place}: say what it is, or why it can't be run"

    def _python(self, block: Block) -> None:
        # dataclasses and msgspec look up the module of a class that a page defines
        code = compile("\n" * (block.line - 1) + block.text, str(block.page), "exec")
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(io.StringIO()):
            exec(code, self.names)
        self.texts.append(block.text)

    def _toml(self, block: Block) -> None:
        """Also the package of bots that a page teaches to make, which later commands know."""
        if "project" in tomllib.loads(block.text) and self.shell:
            self.shell.install(block.text, self.texts, block.place)

    def _doctest(self, block: Block) -> None:
        lesson = doctest.DocTestParser().get_doctest(block.text, self.names, block.place, str(block.page), block.line)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        said = io.StringIO()
        with contextlib.chdir(self.folder):
            runner.run(lesson, out=said.write, clear_globs=False)
        self.names.update(lesson.globs)
        assert runner.failures == 0, said.getvalue()

    def _console(self, block: Block) -> None:
        for command, shown in console_parts(block):
            check_command(words_of(command.split(" | ")[-1]), block.place)
            if self.commands:
                printed = self.printed(command)
                assert matches(shown, printed), f"{block.place}: {command} prints\n{printed}"

    def printed(self, command: str) -> str:
        """What a command prints on both streams; a pipe may only feed imhotep's standard input."""
        feed, _, last = command.rpartition(" | ")
        words = words_of(last)
        if words[0] == "cat":
            return "".join((self.folder / name).read_text(encoding="utf-8") for name in words[1:])
        assert words[0] == "imhotep", f"{command}: only imhotep and cat are run"
        typed = ""
        if feed:
            assert words_of(feed)[0] == "printf"
            typed = words_of(feed)[1].encode().decode("unicode_escape")
        with contextlib.chdir(self.folder):
            return run_imhotep(words[1:], typed)


def run_imhotep(arguments: list[str], typed: str = "") -> str:
    """The command line in this process: starting Python for each command would take longer than most of them."""
    from imhotep.cli.main import main

    printed = io.BytesIO()
    said = io.TextIOWrapper(printed, encoding="utf-8", write_through=True)
    before = sys.argv, sys.stdin, dict(os.environ)
    sys.argv, sys.stdin = ["imhotep", *arguments], io.StringIO(typed)
    os.environ.update(COLUMNS=WIDTH, TERM="dumb")
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
            main()
    finally:
        sys.argv, sys.stdin, environment = before
        os.environ.clear()
        os.environ.update(environment)
    lines = printed.getvalue().decode("utf-8").strip("\n").splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def console_parts(block: Block) -> Iterator[tuple[str, str]]:
    """Each command and what is shown below it."""
    head, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not head.strip(), f"{block.place}: begin with a command: $ imhotep ..."
    for part in parts:
        command, _, shown = part.partition("\n")
        yield command, f"{shown.rstrip()}\n".lstrip("\n")


def matches(shown: str, printed: str) -> bool:
    """The same lines; `...` alone in a line stands for any lines, `…` for part of a line."""
    pattern = ""
    for line in shown.splitlines(keepends=True):
        pattern += r"(?:.*\n)*?" if line == "...\n" else re.escape(line).replace("…", ".*?")
    return re.fullmatch(pattern, printed) is not None


def parse_json(block: Block) -> None:
    try:
        json.loads(block.text)
    except json.JSONDecodeError:
        for line in block.text.splitlines():
            json.loads(line)


def rewrite(page: Path) -> str:
    """The page with what its commands print now; what is cut short with `...` stays if it still fits."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(page, Path(folder))
        for block in blocks_of(page):
            if block.language != "console":
                if block.language in ("python", "pycon"):
                    runner.run(block)
                continue
            for command, shown in console_parts(block):
                printed = runner.printed(command)
                if matches(shown, printed):
                    continue
                if "\n...\n" in f"\n{shown}" or "…" in shown:
                    print(f"{block.place}: {command} prints something else now; adapt it by hand:\n{printed}")
                else:
                    text = text.replace(f"$ {command}\n{shown}", f"$ {command}\n{printed}")
    return text


if __name__ == "__main__":
    for page in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        new = rewrite(page)
        if new != page.read_text(encoding="utf-8"):
            page.write_text(new, encoding="utf-8")
            print(f"wrote {page.relative_to(ROOT)}")
