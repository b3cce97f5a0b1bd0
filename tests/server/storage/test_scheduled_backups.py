"""Backups that are made again and again in a folder, and which of them are kept."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from imhotep.server.storage.scheduled_backups import FORM, Keep, back_up_every, back_up_into, backups_in, kept
from tests.support.command import run
from tests.support.postgres import postgresql_programs
from tests.support.processes import LONG
from tests.support.waiting import wait_for

on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)

NOW = datetime(2026, 11, 18, 3, tzinfo=UTC)  # a Wednesday


def named(at: datetime) -> Path:
    return Path(f"imhotep-{at.strftime(FORM)}.db")


def hours_before(*hours: int) -> list[Path]:
    return [named(NOW - timedelta(hours=each)) for each in hours]


def test_nothing_is_removed_unless_somebody_says_what_to_keep() -> None:
    files = hours_before(*range(0, 1000, 7))
    assert kept(files, Keep()) == files


def test_the_last_one_of_each_day_and_week_is_kept() -> None:
    files = hours_before(0, 1, 2, 6, 30, 31, 200, 220)
    assert kept(files, Keep(last=2)) == hours_before(0, 1)
    assert kept(files, Keep(daily=2)) == hours_before(0, 6)  # 6 hours ago it was yesterday
    assert kept(files, Keep(daily=9)) == hours_before(0, 6, 30, 200, 220)
    assert kept(files, Keep(weekly=2)) == hours_before(0, 200)
    assert kept(files, Keep(daily=1, weekly=2)) == hours_before(0, 200)
    assert kept(files, Keep(last=3, weekly=2)) == hours_before(0, 1, 2, 200)


def test_of_a_year_a_week_and_the_sundays_before_are_left() -> None:
    folder: list[Path] = []
    for day in range(365):
        folder = kept([named(NOW + timedelta(days=day)), *folder], Keep(daily=7, weekly=5))
    assert folder == [named(NOW + timedelta(days=364 - age)) for age in (*range(7), 10, 17, 24)]


@pytest.mark.both_databases
def test_backups_rotate_and_can_be_restored(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{postgresql_programs()}:{os.environ['PATH']}")
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "imhotep-old.db").write_text("somebody else's")
    (folder / "imhotep-20200101T000000Z.db.part").write_text("of a process that was killed")
    os.utime(folder / "imhotep-20200101T000000Z.db.part", (0, 0))
    made = [back_up_into(folder, url, Keep(last=2), NOW + timedelta(hours=hour)) for hour in range(4)]
    assert backups_in(folder) == [made[3], made[2]]
    assert {file.name for file in folder.iterdir()} == {"imhotep-old.db", made[2].name, made[3].name}
    assert made[3].stat().st_mode & 0o777 == 0o600
    done = run("restore", made[3], "--database", url, "--force")
    assert done.returncode == 0, done.stderr


@on_sqlite
def test_a_failed_backup_removes_no_old_one(url: str, tmp_path: Path) -> None:
    back_up_into(tmp_path, url, Keep(last=1), NOW)
    kept_file = backups_in(tmp_path)
    Path(url.removeprefix("sqlite:///")).write_text("this is no database any more")
    failed = run("backup", tmp_path, "--keep-last", "1", "--database", url)
    assert failed.returncode == 2
    assert failed.stderr.startswith("imhotep: ")
    assert backups_in(tmp_path) == kept_file
    assert list(tmp_path.glob("*.part")) == []


@on_sqlite
def test_wrong_options_are_refused(url: str, tmp_path: Path) -> None:
    for options in (["--every", "24"], ["--keep-daily", "7"]):
        refused = run("backup", tmp_path / "file", *options, "--database", url)
        assert (refused.returncode, "is not a folder" in refused.stderr) == (2, True)
    for wrong in (["--every", "0"], ["--keep-last", "0"], ["--keep-weekly", "-1"]):
        assert run("backup", tmp_path, *wrong, "--database", url).returncode == 2
    assert backups_in(tmp_path) == []


@on_sqlite
@pytest.mark.slow
def test_it_goes_on_until_it_is_stopped_and_after_a_failure(url: str, tmp_path: Path) -> None:
    file = Path(url.removeprefix("sqlite:///"))
    away, folder, errors = tmp_path / "away", tmp_path / "backups", tmp_path / "errors"
    folder.mkdir()
    words = [sys.executable, "-m", "imhotep", "backup", str(folder), "--every", "0.0005", "--keep-last", "2"]
    with errors.open("w") as said:
        process = subprocess.Popen([*words, "--database", url], stderr=said, stdout=subprocess.DEVNULL)
    try:
        wait_for(lambda: len(backups_in(folder)) == 2, LONG)
        first = backups_in(folder)[-1]
        wait_for(lambda: not first.exists(), LONG)
        file.rename(away)
        wait_for(lambda: "the backup has failed: there is no database" in errors.read_text(), LONG)
        latest = backups_in(folder)[0]
        away.rename(file)
        wait_for(lambda: backups_in(folder)[0] != latest, LONG)
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONG) == 0
    finally:
        process.kill()
        process.wait()
    assert list(folder.glob("*.part")) == []
    assert len(backups_in(folder)) == 2


@on_sqlite
def test_one_that_is_young_enough_is_not_made_again(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that starting the service anew makes none."""

    class WouldWaitError(Exception):
        pass

    def wait(seconds: float) -> None:
        assert 0 < seconds <= 3600
        raise WouldWaitError

    monkeypatch.setattr("time.sleep", wait)
    back_up_into(tmp_path, url, Keep(), datetime.now(UTC) - timedelta(minutes=1))
    with pytest.raises(WouldWaitError):
        back_up_every(timedelta(hours=1), tmp_path, url, Keep(), made=print, failed=print)
    assert len(backups_in(tmp_path)) == 1
