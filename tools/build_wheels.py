"""Build everything that is released, into dist/: a compiled wheel for each Python found, the pure one, and the sdist.

The browser client is taken as `make client` has built it. Each Python has an environment of its own in .venvs with what
building needs; an engine that was compiled before is taken from build/engine.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pythons
import requirements

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
CLIENT = ROOT / "src" / "imhotep" / "server" / "client" / "index.html"
SDIST = "from setuptools import build_meta; build_meta.build_sdist('dist')"


def environment_for(python: Path) -> Path:
    """An interpreter that has what building needs."""
    version = ".".join(map(str, pythons.version(python) or ()))
    folder = ROOT / ".venvs" / f"build-{version}"
    own = folder / "bin" / "python"
    if not own.exists():
        run(python, "-m", "venv", str(folder))
        run(own, "-m", "pip", "install", "--quiet", "--upgrade", "pip")
    run(own, "-m", "pip", "install", "--quiet", *requirements.of("build"))
    return own


def run(python: Path, *arguments: str, **environment: str) -> None:
    done = subprocess.run([str(python), *arguments], cwd=ROOT, env={**os.environ, **environment})
    if done.returncode:
        sys.exit(f"{python} {' '.join(arguments[:4])} has failed")


def wheel(python: Path, pure: bool) -> None:
    options = ("--no-deps", "--no-build-isolation", "--wheel-dir", str(DIST), ".")
    run(python, "-m", "pip", "--quiet", "wheel", *options, IMHOTEP_PURE="1" if pure else "0")


def main() -> None:
    if not CLIENT.exists():
        sys.exit("the browser client is not built: make client")
    os.environ["PIP_CONSTRAINT"] = str(ROOT / "constraints.txt")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    builders = [environment_for(python) for python in pythons.found()]
    for builder in builders:
        wheel(builder, pure=False)
    wheel(builders[0], pure=True)
    run(builders[0], "-c", SDIST)
    made = sorted(path.name for path in DIST.iterdir())
    print(*(f"dist/{name}" for name in made), sep="\n")
    if len(made) != len(builders) + 2:
        sys.exit("the engine was not compiled for every Python found: is there a C compiler, with Python's headers?")


if __name__ == "__main__":
    main()
