"""What leaves the server: mails to the mail server, and messages to webhooks, which may be anywhere.

Whoever may name a webhook could try to make us talk to our own network. So an address is looked up once for each
message, and the connection goes to exactly what was found, if that is public. Redirects are not followed.
"""

import asyncio
import ipaddress
import re
import smtplib
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from imhotep.server.errors import Refused
from imhotep.server.settings import Settings
from imhotep.server.work.jobs import JobFailed

SMTP_LIMIT = 20.0  # seconds, for each thing said
WEBHOOK_LIMIT = 10.0  # seconds, from looking up to the answer
LONGEST_ADDRESS = 500
LONGEST_ANSWER = 2_000  # bytes of its first line; nothing else of it is read
MOST_LOOKUPS = 8  # at a time
TRY_AGAIN = (408, 425, 429)  # of those that blame the sender
GONE = (404, 410)

_STATUS = re.compile(rb"HTTP/1\.[01] ([0-9]{3})\b")
WEB_PORTS = (80, 443)  # where webhooks are; others would tell what else a machine runs
NOT_REACHED = "this webhook can't be reached from here; it needs a public address, and port 443 or 80"

# What Python takes for global: protocols' own addresses (RFC 6890), and relays of 6to4 (RFC 7526).
_NOT_HOSTS = (ipaddress.ip_network("192.0.0.0/24"), ipaddress.ip_network("192.88.99.0/24"))
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


# --- mail


class Mail(NamedTuple):
    to: str
    subject: str
    text: str
    unsubscribe: str | None = None  # the address where a mail program may do that by itself


def send_mail(settings: Settings, mail: Mail, at: int) -> None:
    """Waits for the mail server: not in the event loop."""
    message, sender = EmailMessage(), parseaddr(settings.smtp_from)[1]
    message["From"], message["To"], message["Subject"] = settings.smtp_from, mail.to, mail.subject
    message["Date"] = format_datetime(datetime.fromtimestamp(at / 1000, UTC))
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe is not None:  # RFC 8058
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    try:
        with _mail_server(settings) as server:
            server.send_message(message, sender, [mail.to])
    except smtplib.SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()))[0]
        raise JobFailed(f"the mail server refused the address ({code})", hopeless=code >= 500) from None
    except smtplib.SMTPResponseException as error:  # its words may name the address
        raise JobFailed(f"the mail server refused it ({error.smtp_code})") from None
    except (smtplib.SMTPException, OSError) as error:
        raise JobFailed(f"no mail server: {type(error).__name__}") from None


def _mail_server(settings: Settings) -> smtplib.SMTP:
    host, port = settings.smtp_host, settings.smtp_port
    server: smtplib.SMTP
    if settings.smtp_tls == "tls":
        server = smtplib.SMTP_SSL(host, port, timeout=SMTP_LIMIT, context=ssl.create_default_context())
    else:
        server = smtplib.SMTP(host, port, timeout=SMTP_LIMIT)
    try:
        if settings.smtp_tls == "starttls":
            server.starttls(context=ssl.create_default_context())
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
    except BaseException:
        server.close()
        raise
    return server


# --- webhooks


class ReceiverGone(JobFailed):
    """Nobody listens there any more."""


class Target(NamedTuple):
    """A webhook's address, taken apart."""

    tls: bool
    host: str
    port: int
    place: str  # host and port as they were written
    path: str


def target_of(address: str) -> Target:
    """Refuses what is no address that a message could be sent to."""
    wrong = Refused("a webhook is an address that begins with https:// or http://", "bad_webhook")
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise wrong
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or port == 0:
        raise wrong
    tls = parts.scheme == "https"
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    return Target(tls, parts.hostname, port or (443 if tls else 80), parts.netloc, path)


class Webhooks:
    def __init__(self, which: str) -> None:
        """`which`: off, public or any, as in the settings."""
        self._which = which
        self._lookups = ThreadPoolExecutor(MOST_LOOKUPS, thread_name_prefix="lookup")

    async def check(self, address: str) -> None:
        """Refuses an address that we could never send to; whether somebody listens there is not asked."""
        if self._which == "off":
            raise Refused("this server doesn't send webhooks", "no_webhooks")
        target = target_of(address)
        try:
            async with asyncio.timeout(WEBHOOK_LIMIT):
                await self._look_up(target)
        except (JobFailed, TimeoutError):
            raise Refused(NOT_REACHED, "bad_webhook") from None

    async def post(self, address: str, content: str) -> None:
        """As Discord takes it; names in it call nobody."""
        try:
            target = target_of(address)
        except Refused as error:
            raise JobFailed(str(error), hopeless=True) from None
        body = msgspec.json.encode({"content": content, "allowed_mentions": {"parse": []}})
        try:
            async with asyncio.timeout(WEBHOOK_LIMIT):
                status = await _post(target, await self._look_up(target), body)
        except TimeoutError:
            raise JobFailed("the webhook didn't answer in time") from None
        if status in GONE:
            raise ReceiverGone(f"the webhook is gone ({status})", hopeless=True)
        if not 200 <= status < 300:
            hopeless = 300 <= status < 500 and status not in TRY_AGAIN
            raise JobFailed(f"the webhook answered with {status}", hopeless)

    async def _look_up(self, target: Target) -> list[str]:
        """Where it is; one private address among several is one too many."""
        if self._which != "any" and target.port not in WEB_PORTS:
            raise JobFailed("the webhook's port isn't the web's", hopeless=True)
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._lookups, addresses_of, target.host, target.port)
        except (OSError, UnicodeError):
            raise JobFailed("the webhook's address can't be found") from None
        if self._which != "any" and not all(map(is_public, found)):
            raise JobFailed("the webhook's address isn't public", hopeless=True)
        return found


async def _post(target: Target, places: list[str], body: bytes) -> int:
    """The status of the answer."""
    head = (
        f"POST {target.path} HTTP/1.1\r\nHost: {target.place}\r\nUser-Agent: imhotep\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    try:
        reader, writer = await _connect(target, places)
    except OSError as error:  # also what TLS finds wrong
        raise JobFailed(f"no connection to the webhook: {type(error).__name__}") from None
    try:
        writer.write(head.encode() + body)
        await writer.drain()
        answer = _STATUS.match(await reader.readline())
    except (OSError, ValueError) as error:  # a line without end
        raise JobFailed(f"the webhook broke off: {type(error).__name__}") from None
    finally:
        writer.transport.abort()
    if answer is None:
        raise JobFailed("the webhook doesn't speak HTTP")
    return int(answer[1])


async def _connect(target: Target, places: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """To the first place that takes us. The name is for TLS alone: nothing is looked up again."""
    context = ssl.create_default_context() if target.tls else None
    name = target.host if target.tls else None
    for place in places[:-1]:
        try:
            async with asyncio.timeout(WEBHOOK_LIMIT / 4):
                return await asyncio.open_connection(
                    place, target.port, ssl=context, server_hostname=name, limit=LONGEST_ANSWER
                )
        except (OSError, TimeoutError):
            pass
    return await asyncio.open_connection(
        places[-1], target.port, ssl=context, server_hostname=name, limit=LONGEST_ANSWER
    )


def addresses_of(host: str, port: int) -> list[str]:
    """Each once, as the system would try them. Waits: not in the event loop."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast and not any(found in network for network in _NOT_HOSTS)
    wrapped = found.sixtofour or found.teredo  # a way to an older address, which may be anything
    return found.is_global and found in _GLOBAL_UNICAST and not wrapped
