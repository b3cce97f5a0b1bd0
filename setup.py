"""Compiles the engine with mypyc, and builds the browser client with Node.

IMHOTEP_PURE=1 leaves the engine uncompiled. Without a working C compiler the package is installed pure, with a warning:
the same source runs interpreted. IMHOTEP_NO_CLIENT=1 leaves the client out, and so does, with a warning, a machine that
can't build it: everything else works.
"""

import os
import shutil
import sys
import warnings
from glob import glob
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ENGINE = sorted(path for path in glob("src/imhotep/engine/**/*.py", recursive=True) if not path.endswith("__init__.py"))

GCC_FLAGS = ["-fno-semantic-interposition", "-finline-limit=1000", "-Wno-error"]


class BuildOrGoPure(build_ext):
    """All of the engine compiled, or none of it."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever the tool chain raises: the package works without it
            warnings.warn(
                "imhotep: the engine could not be compiled, so the pure one is installed, about 50 times slower. "
                f"Is there a C compiler? {type(error).__name__}: {str(error)[:200]}",
                stacklevel=1,
            )
            for extension in self.extensions:
                path = self.get_ext_fullpath(extension.name)
                if os.path.exists(path):
                    os.unlink(path)
            self.extensions = []


class BuildWithClient(build_py):
    """Python's files, and the client where the server looks for it."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        folder = Path(self.build_lib, "imhotep", "server", "client")
        shutil.rmtree(folder, ignore_errors=True)  # files of an earlier build have other names
        if os.environ.get("IMHOTEP_NO_CLIENT", "") not in ("", "0"):
            return
        try:
            shutil.copytree(built_client(), folder)
        except Exception as error:  # whatever Node or npm had: the package works without it
            warnings.warn(
                "imhotep: the browser client could not be built, so this installation has none; `imhotep terminal` "
                f"plays without it. {type(error).__name__}: {str(error)[:200]}",
                stacklevel=1,
            )


def built_client() -> Path:
    sys.path.insert(0, "tools")
    try:
        import build_web
    finally:
        sys.path.remove("tools")
    return build_web.client()


def engine_extensions() -> list[Any]:
    if os.environ.get("IMHOTEP_PURE", "") not in ("", "0"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        warnings.warn(f"imhotep: mypyc is missing ({error}); installing the pure engine", stacklevel=1)
        return []
    # The engine alone is compiled: what lies above it is neither needed nor checked here (make lint does that).
    flags = ["--config-file=", "--follow-imports=silent"]
    extensions = mypycify([*flags, *ENGINE], opt_level="3", debug_level="0", group_name="imhotep_engine")
    if os.name == "posix":
        for extension in extensions:  # they share one list of arguments: give each its own
            extension.extra_compile_args = [*extension.extra_compile_args, *GCC_FLAGS]
    return extensions


setup(ext_modules=engine_extensions(), cmdclass={"build_ext": BuildOrGoPure, "build_py": BuildWithClient})
