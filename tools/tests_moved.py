"""Which tests run nowhere any more: tools/tests_moved.py OLD NEW compares two checkouts.

For each it asks pytest what `make test`, `make test-all` and `make soak` would run, with the compiled and the pure
engine, and reads the names of the client's tests. A test of the old checkout must be in the new one, in whichever file,
as often as before, by its name and parameters or by the new ones that tests_moved.toml has for it; that file also says
which were given up on purpose. Whatever else is missing is printed, and so is a line of that file that fits nothing.
"""

import argparse
import itertools
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# how the tests were asked for before there were markers, and how they are now
SETTINGS: tuple[tuple[dict[str, str], list[str]], ...] = (
    ({"IMHOTEP_PURE": "0", "IMHOTEP_TESTS": "all"}, []),
    ({"IMHOTEP_PURE": "1", "IMHOTEP_TESTS": "all"}, ["-m", "not browser"]),
    ({"IMHOTEP_PURE": "0", "IMHOTEP_TESTS": "soak", "IMHOTEP_SOAK": "1"}, []),
)
PYTEST = ("-m", "pytest", "-o", "addopts=", "--collect-only", "-q", "-p", "no:cacheprovider")


def collected(checkout: Path, settings: dict[str, str], chosen: list[str]) -> list[str]:
    """Tests as `file::name[parameters]`, without what differs from checkout to checkout."""
    own = checkout / ".venvs" / "main" / "bin" / "python"  # with imhotep as it is there
    command = [str(own if own.exists() else sys.executable), *PYTEST, *chosen]
    environment = {**os.environ, **settings}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"pytest can't collect the tests of {checkout}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    lines = [line for line in done.stdout.splitlines() if re.match(r"tests/\S+\.py::", line)]
    place = re.escape(str(checkout.resolve()))
    lines = [re.sub(rf"{place}/[\w./]*/|@[\w-]+$", "", line) for line in lines]
    return [re.sub(r"^\S+?(\w+)\.py::", r"\1::", line) for line in lines]


def of_the_client(checkout: Path) -> list[str]:
    """Names of the tests of web/tests."""
    found = []
    for file in sorted((checkout / "web" / "tests").glob("*.test.*")):
        text = file.read_text(encoding="utf-8")
        found += [f"{file.stem}::{name}" for _, name in re.findall(r'^\s*test\(\s*(["`])(.*?)\1', text, re.MULTILINE)]
    return found


# --- what stands in tests_moved.toml


FREE = {"<n>": r"\d+", "<text>": ".*"}


def pattern(text: str, carried: Iterable[str] | None = None) -> str:
    """`*` is any text, which is the same before and after, `<text>` one that was rewritten, `<n>` a number that pytest
    gives by position."""
    texts = itertools.repeat("(.*)") if carried is None else map(re.escape, carried)
    found = ""
    for part in re.split(r"([*]|<n>|<text>)", text):
        found += next(texts) if part == "*" else FREE.get(part) or re.escape(part)
    return found


class Move:
    """Tests that have other names now, or were given up for others."""

    def __init__(self, old: str, new: list[str], why: str, given_up: bool = False) -> None:
        self.old, self.new, self.why, self.given_up, self.used = old, new, why, given_up, False
        self._fits = re.compile(pattern(old))

    def is_about(self, test: str) -> bool:
        return self._fits.fullmatch(test) is not None

    def finds(self, test: str, there: Counter[str]) -> bool:
        """Whether what this test has become is there. Where a name leaves something open, each test needs its own."""
        self.used = True
        match = self._fits.fullmatch(test)
        carried = None if match is None or self.given_up else match.groups()
        for new in self.new:
            wanted = re.compile(pattern(new, carried))
            found = next((name for name, count in there.items() if count and wanted.fullmatch(name)), None)
            if found is None:
                return False
            if any(part in new for part in FREE) and not self.given_up:
                there[found] -= 1
        return True


def moves(data: dict[str, Any]) -> list[Move]:
    """In this order: the first that is about a test counts."""
    renamed = [
        Move(old, [new] if isinstance(new, str) else new, entry["why"])
        for entry in data.get("renamed", [])
        for old, new in entry["tests"].items()
    ]
    given_up = [
        Move(old, entry["now"], entry["why"], given_up=True)
        for entry in data.get("given_up", [])
        for old in entry["tests"]
    ]
    return renamed + given_up


@dataclass
class Comparison:
    missing: list[str]
    given_up: list[tuple[str, Move]]
    renamed: int


def compare(old: list[str], new: list[str], known: list[Move]) -> Comparison:
    names = Counter(test.partition("::")[2] for test in new)
    there = {move: names.copy() for move in known}
    result = Comparison([], [], 0)
    for test in old:
        name = test.partition("::")[2]
        move = next((move for move in known if move.is_about(test)), None)
        if move is None and names[name] > 0:
            names[name] -= 1  # so that two of a name need two
        elif move is None or not move.finds(test, there[move]):
            result.missing.append(test)
        elif move.given_up:
            result.given_up.append((test, move))
        else:
            result.renamed += 1
    return result


# --- what is told


def told(what: str, old: list[str], new: list[str], known: list[Move]) -> Iterator[str]:
    result = compare(old, new, known)
    yield (
        f"{what}: {len(old)} before, {len(new)} now; {result.renamed} under another name, "
        f"{len(result.given_up)} given up, {len(result.missing)} run nowhere any more"
    )
    yield from (f"  nowhere: {test}" for test in result.missing)
    for why, group in itertools.groupby(result.given_up, lambda one: one[1].why):
        given_up = list(group)
        yield f"  given up: {why}"
        yield from (f"    {test}" for test, _ in given_up)
        yield from (f"    now: {test}" for test in given_up[0][1].new)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--known", type=Path, default=Path(__file__).with_suffix(".toml"), metavar="FILE")
    asked = parser.parse_args()
    known = moves(tomllib.loads(asked.known.read_text(encoding="utf-8")))
    lines: list[str] = []
    for settings, chosen in SETTINGS:
        shown = " ".join(f"{name}={value}" for name, value in settings.items())
        old, new = (collected(checkout, settings, chosen) for checkout in (asked.old, asked.new))
        lines += told(shown, old, new, known)
    lines += told("web/tests", of_the_client(asked.old), of_the_client(asked.new), known)
    lines += [f"fits no test of {asked.old}: {move.old}" for move in known if not move.used]
    print("\n".join(lines))
    sys.exit(any(line.startswith(("  nowhere", "fits no test")) for line in lines))


if __name__ == "__main__":
    main()
