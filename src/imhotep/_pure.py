"""IMHOTEP_PURE=1 runs the engine's Python source even where it was compiled: for debugging, and to compare both."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType


def pure_is_asked() -> bool:
    return os.environ.get("IMHOTEP_PURE", "") not in ("", "0")


def use_pure_engine_if_asked() -> None:
    if pure_is_asked() and not any(isinstance(finder, _SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _SourceFinder())


def engine_is_compiled() -> bool:
    import imhotep.engine.kernel as kernel

    return not str(kernel.__file__).endswith(".py")


class _SourceFinder(importlib.abc.MetaPathFinder):
    """Finds the .py files of the engine before the compiled modules beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("imhotep.engine.") or path is None:
            return None
        for folder in path:
            source = Path(folder, fullname.rpartition(".")[2] + ".py")
            if source.exists():
                return importlib.util.spec_from_file_location(fullname, source)
        return None
