"""Check that a release is ready, and say what to type; nothing is published.

`release.py` checks everything: versions, changelog, git, then linters, tests, and what is in the wheels and the sdist.
`--check-only` stops after what takes a moment. `--tag TAG` and `--dist FOLDER` are for the release workflow: the first
compares versions with a tag that is there already, the second looks at files that are built already. `--notes` prints
the changelog's section.
"""

import argparse
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from datetime import date
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NAME = "imhotep-game"  # of the distribution; what is imported is called imhotep
FILE_NAME = NAME.replace("-", "_")  # as wheels and sdists spell it
BRANCH = "main"

VERSION = re.compile(r'^__version__ = "([^"]+)"(?: *#.*)?$', re.MULTILINE)
CITED = re.compile(r"^version: *[\"']?([^\"'\s]+)", re.MULTILINE)
DATED = re.compile(r"\((\d{4}-\d{2}-\d{2})\)")
EXACT = re.compile(r"={2,3}")

COMMANDS = (("make", "lint"), ("make", "test"), ("make", "wheel"))

CLIENT = "imhotep/server/client/index.html"
IN_WHEEL = ("imhotep/__init__.py", "imhotep/py.typed", CLIENT)
# A folder with a slash in front lies at the top, another one anywhere.
NOT_IN_WHEEL = ("/tests/", "/tools/", "/web/", "/docs/", "/benchmarks/", "node_modules/", "__pycache__/")
IN_SDIST = ("PKG-INFO", "pyproject.toml", "setup.py", "LICENSE", "README.md", f"src/{CLIENT}")
FOLDERS_IN_SDIST = ("tests/", "web/src/", "src/imhotep/")
NOT_IN_SDIST = ("node_modules/", "__pycache__/", "/.venvs/", "/.git/")
COMPILED = (".so", ".pyd")


class CannotCheckError(Exception):
    """Why nothing can be checked at all."""


class Section(NamedTuple):
    """Of the changelog, without its heading."""

    heading: str
    text: str


def version_of(root: Path) -> str:
    path = root / "src" / "imhotep" / "__init__.py"
    found = VERSION.search(path.read_text(encoding="utf-8")) if path.exists() else None
    if found is None:
        raise CannotCheckError('src/imhotep/__init__.py has no version: write a line `__version__ = "1.2.3"` into it')
    return found[1]


