"""Compiles the engine with mypyc.

IMHOTEP_PURE=1 leaves the engine uncompiled. Without a working C compiler the package is installed pure, with a warning:
the same source runs interpreted. What was compiled is kept in build/engine and taken from there as long as nothing that
matters has changed. The browser client is part of the package if `make client` has built it; nothing is built here.
"""

import hashlib
import os
import shutil
import sys
import sysconfig
import warnings
from glob import glob
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ENGINE = sorted(path for path in glob("src/imhotep/engine/**/*.py", recursive=True) if not path.endswith("__init__.py"))


BUILDING = {"build", "build_ext", "bdist_wheel", "develop", "editable_wheel", "install"}
GCC_FLAGS = ["-fno-semantic-interposition", "-finline-limit=1000", "-Wno-error"]


class BuildOrGoPure(build_ext):
    """All of the engine compiled, or none of it."""

    def run(self) -> None:
        try:
            super().run()
            self._keep()
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

    def build_extension(self, ext: Extension) -> None:
        kept = KEPT / self.file_name(ext.name)
        if kept.exists():
            target = Path(self.get_ext_fullpath(ext.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(kept, target)
        else:
            super().build_extension(ext)

    def file_name(self, name: str) -> str:
        return str(self.get_ext_filename(name))  # type: ignore[no-untyped-call]

    def _keep(self) -> None:
        """All at once, so that nobody finds half of them."""
        if not self.extensions or KEPT.exists():
            return
        fresh = KEPT.with_suffix(f".{os.getpid()}")
        for extension in self.extensions:
            place = fresh / self.file_name(extension.name)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.get_ext_fullpath(extension.name), place)
        try:
            fresh.rename(KEPT)
        except OSError:  # somebody else was quicker
            shutil.rmtree(fresh)


class BuildAndLookForClient(build_py):
    def run(self) -> None:
        if not self.editable_mode:  # files that are gone would still be there from an earlier build
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if not Path("src/imhotep/server/client/index.html").exists():
            warnings.warn(
                "imhotep: this installation has no browser client: run `make client`, then install again. "
                "Everything else works, and `imhotep terminal` plays without it.",
                stacklevel=1,
            )


def kept_engine() -> Path:
    """Where the engine lies that is compiled from just these sources, by these tools, for this Python."""
    found = hashlib.sha256()
    for path in ["setup.py", *ENGINE]:
        content = Path(path).read_bytes()
        found.update(f"{path} {len(content)}\n".encode() + content)
    for package in ("mypy", "librt", "mypy-extensions", "setuptools"):
        found.update(f"{package} {version_of(package)}\n".encode())
    for name in ("CC", "CFLAGS", "LDFLAGS"):
        found.update(f"{name} {os.environ.get(name)}\n".encode())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return Path("build", "engine", f"{found.hexdigest()[:20]}{suffix}")


def version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def engine_extensions() -> list[Any]:
    if not BUILDING & {*sys.argv}:  # only the metadata is asked for: translating the engine takes half a minute
        return []
    if os.environ.get("IMHOTEP_PURE", "") not in ("", "0"):
        return []
    if KEPT.is_dir():
        suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
        files = sorted(path.relative_to(KEPT).as_posix().removesuffix(suffix) for path in KEPT.rglob(f"*{suffix}"))
        return [Extension(file.replace("/", "."), []) for file in files]
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        warnings.warn(f"imhotep: mypyc is missing ({error}); installing the pure engine", stacklevel=1)
        return []
    # The engine alone is compiled: what lies above it is neither needed nor checked here (make lint does that).
    flags = ["--config-file=", "--follow-imports=silent"]
    # C code in a folder for each Python: two of them may be compiled for at once
    folder = f"build/c{sysconfig.get_config_var('EXT_SUFFIX')}"
    extensions = mypycify(
        [*flags, *ENGINE], opt_level="3", debug_level="0", group_name="imhotep_engine", target_dir=folder
    )
    if os.name == "posix":
        for extension in extensions:  # they share one list of arguments: give each its own
            extension.extra_compile_args = [*extension.extra_compile_args, *GCC_FLAGS]
    return extensions


KEPT = kept_engine()

setup(ext_modules=engine_extensions(), cmdclass={"build_ext": BuildOrGoPure, "build_py": BuildAndLookForClient})
