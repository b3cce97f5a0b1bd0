"""Empty environments with chosen packages in them, copied from the one that tests run in: nothing is fetched."""

import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path


class Environment:
    """A new Python environment; `bin` has its interpreter and the command `imhotep`."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self._site = next(folder.glob("lib/python*/site-packages"))
        self._there: set[str] = set()

    def install(self, name: str, extras: frozenset[str] = frozenset()) -> None:
        """A package as it is installed here, with all that it needs."""
        package = metadata.distribution(name)
        if name not in self._there:
            self._there.add(name)
            for file in package.files or ():
                if ".." not in file.parts and "__pycache__" not in file.parts:
                    target = self._site / file
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(str(file.locate()), target)
        for needed, extra in requirements(package.requires or [], extras):
            if needed not in self._there or extra:
                self.install(needed, extra)

    def run(self, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
        """`python ARGUMENTS`, with nothing else on the path."""
        environment = {"PATH": str(self.bin), "HOME": str(self._site), "LANG": "C.UTF-8"}
        command = [str(self.bin / "python"), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout)


def requirements(lines: list[str], extras: frozenset[str]) -> list[tuple[str, frozenset[str]]]:
    """Names, with the extras asked of each, of what is needed on this machine for these extras."""
    from packaging.requirements import Requirement

    found: list[tuple[str, frozenset[str]]] = []
    for line in lines:
        needed = Requirement(line)
        if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in (*extras, "")):
            found.append((re.sub(r"[-_.]+", "-", needed.name).lower(), frozenset(needed.extras)))
    return found
