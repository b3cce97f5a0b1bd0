"""Running the engine's Python source: where it was not compiled, and anywhere with IMHOTEP_PURE=1.

The latter is for debugging, and to compare both engines. Interpreted, lists take the place of the engine's vectors:
they are used alike (changed in place, and only ever made longer), and indexing them is a quarter faster.
"""

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

ENGINE = Path(__file__).parent / "engine"


def pure_is_asked() -> bool:
    return os.environ.get("IMHOTEP_PURE", "") not in ("", "0")


def use_pure_engine_if_needed() -> None:
    is_there = any(ENGINE.glob("kernel.*.so")) or any(ENGINE.glob("kernel.*.pyd"))
    if pure_is_asked() or not is_there:
        sys.meta_path.insert(0, _SourceFinder())


def engine_is_compiled() -> bool:
    import imhotep.engine.kernel as kernel

    return not str(kernel.__file__).endswith(".py")


class _SourceFinder:
    """Finds the .py files of the engine before the compiled modules beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("imhotep.engine.") or path is None:
            return None
        for folder in path:
            source = Path(folder, fullname.rpartition(".")[2] + ".py")
            if source.exists():
                loader = _SourceLoader(fullname, str(source))
                spec = importlib.machinery.ModuleSpec(fullname, loader, origin=str(source))
                spec.has_location = True
                return spec
        return None


class _SourceLoader(importlib.machinery.SourceFileLoader):
    """While an engine module is being read, `from librt.vecs import vec` gives lists."""

    def exec_module(self, module: ModuleType) -> None:
        before = sys.modules.get("librt.vecs")
        sys.modules["librt.vecs"] = _lists
        try:
            super().exec_module(module)
        finally:
            if before is None:
                del sys.modules["librt.vecs"]
            else:
                sys.modules["librt.vecs"] = before


class _ListForVec:
    def __class_getitem__(cls, item: object) -> type[list[object]]:
        return list


def _append(items: list[object], item: object) -> list[object]:
    items.append(item)
    return items


_lists = ModuleType("librt.vecs")
_lists.vec = _ListForVec  # type: ignore[attr-defined]
_lists.append = _append  # type: ignore[attr-defined]
