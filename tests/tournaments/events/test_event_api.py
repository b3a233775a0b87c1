"""Events through the interface: a whole Swiss event, corrections, versions, keys, veiled names."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Club, Player
from tests import evenings
from tests.games.api.conftest import Program, program_of
from tests.tournaments.events.directing import Directed
from tests.tournaments.events.tables import Tables
from tournaments.models import Entry, Event, Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_asked_yet():
    """Throttles count across tests otherwise."""
    cache.clear()


@pytest.fixture
def club() -> Club:
    """A club with four players."""
    made = evenings.club()
    for name in ("Ann", "Bob", "Cid", "Dee"):
        Player.objects.create(club=made, name=name)
    return made


@pytest.fixture
def api(club) -> Program:
    """The program of its owner, who directs."""
    return program_of(evenings.user("Olga"))


def ids(club: Club, *names: str) -> list[str]:
    """The identifiers of players."""
    return [club.players.get(name=name).public_id for name in names]


def done(answer, code: int = 201):
    """The answer's content; it went well."""
    assert answer.status_code == code, answer.content
    return answer.json()


def test_a_whole_event_is_directed_by_a_program(api, club):
    division = {"format": "swiss", "params": {"rounds": 2}, "match_length": 3}
    event = done(
        api("post", "clubs/tuesday/events", {"title": "Open", "divisions": [division], "seed": "s"})
    )
    [field] = event["divisions"]
    at = f"divisions/{field['id']}"
    entries = [{"player": one} for one in ids(club, "Ann", "Bob", "Cid", "Dee")]
    entered = done(api("post", f"{at}/entries", {"key": "enter", "entries": entries}))
    assert [one["number"] for one in entered["entries"]] == [1, 2, 3, 4]

    for number in (1, 2):
        for what in ("draw", "draw/confirm", "draw/release"):
            written = done(api("post", f"{at}/{what}", {"key": f"{what}{number}"}))
        matches = written["rounds"][-1]["matches"]
        for match in matches:
            # Whoever has the lower number wins 3 to 1.
            numbers = [side["number"] for side in match["sides"]]
            points = [3, 1] if numbers[0] < numbers[1] else [1, 3]
            report = {"key": f"r{number}", "version": match["version"], "points": points}
            after = done(api("post", f"matches/{match['id']}/report", report))
            assert after["match"]["state"] == "settled"

    standings = done(api("get", f"{at}/standings"), 200)
    [table] = standings["tables"]
    first, last = table["lines"][0], table["lines"][-1]
    assert (first["name"], first["score"], first["wins"]) == ("Ann", 2.0, 2)
    assert (last["score"], last["losses"]) == (0.0, 2)
    # Ann met one who won once and one who lost twice or both once: Buchholz adds their wins up.
    tie_breaks = {one["name"]: one for one in first["tie_breaks"]}
    assert list(tie_breaks) == ["buchholz", "head_to_head", "sonneborn_berger", "lots"]
    assert tie_breaks["head_to_head"]["value"] is None
    over = done(api("post", f"events/{event['id']}/finish", {"key": "end"}))
    assert over["event"]["status"] == "finished"
    late = api("post", f"{at}/draw", {"key": "late"})
    assert (late.status_code, late.json()["code"]) == (409, "event_over")


def test_the_same_request_is_written_once(api):
    swiss = Directed(of=Club.objects.get(), names="Ann Bob Cid Dee")
    at = f"divisions/{swiss.division.public_id}/draw"

    first = api("post", at, {"key": "one"})
    again = api("post", at, {"key": "one"})
    other = api("post", f"{at}/confirm", {"key": "one"})

    assert (first.status_code, again.status_code) == (201, 200)
    assert (first.json()["replayed"], again.json()["replayed"]) == (False, True)
    assert first.json()["rounds"] == again.json()["rounds"]
    assert first.json()["version"] == again.json()["version"]
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert api("post", at, {}).json()["code"] == "header_missing"
    assert api("post", at, {}, Idempotency_Key="one").status_code == 200
    for key in ("", "x" * 65, "a\tb", "é"):
        refused = api("post", at, {}, Idempotency_Key=key)
        assert (refused.status_code, refused.json()["code"]) == (400, "key_malformed")


