"""What the pages of the documentation show, and how it is run: a page's blocks in their order, in a folder of its own.

| block | what is done with it |
|---|---|
| `python` | run; all blocks of a page share their names |
| `pycon` | run as a doctest |
| `console` | lines with `$` are run and what they print is compared; a line `...` is any lines, `…` part of one |
| `sh` | its commands are read, not run: programs, subcommands, options, bots and files must exist |
| `py`, `js` | a whole program: the text of a file in examples/ |
| `json`, `toml`, `ini` | parsed; several lines of JSON may be a value each |

Anything else is on the list `NOT_RUN`, with the reason. After a wanted change of what commands print run
`python tests/doc_blocks.py` and read the diff.
"""

import configparser
import contextlib
import doctest
import io
import json
import os
import re
import shlex
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import typer

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
WIDTH = "100"  # of the terminal that pages show

# Blocks that nothing here can check: page and first line, and why.
NOT_RUN = {
    (
        "architecture.md",
        "web/             the browser client: knows no rule, draws views, offers the moves it was sent",
    ): ("a drawing of the layers"),
    ("stdio-bots.md", '> {"type":"hello","protocol":1,"seconds":{"start":10.0,"move":10.0,"game":null}}'): (
        "what goes to and fro, cut short; tests/test_stdio_bots.py has such a conversation"
    ),
    ("operations.md", "location / {"): "the configuration of nginx, which is not installed for tests",
    ("operations.md", "upstream imhotep { server 10.0.0.5:8468; server 10.0.0.6:8468; }"): "the same",
    ("operations.md", "imhotep.example {"): "the configuration of Caddy, which is not installed for tests",
}

# Programs that pages name and the tests don't start.
ELSEWHERE = {
    "createdb": "needs a PostgreSQL that runs",
    "dask": "needs several machines",
    "pg_dump": "needs a PostgreSQL that runs",
    "pg_restore": "needs a PostgreSQL that runs",
}

# Bots that pages teach to write, and programs that exist where the reader is.
BOTS_OF_THE_READER = ("hasty", "stdio")


class Block(NamedTuple):
    page: Path
    line: int  # of its first line in the page, from 1
    language: str
    text: str  # without the indentation of the list that it stands in

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}, line {self.line}"


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

    def __init__(self, page: Path, folder: Path, commands: bool = True) -> None:
        self.page = page
        self.folder = folder
        self.commands = commands  # whether commands are run, or only read
        self.names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, block: Block) -> None:
        match block.language:
            case "python":
                self._python(block)
            case "pycon":
                self._doctest(block)
            case "console":
                self._console(block)
            case "sh":
                for command in commands_of(block.text):
                    check_command(command, block.place)
            case "py" | "js":
                texts = [file.read_text(encoding="utf-8") for file in ROOT.glob("examples/*") if file.is_file()]
                assert block.text in texts, f"{block.place}: this is no file of examples/"
            case "json":
                parse_json(block)
            case "toml":
                tomllib.loads(block.text)
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


def words_of(command: str) -> list[str]:
    return shlex.split(command, comments=True)


def commands_of(text: str) -> Iterator[list[str]]:
    for line in text.replace("\\\n", " ").splitlines():
        for command in line.split(" && "):
            if words := words_of(command):
                yield words


def check_command(words: list[str], place: str) -> None:
    """A command that is only shown must at least be one that would be understood."""
    while re.fullmatch(r"[A-Z_]+=.*", words[0]):  # a variable for this command alone
        words = words[1:]
    program, *arguments = words
    match program.rpartition("/")[2]:
        case "imhotep":
            check_imhotep(arguments, place)
        case "make":
            targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
            for target in arguments:
                assert target in targets or "=" in target, f"{place}: there is no make {target}"
        case "pip":
            check_pip(arguments, place)
        case "python":
            files = [word for word in arguments if word.endswith(".py")]
            assert files or arguments[:1] == ["-m"], f"{place}: which program?"
            for file in files:
                assert (ROOT / file).exists(), f"{place}: there is no {file}"
        case "cd" | "cat" | "printf":
            pass
        case name:
            assert name in ELSEWHERE, f"{place}: {name} is neither ours nor on the list of what can't be run"


def check_imhotep(arguments: list[str], place: str) -> None:
    """Subcommand, options and bots exist; nothing is run."""
    from imhotep.bots import make_bot
    from imhotep.cli.main import app

    group = typer.main.get_command(app)
    name, *rest = arguments or ["--help"]
    if name.startswith("-"):
        return
    command = getattr(group, "commands", {}).get(name)
    assert command is not None, f"{place}: there is no imhotep {name}"
    try:
        with command.make_context(name, rest) as context:
            specs = [context.params.get("bot"), *(context.params.get("bots") or [])]
    except typer.Exit:  # --help
        return
    except typer.TyperException as error:
        raise AssertionError(f"{place}: imhotep {' '.join(arguments)}: {error.format_message()}") from None
    for spec in specs:
        if spec is not None and spec.partition(":")[0] not in BOTS_OF_THE_READER:
            make_bot(spec)


def check_pip(arguments: list[str], place: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert arguments[0] == "install", place
    for word in arguments[1:]:
        extras = re.fullmatch(r"(?:imhotep|\.)\[(.+)\]", word)
        for extra in extras[1].split(",") if extras else []:
            assert extra in project["optional-dependencies"], f"{place}: there is no extra {extra}"


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
