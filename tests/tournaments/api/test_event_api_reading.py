"""Events as the interface tells them: exports, standings, lists, and veiled names."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Club, Player
from tests import evenings
from tests.games.api.conftest import Program, program_of
from tests.tournaments.api.api_answers import done, step_of
from tests.tournaments.directing import Directed
from tests.tournaments.tables.tables import Tables
from tournaments.formats import EVENT_FORMATS
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


def test_names_that_are_not_shown_are_nowhere(club):
    Club.objects.update(visibility="public")
    Player.objects.filter(name="Ann").update(shown="initials")
    Player.objects.filter(name="Bob").update(shown="hidden")
    swiss = Directed(of=Club.objects.get(), names="Ann Bob Cid Dee", match_length=3)
    swiss.next_round()
    swiss.play_all()
    hidden = club.players.get(name="Bob").public_id
    stranger = program_of(None)
    division, event = swiss.division.public_id, swiss.event.public_id
    match = Match.objects.filter(round__division=swiss.division).first()
    paths = [
        *(f"divisions/{division}/{what}" for what in ("entries", "rounds", "standings")),
        *(f"events/{event}/export/{what}" for what in ("entries", "results", "standings", "json")),
        *("clubs/tuesday/matches", f"matches/{match.public_id}", f"matches/{match.public_id}/log"),
    ]
    for path in paths:
        answer = stranger("get", path)
        assert answer.status_code == 200, path
        text = answer.content.decode()
        assert "Ann" not in text, path
        assert "Bob" not in text, path
        assert hidden not in text, path
        assert "Olga" not in text, path


def test_the_whole_event_is_exported(api, club):
    swiss = Directed(of=club, names="Ann Bob Cid Dee", match_length=3)
    swiss.next_round()
    swiss.play_all()

    data = done(api("get", f"events/{swiss.event.public_id}/export/json"), 200)

    [division] = data["divisions"]
    assert (data["format"], data["seed"]) == ("chouette-event", swiss.event.seed)
    assert [one["name"] for one in division["entries"]] == ["Ann", "Bob", "Cid", "Dee"]
    match = division["rounds"][0]["matches"][0]
    assert match["events"][0]["kind"] == "final"
    assert [one["done"] for one in match["log"]] == ["report"]
    assert len(division["standings"]["tables"][0]["lines"]) == 4
    text = api("get", f"events/{swiss.event.public_id}/export/standings").content.decode()
    assert "Ann" in text


def test_places_of_a_bracket_are_told_as_far_as_they_are_certain(api, club):
    cup = Directed(of=club, names="Ann Bob Cid Dee", format="single", match_length=3)
    cup.next_round()
    cup.play_all(lambda _match: 0)

    [part] = done(api("get", f"divisions/{cup.division.public_id}/standings"), 200)["places"]

    assert part["bracket"] == "main"
    assert [(one["first"], one["last"]) for one in part["places"]] == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
    ]


def test_formats_and_tie_breaks_are_described(db):
    formats = {one["name"]: one for one in Program()("get", "event-formats").json()}
    german = Program()("get", "event-formats", Accept_Language="de").json()

    assert list(formats) == [one.code for one in EVENT_FORMATS]
    assert formats["swiss"]["parameters"][0] == {
        "name": "rounds",
        "title": "Rounds",
        "help": "So many rounds are played, whatever the field.",
        "takes": "number",
        "least": 1,
        "most": 30,
        "values": [],
        "default": 5,
    }
    assert formats["bank"]["is_chouette"]
    assert formats["round_robin"]["help"] == "Everybody meets everybody."
    assert all(one["help"] for one in formats.values())
    assert german[0]["title"] == "Schweizer System"
    assert {"buchholz", "lots"} <= {one["name"] for one in Program()("get", "tie-breaks").json()}


def test_codes_of_events_are_listed(db):
    listed = {one["code"]: one["sentence"] for one in Program()("get", "problems").json()}

    assert listed["event_over"].startswith("This event is not running")
    assert "correction_reaches" in listed
    assert "stale_version" in listed


@pytest.mark.parametrize("size", [8, 32])
def test_lists_ask_the_database_equally_often_however_long(api, club, size):
    swiss = Directed(of=club, names=" ".join(f"P{n}" for n in range(size)), match_length=3)
    night = Tables(club, " ".join(f"P{n}" for n in range(size)), format="club_night")
    swiss.next_round()
    swiss.play_all()
    swiss.next_round()
    night.next_round()
    expected = {
        f"divisions/{swiss.division.public_id}/entries": 6,
        f"divisions/{swiss.division.public_id}/rounds": 6,
        f"divisions/{night.division.public_id}/rounds": 8,
        f"divisions/{swiss.division.public_id}/standings": 7,
        "clubs/tuesday/events": 4,
        "clubs/tuesday/matches": 4,
    }
    counted = {}
    for path in expected:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            done(api("get", path), 200)
        counted[path] = len(queries)
    assert counted == expected


def test_all_data_about_a_person_hold_his_events_and_matches(club, client):
    import json

    swiss = Directed(of=club, names="Ann Bob", match_length=5)
    swiss.next_round()
    account = evenings.member(club, "Ann")
    Player.objects.filter(name="Ann").update(user=account)
    match = swiss.match("Ann", "Bob")
    done(
        program_of(account)(
            "post", f"matches/{match.public_id}/report", step_of(match, "a", points=[5, 1])
        )
    )
    client.force_login(account)

    found = json.loads(client.get("/account/data/").content)

    player = found["players"][0]
    assert player["entry_player"][0]["division"] == swiss.division.public_id
    sides = player.get("match_first", []) + player.get("match_second", [])
    assert [one["public_id"] for one in sides] == [match.public_id]
    assert [one["kind"] for one in found["matchstep_sender"]] == ["report"]
    assert "Bob" not in json.dumps(found)
