"""The description of events holds: generated requests, good and bad, are answered as it says."""

import json
import subprocess
import sys

import pytest

from tests.games.api.test_schemathesis import CHECKS, OF_EVENTS, OPERATIONS
from tests.servers import ROOT, prepared, running

SEED = """
import json
from games.models import Club, Membership
from games.accounts.services.accounts import user_create
from games.api.tokens import api_token_create
from tournaments.models import EventTable, Match
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create
from tournaments.record.services.passes import pass_create
user = user_create(email="schema@example.org", name="Schema")
club = Club.objects.order_by("pk").first()
Membership.objects.create(user=user, club=club, role="owner")
divisions = [{"format": "swiss"}, {"format": "club_night"}]
event = event_create(club=club, by=user, title="Open", divisions=divisions)
for division in event.divisions.all():
    players = list(club.players.order_by("pk")[:4])
    entries = entries_add(division=division, by=user, players=players)
    draw_make(division=division, by=user)
    draw_confirm(division=division, by=user, in_spite=True)
    draw_release(division=division, by=user)
first = event.divisions.get(position=1)
scopes = ["read", "score", "organize"]
ids = {
    "secret": api_token_create(user=user, name="s", scopes=scopes, days=30)[1],
    "clubs": club.slug,
    "events": event.public_id,
    "divisions": first.public_id,
    "entries": first.entries.first().public_id,
    "rounds": first.rounds.get().public_id,
    "tables": EventTable.objects.get().public_id,
    "matches": Match.objects.filter(round__division=first).first().public_id,
    "event-passes": pass_create(event=event, player=players[0], by=user).holder.public_id,
}
print(json.dumps(ids))
"""


@pytest.mark.slow
@pytest.mark.long
def test_schemathesis_finds_nothing_in_events(tmp_path):
    fast = "100000/min"
    rates = {f"CHOUETTE_API_RATE_{name}": fast for name in ("ADDRESS", "USER", "TOKEN")}
    with running(prepared(tmp_path / "data"), **rates) as server:
        ids = json.loads(server.run("shell", "-v", "0", "-c", SEED).splitlines()[-1])
        secret = ids.pop("secret")
        (tmp_path / "schemathesis.toml").write_text(
            CHECKS
            + "".join(
                OPERATIONS.format(
                    kind=kind, name="slug" if kind == "clubs" else "public_id", value=value
                )
                for kind, value in ids.items()
            ),
            encoding="utf-8",
        )
        done = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run"),
                *(f"{server.url}/api/v1/schema/?format=json", "--header"),
                *(f"Authorization:Bearer {secret}", "--max-examples", "8", "--seed", "1"),
                *("--include-path-regex", OF_EVENTS, "--max-time", "35", "--no-color"),
                *("--suppress-health-check", "all"),
            ],
            cwd=tmp_path,
            env={**server.environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )

    assert done.returncode == 0, done.stdout[-20000:] + done.stderr[-2000:]
