"""The OpenAPI document: Litestar lists the routes, msgspec describes the types, and what goes over the WebSocket stands
beside them.

A route's words are its handler's docstring, a field's are its comment in the source. What else can be answered is read
off the handler: whoever calls `must_have_session` may answer 401, whoever asks `limits`
or `quotas`, or only reads, 429, and so on.
"""

import ast
import asyncio
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from types import CodeType, FunctionType, NoneType
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.enums import OpenAPIMediaType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.types import ControllerRouterHandler
from msgspec import inspect as types

from imhotep import __version__
from imhotep.server.http.examples import PARAMETERS, PROBLEMS, examples_of
from imhotep.server.http.problems import Problem
from imhotep.server.http.security import COOKIE, SAFE
from imhotep.server.push.messages import FromClient, FromServer
from imhotep.server.tables.offers import TableOffer
from imhotep.server.tables.table_info import Result
from imhotep.table.builder.printed import BuilderPrinted
from imhotep.table.builder.view import BuilderView
from imhotep.table.duel.printed import DuelPrinted
from imhotep.table.duel.view import DuelView

Schema = dict[str, Any]

REFERENCE = "#/components/schemas/"
VIEWS = {"builder": BuilderView, "duel": DuelView}
PRINTED = {"builder": BuilderPrinted, "duel": DuelPrinted}
# By name: fields that are stored as JSON, or are one of several games', and so have no type of their own in Python.
PRECISE: dict[str, Any] = {"view": VIEWS, "printed": PRINTED, "offer": TableOffer, "result": Result | None}
# Names on the wire change once, all together: until then types are called by the modules in which they were.
FORMER_MODULES = {
    "analysis_jobs": "analysis",
    "branch": "playing_on",
    "chat": "talk",
    "commands": "play",
    "hints": "advice",
    "table_info": "infos",
}
NUMBERS_AS_KEYS = "the numbers that are keys are texts in JSON"

SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "of a browser; /api/guest gives one"},
    "bearer": {"type": "http", "scheme": "bearer", "description": "of a bot from outside"},
}
ANY_OF_THEM: list[dict[str, list[str]]] = [{name: []} for name in SECURITY]

IDS = ("table", "person", "job", "bot", "session")

SOCKET = {
    "description": "One connection per person. Every message is a JSON object in a text frame; `type` says which one "
    "it is. docs/protocol.md says what follows what.",
    "security": ANY_OF_THEM,
    "receives": {"$ref": f"{REFERENCE}FromClient"},
    "sends": {"$ref": f"{REFERENCE}FromServer"},
    "closes": {
        "1008": "not signed in, a page of another site, or too many connections: the reason is the problem's code",
        "1009": "a message was too long",
        "1012": "read too slowly, or the server is restarting: connect again",
    },
}


def document_route(routes: Sequence[ControllerRouterHandler]) -> HTTPRouteHandler:
    """Answers with the document, which is made when somebody asks for the first time."""
    made: list[bytes] = []

    @get("/schema/openapi.json", media_type=OpenAPIMediaType.OPENAPI_JSON, include_in_schema=False)
    async def openapi() -> bytes:
        if not made:
            made.append(msgspec.json.encode(await asyncio.to_thread(document, routes)))
        return made[0]

    return openapi


def document(routes: Sequence[ControllerRouterHandler]) -> Schema:
    app = Litestar(routes, openapi_config=OpenAPIConfig(title="imhotep", version=__version__))
    made: Schema = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
    operations = list(_operations(app, made))
    bodies, answers = list(_bodies(operations)), list(_answers(operations))
    also = (FromClient, FromServer, Problem, TableOffer, Result | None, *VIEWS.values(), *PRINTED.values())
    described = _Types([*(type for _, type in (*bodies, *answers)), *also])
    for place, type in (*bodies, *answers):
        place["schema"] = described.schema(type)
        place["examples"] = {name: {"value": value} for name, value in examples_of(type).items()}
    for path, method, handler, operation in operations:
        _complete(path, method, handler, operation)
    given = [described.schema(type) for _, type in bodies] + [described.schema(FromClient)]
    components = made.setdefault("components", {})
    left = components.get("schemas", {})
    components["schemas"] = described.components(given)
    _keep_what_is_used(made, left)
    components["responses"] = {_answer_name(status): _problem(status, words) for status, words in PROBLEMS.items()}
    components["securitySchemes"] = SECURITY
    made["x-websocket"] = {"/api/live": SOCKET}
    return made


# --- routes

Operation = tuple[str, str, HTTPRouteHandler, Schema]


def _operations(app: Litestar, made: Schema) -> Iterator[Operation]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                for method in sorted(handler.http_methods):
                    operation = made["paths"].get(route.path_format, {}).get(method.lower())
                    if operation is not None:
                        yield route.path_format, str(method), handler, operation