def test_an_old_version_is_refused_with_the_new_one(api):
    swiss = Directed(of=Club.objects.get(), names="Ann Bob")
    path = f"events/{swiss.event.public_id}"
    shown = api("get", path)
    version = shown.json()["version"]
    done(api("patch", path, {"place": "Pub", "version": version}), 200)

    late = api("patch", path, {"place": "Inn", "version": version})
    tagged = api("patch", path, {"place": "Inn"}, If_Match=shown["ETag"])
    known = api("get", path, If_None_Match=api("get", path)["ETag"])

    assert (late.status_code, late.json()["code"]) == (409, "event_stale")
    assert late.json()["version"] == version + 1
    assert (tagged.status_code, tagged.json()["version"]) == (412, version + 1)
    assert known.status_code == 304
    assert Event.objects.get().place == "Pub"


def test_a_report_waits_for_the_opponent(api, club):
    swiss = Directed(of=club, names="Ann Bob", match_length=5)
    swiss.next_round()
    people = {}
    for name in ("Ann", "Bob"):
        account = evenings.member(club, name)
        Player.objects.filter(club=club, name=name).update(user=account)
        people[name] = program_of(account, scopes=("read", "score"))
    match = Match.objects.get()
    at = f"matches/{match.public_id}"

    reported = done(people["Ann"]("post", f"{at}/report", _step(match, "a", points=[5, 4])))
    own = people["Ann"]("post", f"{at}/confirm", {"key": "b", "version": reported["version"]})
    confirmed = done(
        people["Bob"]("post", f"{at}/confirm", {"key": "c", "version": reported["version"]})
    )
    settled = people["Bob"]("post", f"{at}/undo", {"key": "d", "version": confirmed["version"]})
    directing = people["Bob"]("post", f"{at}/correct", _step(match, "e", points=[0, 5]))

    assert reported["match"]["state"] == "reported"
    assert (own.status_code, own.json()["code"]) == (403, "own_report")
    assert confirmed["match"]["state"] == "settled"
    assert (settled.status_code, settled.json()["code"]) == (403, "undo_not_yours")
    assert (directing.status_code, directing.json()["code"]) == (403, "scope_missing")
    log = people["Bob"]("get", f"{at}/log").json()["results"]
    assert [(one["done"], one["sender"]) for one in log] == [("report", "Ann"), ("confirm", "Bob")]
    assert "before" not in log[0]["payload"]


def test_a_correction_says_what_it_reaches_before_it_is_done(api, club):
    cup = Directed(of=club, names="Ann Bob Cid Dee", format="single", match_length=3)
    cup.next_round()
    cup.play_all(lambda _match: 0)
    first = Match.objects.filter(round__division=cup.division).order_by("round__number", "pk")[0]
    final = Match.objects.get(round__number=2)
    at = f"matches/{first.public_id}/correct"

    asked = api("post", at, _step(first, "a", points=[1, 3]))
    seen = api("post", at, _step(first, "b", points=[1, 3], seen=[final.public_id]))

    assert (asked.status_code, asked.json()["code"]) == (409, "correction_reaches")
    [effect] = asked.json()["params"]["effects"]
    assert effect["match"] == final.public_id
    assert seen.status_code == 201, seen.content
    final.refresh_from_db()
    assert final.state == "open"


