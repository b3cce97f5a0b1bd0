"""Why something is refused. Each has a code for programs and a sentence for people."""

from typing import Any


class Refused(Exception):  # noqa: N818  # nothing is broken
    status = 400
    code = "refused"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code


class NotSignedIn(Refused):
    status = 401
    code = "not_signed_in"


class Forbidden(Refused):
    status = 403
    code = "forbidden"


class Unknown(Refused):
    status = 404
    code = "unknown"


class Stale(Refused):
    """The sender has not seen what happened meanwhile."""

    status = 409
    code = "stale"
    state: Any = None  # the game as it is, for who asks


class TooMany(Refused):
    status = 429
    code = "too_many"
