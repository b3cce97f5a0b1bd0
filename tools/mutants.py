"""Tries the rules' tests by mutation: tools/mutants.py [--jobs N] [--again] [--only ID] [--list] [--report]

A mutant is the engine with one small mistake in builder/ or duel/, made by the operators of Cosmic Ray. Its tests are
those of tests/rules that run the mistaken line, the fastest first, until one fails; for what is no rule (by what
bots play, and what learners observe) also test_bots.py and test_observations.py. Which tests run a line is found out by
coverage.py, once, with the engine as it is. Which mutants:

- Places in the source are drawn by SEED, then one mutant of each place; so `a + b`, which has eleven, counts like `if`.
- Left out is what can't matter by construction: annotations and decorators (all speak to the compiler alone), and
  `is` for `==` (the engine compares small integers, and None).

Not asked are test_engines_agree.py (the compiled engine has no mutants), test_ruling_coverage.py (reads tests only),
test_conformance.py (as in every sample, conftest.py) and what bots do in seconds or by long searches. Hypothesis draws
the same examples in each run. A test that takes far longer than usual has found the mutant, too.

`make mutants` installs Cosmic Ray and runs this. What was tried is in .cache/mutants, where another run goes on;
the outcome, with a verdict on each mutant that survived, written by hand, in benchmarks/mutants.json.
"""

import argparse
import ast
import difflib
import hashlib
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple, TypeAlias

import coverage  # type: ignore[import-not-found,unused-ignore]
import hypothesis
import pytest
from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-not-found,import-untyped,unused-ignore]
from cosmic_ray.mutating import mutate_code  # type: ignore[import-not-found,import-untyped,unused-ignore]
from cosmic_ray.plugins import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    get_operator,
    operator_names,
)

SEED = 1
SAMPLE = 300

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
ENGINE = SOURCE / "imhotep" / "engine"
CACHE = ROOT / ".cache" / "mutants"
LOG = CACHE / "log.jsonl"
OUTCOME = ROOT / "benchmarks" / "mutants.json"

RULES = "tests/rules"
NOT_ASKED = ("seconds", "kept_tree", "search", "mcts")  # parts of names of tests beside the rules
NO_RULES = ("test_engines_agree.py", "test_ruling_coverage.py")
BESIDE_RULES = ["tests/bots/test_bots.py", "tests/envs/test_observations.py"]

FOR_BOTS = ("estimate", "distinct", "canonical", "with_first_equal_ship", "first_equal_card", "doubtful")

Results: TypeAlias = "Connection[Any, Any]"  # of a mutant's id with killed or survived, and by what
MEMORY = 3 << 30
CANT_BE_READ = "killed", "can't be read"
NO_TEST = "survived", "no test runs it"
CANT_BE_READ_CODES = (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR)
FORK = multiprocessing.get_context("fork")


class Mutant(NamedTuple):
    """One mistake; its id is its place, since of each place one mutant is drawn."""

    id: str
    file: str
    line: int
    about: str  # rule, bots or observation
    operator: str
    before: str
    after: str
    source: str  # of the whole file


class Place(NamedTuple):
    file: str
    line: int
    column: int


class Hunt(NamedTuple):
    mutant: Mutant
    tests: dict[str, float]  # in their order, with the seconds that they take


class Timing(NamedTuple):
    """What the tests did with the engine as it is."""

    seconds: dict[str, float]  # by test, of processor time
    coverage: coverage.CoverageData
    by_line: dict[str, dict[int, list[str]]]  # the tests that run each line, of files that were asked for


# --- which mutants


def places() -> dict[Place, list[tuple[str, int]]]:
    """Where something can be changed, and by which operator at which of its occurrences in that file."""
    found: dict[Place, list[tuple[str, int]]] = defaultdict(list)
    operators = [name for name in operator_names() if not get_operator(name).arguments()]
    for path in sorted([*ENGINE.glob("builder/*.py"), *ENGINE.glob("duel/*.py")]):
        nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
        for name in operators:
            operator = get_operator(name)()
            starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
            for occurrence, (line, column) in enumerate(starts):
                found[Place(str(path.relative_to(ENGINE)), line, column)].append((name, occurrence))
    return found


def drawn_mutants() -> list[Mutant]:
    """Once for each state of the sources, since it takes a minute."""
    sample = CACHE / f"{digest_of(Path(__file__), *ENGINE.rglob('*.py'))}.sample.json"
    if not sample.exists():
        sample.parent.mkdir(parents=True, exist_ok=True)
        sample.write_text(json.dumps(draw_mutants()), encoding="utf-8")
    return [Mutant(*mutant) for mutant in json.loads(sample.read_text(encoding="utf-8"))]


