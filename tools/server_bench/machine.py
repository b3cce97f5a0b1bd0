"""What the machine is, and where its time goes while something is measured; read from /proc."""

import os
import platform
import statistics
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from imhotep import __version__
from imhotep._pure import engine_is_compiled

PAGE = os.sysconf("SC_PAGE_SIZE")


def facts() -> dict[str, Any]:
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "imhotep": __version__,
        "engine": "compiled" if engine_is_compiled() else "pure",
        "python": platform.python_version(),
        "machine": f"{platform.machine()} {platform.system()}, {sys.implementation.name}",
        "cores": os.cpu_count(),
        "processor": _processor(),
        "load_before": os.getloadavg()[0],
    }


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(": ")[2]
    return "unknown"


def sync_millis(folder: Path, times: int = 200) -> float:
    """How long the disk takes to keep one page: the median."""
    path, found = folder / "sync", []
    with path.open("wb", buffering=0) as file:
        for number in range(times):
            start = time.perf_counter()
            file.write(bytes([number % 256]) * 4096)
            os.fdatasync(file.fileno())
            found.append(time.perf_counter() - start)
    path.unlink()
    return statistics.median(found) * 1000


def memory_of(pid: int) -> int:
    """Bytes that a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def used_seconds(pid: int) -> float:
    """On any core, since it began."""
    return sum(thread.used for thread in _threads(pid).values())


class _Thread(NamedTuple):
    used: float  # seconds on a core
    waited: float  # seconds for a core


class _Moment(NamedTuple):
    at: float
    threads: dict[str, dict[int, dict[int, _Thread]]]  # by group, process and thread
    cores: list[int]  # ticks: user, nice, system, idle, disk, ...


class Watch:
    """Measures which share of a core each group of processes used, from its start to `shares`."""

    def __init__(self, groups: dict[str, list[int]]) -> None:
        self._groups = groups
        self._start = self._now()

    def shares(self) -> dict[str, Any]:
        start, end = self._start, self._now()
        seconds = end.at - start.at
        found: dict[str, Any] = {}
        for group, processes in end.threads.items():
            each = [_share(start.threads[group].get(pid, {}), end, pid, seconds) for pid, end in processes.items()]
            if group == "server" and len(each) > 1:
                found |= {f"server {number}": share for number, share in enumerate(each, 1)}
            else:
                found[group] = {what: sum(share[what] for share in each) for what in each[0]}
        ticks = [now - then for now, then in zip(end.cores, start.cores, strict=True)]
        total = sum(ticks[:8]) or 1
        found["machine"] = {
            "idle": (ticks[3] + ticks[4]) / total,
            "niced": ticks[1] / total,
            "disk_wait": ticks[4] / total,
            "stolen": ticks[7] / total,
        }
        return found

    def _now(self) -> _Moment:
        cores = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
        threads = {
            group: {pid: _threads(pid) for pid in pids if Path(f"/proc/{pid}/task").exists()}
            for group, pids in self._groups.items()
        }
        return _Moment(time.perf_counter(), threads, [int(number) for number in cores])


def _share(start: dict[int, _Thread], end: dict[int, _Thread], pid: int, seconds: float) -> dict[str, float]:
    """Of one process; its first thread runs the event loop."""
    used = {tid: now.used - start.get(tid, _Thread(0, 0)).used for tid, now in end.items()}
    waited = end[pid].waited - start.get(pid, _Thread(0, 0)).waited
    return {
        "core": sum(used.values()) / seconds,
        "loop": used[pid] / seconds,
        "threads": (sum(used.values()) - used[pid]) / seconds,
        "loop_waited": waited / seconds,  # for a core, which others had
    }


def _threads(pid: int) -> dict[int, _Thread]:
    found = {}
    for folder in Path(f"/proc/{pid}/task").iterdir():
        try:
            used, waited, _ = (folder / "schedstat").read_text().split()
        except OSError:
            continue
        found[int(folder.name)] = _Thread(int(used) / 1e9, int(waited) / 1e9)
    return found


def with_children(pid: int) -> list[int]:
    """A process and all below it."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def percent(share: float) -> str:
    return f"{share * 100:.0f}%"


def limit_of(shares: dict[str, Any], sync: float) -> str:
    """In words: what was used up, and how much of everything else."""
    machine = shares["machine"]
    groups = {name: share for name, share in shares.items() if name != "machine"}
    servers = {name: share for name, share in groups.items() if name.startswith(("server", "echo"))}
    busiest = max(servers.values(), key=lambda share: float(share["core"] + share["loop_waited"]))
    if busiest["core"] > 0.85:
        loop, threads = percent(busiest["loop"]), percent(busiest["threads"])
        why = f"the server's Python, which has one core for all its threads: event loop {loop}, others {threads}"
    elif groups["clients"]["core"] > 0.85:
        why = "the clients, which have one core"
    elif busiest["core"] + busiest["loop_waited"] > 0.85 or machine["idle"] < 0.08:
        why = f"the machine's cores: the server waited {percent(busiest['loop_waited'])} of the time for one"
    else:
        why = f"nothing is used up; a move waits for the disk ({sync:.1f} ms a commit) and for its turn"
    used = ", ".join(f"{name} {percent(share['core'])}" for name, share in groups.items())
    rest = f"niced jobs {percent(machine['niced'])}, idle {percent(machine['idle'])} of all cores"
    return f"{why} ({used} of a core; {rest}; fdatasync {sync:.1f} ms)"
