"""Plays a game through the interface: `python3 example_client.py http://localhost:8000 TOKEN`."""

import json
import sys
import urllib.request
import uuid

address, token = sys.argv[1:]


def ask(verb, path, data=None):
    """Send a request and return the answer; a refusal says what is wrong."""
    body = None if data is None else json.dumps(data).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/v1/{path}", body, headers, method=verb)
    try:
        return json.load(urllib.request.urlopen(request, timeout=20))
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {json.load(error)['detail']}")


club = ask("GET", "clubs?mine=true")["results"][0]
players = ask("GET", f"clubs/{club['id']}/players")["results"][:4]
ids = [player["id"] for player in players]
session = ask("POST", "sessions", {"club": club["id"], "players": ids, "title": "Example"})
start = {"type": "start_game", "box": ids[0], "partner": None, "team": ids[1:]}
end = {"type": "end_game", "winner": "team", "level": 1}
step = {"version": session["version"], "key": uuid.uuid4().hex}
step["actions"] = [{"type": "set_order", "line": ids}, start, end]
written = ask("POST", f"sessions/{session['id']}/actions", step)
for player in players:
    print(player["name"], written["table"]["totals"][player["id"]] / 100)