def test_a_match_is_played_at_the_board(api, club):
    first, second = ids(club, "Ann", "Bob")
    body = {"first": first, "second": second, "length": 3}
    match = done(api("post", "clubs/tuesday/matches", body))
    at, version = f"matches/{match['id']}", 0
    rows = (
        {"kind": "double", "side": 0},
        {"kind": "take"},
        {"kind": "win", "side": 1, "level": "single"},
    )
    for key, event in enumerate(rows):
        body = {"key": f"k{key}", "version": version, "event": event}
        after = done(api("post", f"{at}/play", body))
        version = after["version"]

    # Twice the cube of 1: Bob leads 2 to 0 and needs one point, so the next game is Crawford's.
    score = after["match"]["score"]
    assert after["match"]["points"] == [0, 2]
    assert (score["needs"], score["is_crawford"]) == ([3, 1], True)
    refused = api(
        "post",
        f"{at}/play",
        {"key": "x", "version": version, "event": {"kind": "double", "side": 0}},
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "result_impossible")
    assert done(api("post", f"{at}/undo", {"key": "u", "version": version}))["match"]["points"] == [
        0,
        0,
    ]
    again = api("post", f"{at}/play", {"key": "k0", "version": 0, "event": rows[1]})
    assert (again.status_code, again.json()["code"]) == (409, "key_reused")


def test_a_draft_is_shown_to_directors_only(api, club):
    swiss = Directed(of=club, names="Ann Bob")
    at = f"divisions/{swiss.division.public_id}"
    draft = done(api("post", f"{at}/draw", {"key": "d"}))["rounds"][0]
    member = program_of(evenings.member(club, "Member"))

    assert draft["state"] == "draft"
    assert done(member("get", f"{at}/rounds"), 200)["results"] == []
    for path in (f"rounds/{draft['id']}", f"matches/{draft['matches'][0]['id']}"):
        assert member("get", path).status_code == 404
        assert api("get", path).status_code == 200


def test_a_draw_explains_itself_and_is_changed_by_hand(api, club):
    swiss = Directed(of=club, names="Ann Bob Cid Dee")
    at = f"divisions/{swiss.division.public_id}"
    draft = done(api("post", f"{at}/draw", {"key": "d"}))["rounds"][0]
    assert {remark["code"] for remark in draft["remarks"]} == {"fold"}
    assert "number 1 of 4 meets number 4" in draft["remarks"][0]["text"]
    pairs = {frozenset(side["number"] for side in one["sides"]) for one in draft["matches"]}
    mine = next(pair for pair in pairs if 1 in pair)
    [other] = mine - {1}
    third = next(iter({1, 2, 3, 4} - mine))
    entries = {one.number: one.public_id for one in Entry.objects.all()}
    two = {"first": entries[other], "second": entries[third]}
    done(api("post", f"{at}/forbidden-pairs", {"first": entries[1], "second": entries[third]}), 200)

    swapped = done(api("post", f"{at}/draw/swap", {"key": "s", **two}))["rounds"][0]
    refused = api("post", f"{at}/draw/confirm", {"key": "c"})
    confirmed = done(api("post", f"{at}/draw/confirm", {"key": "e", "in_spite": True}))

    assert [one["code"] for one in swapped["remarks"]] == ["forbidden"]
    assert swapped["remarks"][0]["is_breach"]
    assert (refused.status_code, refused.json()["code"]) == (409, "draw_illegal")
    assert confirmed["rounds"][0]["state"] == "confirmed"


def test_a_table_of_an_evening_is_played_by_a_program(api, club):
    night = Tables(club, "Ann Bob Cid Dee", format="club_night")
    night.next_round()
    table = night.table()
    at = f"tables/{table.public_id}"
    shown = done(api("get", at), 200)
    version = {"version": shown["session_version"]}

    assert shown["next"]["number"] == 1
    assert sorted(shown["next"]["staying"]) == ["1", "2", "3", "4"]
    started = done(api("post", f"{at}/start-game", {"key": "s", **version}))
    again = api("post", f"{at}/start-game", {"key": "t", **version})
    assert started["table"]["phase"] == "play"
    assert (again.status_code, again.json()["code"]) == (409, "game_running")
    stale = api("post", f"{at}/finish", {"key": "u", **version})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    table.session.refresh_from_db()
    night.enter_points(table.session, Ann=0)
    standings = done(api("get", f"divisions/{night.division.public_id}/standings"), 200)
    assert standings["tables"][0]["basis"] in {"points", "per_bet"}
    assert len(standings["tables"][0]["lines"]) == 4


