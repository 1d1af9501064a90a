"""What stands in `deploy/` fits the program: its commands, settings, routes, ports and metrics."""

import json
import re
import subprocess
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import tomli
import yaml  # type: ignore[import-untyped] # it has no types of its own

import api.cli
from api.service.router import router
from api.service.server import GRACE_SECONDS
from api.serving import PORT
from domain.log.errors import NotALogError
from projections.migrations.upgrade import migrate
from replay.configuration import CONFIG_SETTING, effective
from replay.registry import BY_NAME
from tests.arch.source import ROOT
from tests.docs.markdown import page, spans, table
from tests.operation.conftest import DATABASE, Watched
from tests.operation.container import stages
from tests.service.playing import awaited
from tests.support.postgres import shared_server

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
CONTAINERFILE = stages((DEPLOY / "Containerfile").read_text())
PINNED = re.compile(r"[a-z]+(/[a-z]+)?:v?\d+\.\d+(\.\d+)?(-[a-z0-9-]+)?")
"""An image by its short name and its version."""
MARGIN_SECONDS = 10


def documents(name: str) -> list[dict[str, Any]]:
    return [one for one in yaml.safe_load_all((DEPLOY / name).read_text()) if one]


MANIFESTS = [
    one
    for path in sorted((DEPLOY / "kubernetes").iterdir())
    for one in documents(f"kubernetes/{path.name}")
]
COMPOSE = documents("compose.yaml")[0]


def of_kind(kind: str) -> dict[str, Any]:
    (found,) = (one for one in MANIFESTS if one["kind"] == kind)
    return found


POD = of_kind("Deployment")["spec"]["template"]["spec"]
(SERVICE,) = POD["containers"]
JOB = of_kind("Job")["spec"]["template"]["spec"]
SETTINGS_HERE = {
    **of_kind("ConfigMap")["data"],
    **{one["name"]: one.get("value") for one in SERVICE["env"]},
}


def systemd(name: str = "paipu") -> dict[str, str]:
    lines = (DEPLOY / f"systemd/{name}.service").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")


def commands() -> Iterator[list[str]]:
    """Every command line of `paipu` that stands there."""
    final = {step.word: step for step in CONTAINERFILE[-1]}
    assert final["ENTRYPOINT"].arguments == ["paipu"]
    yield final["CMD"].arguments
    yield from (COMPOSE["services"][name]["command"] for name in ("migrate", "paipu"))
    yield from (one["args"] for one in (SERVICE, *JOB["containers"]))
    for name in ("paipu", "paipu-export"):
        program, *rest = systemd(name)["ExecStart"].split()
        assert program.endswith("/paipu")
        yield rest


def test_every_command_is_one_of_the_program() -> None:
    found = [api.cli.parser().parse_args(words) for words in commands()]
    served = [one for one in found if hasattr(one, "port")]
    assert len(found) == 7
    assert len(served) == 4
    assert {one.port for one in served} == {PORT}


def test_every_setting_is_one_of_the_program_and_of_its_form() -> None:
    named = {name for path in FILES for name in re.findall(r"PAIPU_[A-Z_]+[A-Z]", path.read_text())}
    assert named - {CONFIG_SETTING} <= set(BY_NAME)
    assert len(named) > 5
    given = {**SETTINGS_HERE, **COMPOSE["services"]["paipu"]["environment"]}
    for name, value in given.items():
        if name in BY_NAME and value is not None:
            assert BY_NAME[name].form.fits(str(value)), name


def test_the_example_of_a_file_of_settings_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = tmp_path / "paipu.toml"
    copied.write_text((DEPLOY / "paipu.toml").read_text())
    copied.chmod(0o640)
    for name in BY_NAME:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(CONFIG_SETTING, str(copied))
    told = {one.setting.key for one in effective() if one.source == str(copied)}
    assert told == {
        *("log", "keys", "tokens", "signing_keys"),
        *("drain_seconds", "metrics", "tls", "proxies"),
    }


