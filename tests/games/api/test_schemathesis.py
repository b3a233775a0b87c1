"""The description holds: generated requests, good and bad, are answered as it says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT, prepared, running

SEED = """
import json
from games.files.services.demo import demo_create
from games.models import Debt, Membership, Session
from games.record.services.notes import note_add
from games.accounts.services.accounts import user_create
from games.api.tokens import api_token_create
user = user_create(email="schema@example.org", name="Schema")
club = demo_create()
Membership.objects.create(user=user, club=club, role="owner")
session = Session.objects.filter(status="open").get()
note = note_add(session=session, game=1, text="Was it?", by=user, is_dispute=True)
ids = {
    "secret": api_token_create(
        user=user, name="s", scopes=["read", "score", "organize"], days=30
    )[1],
    "clubs": club.slug,
    "players": club.players.first().public_id,
    "sessions": session.public_id,
    "debts": Debt.objects.first().public_id,
    "notes": note.public_id,
}
print(json.dumps(ids))
"""
# A version may stand in the content or in a header: no description can ask for one of the two.
CHECKS = """
# Made-up tags would be malformed ones: the pattern of a header is not kept to.
parameters = { "header.If-Match" = '"0-0123456789abcdef"' }

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 412, 428, 429, "5xx"]
"""
# So that requests reach what is there, and not only what is not.
OPERATIONS = """
[[operations]]
include-path-regex = "/api/v1/{kind}/"
parameters = {{ "path.{name}" = "{value}" }}
"""

# Their test: tests/tournaments/api/test_event_api_schemathesis.py.
OF_EVENTS = (
    "/(events|divisions|entries|rounds|tables|matches|event-passes|event-formats|tie-breaks)(/|$)"
)


def found_by_schemathesis(tmp_path: Path, seed: str, *options: str) -> str:
    """What it says about a server that `seed` has filled: nothing, if all was as described.

    `seed` prints a token's secret, and what the addresses of each kind may name.
    """
    fast = "100000/min"
    rates = {f"CHOUETTE_API_RATE_{name}": fast for name in ("ADDRESS", "USER", "TOKEN")}
    with running(prepared(tmp_path / "data"), **rates) as server:
        ids = json.loads(server.run("shell", "-v", "0", "-c", seed).splitlines()[-1])
        secret = ids.pop("secret")
        operations = (
            OPERATIONS.format(
                kind=kind, name="slug" if kind == "clubs" else "public_id", value=value
            )
            for kind, value in ids.items()
        )
        settings = tmp_path / "schemathesis.toml"
        settings.write_text(CHECKS + "".join(operations), encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run"),
                *(f"{server.url}/api/v1/schema/?format=json", "--header"),
                *(f"Authorization:Bearer {secret}", "--seed", "1", "--no-color"),
                *("--suppress-health-check", "all", *options),
            ],
            cwd=tmp_path,
            env={**server.environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    said = "" if done.returncode == 0 else done.stdout[-20000:] + done.stderr[-2000:]
    print(said)  # whole, in the report of a failure: an assertion shortens it
    return said


@pytest.mark.slow
def test_schemathesis_finds_nothing(tmp_path):
    options = ("--max-examples", "15", "--exclude-path-regex", OF_EVENTS, "--max-time", "45")
    assert found_by_schemathesis(tmp_path, SEED, *options) == ""
