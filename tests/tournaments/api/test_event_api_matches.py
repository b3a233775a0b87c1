"""Matches through the interface: reports, corrections and games at the board."""

import pytest

from games.models import Player
from tests import evenings
from tests.games.api.conftest import program_of
from tests.tournaments.api.api_answers import done, ids, step_of
from tests.tournaments.directing import Directed
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


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

    reported = done(people["Ann"]("post", f"{at}/report", step_of(match, "a", points=[5, 4])))
    own = people["Ann"]("post", f"{at}/confirm", {"key": "b", "version": reported["version"]})
    confirmed = done(
        people["Bob"]("post", f"{at}/confirm", {"key": "c", "version": reported["version"]})
    )
    settled = people["Bob"]("post", f"{at}/undo", {"key": "d", "version": confirmed["version"]})
    directing = people["Bob"]("post", f"{at}/correct", step_of(match, "e", points=[0, 5]))

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

    asked = api("post", at, step_of(first, "a", points=[1, 3]))
    tried = api("post", at, step_of(first, "c", points=[1, 3], dry_run=True))
    effect = asked.json()["params"]
    kept = done(api("post", at, step_of(first, "d", points=[1, 3], keeps=True)))
    back = {"key": "e", "version": kept["version"]}
    back = done(api("post", f"matches/{first.public_id}/undo", back))
    first.refresh_from_db()
    seen = api("post", at, step_of(first, "b", points=[1, 3], seen=effect["digest"]))

    assert (asked.status_code, asked.json()["code"]) == (409, "correction_reaches")
    [lost] = effect["lost"]
    assert (lost["match"], lost["points"]) == (final.public_id, [3, 2])
    assert effect["text"] == "1 result will be lost."
    assert tried.status_code == 200
    assert (kept["match"]["winner"], kept["match"]["goes_on"], effect["may_keep"]) == (1, 0, True)
    assert (back["match"]["winner"], back["match"]["goes_on"]) == (0, None)
    assert tried.json()["effect"] == {name: effect[name] for name in tried.json()["effect"]}
    assert tried.json()["match"]["winner"] == 0, "nothing was written"
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


def test_reports_that_players_may_not_make_are_the_directors(api, club):
    swiss = Directed(of=club, names="Ann Bob", event_fields={"self_reports": False})
    swiss.next_round()
    account = evenings.member(club, "Ann")
    Player.objects.filter(name="Ann").update(user=account)
    match = Match.objects.get()

    refused = program_of(account)(
        "post", f"matches/{match.public_id}/report", step_of(match, "a", points=[7, 0])
    )

    assert (refused.status_code, refused.json()["code"]) == (403, "reports_off")
    done(api("post", f"matches/{match.public_id}/report", step_of(match, "b", points=[7, 0])))
