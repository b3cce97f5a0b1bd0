"""Examples for the OpenAPI document: real games for what is seen of them, and for all else values that fit."""

from typing import Any

import msgspec
from msgspec import inspect as types

from imhotep import __version__
from imhotep.server.games.commands import Command
from imhotep.server.games.time_control import Pace
from imhotep.server.push.messages import TableState
from imhotep.server.tables.offers import Offer, SeatOffer, TableOffer
from imhotep.server.tables.table_info import Result
from imhotep.table.game import Game, new_game
from imhotep.table.moves import Event, Move

TABLE, PERSON, TOKEN = "h7KqWv3mTz9B", "Pq4nXs8dRk2C", "5fYtGm2Ls9Qa7HxVb3Ne8ZkWc4RpUd6J"
NOW = 1_800_000_000_000  # milliseconds since 1970

# Of path and query: what it is, and one of them.
PARAMETERS: dict[str, tuple[str, Any]] = {
    "table": ("a table's id", TABLE),
    "page": ("`privacy` or `contact`", "privacy"),
    "person": ("a person's public id", PERSON),
    "bot": ("the id of one of your bots from outside", PERSON),
    "token": ("what stood in the link of a mail", f"{PERSON}.0123456789abcdef0123456789abcdef"),
    "session": ("the id of one of your sessions", "3f6c1a0b9e27d485"),
    "game": ("which game", "duel"),
    "players": ("how many play it", 2),
    "language": ("of the words", "en"),
    "which": ("in which state they are", "open"),
    "hash": ("of an edition's text", "0" * 64),
    "job": ("an analysis' id", "x9VwBq4LmTc2"),
    "seat": ("a seat's number from 0, or `all`", "0"),
    "first": ("the first step, as a number of entries", 0),
    "last": ("the last step", 20),
    "entries": ("how many entries of the game there are", 12),
    "before": ("where to continue in a long list: milliseconds since 1970", NOW),
}

# By status and code.
PROBLEMS: dict[int, dict[str, str]] = {
    400: {
        "bad_request": "what was sent isn't what is expected here",
        "refused": "what was asked for can't be done; the code says why",
    },
    401: {"not_signed_in": "say who you are first: become a guest, or sign in"},
    403: {"forbidden": "you aren't allowed to do that", "wrong_origin": "this page isn't allowed to ask for that"},
    404: {"unknown": "there is no such thing"},
    409: {"stale": "something has happened in the meantime"},
    413: {"too_large": "what was sent is too large"},
    415: {"wrong_type": "send JSON, as application/json"},
    429: {"too_many": "too many requests: wait a moment"},
    503: {
        "not_stored": "this couldn't be stored; try again",
        "read_only": "the server is being maintained, and nothing can be changed for now; come back in a while",
    },
}

# By a field's name, where its type allows it.
FIELDS: dict[str, Any] = {
    "table": TABLE,
    "id": PERSON,
    "person": PERSON,
    "host": PERSON,
    "name": "Ada",
    "password": "sand and stone",
    "old_password": "sand or stone",
    "mail": "ada@example.org",
    "reason": "chat",
    "new_mail": "ada@example.net",
    "webhook": "https://example.org/hook",
    "token": TOKEN,
    "invitation": TOKEN,
    "text": "Well played!",
    "game": "duel",
    "bot": "architect",
    "version": __version__,
    "code": "stale",
    "message": "something has happened in the meantime",
    "device": "Firefox, Linux",
    "created": NOW,
    "used": NOW,
    "started": NOW,
    "moved": NOW,
    "ended": NOW,
    "due": NOW,
    "at": NOW,
    "now": NOW,
    "entries": 12,
    "state": "over",
    "pool": "duel:2",
    "sides": "ABAB",
    "site": "temple",
    "color": "white",
}

_SEATS = [SeatOffer(kind="me"), SeatOffer(kind="open")]
_OFFER = Offer(game="duel", sides="ABAB", seats=_SEATS)


