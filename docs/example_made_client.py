"""Plays a game with a client that a generator made: `example_made_client.py http://... TOKEN`.

The client is made with `openapi-python-client generate --url http://.../api/v1/schema/`; here its
package is called `chouette_client`.
"""

import sys
import uuid

from chouette_client import AuthenticatedClient
from chouette_client.api.clubs import clubs_list, clubs_players_list
from chouette_client.api.sessions import sessions_actions_create, sessions_create
from chouette_client.models import ActionsRequest, NewSessionRequest

address, token = sys.argv[1:]
client = AuthenticatedClient(address, token, raise_on_unexpected_status=True)
club = clubs_list.sync(client=client, mine=True).results[0]
players = clubs_players_list.sync(club.id, client=client).results[:4]
ids = [player.id for player in players]
wanted = NewSessionRequest(club=club.id, players=ids, title="Example")
session = sessions_create.sync(client=client, body=wanted, idempotency_key=uuid.uuid4().hex)
order = {"type": "set_order", "line": ids}
start = {"type": "start_game", "box": ids[0], "partner": None, "team": ids[1:]}
end = {"type": "end_game", "winner": "team", "level": 1}
step = {"version": session.version, "key": uuid.uuid4().hex, "actions": [order, start, end]}
body = ActionsRequest.from_dict(step)
written = sessions_actions_create.sync(session.id, client=client, body=body)
for player in players:
    print(player.name, written.table.totals[player.id] / 100)