def draw_mutants() -> list[Mutant]:
    """In the order in which they were drawn, so that a run that was broken off is a smaller sample."""
    everywhere, draw = places(), random.Random(SEED)
    order = sorted(everywhere)
    draw.shuffle(order)
    mutants: list[Mutant] = []
    for place in order:
        choices = everywhere[place]
        draw.shuffle(choices)
        mutant = next(mutants_at(place, choices), None)
        if mutant is not None:
            mutants.append(mutant)
        if len(mutants) == SAMPLE:
            break
    return mutants


def mutants_at(place: Place, choices: list[tuple[str, int]]) -> Iterator[Mutant]:
    before = (ENGINE / place.file).read_text(encoding="utf-8")
    for name, occurrence in choices:
        after = mutate_code(before, get_operator(name)(), occurrence)
        if meaning(after) not in (meaning(before), ""):
            difference = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "-+"]
            removed, added = (
                " ".join(line[2:].strip() for line in difference if line[0] == sign) for sign in ("-", "+")
            )
            place_id = f"{place.file}:{place.line}:{place.column}"
            operator = name.partition("/")[2]
            about = subject(place, ast.parse(before))
            yield Mutant(place_id, place.file, place.line, about, operator, removed, added, after)


def subject(place: Place, tree: ast.Module) -> str:
    """Points are whole: whatever is a float is an estimate, by which bots play, and no rule."""
    if place.file.endswith("observation.py"):
        return "observation"
    if place.file.endswith("evaluation.py"):
        return "bots"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.lineno <= place.line <= (node.end_lineno or 0):
            if node.name in FOR_BOTS or (isinstance(node.returns, ast.Name) and node.returns.id == "float"):
                return "bots"
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            if (node.lineno, node.col_offset) == (place.line, place.column):
                return "bots"
    return "rule"


def meaning(source: str) -> str:
    """The program without what can't matter; nothing if it is none."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # case A + B
        return ""
    for node in ast.walk(tree):
        for name, nothing in (("annotation", None), ("returns", None), ("decorator_list", [])):
            if hasattr(node, name):
                setattr(node, name, nothing)
        if isinstance(node, ast.Compare):
            node.ops = [EQUAL.get(type(operator), operator) for operator in node.ops]
    return ast.dump(tree)


EQUAL: dict[type[ast.cmpop], ast.cmpop] = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}


# --- which tests


def chosen_tests(mutant: Mutant, timing: Timing) -> list[str]:
    """Those that run the mutant's line, the fastest first; then all others if it also runs when modules are read."""
    path = str(ENGINE / mutant.file)
    if path not in timing.by_line:
        timing.by_line[path] = timing.coverage.contexts_by_lineno(path)
    by_line = timing.by_line[path]
    runs = {test for line in statement_lines(path, mutant.line) for test in by_line.get(line, [])}
    wanted = [
        test for test in timing.seconds if test.startswith(RULES) or (mutant.about != "rule" and "seconds" not in test)
    ]
    first = sorted((test for test in wanted if test in runs), key=timing.seconds.__getitem__)
    others = sorted((test for test in wanted if test not in runs), key=timing.seconds.__getitem__)
    return first + others if "" in runs else first


def statement_lines(path: str, line: int) -> range:
    """The lines of the statement that a line belongs to; of a compound one, those of its head."""
    lines = range(line, line + 1)
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):  # outer ones come first
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line):
            body = getattr(node, "body", None)
            end = body[0].lineno if body else (node.end_lineno or line) + 1
            lines = range(node.lineno, max(end, node.lineno + 1))
            if line not in lines or isinstance(node, ast.Match):
                lines = range(line, line + 1)
    return lines


# --- running tests, in a process that has read nothing of imhotep before