def sections_of(root: Path) -> Iterator[Section]:
    parts = re.split(r"^## +(.+)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for heading, text in zip(parts[1::2], parts[2::2], strict=True):
        yield Section(heading.strip(), text.strip())


def section_of(root: Path, version: str) -> Section | None:
    return next((section for section in sections_of(root) if section.heading.split()[0] == version), None)


# What takes a moment. Each check gives a line for each problem, and the line says what to do.


def check_versions(root: Path, version: str) -> Iterator[str]:
    cited = CITED.search((root / "CITATION.cff").read_text(encoding="utf-8"))
    if cited is None or cited[1] != version:
        yield f"CITATION.cff: write `version: {version}`, as in src/imhotep/__init__.py"
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if "version" in project or "version" not in project.get("dynamic", []):
        yield 'pyproject.toml: write `dynamic = ["version"]`, and no version: that stands in src/imhotep/__init__.py'
    if "version" in json.loads((root / "web" / "package.json").read_text(encoding="utf-8")):
        yield "web/package.json: take the version out; the client has the package's"


def check_changelog(root: Path, version: str, today: date) -> Iterator[str]:
    section = section_of(root, version)
    wanted = f"## {version} ({today})"
    if section is None:
        yield f"CHANGELOG.md: write a section `{wanted}`"
    elif not is_dated(section.heading):
        yield f"CHANGELOG.md: give the section of {version} its date: `{wanted}`"
    elif not section.text:
        yield f"CHANGELOG.md: say in the section of {version} what is new for users"
    for other in sections_of(root):
        if other != section and "unreleased" in other.heading.lower() and other.text:
            yield f"CHANGELOG.md: move what stands under `{other.heading}` into the section of {version}"


def is_dated(heading: str) -> bool:
    found = DATED.search(heading)
    try:
        return found is not None and bool(date.fromisoformat(found[1]))
    except ValueError:
        return False


def check_tree(root: Path) -> Iterator[str]:
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        yield f"git: commit, stash or ignore what has changed: {changed[0][3:]}{more}"


def check_branch(root: Path) -> Iterator[str]:
    branch = git(root, "branch", "--show-current")
    if branch != BRANCH:
        yield f"git: a release is made from {BRANCH}, and this is {branch or 'no branch'}: `git switch {BRANCH}`"


def check_tag_is_free(root: Path, version: str) -> Iterator[str]:
    if git(root, "tag", "--list", f"v{version}"):
        yield f"git: the tag v{version} exists: raise the version in src/imhotep/__init__.py"


def check_tag_is(version: str, tag: str) -> Iterator[str]:
    if tag != f"v{version}":
        yield f"git: the tag is {tag} and the version {version}: delete the tag, and tag v{version}"


def git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", None) or str(error)
        raise CannotCheckError(f"git {arguments[0]} has failed: {said.strip()}") from None
    return done.stdout.rstrip()


# What was built.


def check_dist(folder: Path, version: str) -> Iterator[str]:
    files = sorted(path for path in folder.glob("*") if path.is_file()) if folder.is_dir() else []
    ours = [path for path in files if path.name.startswith(f"{FILE_NAME}-{version}") and is_of(path.name, version)]
    for path in files:
        if path not in ours:
            yield f"{path.name}: is no file of {NAME} {version}: delete it, and build again with `make wheel`"
    wheels = [path for path in ours if path.suffix == ".whl"]
    if not any(is_pure(path) for path in wheels):
        yield f"{folder.name}: has no pure wheel (py3-none-any): build it with `make wheel`"
    if all(is_pure(path) for path in wheels):
        yield f"{folder.name}: has no compiled wheel: install a C compiler, and build it with `make wheel`"
    if not any(path.suffix == ".gz" for path in ours):
        yield f"{folder.name}: has no sdist: build it with `make wheel`"
    for path in ours:
        try:
            yield from check_wheel(path, version) if path.suffix == ".whl" else check_sdist(path, version)
        except (OSError, zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
            yield f"{path.name}: can't be read ({error}): delete it, and build again with `make wheel`"


def is_of(name: str, version: str) -> bool:
    return name == f"{FILE_NAME}-{version}.tar.gz" or (
        name.startswith(f"{FILE_NAME}-{version}-") and name.endswith(".whl")
    )


def is_pure(wheel: Path) -> bool:
    return wheel.name.endswith("-py3-none-any.whl")


def check_wheel(path: Path, version: str) -> Iterator[str]:
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
        metadata = f"{FILE_NAME}-{version}.dist-info/METADATA"
        for name in (*IN_WHEEL, metadata):
            if name not in names:
                yield f"{path.name}: lacks {name}: {'run `make client`' if name == CLIENT else 'see package-data'}"
        yield from unwanted(path, names, NOT_IN_WHEEL)
        compiled = sorted(name for name in names if name.endswith(COMPILED))
        if is_pure(path) and compiled:
            yield f"{path.name}: is called pure and has {compiled[0]}: build it with IMHOTEP_PURE=1 in a clean folder"
        if not is_pure(path) and not compiled:
            yield f"{path.name}: is called compiled and has no compiled module: see the warnings of the build"
        if metadata in names:
            yield from check_metadata(path.name, wheel.read(metadata), version)


def check_sdist(path: Path, version: str) -> Iterator[str]:
    top = f"{FILE_NAME}-{version}/"
    with tarfile.open(path) as sdist:
        members = sdist.getmembers()
        outside = [member.name for member in members if not f"{member.name}/".startswith(top)]
        if outside:
            yield f"{path.name}: has {outside[0]} beside the folder {top}: build it with `make wheel`"
        names = {member.name.removeprefix(top) for member in members if member.isfile()}
        for name in IN_SDIST:
            if name not in names:
                yield f"{path.name}: lacks {name}: {'run `make client`' if CLIENT in name else 'see MANIFEST.in'}"
        for folder in FOLDERS_IN_SDIST:
            if not any(name.startswith(folder) for name in names):
                yield f"{path.name}: lacks the folder {folder}: see MANIFEST.in"
        yield from unwanted(path, names, NOT_IN_SDIST)
        compiled = sorted(name for name in names if name.endswith(COMPILED))
        if compiled:
            yield f"{path.name}: has the compiled module {compiled[0]}: see MANIFEST.in"
        info = sdist.extractfile(f"{top}PKG-INFO") if "PKG-INFO" in names else None
        if info is not None:
            yield from check_metadata(path.name, info.read(), version)


def unwanted(path: Path, names: set[str], folders: tuple[str, ...]) -> Iterator[str]:
    for folder in folders:
        at_top = folder.startswith("/")
        found = sorted(
            name for name in names if (name.startswith(folder[1:]) if at_top else f"/{folder}" in f"/{name}")
        )
        if found:
            yield f"{path.name}: must not have {found[0]}, nor anything in {folder}: see MANIFEST.in and packages.find"


def check_metadata(file: str, content: bytes, version: str) -> Iterator[str]:
    """What a package index and installers would stumble over."""
    metadata = BytesParser().parsebytes(content)
    for field, wanted in (("Name", NAME), ("Version", version), ("Description-Content-Type", "text/markdown")):
        if not str(metadata.get(field, "")).startswith(wanted):
            yield f"{file}: {field} is {metadata.get(field)!r} and should be {wanted!r}: see pyproject.toml"
    for field in ("Metadata-Version", "Summary", "Requires-Python", "License-Expression", "License-File"):
        if not metadata.get(field):
            yield f"{file}: has no {field}: see pyproject.toml"
    if not description_of(metadata).strip():
        yield f"{file}: has no description: `readme` in pyproject.toml names it"
    for requirement in metadata.get_all("Requires-Dist", []):
        needed, _, when = str(requirement).partition(";")
        if "@" in needed:
            yield f"{file}: {needed.strip()} is an address, which no index takes: name a version in pyproject.toml"
        elif EXACT.search(needed) and "extra" not in when:
            yield f"{file}: {needed.strip()} is exact, and others couldn't depend on us: give a range in pyproject.toml"


def description_of(metadata: Message) -> str:
    payload = metadata.get_payload(decode=True)
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else str(metadata.get("Description", ""))


# All of it.


def cheap_problems(root: Path, version: str, tag: str | None) -> list[str]:
    problems = [*check_versions(root, version), *check_changelog(root, version, date.today())]
    if tag is not None:
        return [*problems, *check_tag_is(version, tag)]
    return [*problems, *check_tree(root), *check_branch(root), *check_tag_is_free(root, version)]


def expensive_problems(root: Path, version: str) -> list[str]:
    for command in COMMANDS:
        print(f"== {' '.join(command)}", flush=True)
        if subprocess.run(command, cwd=root).returncode:
            return [f"`{' '.join(command)}` has failed: put right what it says above"]
    return [*check_dist(root / "dist", version), *check_tree(root)]


def what_to_type(version: str) -> str:
    return f"""imhotep {version} is ready, and nothing has been published. To publish it, type

    git tag --annotate v{version} --message "imhotep {version}"
    git push origin {BRANCH}
    git push origin v{version}

The tag starts the workflow "release": it builds and tests wheels for all systems and makes the release on GitHub.
Then it waits until somebody approves the environment `pypi`; only after that does anything go to the package index,
and there it stays."""


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--check-only", action="store_true", help="only what takes a moment")
    only.add_argument("--tag", help="only versions and changelog, for a tag that is there already")
    only.add_argument("--dist", type=Path, help="only the wheels and the sdist in this folder")
    only.add_argument("--notes", action="store_true", help="print what the changelog says about this version")
    chosen = parser.parse_args(arguments)
    try:
        version = version_of(root)
        if chosen.notes:
            section = section_of(root, version)
            print(section.text if section else "")
            return 0 if section else 1
        if chosen.dist:
            problems = list(check_dist(chosen.dist, version))
        else:
            problems = cheap_problems(root, version, chosen.tag)
            if not problems and not chosen.check_only and chosen.tag is None:
                problems = expensive_problems(root, version)
    except CannotCheckError as reason:
        print(reason, file=sys.stderr)
        return 1
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    whole = not (chosen.check_only or chosen.tag or chosen.dist)
    print(what_to_type(version) if whole else f"imhotep {version}: all of that is in order")
    return 0


if __name__ == "__main__":
    sys.exit(main())
