"""Events through the interface: a whole Swiss event, draws, tables, versions, keys."""

import pytest

from games.models import Club
from tests import evenings
from tests.games.api.conftest import program_of
from tests.tournaments.api.api_answers import done, ids
from tests.tournaments.directing import Directed
from tests.tournaments.tables.tables import Tables
from tournaments.models import Entry, Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


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
            # The lower number wins 3 to 1.
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
    assert api("post", at, {}).json()["code"] == "key_missing"
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


def test_a_template_is_for_directors_only(api, club):
    made = done(api("post", "clubs/tuesday/events", {"title": "Usual", "is_template": True}))
    member = program_of(evenings.member(club, "Member"))

    assert member("get", f"events/{made['id']}").status_code == 404
    assert member("get", "clubs/tuesday/events").json()["results"] == []
    copied = done(api("post", f"events/{made['id']}/copy", {"title": "Tuesday"}))
    assert (copied["status"], copied["title"]) == ("planned", "Tuesday")
    assert copied["seed_digest"] != made["seed_digest"]


def test_nobody_moves_at_a_table_before_a_program_was_told_where(api, club):
    night = Tables(club, names="Ann Bob Cid Dee Eve", format="club_night")
    night.next_round()
    [table] = night.tables()
    [zoe] = night.enter("Zoe")
    done(api("post", f"entries/{zoe.public_id}/table/join", {"key": "j"}))
    at = f"tables/{table.public_id}/split"
    assert api("post", at, {"key": "s"}).status_code == 400
    found = done(api("get", at), 200)
    assert sorted(len(one["players"]) for one in found["tables"]) == [3, 3]
    stale = api("post", at, {"key": "s", "proposal": "1,2,3;4,5,6"})
    assert (stale.status_code, stale.json()["code"]) == (409, "proposal_stale")
    assert len(night.tables()) == 1
    said = {"key": "s", "proposal": found["proposal"]}
    answer = done(api("post", at, said))
    seats = {
        one["id"]: {seat["name"] for seat in one["seats"] if not seat["has_left"]}
        for one in answer["tables"]
    }
    assert sorted(map(len, seats.values())) == [0, 3, 3]
    assert done(api("post", at, said), 200)["replayed"]
    other = api("post", at, {**said, "proposal": "1,2,3;4,5,6"})
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")

    # One more by hand, then the two that are left are proposed a place.
    one, two = (key for key, names in seats.items() if names)
    name = min(seats[one])
    move = f"entries/{night.entry(name).public_id}/table/move"
    moved = done(api("post", move, {"key": "m", "table": two}))
    now = {
        row["id"]: [seat["name"] for seat in row["seats"] if not seat["has_left"]]
        for row in moved["tables"]
    }
    assert name in now[two]
    assert name not in now[one]
    at = f"rounds/{night.division.rounds.get().public_id}/tables/merge"
    found = done(api("get", at), 200)
    assert found["ending"]
    done(api("post", at, {"key": "d", "proposal": found["proposal"]}))


def test_ratings_and_clubs_come_in_and_out_with_entries(api, club):
    open_event = Directed(club)
    at = f"divisions/{open_event.division.public_id}/entries"
    [ann, bob] = ids(club, "Ann", "Bob")
    said = [{"player": ann, "rating": "1723.5", "home_club": "Ulm"}, {"player": bob}]
    entered = done(api("post", at, {"key": "e", "entries": said}))["entries"]
    assert [(one["rating"], one["home_club"]) for one in entered] == [
        ("1723.50", "Ulm"),
        (None, ""),
    ]
    one = f"entries/{entered[0]['id']}"
    changed = done(api("patch", one, {"rating": None, "home_club": "BC Bonn"}), 200)
    assert (changed["rating"], changed["home_club"]) == (None, "BC Bonn")
    assert api("patch", one, {"rating": "1723,5"}).status_code == 400
    Entry.objects.filter(public_id=entered[0]["id"]).update(rating="1801.25")
    text = api("get", f"events/{open_event.event.public_id}/export/entries").content.decode()
    assert "BC Bonn" in text
    assert "1801.25" in text


def test_a_wrong_entry_is_removed_and_brought_back_by_a_program(api, club):
    event = Directed(club, "Ann Bob Cid Dee")
    event.next_round()
    ann = event.entry("Ann").public_id
    assert api("delete", f"entries/{ann}").status_code == 204
    assert not Entry.objects.filter(public_id=ann).exists()
    again = done(api("post", f"entries/{ann}/restore"), 200)
    assert (again["id"], again["number"]) == (ann, 1)
    assert api("post", f"entries/{ann}/restore").status_code == 404
    event.win(event.open()[0], 0)
    played = {one["player"] for one in Entry.objects.values("player") if one}
    refused = [api("delete", f"entries/{one.public_id}") for one in Entry.objects.all()]
    assert sorted(one.status_code for one in refused) == [204, 204, 409, 409], played
