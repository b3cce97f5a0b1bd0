"""A request as our handlers take it: Litestar's types for its user, token and state are not used here."""

from typing import Any

import litestar

Request = litestar.Request[Any, Any, Any]