def test_whom_a_request_is_for_is_said_by_the_proxy_alone() -> None:
    file = tomli.loads((DEPLOY / "paipu.toml").read_text())
    composed = COMPOSE["services"]["paipu"]
    network = COMPOSE["networks"]["default"]["ipam"]["config"][0]
    (http,) = (one for one in of_kind("NetworkPolicy")["spec"]["ingress"] if "http" in str(one))

    assert (file["tls"], file["proxies"]) == ("yes", "127.0.0.1")
    assert composed["environment"]["PAIPU_TLS"] == SETTINGS_HERE["PAIPU_TLS"] == "yes"
    assert composed["environment"]["PAIPU_PROXIES"] == network["gateway"]
    assert composed["ports"] == ["127.0.0.1:8420:8420"]
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])
    assert SETTINGS_HERE["PAIPU_PROXIES"]
    assert http["from"]


def test_probes_ask_routes_that_there_are_at_the_port_that_is_served() -> None:
    ports = {one["name"]: one["containerPort"] for one in SERVICE["ports"]}
    assert ports["http"] == PORT
    assert SETTINGS_HERE["PAIPU_METRICS"] == f"0.0.0.0:{ports['metrics']}"
    routes = {getattr(route, "path", "") for route in router.routes}
    probes = {
        name: SERVICE[f"{name}Probe"]["httpGet"] for name in ("startup", "readiness", "liveness")
    }
    assert {one["path"] for one in probes.values()} <= routes
    assert probes["readiness"]["path"] == "/v1/ready"
    assert {ports[one["port"]] for one in probes.values()} == {PORT}
    assert of_kind("Service")["spec"]["ports"][0]["targetPort"] in ports
    (checked,) = (step for step in CONTAINERFILE[-1] if step.word == "HEALTHCHECK")
    (path,) = re.findall(rf"http://127\.0\.0\.1:{PORT}(/[a-z0-9/]+)", checked.said)
    assert path in routes
    (target,) = documents("monitoring/prometheus.yaml")[0]["scrape_configs"][0]["static_configs"]
    assert target["targets"] == ["paipu:8421"]
    assert COMPOSE["services"]["paipu"]["environment"]["PAIPU_METRICS"].endswith(":8421")


def test_who_stops_a_process_waits_for_its_drain_and_its_grace() -> None:
    drain = int(SETTINGS_HERE["PAIPU_DRAIN_SECONDS"])
    probe = SERVICE["readinessProbe"]
    assert drain >= probe["failureThreshold"] * (probe["periodSeconds"] + probe["timeoutSeconds"])
    needed = GRACE_SECONDS + MARGIN_SECONDS
    assert POD["terminationGracePeriodSeconds"] >= drain + needed
    composed = COMPOSE["services"]["paipu"]
    drained = int(composed["environment"]["PAIPU_DRAIN_SECONDS"])
    assert int(composed["stop_grace_period"].removesuffix("s")) >= drained + needed
    unit = systemd()
    assert unit["KillMode"] == "mixed"
    assert "-HUP" in unit["ExecReload"]
    example = (DEPLOY / "paipu.toml").read_text()
    (in_file,) = re.findall(r"^drain_seconds = (\d+)$", example, re.MULTILINE)
    assert int(unit["TimeoutStopSec"]) >= int(in_file) + needed


def test_a_password_that_cannot_be_read_makes_no_login_without_one() -> None:
    script = DEPLOY / "database.sh"  # the image runs it, which it would only read otherwise
    assert script.stat().st_mode & 0o111
    assert not Path("/run/secrets/admin_password").exists()
    ran = subprocess.run([script], env={"PATH": "/usr/bin:/bin"}, capture_output=True, check=False)
    assert ran.returncode == 1
    (line,) = ran.stderr.decode().splitlines()
    assert "admin_password" in line, "nothing else was done"


