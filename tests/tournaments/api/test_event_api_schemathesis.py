"""The description of events holds: generated requests, good and bad, are answered as it says."""

import pytest

from tests.games.api.test_schemathesis import OF_EVENTS, found_by_schemathesis

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
    options = ("--max-examples", "8", "--include-path-regex", OF_EVENTS, "--max-time", "35")
    assert found_by_schemathesis(tmp_path, SEED, *options) == ""