class Plugin:
    """The same examples in each run, and only tests that are asked."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path.name in NO_RULES else None

    def pytest_sessionstart(self) -> None:
        hypothesis.settings.register_profile(
            "mutants", parent=hypothesis.settings.get_profile("sample"), derandomize=True, database=None
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [
            item
            for item in items
            if item.nodeid.startswith(RULES) or not any(word in item.nodeid for word in NOT_ASKED)
        ]


class Observing(Plugin):
    """Which test runs which lines, and how long it takes."""

    def __init__(self, measuring: coverage.Coverage) -> None:
        self.measuring = measuring
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measuring.switch_context(item.nodeid)
        before = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - before
        self.measuring.switch_context("")
        return result


class Hunting(Plugin):
    """Reads engine and tests once, and then hunts each mutant in a process of its own, which changes one function."""

    def __init__(self, hunts: list[Hunt], results: Results) -> None:
        self.hunts = hunts
        self.results = results
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        signal.setitimer(signal.ITIMER_PROF, 0)
        items = {item.nodeid: item for item in session.items}
        for hunt in self.hunts:
            found = CANT_BE_READ if session.testsfailed else NO_TEST
            if hunt.tests and not session.testsfailed:
                there, here = FORK.Pipe(duplex=False)
                process = FORK.Process(target=self.hunt, args=(hunt, items, here))
                process.start()
                found = result_of(process, there, here)
            self.results.send((hunt.mutant.id, found))
        return True

    def hunt(self, hunt: Hunt, items: dict[str, pytest.Item], found: Results) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # some mutants never stop to grow
        if is_in_function(hunt.mutant):
            change_function(hunt.mutant)
        chosen = [items[test] for test in hunt.tests]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            limit = 10 + 10 * hunt.tests[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, limit)  # of processor time: others work here, too
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        found.send((hunt.mutant.id, ("killed", self.failed) if self.failed else ("survived", "")))
        os._exit(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid


def is_in_function(mutant: Mutant) -> bool:
    """Else it is a constant, which other modules may have copied: for such a mutant everything is read anew."""
    tree = ast.parse((ENGINE / mutant.file).read_text(encoding="utf-8"))
    return any(
        isinstance(node, ast.FunctionDef) and node.body[0].lineno <= mutant.line <= (node.end_lineno or 0)
        for node in ast.walk(tree)
    )


def change_function(mutant: Mutant) -> None:
    """Gives a function that has been read already the mutant's code."""
    module = sys.modules["imhotep.engine." + mutant.file.removesuffix(".py").replace("/", ".")]
    codes = {code.co_qualname: code for code in all_code(compile(mutant.source, str(module.__file__), "exec"))}
    changed = 0
    for thing in list(vars(module).values()):
        for function in [thing, *(vars(thing).values() if isinstance(thing, type) else [])]:
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                changed += function.__code__ != codes[function.__qualname__]
                function.__code__ = codes[function.__qualname__]
    assert changed == 1, f"{mutant.id}: {changed} functions differ"


def all_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from all_code(constant)


def run_pytest(source: Path, plugin: Plugin) -> int:
    os.chdir(ROOT)
    os.environ.update(IMHOTEP_PURE="1", IMHOTEP_EXPECT="pure", IMHOTEP_TESTS="sample", PYTHONPATH=str(source))
    sys.path.insert(0, str(source))
    return int(pytest.main(["-x", "-p", "no:cacheprovider", "--no-header", RULES, *BESIDE_RULES], plugins=[plugin]))


def observe(data: Path, seconds: Path) -> None:
    measuring = coverage.Coverage(str(data), config_file=False, include=[f"{ENGINE}/*"])
    plugin = Observing(measuring)
    measuring.start()
    code = run_pytest(SOURCE, plugin)
    measuring.stop()
    measuring.save()
    if code == 0:
        seconds.write_text(json.dumps(plugin.seconds), encoding="utf-8")
    sys.exit(code)


def time_tests() -> Timing:
    """Once for each state of sources and tests."""
    digest = digest_of(*ENGINE.rglob("*.py"), *(ROOT / "tests").rglob("*.py"))
    data, seconds = CACHE / f"{digest}.coverage", CACHE / f"{digest}.json"
    if not seconds.exists():
        process = FORK.Process(target=observe, args=(data, seconds))
        process.start()
        process.join()
        if process.exitcode != 0:
            sys.exit("the tests fail, or are not to be measured, with the engine as it is")
    found = coverage.CoverageData(str(data))
    found.read()
    return Timing(json.loads(seconds.read_text(encoding="utf-8")), found, {})


def digest_of(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]


def result_of(process: BaseProcess, there: Results, here: Results) -> tuple[str, str]:
    """What a process found, or how it ended without a word."""
    here.close()
    try:
        result: tuple[str, str] = there.recv()[1]
    except EOFError:
        process.join()
        if process.exitcode == -signal.SIGPROF:
            return "killed", "takes too long"
        return CANT_BE_READ if process.exitcode in CANT_BE_READ_CODES else ("killed", f"ended with {process.exitcode}")
    process.join()
    return result


def pen(source: Path, hunts: list[Hunt], results: Results) -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process
    signal.setitimer(signal.ITIMER_PROF, 120)
    sys.exit(run_pytest(source, Hunting(hunts, results)))


def hunt_all(hunts: list[Hunt]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Those in functions one after another, the others each in a copy of the source."""
    together = [hunt for hunt in hunts if is_in_function(hunt.mutant)]
    there, here = FORK.Pipe(duplex=False)
    process = FORK.Process(target=pen, args=(SOURCE, together, here))
    process.start()
    here.close()
    for _ in together:
        yield there.recv()
    process.join()
    for hunt in hunts:
        if not is_in_function(hunt.mutant):
            yield hunt.mutant.id, hunt_in_copy(hunt)


def hunt_in_copy(hunt: Hunt) -> tuple[str, str]:
    """Compiled files come along with the copy, but that of the mutant."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "src")
        shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("*.so"))
        path = source / ENGINE.relative_to(SOURCE) / hunt.mutant.file
        path.write_text(hunt.mutant.source, encoding="utf-8")
        for old in path.parent.glob(f"__pycache__/{path.stem}.*"):
            old.unlink()
        there, here = FORK.Pipe(duplex=False)
        process = FORK.Process(target=pen, args=(source, [hunt], here))
        process.start()
        return result_of(process, there, here)


