"""Every arrow points down, as docs/architecture.md says: between packages, between the rooms of the server, and nowhere
in a circle."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SOURCE = ROOT / "src"

# From the bottom; what shares a layer does not know each other.
PACKAGES = [
    ["engine"],
    ["table", "workers"],
    ["terminal"],
    ["bots"],
    ["lab"],
    ["server", "envs"],
    ["training"],
    ["cli"],
]
ABOVE_ITS_PACKAGE = {"imhotep.terminal.analysis"}  # draws what the lab has found; bots need the rest of the terminal
ROOMS = [
    ["errors", "ids", "clock", "settings", "logs", "operator_pages"],
    ["storage"],
    ["metrics"],
    ["people"],
    ["games"],
    ["tables"],
    ["push", "work"],
    ["services"],
    ["http"],
    ["lifecycle"],
]


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(at_once: bool) -> dict[str, set[str]]:
    """Of each of our modules those that it imports: at once, or whenever it likes."""
    trees = {name_of(path): ast.parse(path.read_bytes()) for path in sorted((SOURCE / "imhotep").rglob("*.py"))}
    return {
        name: set(imported_in(tree.body if at_once else ast.walk(tree), set(trees))) - {name}
        for name, tree in trees.items()
    }


def imported_in(nodes: Iterable[ast.AST], ours: set[str]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in ours)
        elif isinstance(node, ast.ImportFrom) and node.module in ours:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inner & ours
            if inner - ours:
                yield node.module


def arrows(inside: str) -> Iterator[tuple[str, str, str]]:
    """From which part of a package to which other, with the module that imports."""
    for module, found in imports(at_once=False).items():
        for other in found:
            if module.startswith(f"{inside}.") and other.startswith(f"{inside}."):
                ends = [name.removeprefix(f"{inside}.").split(".")[0] for name in (module, other)]
                if ends[0] != ends[1]:
                    yield ends[0], ends[1], module


@pytest.mark.parametrize(("inside", "layers"), [("imhotep", PACKAGES), ("imhotep.server", ROOMS)])
def test_arrows_point_down(inside: str, layers: list[list[str]]) -> None:
    level = {name: number for number, layer in enumerate(layers) for name in layer}
    found = [arrow for arrow in arrows(inside) if arrow[0] in level and arrow[1] in level]
    assert {end for arrow in found for end in arrow[:2]} == level.keys()
    upward = [arrow for arrow in found if level[arrow[0]] <= level[arrow[1]]]
    assert [arrow for arrow in upward if arrow[2] not in ABOVE_ITS_PACKAGE] == []


def test_each_room_of_the_server_has_its_layer() -> None:
    there = {path.stem for path in (SOURCE / "imhotep" / "server").iterdir() if path.suffix == ".py"}
    there |= {path.parent.name for path in (SOURCE / "imhotep" / "server").glob("*/__init__.py")}
    assert there - {"__init__"} == {name for layer in ROOMS for name in layer}


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(imports(at_once=True)).prepare()  # raises CycleError, which names them
