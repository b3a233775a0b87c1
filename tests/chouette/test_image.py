"""The container's fences: what the compose file gives away, and what is left out of the image."""

import ipaddress
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.servers import ROOT

FILE = ROOT / "docker-compose.yml"
CHECK = [shutil.which("check-jsonschema") or ".venv/bin/check-jsonschema"]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return content


def test_the_compose_file_is_one_by_its_schema() -> None:
    command = [*CHECK, "--builtin-schema", "vendor.compose-spec", str(FILE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_container_is_fenced(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert {"mem_limit", "cpus", "pids_limit"} <= service.keys(), name
        assert service["networks"], name


def test_database_and_queue_have_no_way_out_and_a_password(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert compose["networks"]["inside"]["internal"] is True
    for name in ("postgres", "redis"):
        assert services[name]["networks"] == ["inside"]
        assert "ports" not in services[name]
    assert "--requirepass" in services["redis"]["command"][-1]
    url = services["web"]["environment"]["REDIS_URL"]
    assert url.startswith("redis://:${REDIS_PASSWORD:?")


def test_only_the_proxys_own_address_is_believed(compose: dict[str, Any]) -> None:
    services, front = compose["services"], compose["networks"]["front"]
    trusted = services["web"]["environment"]["CHOUETTE_TRUSTED_PROXIES"]
    assert trusted == services["caddy"]["networks"]["front"]["ipv4_address"]
    address = trusted.partition(":-")[2].rstrip("}")
    network = front["ipam"]["config"][0]["subnet"].partition(":-")[2].rstrip("}")
    assert ipaddress.ip_network(trusted if "$" not in trusted else address).num_addresses == 1
    assert ipaddress.ip_address(address) in ipaddress.ip_network(network)


def test_no_secret_gets_into_the_image() -> None:
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".env", ".git", "/data"} <= set(left_out)
    assert {"/tests", "/benchmarks"} <= set(left_out), "what only developers need"


FIXED = {"CHOUETTE_DATA": "the image says where", "CHOUETTE_DEBUG": "never on a server"}


def test_every_variable_of_the_page_reaches_the_program(compose: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    table = page.partition("\n## Variables\n")[2].partition("\n## ")[0]
    named = {
        name
        for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for name in re.findall(r"`([A-Z0-9_]+)`", row)
    }
    written = FILE.read_text(encoding="utf-8")
    given: dict[str, str] = compose["services"]["web"]["environment"]
    assert len(named) > 20
    assert named - FIXED.keys() <= {*given, *re.findall(r"\$\{(\w+)", written)}
    assert not FIXED.keys() & given.keys()
    for name, value in given.items():  # what .env says, or what the compose file decides
        assert f"${{{name}" in value or name in DECIDED, name


DECIDED = {
    "CHOUETTE_ALLOWED_HOSTS",
    "CHOUETTE_TRUSTED_ORIGINS",
    "CHOUETTE_TRUSTED_PROXIES",
    "CHOUETTE_HTTPS",
    "CHOUETTE_LOG_JSON",
    "DATABASE_URL",
    "REDIS_URL",
}


def test_no_image_changes_by_itself(compose: dict[str, Any]) -> None:
    first = re.findall(r"(?m)^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    others = [each["image"] for each in compose["services"].values() if "build" not in each]
    assert len(first) == 1
    assert len(others) == 3
    for image in (*first, *others):
        assert re.search(r":\d+\.\d+(\.\d+)?(-|$)", image), image


@pytest.mark.thorough
def test_the_build_writes_no_secret_but_the_one_that_it_deletes(
    compose: dict[str, Any], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    environment = {**os.environ, "CHOUETTE_DATA": str(data)}
    for name in ("CHOUETTE_SECRET_KEY", "DATABASE_URL"):
        environment.pop(name, None)
    # The compose file passes what is not set as nothing.
    environment |= {
        name: ""
        for name, value in compose["services"]["web"]["environment"].items()
        if value.endswith(":-}")
    }
    code = "import django; django.setup()"
    environment["DJANGO_SETTINGS_MODULE"] = "chouette.settings"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    written = {path.name for path in data.rglob("*") if path.is_file()}
    assert written <= {"secret_key", "chouette.sqlite3"}
    deleted = re.findall(r"rm -f (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert deleted == ["/var/lib/chouette/secret_key"]


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_reads_its_file_as_it_is_meant(tmp_path: Path) -> None:
    environment = {**os.environ, "CHOUETTE_HOST": "club.example", "HOME": str(tmp_path)}
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", "Caddyfile"]
    done = subprocess.run(
        [*command, "--validate"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    server = json.loads(done.stdout)["apps"]["http"]["servers"]["srv0"]
    assert server["read_timeout"] == 5 * 60 * 10**9
    assert server["read_header_timeout"] == 10 * 10**9
    assert '"max_size": 66000000' in json.dumps(server)
    assert "write_timeout" not in server, "it would end the live stream"