def test_selectors_fit_and_volumes_are_there() -> None:
    labels = of_kind("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert of_kind("Deployment")["spec"]["selector"]["matchLabels"] == labels
    assert of_kind("Service")["spec"]["selector"] == labels
    assert of_kind("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    assert of_kind("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == labels
    volumes = {one["name"] for one in POD["volumes"]}
    containers = (*POD["initContainers"], SERVICE)
    assert {one["name"] for each in containers for one in each["volumeMounts"]} == volumes
    secrets = {
        one["metadata"]["name"]: one["stringData"] for one in MANIFESTS if one["kind"] == "Secret"
    }
    for container in (SERVICE, *JOB["containers"]):
        for one in container["env"]:
            if "valueFrom" in one:
                asked = one["valueFrom"]["secretKeyRef"]
                assert asked["key"] in secrets[asked["name"]]
    (copying,) = re.findall(r"cp (.*) /keys/", POD["initContainers"][0]["command"][-1])
    assert set(copying.split()) == {f"/secrets/{name}" for name in secrets["paipu-keys"]}
    declared = set(COMPOSE["secrets"])
    assert {
        name for one in COMPOSE["services"].values() for name in one.get("secrets", ())
    } == declared


def test_nothing_runs_as_root_or_writes_to_its_image() -> None:
    for pod in (POD, JOB):
        assert pod["securityContext"]["runAsNonRoot"]
        assert not pod["automountServiceAccountToken"]
        for one in (*pod.get("initContainers", ()), *pod["containers"]):
            closed = one["securityContext"]
            assert closed["readOnlyRootFilesystem"]
            assert closed["allowPrivilegeEscalation"] is False
            assert closed["capabilities"] == {"drop": ["ALL"]}
            assert one["resources"]["limits"]["memory"]
    users = {step.said for step in CONTAINERFILE[-1] if step.word == "USER"}
    assert users == {
        f"{POD['securityContext']['runAsUser']}:{POD['securityContext']['runAsGroup']}"
    }
    for name in ("migrate", "paipu"):
        service = COMPOSE["services"][name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])


def test_images_are_named_by_short_name_and_version() -> None:
    based = [
        step.said.split()[0] for stage in CONTAINERFILE for step in stage if step.word == "FROM"
    ]
    composed = [one["image"] for one in COMPOSE["services"].values()]
    in_pods = [
        one["image"]
        for pod in (POD, JOB)
        for one in (*pod.get("initContainers", ()), *pod["containers"])
    ]
    for image in (*based, *composed, *in_pods):
        assert PINNED.fullmatch(image), image
    ours = {image for image in (*composed, *in_pods) if image.startswith("paipu:")}
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert ours == {f"paipu:{version[1]}"}


def test_dashboard_and_alerts_name_metrics_that_there_are(watched: Watched) -> None:
    assert awaited(lambda: "paipu_checkpoint_size" in watched.families() or None)
    told = watched.families()
    documented = table(page("operation.md"), "metric", "labels", "tells").rows
    labels = {"".join(spans(row[0])): set(spans(row[1])) for row in documented}
    assert set(labels) == told
    queries = [
        rule["expr"]
        for group in documents("monitoring/alerts.yaml")[0]["groups"]
        for rule in group["rules"]
    ]
    board = json.loads((DEPLOY / "monitoring/grafana.json").read_text())
    queries += [one["expr"] for panel in board["panels"] for one in panel["targets"]]
    assert len(queries) > 30
    for query in queries:
        names = set(re.findall(r"paipu_\w+", query))
        plain = {re.sub(r"_(bucket|count|sum)$", "", name) for name in names}
        assert plain <= told, query
        known = {"le", "job"}.union(*(labels[name] for name in plain))
        grouped = {one for each in re.findall(r"by \(([^)]*)\)", query) for one in each.split(", ")}
        chosen = set(re.findall(r'(\w+)="', query))
        assert grouped | chosen <= known, query


def test_every_alert_is_explained() -> None:
    rules = [
        rule
        for group in documents("monitoring/alerts.yaml")[0]["groups"]
        for rule in group["rules"]
    ]
    explained = table(page("operation.md"), "alert", "means", "do").column("alert")
    assert [name for cell in explained for name in spans(cell)] == [rule["alert"] for rule in rules]
    assert {rule["labels"]["severity"] for rule in rules} == {"page", "ticket"}


def test_a_database_that_was_prepared_has_its_owner_and_its_service_apart(
    watched: Watched, prepared: dict[str, str]
) -> None:
    assert watched.served.place.log == prepared["paipu_api"]
    owners = shared_server().execute(
        "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'", DATABASE
    )
    assert owners == [("paipu_owner",)]
    with pytest.raises(NotALogError, match="paipu_owner"):
        migrate(prepared["paipu_api"])
