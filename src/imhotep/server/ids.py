"""Names for what is stored, that nobody can guess."""

import hashlib
import hmac
import secrets
from ipaddress import IPv6Address, ip_address, ip_network

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # none that look like another


def new_id(length: int = 12) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_token() -> str:
    """For a browser, a bot or a link: whoever has it is let in."""
    return new_id(32)


def key_of(token: str) -> str:
    """What is stored of a token: nobody who reads the database can use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def signed(token: str, secret: bytes) -> str:
    return f"{token}.{signature(token, secret)}"


def unsigned(text: str, secret: bytes) -> str | None:
    """The token, if we signed it: what was made up costs no look at the database."""
    token, _, given = text.partition(".")
    if len(text) < 200 and text.isascii() and hmac.compare_digest(given, signature(token, secret)):
        return token
    return None


def signature(text: str, secret: bytes) -> str:
    """That only we can have made."""
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def address_key(address: str, secret: bytes) -> str:
    """What is kept of an address to count by it; nothing of one on this machine, where everybody may seem to be. Of the
    newer ones the first half says where somebody is; the rest anybody can choose."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return ""
    place = ip_network(f"{found}/64", strict=False) if isinstance(found, IPv6Address) else found
    return hmac.new(secret, f"address {place}".encode(), hashlib.sha256).hexdigest()[:24]
