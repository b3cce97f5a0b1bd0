"""Real receivers of what the server sends: a mail server and a web server, on ports of their own."""

import contextlib
import json
import ssl
import threading
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.support.ports import free_port

CERTIFICATE = Path(__file__).parent / "localhost.pem"


def server_context() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return context


class Mailbox:
    """Keeps what comes in; may refuse recipients with a status first."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.refusals: list[str] = []  # answers to the next recipients
        self.came = threading.Semaphore(0)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.mails.append(BytesParser(policy=default).parsebytes(envelope.content))
        self.recipients += envelope.rcpt_tos
        self.came.release()
        return "250 OK"

    def login(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: LoginPassword
    ) -> AuthResult:
        return AuthResult(success=data.password == b"secret", handled=False)

    @contextlib.contextmanager
    def listening(self, **options: Any) -> Iterator["Mailbox"]:
        controller = Controller(self, hostname="127.0.0.1", port=self.port, **options)
        controller.start()
        try:
            yield self
        finally:
            controller.stop()


class Receiver:
    """Answers with the statuses it was given, then with 204; a None hangs until the end."""

    def __init__(self, answers: Sequence[int | None] = (), location: str = "") -> None:
        self.answers = list(answers)
        self.location = location
        self.bodies: list[Any] = []
        self.came = threading.Semaphore(0)
        self.ending = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.bodies.append(json.loads(body))
                answer = receiver.answers.pop(0) if receiver.answers else 204
                receiver.came.release()
                if answer is None:
                    receiver.ending.wait(30)
                    return
                self.send_response(answer)
                if receiver.location:
                    self.send_header("location", receiver.location)
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=secret"

    @contextlib.contextmanager
    def listening(self, tls: bool = False) -> Iterator["Receiver"]:
        if tls:
            self.server.socket = server_context().wrap_socket(self.server.socket, server_side=True)
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.ending.set()
            self.server.shutdown()
            self.server.server_close()
            thread.join()