def _bodies(operations: Iterable[Operation]) -> Iterator[tuple[Schema, Any]]:
    for _, _, handler, operation in operations:
        field = handler.parsed_data_field
        if field is not None and "requestBody" in operation:
            for content in operation["requestBody"]["content"].values():
                yield content, field.annotation


def _answers(operations: Iterable[Operation]) -> Iterator[tuple[Schema, Any]]:
    """What is sent where all goes well, and what a handler says itself; files and pages are no types."""
    for _, _, handler, operation in operations:
        for status, specification in (handler.responses or {}).items():
            yield operation["responses"][str(status)]["content"][MediaType.JSON], specification.data_container
        if handler.status_code in (handler.responses or {}):
            continue
        field = handler.parsed_return_field
        while field.is_subclass_of(Response) and field.inner_types:
            field = field.inner_types[0]
        answer = operation["responses"].get(str(handler.status_code), {})
        if field.annotation in (None, NoneType):
            answer.pop("content", None)
        content = answer.get("content", {})
        if MediaType.JSON in content and not field.is_subclass_of((Response, bytes)):
            yield content[MediaType.JSON], field.annotation


def _complete(path: str, method: str, handler: HTTPRouteHandler, operation: Schema) -> None:
    operation["operationId"] = handler.handler_name
    for parameter in operation.get("parameters", ()):
        words, example = PARAMETERS.get(parameter["name"], (None, None))
        if words is not None:
            parameter.setdefault("description", words)
        if parameter["in"] == "path" and example is not None:
            parameter["example"] = example
    operation["summary"] = handler.handler_name.replace("_", " ").capitalize()
    function = _plain(handler.fn)
    if function.__doc__:
        operation["description"] = inspect.cleandoc(function.__doc__)
    operation["responses"][str(handler.status_code)]["description"] = "Done."
    used = set(_names_used(function))
    if "must_have_session" in used:
        operation["security"] = ANY_OF_THEM
    elif "who" in used:
        operation["security"] = [{}, *ANY_OF_THEM]
    body = handler.parsed_data_field
    fields = () if body is None else getattr(body.annotation, "__struct_fields__", ())
    named = "{" in path or any(field in IDS for field in fields)
    for status in set(_can_fail(path, method, operation, used, named)) - set(handler.responses or {}):
        operation["responses"][str(status)] = {"$ref": f"#/components/responses/{_answer_name(status)}"}
    operation["responses"] = dict(sorted(operation["responses"].items()))
    del operation["deprecated"]


def _can_fail(path: str, method: str, operation: Schema, used: set[str], named: bool) -> Iterator[int]:
    """`named`: something that must exist is."""
    changes = method not in SAFE
    if not path.startswith("/api/"):
        return
    if changes or operation.get("parameters"):
        yield 400
    if "must_have_session" in used:
        yield 401
    if changes or "must_have_session" in used:
        yield 403
    if named:
        yield 404
    if changes and named:
        yield 409
    if "requestBody" in operation:
        yield from (413, 415)
    if not changes or used & {"limits", "quotas"}:
        yield 429
    yield 503


def _plain(function: Any) -> FunctionType:
    found = inspect.unwrap(getattr(function, "func", function))
    plain = getattr(found, "__func__", found)
    assert isinstance(plain, FunctionType)
    return plain


def _names_used(function: FunctionType, seen: set[FunctionType] | None = None) -> Iterator[str]:
    """By a handler and by what it calls of its neighbours."""
    seen = set() if seen is None else seen
    seen.add(function)
    for name in _names_in(function.__code__):
        yield name
        called = function.__globals__.get(name)
        if isinstance(called, FunctionType) and called not in seen and called.__module__.startswith(__package__ or "."):
            yield from _names_used(called, seen)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def _answer_name(status: int) -> str:
    return f"Problem{status}"


def _problem(status: int, words: dict[str, str]) -> Schema:
    """`words`: a sentence by code."""
    examples = {code: {"value": {"code": code, "message": message, "state": None}} for code, message in words.items()}
    content = {"schema": {"$ref": f"{REFERENCE}Problem"}, "examples": examples}
    return {"description": "; ".join(words.values()), "content": {"application/json": content}}


# --- types


