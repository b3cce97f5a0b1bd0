"""Compiles the engine with mypyc.

IMHOTEP_PURE=1 leaves that out. Without a working C compiler the package is installed pure, with a warning: the same
source runs interpreted.
"""

import os
import warnings
from glob import glob

from setuptools import setup
from setuptools.command.build_ext import build_ext

ENGINE = sorted(path for path in glob("src/imhotep/engine/**/*.py", recursive=True) if not path.endswith("__init__.py"))


class BuildOrGoPure(build_ext):
    """All of the engine compiled, or none of it."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever the tool chain raises: the package works without it
            warnings.warn(
                f"imhotep: the engine was not compiled ({error}); installing the pure one, about 50 times slower",
                stacklevel=1,
            )
            for extension in self.extensions:
                for path in (self.get_ext_fullpath(extension.name), self._inplace_path(extension.name)):
                    if os.path.exists(path):
                        os.unlink(path)
            self.extensions = []

    def _inplace_path(self, name: str) -> str:
        return os.path.join("src", self.get_ext_filename(name))


def engine_extensions() -> list[object]:
    if os.environ.get("IMHOTEP_PURE", "") not in ("", "0"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        warnings.warn(f"imhotep: mypyc is missing ({error}); installing the pure engine", stacklevel=1)
        return []
    extensions = mypycify(ENGINE, opt_level="3", debug_level="0", group_name="imhotep_engine")
    for extension in extensions:
        if os.name == "posix":
            extension.extra_compile_args += ["-fno-semantic-interposition", "-finline-limit=1000"]
    return list(extensions)


setup(ext_modules=engine_extensions(), cmdclass={"build_ext": BuildOrGoPure})
