"""What operators are given: Dockerfile, compose.yaml, units and alerts say nothing that we don't understand.

That the Dockerfile builds and the units run is tried by tools/try_dockerfile.py and tools/try_install.py.
"""

import configparser
import importlib
import ipaddress
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from imhotep.server.metrics import Metrics
from imhotep.server.settings import Settings, settings_from
from tests.support.doc_blocks import blocks_of
from tests.support.doc_commands import check_command
from tests.support.paths import ROOT

sys.path.append(str(ROOT / "tools"))
tool: Any = importlib.import_module("try_dockerfile")
yaml: Any = pytest.importorskip("yaml")  # brought by mkdocstrings

PROGRAM = "/opt/imhotep/bin/"
UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
NAMES = {f"IMHOTEP_{name.upper()}" for name in Settings.__struct_fields__}
NOT_OURS = {"IMHOTEP_DOMAIN", "IMHOTEP_SERVERS"}  # of compose.yaml and its Caddyfile

DOCKERFILE = list(tool.lines_of((ROOT / "Dockerfile").read_text(encoding="utf-8")))
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
OURS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "imhotep:latest"}


def last(word: str) -> str:
    return str(next(line.rest for line in reversed(DOCKERFILE) if line.word == word))


def test_the_image_is_made_in_two_stages_and_runs_as_nobody_special() -> None:
    assert [line.rest.split()[0] for line in DOCKERFILE if line.word == "FROM"] == ["debian:trixie-slim"] * 2
    assert last("USER") == "imhotep"
    for line in DOCKERFILE:
        if line.word == "COPY" and "--from" not in line.rest:
            assert all((ROOT / source).exists() for source in line.rest.split()[:-1])


def test_docker_is_sent_what_it_needs_and_nothing_else() -> None:
    sent = set(tool.context(ROOT))
    assert {"setup.py", "constraints.txt", "src/imhotep/__init__.py", "web/package-lock.json", "README.md"} <= sent
    assert {name.split("/")[0] for name in sent} <= {
        *("LICENSE", "README.md", "constraints.txt", "pyproject.toml", "setup.py", "src", "tools", "web")
    }
    assert not any("node_modules" in name or "/client/" in name or name.endswith((".so", ".pyc")) for name in sent)


@pytest.mark.parametrize(
    ("path", "out"),
    [
        ("src", False),
        ("src/imhotep/server/app.py", False),
        ("src/imhotep/server/client/index.html", True),
        ("src/imhotep/__pycache__/x.pyc", True),
        ("docs/index.md", True),
        ("web/node_modules/x/package.json", True),
        ("src/a.so", True),
        ("srcs", True),
    ],
)
def test_what_is_left_out(path: str, out: bool) -> None:
    patterns = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    assert tool.left_out(path, patterns) is out


@pytest.mark.parametrize("name", OURS)
def test_a_service_is_called_as_we_understand_it(name: str) -> None:
    service = OURS[name]
    check_command(["imhotep", *service["command"]], f"compose.yaml, {name}")
    assert set(service["environment"]) <= NAMES
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    given = {key: value for key, value in service["environment"].items() if value is not None}
    given = {key: re.sub(r"\$\{\w+:\?[^}]*\}", "imhotep.example", value) for key, value in given.items()}
    assert settings_from({}, environment=given).url.endswith("@database/imhotep")


def test_the_services_fit_together() -> None:
    subnet = COMPOSE["networks"]["outside"]["ipam"]["config"][0]["subnet"]
    proxies = {service["environment"]["IMHOTEP_TRUSTED_PROXIES"] for service in OURS.values()}
    assert proxies == {str(ipaddress.ip_network(subnet))}
    caddy = COMPOSE["services"]["caddy"]["environment"]["IMHOTEP_SERVERS"].split()
    assert caddy == [f"{name}:8468" for name in OURS if name.startswith("serve")]
    assert set(COMPOSE["services"]["database"]["networks"]) == {"inside"}
    assert COMPOSE["networks"]["inside"]["internal"] is True
    kept = {mount.split(":")[0] for service in COMPOSE["services"].values() for mount in service.get("volumes", ())}
    assert {mount for mount in kept if not mount.startswith(".")} == set(COMPOSE["volumes"])
    (shown,) = [block for block in blocks_of(ROOT / "docs" / "install-server.md") if block.language == "env"]
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"^(\w+)=", shown.text, re.MULTILINE)) == set(re.findall(r"\$\{(\w+):\?", text))


def test_the_caddyfile_knows_its_variables() -> None:
    text = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert set(re.findall(r"\{\$(\w+)\}", text)) == NOT_OURS == set(COMPOSE["services"]["caddy"]["environment"])


def test_the_settings_that_are_installed_are_read() -> None:
    installed = ROOT / "deploy" / "imhotep.toml"
    assert settings_from({}, installed, {}).workers == 2
    text = re.sub(r"(?m)^database.*$", "", installed.read_text(encoding="utf-8"))
    assert set(re.findall(r"(?m)^(?:# )?(\w+) = ", text)) <= set(Settings.__struct_fields__)
    other = re.sub(r"(?m)^database.*\n# ", "", installed.read_text(encoding="utf-8"))
    assert 'database = "postgresql:///imhotep?host=/run/postgresql"' in other


@pytest.mark.parametrize("file", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda file: file.stem)
def test_a_unit_is_hardened_and_calls_us_as_we_understand_it(file: Path) -> None:
    parser = configparser.RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(file, encoding="utf-8")
    service = parser["Service"]
    program, *words = service["ExecStart"].split()
    assert program == f"{PROGRAM}imhotep"
    check_command(["imhotep", *words], file.name)
    hardened = {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "CapabilityBoundingSet": "", "User": "imhotep"}
    assert {name: service[name] for name in hardened} == hardened
    assert {"MemoryMax", "TasksMax"} <= set(service)
    if "work" in words or "serve" in words:
        assert int(service["LimitNOFILE"]) >= 16_384
        assert service["Restart"] == "always"


def test_alerts_watch_what_we_count() -> None:
    (shown,) = [block for block in blocks_of(ROOT / "docs" / "operations.md") if block.language == "yaml"]
    metrics = Metrics()
    metrics.requests.labels("GET", "/", 200).observe(1)
    metrics.commands.labels("move", "done").observe(1)
    metrics.database_errors.labels("OperationalError").inc()
    metrics.jobs.labels("failed").set(1)
    samples = [each for family in text_string_to_metric_families(metrics.text().decode()) for each in family.samples]
    labels = {sample.name: set(sample.labels) for sample in samples}
    rules = [rule for group in yaml.safe_load(shown.text)["groups"] for rule in group["rules"]]
    assert len(rules) == len({rule["alert"] for rule in rules}) >= 8
    for rule in rules:
        used = re.findall(r"((?:imhotep|process)_\w+)(?:\{([^}]*)\})?", rule["expr"])
        assert used or rule["expr"].startswith("up")
        for name, wanted in used:
            assert name in labels, name
            assert set(re.findall(r"(\w+)(?:=|!)", wanted)) <= labels[name] | {"job"}, rule["alert"]
        assert rule["annotations"]["summary"]
