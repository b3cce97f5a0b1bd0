"""An empty Debian in a folder, made by debootstrap, and programs that run in it as if it were a machine of its own.

Each program has its own process and mount namespace, which end with it: nothing is left behind. With `alone` it has a
network of its own, too, in which there is nothing but loopback. Needs root. Packages come from wherever this machine
gets its own: its certificates and pip's settings are lent to whoever installs.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
LENT = "/tmp/certificates.crt"  # in the root
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# Runs in namespaces of its own before it becomes the program: mounts what every machine has.
ENTER = """
set -e
root=$1; shift
mount --make-rprivate /
[ -z "$WRITABLE" ] || mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
if [ -n "$WRITABLE" ]; then
    mount -t tmpfs tmpfs "$root/run"
    mount -t tmpfs tmpfs "$root/tmp"
    for folder in $WRITABLE; do mount --bind "$root$folder" "$root$folder"; done
    mount -o remount,bind,ro "$root"
fi
[ -z "$ALONE" ] || ip link set lo up
exec chroot "$@"
"""


class Root:
    """A folder with a Debian in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def new(cls, folder: Path, suite: str, kept: Path) -> "Root":
        """An empty one; `kept` keeps what debootstrap has fetched, for the next time."""
        empty = kept / suite
        if not empty.exists():
            fresh = kept / f"{suite}.new"
            shutil.rmtree(fresh, ignore_errors=True)
            kept.mkdir(parents=True, exist_ok=True)
            subprocess.run(["debootstrap", "--variant=minbase", suite, str(fresh)], check=True, stdout=sys.stderr)
            fresh.rename(empty)
        folder.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "--archive", str(empty), str(folder)], check=True)
        return cls(folder)

    def path(self, inside: str) -> Path:
        return self.folder / inside.lstrip("/")

    def command(
        self,
        words: Sequence[str],
        user: str = "root",
        folder: str = "/",
        environment: Mapping[str, str] | None = None,
        alone: bool = False,
        writable: Sequence[str] = (),
        limits: Sequence[str] = (),
    ) -> tuple[list[str], dict[str, str]]:
        """What runs a program there, for subprocess, and its environment. `writable`: folders besides which
        nothing can be written; `limits`: options of prlimit."""
        given = {"PATH": PATH, "HOME": "/", "LANG": "C.UTF-8", **(environment or {})}
        namespaces = ["--mount", "--pid", "--fork", "--kill-child", *(["--net"] if alone else [])]
        inside = f"cd {shlex.quote(folder)} && umask {given.pop('UMASK', '022')} && exec {shlex.join(words)}"
        own = [f"{name}={value}" for name, value in given.items()]
        became = ["setpriv", *as_user(self, user), "env", "--ignore-environment", *own, "/bin/sh", "-c", inside]
        limited = ["prlimit", *limits] if limits else []
        entered = ["sh", "-c", ENTER, "enter", str(self.folder), str(self.folder), *limited, *became]
        return ["unshare", *namespaces, *entered], {
            **os.environ,
            "ALONE": "1" if alone else "",
            "WRITABLE": " ".join(writable),
        }

    def run(self, words: Sequence[str], check: bool = True, **how: Any) -> "subprocess.CompletedProcess[str]":
        """To its end; with what it says on both streams."""
        command, environment = self.command(words, **how)
        return subprocess.run(
            command, env=environment, check=check, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def lend(self) -> dict[str, str]:
        """What this machine needs to reach its registries: an environment, for as long as something is installed."""
        given = {
            name: value for name, value in os.environ.items() if name.startswith("PIP_") and "CONSTRAINT" not in name
        }
        given |= {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        if CERTIFICATES.exists():
            shutil.copy(CERTIFICATES, self.path(LENT))
            self.path(LENT).chmod(0o644)
            given |= dict.fromkeys(("PIP_CERT", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "NPM_CONFIG_CAFILE"), LENT)
        return given

    def take_back(self) -> None:
        self.path(LENT).unlink(missing_ok=True)


def as_user(root: Root, user: str) -> list[str]:
    """Options of setpriv: a user of the root's own, by its name."""
    if user == "root":
        return ["--clear-groups"]
    for line in root.path("/etc/passwd").read_text(encoding="utf-8").splitlines():
        name, _, number, group, *_ = line.split(":")
        if name == user:
            return ["--reuid", number, "--regid", group, "--clear-groups", "--no-new-privs", "--bounding-set=-all"]
    sys.exit(f"there is no user {user} in this root")


def status_of(process: "subprocess.Popen[str]") -> dict[str, str]:
    """What the kernel says of a program that runs there: Uid, CapEff, NoNewPrivs and so on."""
    lines = Path(f"/proc/{inside(process)}/status").read_text(encoding="utf-8").splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def end(process: "subprocess.Popen[str]") -> None:
    """Ask it to end; unshare itself takes no signals."""
    if process.poll() is None:
        os.kill(inside(process), signal.SIGTERM)


def inside(process: "subprocess.Popen[str]") -> int:
    """Of the program itself."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="utf-8")
    return int(children.split()[0])
