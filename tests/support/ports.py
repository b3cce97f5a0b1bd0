"""Ports for what tests start."""

import random
import socket


def free_port() -> int:
    """At which nobody listens, and none that the system gives to clients: who asks again and again there could be
    connected to itself, and another test's client could take it before it is listened at."""
    while True:
        port = random.SystemRandom().randrange(10_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
