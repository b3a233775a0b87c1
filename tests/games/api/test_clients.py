"""Generators of clients understand the description: what they make can be imported and used."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.api.test_example_client import TOKEN
from tests.servers import ROOT, Server

pytestmark = pytest.mark.slow
# Where the generator finds the tool that formats what it makes.
TOOLS = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The description as a file, as an installation gives it."""
    file = tmp_path_factory.mktemp("schema") / "schema.json"
    command = [
        sys.executable,
        "manage.py",
        "spectacular",
        "--format",
        "openapi-json",
        "--file",
    ]
    subprocess.run([*command, file], cwd=ROOT, check=True, capture_output=True)
    return file


def walk(part, place=""):
    """Every part of the description with its place."""
    yield place, part
    for name, inner in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(inner, dict | list):
            yield from walk(inner, f"{place}/{name}")


def test_the_description_says_nothing_in_two_ways(description):
    for place, part in walk(json.loads(description.read_text())):
        if not isinstance(part, dict):
            continue
        assert part.get("items") is not False, place
        if "oneOf" in part:
            assert {"type": "string", "maxLength": 0} not in part["oneOf"], place
            assert len(part["oneOf"]) > 1, place


def test_every_answer_says_what_is_left_and_what_may_go_wrong(description):
    whole = json.loads(description.read_text())
    assert "Retry-After" in whole["components"]["responses"]["Refused429"]["headers"]
    for path, item in whole["paths"].items():
        for verb, operation in item.items():
            responses = operation["responses"]
            assert {"429", "503"} <= responses.keys(), (verb, path)
            for number, told in responses.items():
                shared = told.get("$ref", "").rpartition("/")[2]
                answer = whole["components"]["responses"][shared] if shared else told
                assert {"RateLimit", "RateLimit-Policy"} <= answer["headers"].keys(), (path, number)
            assert responses["429"] == {"$ref": "#/components/responses/Refused429"}
            headers = {one["name"] for one in operation.get("parameters", ())}
            assert ("428" in responses) == ("If-Match" in headers), (verb, path)


def test_openapi_python_client_makes_a_client_that_plays_a_game(
    description: Path, tmp_path: Path, server: Server
) -> None:
    made = tmp_path / "made"
    subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
            *("--path", description, "--output-path", made / "chouette_client"),
            "--fail-on-warning",
        ],
        env=TOOLS,
        check=True,
        capture_output=True,
    )
    mine = TOKEN.replace("client@", "made@")
    token = server.run("shell", "-v", "0", "-c", mine).split()[-1]

    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "example_made_client.py", server.url, token],
        env={"PYTHONPATH": str(made), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["Ann -3.0", "Bob 1.0", "Cid 1.0", "Dee 1.0"]


def test_datamodel_codegen_makes_classes_that_can_be_imported(
    description: Path, tmp_path: Path
) -> None:
    module = tmp_path / "models.py"
    subprocess.run(
        [
            *(sys.executable, "-m", "datamodel_code_generator", "--input", description),
            *("--input-file-type", "openapi", "--output", module),
            *("--output-model-type", "pydantic_v2.BaseModel"),
        ],
        check=True,
        capture_output=True,
    )
    check = "import models; print(models.NewPlayerRequest(name='Eve').name)"

    done = subprocess.run(
        [sys.executable, "-c", check], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.stdout == "Eve\n", done.stderr