def examples_of(type: Any) -> dict[str, Any]:
    """As JSON values, by name."""
    if not _examples:
        _examples.update(_known())
    if type is TableState:
        return {game: _state(_begun(game)) for game in ("duel", "builder")}
    return {"example": _example(types.type_info(type), "")}


def _begun(name: str) -> Game:
    """After some moves."""
    game = new_game(name, 2, seed=1)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    return game


def _state(game: Game) -> Any:
    state = _example(types.type_info(TableState), "")
    real = {"entries": len(game.entries), "view": game.view(0), "events_from": 0, "events": game.events_for(0)}
    return state | {"seats": [0], "seat": 0} | _plain(real)


def _known() -> dict[Any, Any]:
    """By type, and by name where a field has none."""
    game = _begun("duel")
    result = Result(winners=[1], scores=[31, 38], places=[2, 1], left={}, ratings=None)
    return {
        Offer: _OFFER,
        Pace: Pace(kind="clock"),
        Result: result,
        Command: Command(id="b7", entries=len(game.entries), action="move", text=game.legal_moves()[0].text),
        Move: game.legal_moves()[0],
        Event: game.events[-1],
        "view": game.view(0),
        "printed": game.printed,
        "offer": TableOffer(game="duel", sides="ABAB", seats=_SEATS),
        "result": result,
    }


_examples: dict[Any, Any] = {}  # once they are made


def _example(node: types.Type, name: str) -> Any:
    """A value of a type; `name` is that of its field."""
    if name in FIELDS and _fits(FIELDS[name], node):
        return FIELDS[name]
    if isinstance(node, types.StructType):
        if node.cls in _examples:
            return _plain(_examples[node.cls])
        tag = {} if node.tag is None else {node.tag_field: node.tag}
        return tag | {field.encode_name: _field(field) for field in node.fields}
    if isinstance(node, types.AnyType) and name in _examples:
        return _plain(_examples[name])
    if isinstance(node, types.UnionType):
        return _example(node.types[0], name)
    if isinstance(node, types.LiteralType):
        return node.values[0]
    if isinstance(node, types.EnumType):
        return _plain(next(iter(node.cls)))
    if isinstance(node, types.ListType | types.VarTupleType | types.CollectionType):
        return [_example(node.item_type, name)] * max(1, node.min_length or 1)
    if isinstance(node, types.TupleType | types.NamedTupleType):
        return [_example(part, name) for part in _parts(node)]
    if isinstance(node, types.DictType):
        return {str(_example(node.key_type, "")): _example(node.value_type, "")}
    return _simple(node)


def _field(field: types.Field) -> Any:
    if field.default is not msgspec.NODEFAULT and field.name not in FIELDS:
        return _plain(field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return _plain(field.default_factory())
    return _example(field.type, field.name)


def _parts(node: types.TupleType | types.NamedTupleType) -> list[types.Type]:
    return list(node.item_types) if isinstance(node, types.TupleType) else [field.type for field in node.fields]


def _simple(node: types.Type) -> Any:
    match node:
        case types.BoolType():
            return True
        case types.IntType():
            return max(1, node.ge or 0, (node.gt or 0) + 1) if node.le is None else node.le
        case types.FloatType():
            return 0.5
        case types.StrType():
            return "text".ljust(node.min_length or 0, "-")[: node.max_length]
        case types.NoneType() | types.AnyType() | types.RawType():
            return None
    raise TypeError(f"no example for {node}")


def _fits(value: Any, node: types.Type) -> bool:
    kinds = {types.StrType: str, types.IntType: int}
    options = node.types if isinstance(node, types.UnionType) else (node,)
    for option in options:
        if isinstance(option, types.LiteralType) and value in option.values:
            return True
        if isinstance(value, kinds.get(type(option), ())):
            shortest, longest = getattr(option, "min_length", None) or 0, getattr(option, "max_length", None)
            return not isinstance(value, str) or shortest <= len(value) <= (longest or len(value))
    return False


def _plain(value: Any) -> Any:
    """As it is sent."""
    return msgspec.json.decode(msgspec.json.encode(value))
