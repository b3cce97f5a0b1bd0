"""Installs a server in an empty Debian, as docs/install-server.md says it, and runs its units.

The commands of the page are carried out as they stand, in a folder made by tools/debian_root.py; only those of
systemctl are left out, since nothing boots there. Instead the ExecStart of each unit is run as its User, with its
UMask, Nice and LimitNOFILE, in a network of its own: on SQLite until /healthz answers and a backup is made, then server
and worker on the PostgreSQL of the page. What else the units ask for is read by systemd-analyze, where it is installed.
Needs root and debootstrap.

    tools/try_install.py --wheel dist/imhotep_game-0.1.0-cp313-cp313-linux_x86_64.whl
"""

import argparse
import configparser
import contextlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from debian_root import Root, end, inside, status_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "install-server.md"
UNITS = "etc/systemd/system"
LONG = 60.0  # seconds; only to end a program that hangs
WELL = (
    "from urllib.request import urlopen; print(urlopen('http://127.0.0.1:{port}/healthz', timeout=4).read().decode())"
)


def blocks() -> list[str]:
    """The page's commands for Debian, in their order."""
    text = PAGE.read_text(encoding="utf-8").partition("## On Debian")[2].partition("\n## ")[0]
    return re.findall(r"```bash\n(.*?)```", text, re.DOTALL)


class Unit:
    def __init__(self, root: Root, name: str) -> None:
        self.name = name
        parser = configparser.RawConfigParser(strict=False)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read(root.path(f"{UNITS}/{name}"), encoding="utf-8")
        self.service = dict(parser["Service"])

    @property
    def files(self) -> int | None:
        """How many it may open; here not more than this machine lets anybody."""
        if "LimitNOFILE" not in self.service:
            return None
        wanted, most = int(self.service["LimitNOFILE"]), resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if wanted > most:
            print(f"  {self.name} wants {wanted} open files; nobody here may have more than {most}")
        return min(wanted, most)

    def how(self) -> dict[str, Any]:
        limits = [f"--core={self.service['LimitCORE']}"]
        limits += [f"--nofile={self.files}"] if self.files else []
        return {
            "user": self.service["User"],
            "folder": "/",
            "environment": {"UMASK": self.service["UMask"]},
            "limits": limits,
        }

    @property
    def words(self) -> list[str]:
        nice = ["nice", "-n", self.service["Nice"]] if "Nice" in self.service else []
        return [*nice, *self.service["ExecStart"].split()]


class Machine:
    """What runs in a root, in one network without a way out."""

    def __init__(self, root: Root) -> None:
        self.root = root
        self.first: subprocess.Popen[str] | None = None  # whose network it is

    def command(self, words: list[str], **how: Any) -> tuple[list[str], dict[str, str]]:
        command, environment = self.root.command(words, alone=self.first is None, **how)
        beside = [] if self.first is None else ["nsenter", "--target", str(self.first.pid), "--net"]
        return [*beside, *command], environment

    @contextlib.contextmanager
    def running(self, name: str, words: list[str], **how: Any) -> Iterator["subprocess.Popen[str]"]:
        command, environment = self.command(words, **how)
        print(f"{name}: {' '.join(words)}", flush=True)
        with tempfile.TemporaryFile("w+") as said:
            process = subprocess.Popen(command, env=environment, text=True, stdout=said, stderr=subprocess.STDOUT)
            mine = self.first is None
            self.first = self.first or process
            try:
                yield process
            except BaseException:
                said.seek(0)
                print(said.read()[-3000:])
                raise
            finally:
                with contextlib.suppress(OSError, IndexError):
                    end(process)
                process.wait(LONG)
                self.first = None if mine else self.first
        print(f"{name}: asked to end, it ends with {process.returncode}", flush=True)

    def run(self, words: list[str], **how: Any) -> str:
        command, environment = self.command(words, **how)
        done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise SystemExit(f"{' '.join(words)} ends with {done.returncode}:\n{done.stdout[-3000:]}")
        return done.stdout

    def wait_until(self, words: list[str], **how: Any) -> str:
        deadline = time.monotonic() + LONG
        while True:
            try:
                return self.run(words, **how)
            except SystemExit:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.5)

    @contextlib.contextmanager
    def unit(self, name: str, port: int) -> Iterator[None]:
        unit = Unit(self.root, name)
        with self.running(name, unit.words, **unit.how()) as process:
            print("  /healthz:", self.wait_until(["python3", "-c", WELL.format(port=port)]).strip())
            status = status_of(process)
            limits = Path(f"/proc/{inside(process)}/limits").read_text(encoding="utf-8")
            (files,) = re.findall(r"Max open files +(\d+)", limits)
            print(f"  Uid {status['Uid'].split()[0]}, CapEff {status['CapEff']}, open files {files}", flush=True)
            if status["Uid"].split()[0] == "0" or int(files) != unit.files:
                sys.exit(f"{name} does not run as it should")
            yield


