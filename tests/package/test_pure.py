"""Running the engine's source instead of the compiled modules."""

import os
import subprocess
import sys

CODE = """
import imhotep
from imhotep._pure import engine_is_compiled
from imhotep.engine.kernel import Actions
print(engine_is_compiled(), type(Actions().codes).__name__)
import librt.vecs
from mypy_extensions import i64
print(type(librt.vecs.vec[i64]([1])).__name__)
"""


def said(pure: str) -> list[str]:
    environment = {**os.environ, "IMHOTEP_PURE": pure}
    done = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_pure_if_asked_with_lists_for_vectors_and_only_there() -> None:
    compiled, kind, vector = said("1")
    assert (compiled, kind) == ("False", "list")
    assert vector != "list"  # nobody else's vectors are touched


def test_whatever_is_installed_if_not_asked() -> None:
    compiled, kind, _ = said("0")
    assert (compiled == "False") == (kind == "list")
    if os.environ.get("IMHOTEP_EXPECT") == "compiled":
        assert compiled == "True"
