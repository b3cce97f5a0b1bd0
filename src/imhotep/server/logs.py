"""What a server process tells of itself: an object a line on standard error, and never a secret.

No line of ours holds one. What comes from elsewhere, such as a database's own words, is cleaned: passwords, tokens,
seeds and mail addresses are left out wherever they stand.
"""

import atexit
import contextlib
import json
import logging
import queue
import re
import sys
import threading
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from typing import Any

MOST_WAITING = 10_000  # lines, if nobody reads them; more are dropped, so that no game waits for a log
EXTRA = ("method", "route", "status", "milliseconds")  # of a request

_CLEANING = [
    (re.compile(r"(?m)^\s*DETAIL:.*$"), ""),  # PostgreSQL's, with the values
    (re.compile(r"(?<=://)[^/\s@]*:[^\s]*@"), "***@"),  # the password in an address
    (re.compile(r"[^\s@<>()\"'=:,]+@[^\s@<>()\"',]+\.[^\s@<>()\"',]+"), "[mail]"),
    (re.compile(r"(?<![0-9A-Za-z])[0-9A-Za-z]{32,}(\.[0-9a-f]{32})?(?![0-9A-Za-z])"), "[token]"),
    (re.compile(r"(?<![0-9])[0-9]{22,}(?![0-9])"), "[number]"),
]


class JsonLines(logging.Formatter):
    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._clean(record.getMessage()),
        }
        line |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self._clean(self.formatException(record.exc_info))
        return json.dumps(line, default=str)

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return cleaned(text)


def cleaned(text: str) -> str:
    """Without what must not be read."""
    for pattern, instead in _CLEANING:
        text = pattern.sub(instead, text)
    return text


class _Handler(QueueHandler):
    """Lines are written by a thread of their own."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(queue.Full):
            self.queue.put_nowait(record)


def set_up(level: str, secrets: tuple[str, ...] = ()) -> None:
    """For the whole process, once. Others' libraries never tell details, which may hold cookies."""
    waiting: queue.Queue[logging.LogRecord] = queue.Queue(MOST_WAITING)
    handler = _Handler(waiting)
    handler.setFormatter(JsonLines(secrets))
    listener = QueueListener(waiting, logging.StreamHandler(sys.stderr))
    listener.start()
    atexit.register(listener.stop)
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(handlers=[handler], level=max(number, logging.INFO), force=True)
    logging.getLogger("imhotep").setLevel(number)
    logging.getLogger("uvicorn.error").addFilter(_without_addresses)
    logging.captureWarnings(True)
    threading.excepthook = _thread_failed


def _without_addresses(record: logging.LogRecord) -> bool:
    """uvicorn tells of each WebSocket with its whole address; we have told already, without."""
    return "WebSocket" not in str(record.msg)


def _thread_failed(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        logging.getLogger("imhotep").error("a thread ended", exc_info=failure.exc_value)
