"""A process of the server from its start to its end.

Asked to end, by SIGTERM or SIGINT, it takes no more connections, finishes its commits, tells those who are connected to
come again and gives back what its bots were to think about. Asked again, it ends at once.
"""

import contextlib
import gc
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

import uvicorn
from litestar.types import ControllerRouterHandler
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from imhotep.server import logs
from imhotep.server.clock import WallClock
from imhotep.server.http.app import OPERATION, ROUTES, create_app
from imhotep.server.http.connections import AddressCount, Connections, most_connections, protocols
from imhotep.server.http.socket import LONGEST_MESSAGE
from imhotep.server.services import Services
from imhotep.server.settings import Settings
from imhotep.server.storage.database import Database, StorageError, make_engine
from imhotep.server.storage.lock import Lock, file_of
from imhotep.server.storage.migrate import NewerSchemaError, upgrade
from imhotep.server.storage.versions import StrangerError, named
from imhotep.table.errors import SetupError

GOODBYE = 3  # seconds for requests that are being answered, and for clients that don't take what they are sent
LONGEST_END = 8.0  # seconds, whatever hangs


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Until it is asked to end. `ready` is told the address."""
    with _locked(settings) as lock:
        listening = _listen(settings.host, settings.port)
        address = _address(settings.host, listening)
        services = _services(settings)
        if lock is not None:
            lock.tell(address)
        _be_quick()
        ready(address)
        _Server(config_for(services)).run(sockets=[listening])


def work(settings: Settings, ready: Callable[[str], None]) -> None:
    """Bots, clocks and jobs only, beside servers on the same PostgreSQL. `ready` is told which, and where its health
    and metrics are, if it listens."""
    if make_url(settings.url).get_backend_name() == "sqlite":
        raise SetupError("an SQLite file can have only one process, `imhotep serve`; `imhotep work` needs PostgreSQL")
    listening = [] if settings.worker_port is None else [_listen(settings.host, settings.worker_port)]
    told = settings.shown()["database"]
    for each in listening:
        told += f", its health and metrics are at {_address(settings.host, each)}"
    _Server(config_for(_services(settings), OPERATION), lambda: ready(told)).run(sockets=listening)


def config_for(services: Services, routes: Sequence[ControllerRouterHandler] = ROUTES) -> uvicorn.Config:
    settings, proxies = services.settings, services.settings.proxies
    addresses = AddressCount(settings.connections_per_address, proxies)
    limits = Connections(addresses, most_connections(), services.metrics.closed_connections)
    return uvicorn.Config(
        create_app(services, routes),
        log_config=None,
        access_log=False,  # we have our own
        server_header=False,
        **protocols(limits),
        ws_max_size=4 * LONGEST_MESSAGE,  # bytes; longer ones are not even read
        ws_per_message_deflate=False,  # a state is 4 kB; packing it would take longer than all else
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=GOODBYE,
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # from now on whoever comes waits instead of being refused
    except OSError as error:
        listening.close()
        raise SetupError(f"can't listen on {host}, port {port}: {error.strerror}") from None
    return listening


def _address(host: str, listening: socket.socket) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"


def is_free(settings: Settings) -> bool:
    """Nobody listens there yet."""
    try:
        _listen(settings.host, settings.port).close()
    except SetupError:
        return False
    return True


def _be_quick() -> None:
    """The thread that writes asks for the interpreter many times a commit, and should not wait 5 ms each time. What is
    there by now stays, and hardly anything we make later refers to itself: looking for that after every 700 objects
    takes time from who waits for an answer."""
    sys.setswitchinterval(0.001)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


# --- the database


@contextlib.contextmanager
def _locked(settings: Settings) -> Iterator[Lock | None]:
    url = make_url(settings.url)
    file = file_of(url)
    if file is None:
        if url.get_backend_name() == "sqlite":
            raise SetupError("an SQLite database needs a file: write sqlite:///FILE")
        yield None
        return
    try:
        lock = Lock(file)
    except OSError as error:
        raise SetupError(f"the database can't be used: {file}: {error.strerror}") from None
    try:
        yield lock
    finally:
        lock.release()


def _services(settings: Settings) -> Services:
    logs.set_up(settings.log_level, settings.passwords)
    try:
        engine = make_engine(make_url(settings.url), name=named())
        try:
            upgrade(engine)
            return Services(Database(settings.url, settings.signals), WallClock(), settings)
        finally:
            engine.dispose()  # only now: until then whoever else starts sees by it that we are here
    except DBAPIError as error:
        raise SetupError(f"the database can't be used: {logs.cleaned(str(error.orig))}") from None
    except (SQLAlchemyError, StorageError, NewerSchemaError, StrangerError, ImportError) as error:
        raise SetupError(f"the database can't be used: {logs.cleaned(str(error))}") from None


# --- the end


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None] = lambda: None) -> None:
        """`started` hears that it can be asked to end."""
        super().__init__(config)
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """uvicorn would end by the signal itself, as if it had been killed."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = True
        _end_anyway()


def _end_anyway() -> None:
    """Even if something hangs that can't be told to stop."""
    timer = threading.Timer(LONGEST_END, os._exit, (1,))
    timer.daemon = True
    timer.start()
