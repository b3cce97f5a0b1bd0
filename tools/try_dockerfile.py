"""Carries out the lines of the Dockerfile without Docker, until the server in the image answers /healthz.

Each stage is a folder with an empty Debian (tools/debian_root.py); RUN, COPY, ENV, WORKDIR and USER do there what they
do in an image. Then ENTRYPOINT and CMD run as the image's user, on a file system that may only be written in its
volumes, as in compose.yaml, in a network of its own; HEALTHCHECK asks them, and a backup is made. Needs root and
debootstrap.

    tools/try_dockerfile.py              # ten minutes; --keep FOLDER keeps the image's files there
    tools/try_dockerfile.py --keep FOLDER --built     # runs them again
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from debian_root import Root, end, status_of

ROOT = Path(__file__).resolve().parent.parent
LONG = 60.0  # seconds; only to end a server that hangs


class Line(NamedTuple):
    number: int
    word: str
    rest: str


def lines_of(text: str) -> Iterator[Line]:
    """Instructions; comments and continued lines are put together as Docker does it."""
    joined, began = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or (not line.strip() and not joined):
            continue
        began = began if joined else number
        joined += line.rstrip("\\") if line.endswith("\\") else line
        if not line.endswith("\\"):
            word, _, rest = joined.strip().partition(" ")
            yield Line(began, word.upper(), rest.strip())
            joined = ""


# --- what is copied


def left_out(path: str, patterns: list[str]) -> bool:
    """By .dockerignore: the last pattern that fits the path, or a folder it lies in, counts."""
    parts = path.split("/")
    above = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
    out = False
    for pattern in patterns:
        wanted = re.escape(pattern.lstrip("!").strip("/"))
        wanted = wanted.replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
        if any(re.fullmatch(wanted, folder) for folder in above):
            out = not pattern.startswith("!")
    return out


def context(folder: Path) -> Iterator[str]:
    """The files that Docker would be sent."""
    patterns = [line.strip() for line in (folder / ".dockerignore").read_text(encoding="utf-8").splitlines()]
    patterns = [line for line in patterns if line and not line.startswith("#")]
    kept = [pattern.lstrip("!").split("/")[0] for pattern in patterns if pattern.startswith("!")]
    for top in sorted(set(kept)):
        for path in [folder / top] if (folder / top).is_file() else sorted((folder / top).rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not left_out(name, patterns):
                yield name


def copy(sources: list[str], target: Path, base: Path, names: list[str] | None, into: bool) -> None:
    """`names`: the only files that are there; None: all of them."""
    for source in sources:
        found = base / source.lstrip("/")
        if names is None:
            subprocess.run(["cp", "--archive", "--no-target-directory", str(found), str(target)], check=True)
            continue
        inside = source.rstrip("/").removeprefix("./")
        for name in names:
            if inside in ("", ".") or name.startswith(f"{inside}/"):
                place = target / (name if inside in ("", ".") else name.removeprefix(f"{inside}/"))
            elif name == inside:
                place = target / Path(name).name if into else target
            else:
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(base / name, place)


# --- stages


class Stage:
    def __init__(self, root: Root) -> None:
        self.root = root
        self.environment: dict[str, str] = {}
        self.folder = "/"
        self.user = "root"
        self.volumes: list[str] = []
        self.entry: list[str] = []
        self.command: list[str] = []
        self.health: list[str] = []


def build(dockerfile: str, folder: Path, kept: Path, built: bool) -> Stage:
    """The last stage. `built`: its files are there; the lines only say how they are run."""
    stages: dict[str, Stage] = {}
    names = list(context(ROOT))
    stage: Stage | None = None
    for line in lines_of(dockerfile):
        print(f"{line.number}: {line.word} {line.rest[:100]}", flush=True)
        if line.word == "FROM":
            image, *more = line.rest.split()
            name = more[1] if more[:1] == ["AS"] else str(len(stages))
            suite = re.fullmatch(r"debian:(\w+)-slim", image)
            if suite is None:
                sys.exit(f"line {line.number}: {image} is no Debian, so it can't be tried here")
            stage = stages[name] = Stage(Root(folder / name) if built else Root.new(folder / name, suite[1], kept))
            continue
        if built and line.word in ("RUN", "COPY"):
            continue
        if stage is None:
            sys.exit(f"line {line.number}: FROM comes first")
        carry_out(line, stage, stages, names)
    if stage is None:
        sys.exit("the Dockerfile is empty")
    return stage


def carry_out(line: Line, stage: Stage, stages: dict[str, Stage], names: list[str]) -> None:
    match line.word:
        case "RUN":
            began = time.monotonic()
            lent = stage.root.lend()
            done = stage.root.run(
                ["/bin/sh", "-c", line.rest],
                check=False,
                user=stage.user,
                folder=stage.folder,
                environment=lent | stage.environment,
            )
            stage.root.take_back()
            if done.returncode:
                sys.exit(f"{done.stdout[-4000:]}\nline {line.number} ends with {done.returncode}")
            print(f"   {time.monotonic() - began:.0f} s, {(done.stdout.splitlines() or [''])[-1][:100]}", flush=True)
        case "COPY":
            words = shlex.split(line.rest)
            stage_name = words.pop(0).removeprefix("--from=") if words[0].startswith("--from=") else None
            *sources, target = words
            place = stage.root.path(os.path.join(stage.folder, target))
            base = ROOT if stage_name is None else stages[stage_name].root.folder
            copy(sources, place, base, names if stage_name is None else None, target.endswith("/"))
        case "ENV":
            stage.environment |= dict(word.split("=", 1) for word in shlex.split(line.rest))
        case "WORKDIR":
            stage.folder = line.rest
            stage.root.path(line.rest).mkdir(parents=True, exist_ok=True)
        case "USER":
            stage.user = line.rest
        case "VOLUME":
            stage.volumes = json.loads(line.rest)
        case "ENTRYPOINT":
            stage.entry = json.loads(line.rest)
        case "CMD":
            stage.command = json.loads(line.rest)
        case "HEALTHCHECK":
            stage.health = json.loads(line.rest.partition("CMD ")[2])
        case "EXPOSE" | "STOPSIGNAL" | "LABEL":
            pass  # says something, does nothing
        case other:
            sys.exit(f"line {line.number}: {other} can't be tried here")


# --- what was built


def run(stage: Stage) -> None:
    """Until the server is well, and a backup of it made."""
    how: dict[str, Any] = {
        "user": stage.user,
        "folder": stage.folder,
        "environment": stage.environment,
        "writable": stage.volumes,
    }
    command, environment = stage.root.command([*stage.entry, *stage.command], alone=True, **how)
    server = subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    beside = ["nsenter", "--target", str(server.pid), "--net"]
    try:
        wait_until_well(stage, server, beside, how)
        backup = [*stage.entry, "backup", stage.volumes[-1]]
        words, environment = stage.root.command(backup, **how)
        made = subprocess.run([*beside, *words], env=environment, text=True, capture_output=True)
        if made.returncode:
            sys.exit(f"no backup can be made: {made.stdout}{made.stderr}")
        print(made.stdout)
        status = status_of(server)
        print(*(f"{name}: {status[name].split()[0]}" for name in ("Uid", "CapEff", "NoNewPrivs")), sep=", ")
        if status["Uid"].split()[0] == "0":
            sys.exit("the server runs as root")
    finally:
        end(server)
        said, _ = server.communicate(timeout=LONG)
        print(said)
    if server.returncode:
        sys.exit(f"asked to end, the server ends with {server.returncode}")


def wait_until_well(stage: Stage, server: "subprocess.Popen[str]", beside: list[str], how: dict[str, Any]) -> None:
    words, environment = stage.root.command(stage.health, **how)
    deadline = time.monotonic() + LONG
    while True:
        asked = subprocess.run([*beside, *words], env=environment, text=True, capture_output=True)
        if asked.returncode == 0:
            print("the HEALTHCHECK says that it is well")
            return
        if server.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"the server does not get well: {asked.stderr[-1000:]}")
        time.sleep(0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="a folder for the image's files, to look at them")
    parser.add_argument("--built", action="store_true", help="they are there from the last time")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "debian", help="keeps the empty Debian")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="image-") as folder:
        dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
        stage = build(dockerfile, given.keep or Path(folder), given.cache, given.built)
        run(stage)
        size = subprocess.run(["du", "-sm", str(stage.root.folder)], text=True, capture_output=True).stdout.split()[0]
        print(f"the image has {size} MB; everything went well")


if __name__ == "__main__":
    main()