# --- what came out


def tried() -> dict[str, dict[str, str]]:
    """The last result of each mutant, by id."""
    lines = LOG.read_text(encoding="utf-8").splitlines() if LOG.exists() else []
    return {entry.pop("id"): entry for entry in map(json.loads, lines)}


def try_all(mutants: list[Mutant], jobs: int) -> None:
    timing = time_tests()
    hunts = [Hunt(mutant, {test: timing.seconds[test] for test in chosen_tests(mutant, timing)}) for mutant in mutants]
    there, here = FORK.Pipe(duplex=False)
    workers = [FORK.Process(target=hunt_share, args=(hunts[number::jobs], here)) for number in range(jobs)]
    for worker in workers:
        worker.start()
    here.close()
    with LOG.open("a", encoding="utf-8") as log:
        for number in range(len(hunts)):
            mutant_id, (result, by) = there.recv()
            log.write(json.dumps({"id": mutant_id, "result": result, "by": by}) + "\n")
            log.flush()
            print(f"{number + 1}/{len(hunts)} {mutant_id} {result}: {by}", flush=True)


def hunt_share(hunts: list[Hunt], results: Results) -> None:
    for result in hunt_all(hunts):
        results.send(result)


def keep(mutants: list[Mutant]) -> None:
    """What came out first stays, and so do the verdicts, as long as a mutant is the same."""
    results, before = tried(), {entry["id"]: entry for entry in kept()["mutants"]}
    entries = []
    for mutant in sorted(mutants):
        if mutant.id in results:
            entry = mutant._asdict() | results[mutant.id]
            del entry["source"]
            earlier = before.get(mutant.id, {})
            same = earlier.get("after") == mutant.after
            entry["first"] = earlier["first"] if same else entry["result"]
            entry["verdict"] = earlier["verdict"] if same else ""
            entries.append(entry)
    outcome = {"seed": SEED, "sample": SAMPLE, "mutants": entries}
    OUTCOME.write_text(json.dumps(outcome, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def kept() -> dict[str, Any]:
    found: dict[str, Any] = {"mutants": []}
    if OUTCOME.exists():
        found = json.loads(OUTCOME.read_text(encoding="utf-8"))
    return found


def report() -> None:
    """A verdict begins with what it is: `killed`, `equivalent` or `left`, and then says why."""
    outcome = kept()
    entries = outcome["mutants"]
    for entry in entries:
        if entry["first"] == "survived":
            print(f"{entry['id']} {entry['operator']}: {entry['before']}\n    -> {entry['after']}")
            print(f"    {entry['result']} {entry['by']}\n    {entry['verdict'] or 'no verdict yet'}")
    counts = Counter(
        "killed at first"
        if entry["first"] == "killed"
        else "killed now"
        if entry["result"] == "killed"
        else entry["verdict"].partition(":")[0] or "no verdict yet"
        for entry in entries
    )
    killed = counts["killed at first"] + counts["killed now"]
    matter = len(entries) - counts["equivalent"]
    print(
        f"{len(entries)} mutants tried of {outcome['sample']} drawn:",
        ", ".join(f"{count} {what}" for what, count in counts.most_common()),
    )
    print(f"killed: {killed} of {matter} that are not equivalent, {killed / max(matter, 1):.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Tries the rules' tests by mutation.")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants at once")
    parser.add_argument("--again", action="store_true", help="those that survived, with new tests")
    parser.add_argument("--only", metavar="ID", help="this mutant alone, once more")
    parser.add_argument("--list", action="store_true", help="lists the mutants that were drawn")
    parser.add_argument("--report", action="store_true", help="what came out, from benchmarks/mutants.json")
    chosen = parser.parse_args()
    if chosen.report:
        report()
        return
    mutants, results = drawn_mutants(), tried()
    if chosen.list:
        for mutant in sorted(mutants):
            print(f"{mutant.id} {mutant.operator}: {mutant.before} -> {mutant.after}")
        return
    if chosen.only:
        todo = [mutant for mutant in mutants if mutant.id == chosen.only]
    elif chosen.again:
        todo = [mutant for mutant in mutants if results.get(mutant.id, {}).get("result") == "survived"]
    else:
        todo = [mutant for mutant in mutants if mutant.id not in results]
    try_all(todo, chosen.jobs)
    keep(mutants)
    report()


if __name__ == "__main__":
    main()