def test_who_comes_late_sits_down_and_goes_home_again(api, club):
    night = Tables(club, "Ann Bob Cid Dee", format="club_night")
    night.next_round()
    [eve] = night.enter("Eve")

    joined = done(api("post", f"entries/{eve.public_id}/table/join", {"key": "j"}))
    left = done(api("post", f"entries/{eve.public_id}/table/leave", {"key": "l"}))

    assert [seat["name"] for seat in joined["tables"][0]["seats"]][-1] == "Eve"
    staying = [seat["name"] for seat in left["tables"][-1]["seats"] if not seat["has_left"]]
    assert sorted(staying) == ["Ann", "Bob", "Cid", "Dee"]


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

    assert len(formats) == 12
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
    assert german[0]["title"] == "Schweizer System"
    assert {"buchholz", "lots"} <= {one["name"] for one in Program()("get", "tie-breaks").json()}


def test_codes_of_events_are_listed(db):
    listed = {one["code"]: one["sentence"] for one in Program()("get", "problems").json()}

    assert listed["event_over"].startswith("This event is not running")
    assert "correction_reaches" in listed
    assert "stale_version" in listed


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"params": {"rounds": 99}}, 409, "result_impossible"),
        ({"params": {"wings": 2}}, 409, "result_impossible"),
        ({"tie_breaks": ["magic"]}, 409, "tie_break_unknown"),
        ({"match_length": 65}, 400, "invalid"),
        ({"format": "chess"}, 400, "invalid"),
        ({"name": "a\x00b"}, 400, "invalid"),
    ],
)
def test_a_division_nobody_can_play_is_refused(api, club, fields, status, code):
    body = {"title": "Open", "divisions": [fields]}

    answer = api("post", "clubs/tuesday/events", body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Event.objects.exists()


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


def test_a_template_is_for_directors_only(api, club):
    made = done(api("post", "clubs/tuesday/events", {"title": "Usual", "is_template": True}))
    member = program_of(evenings.member(club, "Member"))

    assert member("get", f"events/{made['id']}").status_code == 404
    assert member("get", "clubs/tuesday/events").json()["results"] == []
    copied = done(api("post", f"events/{made['id']}/copy", {"title": "Tuesday"}))
    assert (copied["status"], copied["title"]) == ("planned", "Tuesday")
    assert copied["seed"] != made["seed"]


def test_reports_that_players_may_not_make_are_the_directors(api, club):
    swiss = Directed(of=club, names="Ann Bob", event_fields={"self_reports": False})
    swiss.next_round()
    account = evenings.member(club, "Ann")
    Player.objects.filter(name="Ann").update(user=account)
    match = Match.objects.get()

    refused = program_of(account)(
        "post", f"matches/{match.public_id}/report", _step(match, "a", points=[7, 0])
    )

    assert (refused.status_code, refused.json()["code"]) == (403, "reports_off")
    done(api("post", f"matches/{match.public_id}/report", _step(match, "b", points=[7, 0])))


def _step(match: Match, key: str, **fields):
    """A step of a match, by its version now."""
    match.refresh_from_db()
    return {"key": key, "version": match.version, **fields}


def test_all_data_about_a_person_hold_his_events_and_matches(club, client):
    import json

    swiss = Directed(of=club, names="Ann Bob", match_length=5)
    swiss.next_round()
    account = evenings.member(club, "Ann")
    Player.objects.filter(name="Ann").update(user=account)
    match = swiss.match("Ann", "Bob")
    done(
        program_of(account)(
            "post", f"matches/{match.public_id}/report", _step(match, "a", points=[5, 1])
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