def install(root: Root, wheel: Path) -> None:
    """What the page says, until something has to be started."""
    root.path("/root/imhotep").mkdir()
    shutil.copytree(ROOT / "deploy", root.path("/root/imhotep/deploy"))
    shutil.copy(wheel, root.path("/root/imhotep"))
    denied = root.path("/usr/sbin/policy-rc.d")  # packages start nothing where nothing has booted
    denied.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
    denied.chmod(0o755)
    for block in blocks():
        if "systemctl" in block or "runuser" in block:
            continue
        print(block, end="", flush=True)
        lent = root.lend()
        lent["DEBIAN_FRONTEND"] = "noninteractive"
        done = root.run(["/bin/sh", "-e", "-c", block], check=False, folder="/root/imhotep", environment=lent)
        root.take_back()
        if done.returncode:
            sys.exit(f"{done.stdout[-3000:]}\nthat ends with {done.returncode}")


def run(root: Root) -> None:
    machine = Machine(root)
    backup = Unit(root, "imhotep-backup.service")
    with machine.unit("imhotep.service", 8468):
        print("  ", machine.run(backup.words, **{**backup.how(), "limits": ()}).strip())

    settings = root.path("/etc/imhotep/imhotep.toml")
    text = settings.read_text(encoding="utf-8")
    settings.write_text(re.sub(r'(?m)^database = .*\n# (database = "postgresql)', r"\1", text), encoding="utf-8")
    (programs,) = root.path("/usr/lib/postgresql").iterdir()
    version, cluster = programs.name, f"/etc/postgresql/{programs.name}/main/postgresql.conf"
    # Without its groups it can't read the key of its certificate, which nobody needs here.
    postgres = [f"/usr/lib/postgresql/{version}/bin/postgres", "-c", f"config_file={cluster}", "-c", "ssl=off"]
    root.path("/run/postgresql").mkdir(exist_ok=True)
    root.run(["chown", "postgres:postgres", "/run/postgresql"])
    with machine.running("postgresql", postgres, user="postgres"):
        machine.wait_until(["pg_isready", "--host", "/run/postgresql"])
        for block in blocks():
            if "runuser" in block:
                print(block, end="")
                machine.run(["/bin/sh", "-e", "-c", block])
        with machine.unit("imhotep.service", 8468), machine.unit("imhotep-work.service", 8470):
            print("  ", machine.run(backup.words, **{**backup.how(), "limits": ()}).strip())
    print(*sorted(path.name for path in root.path("/var/backups/imhotep").iterdir()))


def analyse(root: Root) -> None:
    """What systemd itself reads in the units, where it is installed here."""
    if shutil.which("systemd-analyze") is None:
        print("systemd-analyze is not installed here: the units' other settings were not read")
        return
    for name in sorted(os.listdir(ROOT / "deploy" / "systemd")):
        unit = str(root.path(f"{UNITS}/{name}"))
        checked = ["systemd-analyze", "verify", f"--root={root.folder}", name]
        done = subprocess.run(checked, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # There is no systemd in that Debian, and so no target to start from; everything else is about the unit.
        ours = [line for line in done.stdout.splitlines() if "imhotep" in line and "sysinit.target" not in line]
        print(f"systemd-analyze verify {name}:", "; ".join(ours) or "nothing to say")
        if ours:
            sys.exit(1)
        if name.endswith(".service"):
            told = ["systemd-analyze", "security", "--offline=true", "--no-pager", unit]
            print("  ", subprocess.run(told, text=True, capture_output=True).stdout.strip().splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, required=True, help="for this Debian's Python")
    parser.add_argument("--suite", default="trixie")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "debian", help="keeps the empty Debian")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="debian-") as folder:
        root = Root.new(Path(folder) / "root", given.suite, given.cache)
        install(root, given.wheel)
        run(root)
        analyse(root)
    print("everything went well")


if __name__ == "__main__":
    main()