class _Types:
    """All of them at once: names that two have are told apart by where they belong."""

    def __init__(self, given: Iterable[Any]) -> None:
        self._types = list(given)
        schemas, components = msgspec.json.schema_components(self._types, ref_template=REFERENCE + "{name}")
        self._classes = {_class_name(found, components): found for found in _structs(self._types)}
        self._schemas = [_renamed(schema) for schema in schemas]
        self._components = {_short(name): _renamed(schema) for name, schema in components.items()}
        for name, found in self._classes.items():
            self._describe(self._components[_short(name)], found)
        for type, union in (("FromClient", FromClient), ("FromServer", FromServer)):
            self._components[type] = self.schema(union)
        for game, one in (*VIEWS.items(), *PRINTED.items()):
            self._components[one.__name__]["properties"]["game"] = {"const": game}

    def schema(self, type: Any) -> Schema:
        return next(schema for schema, known in zip(self._schemas, self._types, strict=True) if known == type)

    def components(self, given: list[Schema]) -> Schema:
        """`given`: what comes from outside, where fields may be left out; in our own answers nothing is, unless it
        says so."""
        from_outside = set(_reached(given, self._components))
        for name, found in self._classes.items():
            component = self._components[_short(name)]
            if _short(name) not in from_outside and not found.__struct_config__.omit_defaults:
                component["required"] = list(component["properties"])
        return dict(sorted(self._components.items()))

    def _describe(self, schema: Schema, found: type) -> None:
        schema.pop("title", None)
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
        for name, type in PRECISE.items():
            if schema["properties"].get(name) == {}:
                schema["properties"][name] = self._precise(type)
        remarks = _remarks(found)
        for name in _with_numbers_as_keys(found):
            remarks[name] = f"{remarks[name]}; {NUMBERS_AS_KEYS}" if name in remarks else NUMBERS_AS_KEYS
        for name, remark in remarks.items():
            if name in schema["properties"]:
                schema["properties"][name] = {**schema["properties"][name], "description": remark}

    def _precise(self, type: Any) -> Schema:
        if not isinstance(type, dict):
            return self.schema(type)
        mapping = {game: REFERENCE + one.__name__ for game, one in type.items()}
        options = [{"$ref": reference} for reference in mapping.values()]
        return {"oneOf": options, "discriminator": {"propertyName": "game", "mapping": mapping}}


def _structs(given: Iterable[Any]) -> Iterator[type[msgspec.Struct]]:
    """All that these types are made of, each once."""
    seen: set[Any] = set()
    waiting: list[Any] = list(types.multi_type_info(given))
    while waiting:
        node = waiting.pop()
        if isinstance(node, list | tuple):
            waiting.extend(node)
        elif isinstance(node, types.StructType):
            if node.cls not in seen:
                seen.add(node.cls)
                yield node.cls
                waiting.extend(field.type for field in node.fields)
        elif isinstance(node, types.Type):
            waiting.extend(getattr(node, name) for name in node.__struct_fields__)


def _class_name(found: type, components: Schema) -> str:
    return found.__name__ if found.__name__ in components else f"{found.__module__}.{found.__qualname__}"


def _short(name: str) -> str:
    """Where two have the same: that of the game, or else of the module, goes before it."""
    *path, own = name.split(".")
    if not path:
        return own
    owner = next((game for game in VIEWS if game in path), FORMER_MODULES.get(path[-1], path[-1]))
    return owner.capitalize() + own


def _renamed(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _renamed(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_renamed(value) for value in schema]
    if isinstance(schema, str) and schema.startswith(REFERENCE):
        return REFERENCE + _short(schema.removeprefix(REFERENCE))
    return schema


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref" and value.startswith(REFERENCE):
                yield value.removeprefix(REFERENCE)
            else:
                yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


def _reached(schemas: Iterable[Schema], components: Schema) -> Iterator[str]:
    seen: set[str] = set()
    waiting = [name for schema in schemas for name in _references(schema)]
    while waiting:
        name = waiting.pop()
        if name not in seen and name in components:
            seen.add(name)
            yield name
            waiting.extend(_references(components[name]))


def _keep_what_is_used(made: Schema, left: Schema) -> None:
    """Of what Litestar described by itself."""
    schemas = made["components"]["schemas"]
    for name in _reached([made["paths"]], {**left, **schemas}):
        schemas.setdefault(name, left.get(name))


def _with_numbers_as_keys(found: type) -> Iterator[str]:
    node = types.type_info(found)
    assert isinstance(node, types.StructType)
    for field in node.fields:
        if isinstance(field.type, types.DictType) and isinstance(field.type.key_type, types.IntType):
            yield field.name


def _remarks(found: type) -> dict[str, str]:
    """What stands behind its fields in the source, None as JSON knows it."""
    remarks: dict[str, str] = {}
    for base in reversed(found.__mro__):
        remarks |= _remarks_in(base.__module__).get(base.__name__, {})
    return remarks


@cache
def _remarks_in(module: str) -> dict[str, dict[str, str]]:
    """By class and field."""
    try:
        source = inspect.getsource(sys.modules[module])
    except (OSError, TypeError):  # not written in Python, or without its source
        return {}
    lines = source.encode().split(b"\n")
    found: dict[str, dict[str, str]] = {}
    for kind in ast.parse(source).body:
        for node in kind.body if isinstance(kind, ast.ClassDef) else ():
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                behind = lines[(node.end_lineno or 1) - 1][node.end_col_offset :].decode()
                remark = re.match(r"\s*#\s*(?!noqa|type:)(.+)", behind)
                if remark and isinstance(kind, ast.ClassDef):
                    text = re.sub(r"\bNone\b", "null", remark[1].strip())
                    found.setdefault(kind.name, {})[node.target.id] = text
    return found
