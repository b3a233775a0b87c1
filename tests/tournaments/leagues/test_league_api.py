"""Leagues for programs: read, reported by the matches' interface, told to webhooks once."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Club, Delivery
from games.webhooks.services.deliveries import body_of
from games.webhooks.services.webhooks import webhook_create
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services.webhooks import league_news_tell
from tournaments.models import LeagueSeason, Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def asked(path: str, user: Any = None) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def of() -> Running:
    return Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))


def test_a_league_is_read_with_its_rules_seasons_and_tables(of: Running) -> None:
    [listed] = asked(f"clubs/{of.club.slug}/leagues")
    assert (listed["name"], listed["shape"], listed["confirm_days"]) == (
        "Winter",
        "all_play_all",
        3,
    )
    league = asked(f"leagues/{listed['id']}")
    [season] = league["seasons"]
    assert (season["number"], season["stage"]) == (1, "running")
    of.win(of.match("Ann", "Bob"), 0)
    divisions = asked(f"leagues/{listed['id']}/seasons/1")["divisions"]
    assert [one["position"] for one in divisions] == [1, 2, 3]
    lines = divisions[0]["standings"]["tables"][0]["lines"]
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("query", "count"), [("", 9), ("?state=settled", 1), ("?state=open", 8), ("?player=x", 0)]
)
def test_fixtures_are_listed_and_filtered(of: Running, query: str, count: int) -> None:
    of.win(of.match("Ann", "Bob"), 0)
    path = f"leagues/{of.league.public_id}/seasons/1/fixtures"
    assert len(asked(f"{path}{query}", of.director)) == count


def test_a_fixture_of_one_player_is_reported_as_a_match(of: Running) -> None:
    ann = of.account("Ann")
    path = f"leagues/{of.league.public_id}/seasons/1/fixtures"
    mine = asked(f"{path}?player={of.player('Ann').public_id}", ann)
    assert len(mine) == 2
    client = Client()
    client.force_login(ann)
    sent = {"points": [11, 3], "version": mine[0]["version"], "key": key()}
    answer = client.post(
        f"/api/v1/matches/{mine[0]['match']}/report", sent, content_type="application/json"
    )
    assert answer.status_code == 201, answer.content
    assert {one["state"] for one in asked(f"{path}?player={of.player('Ann').public_id}", ann)} == {
        "open",
        "reported",
    }


def test_a_director_says_by_the_interface_on_which_day_two_have_played(of: Running) -> None:
    match, days = of.match("Ann", "Bob"), [of.today - datetime.timedelta(days=n) for n in (3, 2)]
    at = f"/api/v1/matches/{match.public_id}"
    client = Client()
    client.force_login(of.director)
    for version, (what, day) in enumerate(zip(("report", "correct"), days, strict=True)):
        sent = {"points": [11, 3], "version": version, "key": what, "played_on": day.isoformat()}
        for status in (201, 200):
            answer = client.post(f"{at}/{what}", sent, content_type="application/json")
            assert answer.status_code == status, answer.content
            assert answer.json()["match"]["played_on"] == day.isoformat()
        other = {**sent, "played_on": of.today.isoformat()}
        answer = client.post(f"{at}/{what}", other, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")
    late = {"version": 2, "key": key(), "points": [11, 5]}
    late["played_on"] = (of.today + datetime.timedelta(days=1)).isoformat()
    refused = client.post(f"{at}/correct", late, content_type="application/json")
    assert refused.json()["code"] == "played_ahead"


def test_a_player_does_not_say_by_the_interface_on_which_day_was_played(of: Running) -> None:
    match, client = of.match("Ann", "Bob"), Client()
    client.force_login(of.account("Ann"))
    sent = {"points": [11, 3], "version": 0, "key": key(), "played_on": of.today.isoformat()}
    answer = client.post(
        f"/api/v1/matches/{match.public_id}/report", sent, content_type="application/json"
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["", "/seasons/1", "/seasons/1/fixtures"])
def test_strangers_see_no_league_of_a_club_of_members(path: str) -> None:
    of = Running()
    assert Client().get(f"/api/v1/leagues/{of.league.public_id}{path}").status_code == 404


@pytest.mark.parametrize("number", [0, 7])
def test_a_season_that_is_not_there_is_not_found(of: Running, number: int) -> None:
    path = f"/api/v1/leagues/{of.league.public_id}/seasons/{number}"
    assert Client().get(path).status_code == 404


# dates and messages


class Phone:
    """A program of one of the players, for their match against the other."""

    def __init__(self, of: Running, name: str, match: Match) -> None:
        self.client, self.match = Client(), match
        self.client.force_login(of.account(name))

    def __call__(self, what: str, **sent: Any) -> Any:
        return self.client.post(
            f"/api/v1/fixtures/{self.match.public_id}/{what}",
            {"key": key(), **sent},
            content_type="application/json",
        )


@pytest.fixture
def two(of: Running) -> tuple[Phone, Phone]:
    match = of.match("Ann", "Bob")
    return Phone(of, "Ann", match), Phone(of, "Bob", match)


def clock(of: Running, days: int, hour: int = 19) -> str:
    """What clocks at the club show some days from now, without an offset."""
    day = of.today + datetime.timedelta(days=days)
    return datetime.datetime.combine(day, datetime.time(hour)).isoformat()


def test_two_programs_find_a_date(of: Running, two: tuple[Phone, Phone]) -> None:
    ann, bob = two
    answer = ann("propose", times=[clock(of, 3), clock(of, 4)], place="Club room", text="Hello")
    assert answer.status_code == 201, answer.content
    fixture = answer.json()["fixture"]
    [mine] = [
        one
        for one in asked(f"clubs/{of.club.slug}/fixtures", of.account("Bob"))
        if one["match"] == ann.match.public_id
    ]
    assert mine["proposal"] == fixture["proposal"] == fixture["notes"][-1]["id"]
    note = mine["notes"][-1]
    assert (note["kind"], note["place"], note["text"]) == ("proposed", "Club room", "Hello")
    # Times come with the offset that the club has on that day.
    second = datetime.datetime.fromisoformat(note["times"][1])
    assert second.replace(tzinfo=None).isoformat() == clock(of, 4)
    assert second.utcoffset() in (datetime.timedelta(hours=1), datetime.timedelta(hours=2))
    # The same moment in another offset is the same date.
    at = second.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")
    answer = bob("accept", proposal=mine["proposal"], at=at)
    assert answer.status_code == 201, answer.content
    fixture = answer.json()["fixture"]
    assert datetime.datetime.fromisoformat(fixture["agreed_at"]) == second
    assert (fixture["proposal"], fixture["place"]) == (None, "Club room")
    assert {fixture["side"], note["side"]} == {0, 1}
    late = bob("accept", proposal=mine["proposal"], at=at)
    assert (late.status_code, late.json()["code"]) == (409, "fixture_agreed")
    # The director reads all of it, and whoever else plays in the league does not.
    path = f"fixtures/{ann.match.public_id}"
    assert len(asked(path, of.director)["notes"]) == 2
    client = Client()
    client.force_login(of.account("Cid"))
    refused = client.get(f"/api/v1/{path}")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_match")


def test_a_no_a_withdrawal_and_a_message(of: Running, two: tuple[Phone, Phone]) -> None:
    ann, bob = two
    proposal = ann("propose", times=[clock(of, 3)]).json()["fixture"]["proposal"]
    assert bob("decline", proposal=proposal, text="Away").json()["fixture"]["proposal"] is None
    proposal = bob("propose", times=[clock(of, 5)]).json()["fixture"]["proposal"]
    assert ann("withdraw", proposal=proposal).json()["code"] == "fixture_not_proposed"
    assert bob("withdraw", proposal=proposal).json()["fixture"]["proposal"] is None
    kinds = [one["kind"] for one in ann("say", text="And now?").json()["fixture"]["notes"]]
    assert kinds == ["proposed", "declined", "proposed", "withdrawn", "said"]
    assert ann("say", text=" ").json()["code"] == "fixture_text"


def test_a_word_with_the_same_key_is_said_once(of: Running, two: tuple[Phone, Phone]) -> None:
    ann, _bob = two
    sent = {"times": [clock(of, 3)], "key": "once-once-once"}
    first, again = ann("propose", **sent), ann("propose", **sent)
    assert (first.status_code, first.json()["replayed"]) == (201, False)
    assert (again.status_code, again.json()["replayed"]) == (200, True)
    assert first.json()["fixture"]["notes"] == again.json()["fixture"]["notes"]
    other = ann("propose", **{**sent, "times": [clock(of, 4)]})
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    bare = ann.client.post(
        f"/api/v1/fixtures/{ann.match.public_id}/say",
        {"text": "Hello"},
        content_type="application/json",
    )
    assert bare.json()["code"] == "key_missing"


@pytest.mark.parametrize(
    ("times", "code"),
    [
        (["2027-03-28T02:30"], "fixture_no_hour"),
        (["2027-10-31T02:30"], "fixture_hour_twice"),
        (["0001-01-01T00:00"], "fixture_times"),
        (["9999-12-31T23:59:59-12:00"], "fixture_times"),
        (["2020-01-01T19:00"], "fixture_times"),
        ([], "invalid"),
        (["Tuesday"], "invalid"),
        (["2027-01-01T19:00Z"] * 6, "invalid"),
    ],
)
def test_dates_that_are_none_are_refused(
    of: Running, two: tuple[Phone, Phone], times: list[str], code: str
) -> None:
    answer = two[0]("propose", times=times)
    assert (answer.status_code, answer.json()["code"]) in {(400, code), (409, code)}
    assert asked(f"fixtures/{two[0].match.public_id}", of.director)["notes"] == []


def test_a_match_of_no_season_is_no_fixture(of: Running) -> None:
    one, other = of.player("Ann"), of.player("Bob")
    match = results.match_create(club=of.club, by=of.director, first=one, second=other, length=5)
    client = Client()
    client.force_login(of.director)
    assert client.get(f"/api/v1/fixtures/{match.public_id}").status_code == 404


# webhooks


@pytest.fixture
def listening(of: Running) -> Running:
    webhook_create(
        club=of.club,
        by=of.director,
        url="https://example.org/",
        events=["fixture.reported", "season.ended"],
    )
    return of


def told() -> list[str]:
    league_news_tell(now=timezone.now())
    return sorted(Delivery.objects.values_list("event", flat=True))


def test_a_result_is_told_once_and_again_when_it_changes(listening: Running) -> None:
    of = listening
    match = of.match("Ann", "Bob")
    match = results.match_report(
        match=match, by=of.account("Ann"), points=(11, 3), version=match.version, key=key()
    )
    assert told() == told() == ["fixture.reported"]
    delivery = Delivery.objects.get()
    assert delivery.event_id == f"fixture.reported.{match.public_id}.{match.version}"
    assert delivery.payload["fixture"]["state"] == "reported"
    assert delivery.payload["fixture"]["points"] == [11, 3]
    assert "example.org" not in body_of(delivery).decode()
    results.match_confirm(match=match, by=of.account("Bob"), version=match.version, key=key())
    assert told() == ["fixture.reported"] * 2
    settled = Delivery.objects.order_by("-pk")[0].payload["fixture"]
    assert (settled["state"], settled["winner"]) == ("settled", 0)


def test_the_end_of_a_season_is_told_with_everybodys_place(listening: Running) -> None:
    of = listening
    of.play()
    assert told() == ["fixture.reported"] * 9
    of.close()
    of.draft()
    assert "season.ended" not in told()
    of.follow()
    assert told().count("season.ended") == 1
    assert told().count("season.ended") == 1
    payload = Delivery.objects.get(event="season.ended").payload
    assert len(payload["places"]) == 9
    names = {one["id"]: one["name"] for one in payload["players"]}
    moves = {names[one["player"]]: one["next_division"] for one in payload["places"]}
    assert (moves["Ann"], moves["Cid"], moves["Dee"]) == (1, 2, 1)


def test_what_was_before_a_webhook_is_not_for_it(of: Running) -> None:
    of.win(of.match("Ann", "Bob"), 0)
    webhook_create(
        club=of.club, by=of.director, url="https://example.org/", events=["fixture.reported"]
    )
    assert told() == []
    assert Match.objects.filter(state="settled").count() == 1


def test_what_is_older_than_two_weeks_is_not_told_any_more(listening: Running) -> None:
    listening.win(listening.match("Ann", "Bob"), 0)
    later = timezone.now() + datetime.timedelta(days=15)
    assert league_news_tell(now=later) == 0


def test_a_ladder_that_goes_on_has_no_deadline_and_its_challenges_have(of: Running) -> None:
    club = evenings.club("ladder", visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    ladder = Running("Ann Bob Cid", shape="ladder", of=club, is_released=False)
    LeagueSeason.objects.filter(pk=ladder.season.pk).update(deadline=None)
    ladder.again()
    ladder.release()  # Bob challenges Ann
    ladder.win(ladder.open()[0], 0)
    ladder.challenge("Cid", "Ann")
    path = f"leagues/{ladder.league.public_id}"
    [season] = asked(path)["seasons"]
    assert (season["deadline"], season["stage"]) == (None, "running")
    fixtures = asked(f"{path}/seasons/1/fixtures", ladder.director)
    assert all(one["deadline"] for one in fixtures)
    [division] = asked(f"{path}/seasons/1")["divisions"]
    lines = division["standings"]["tables"][0]["lines"]
    assert [(line["place"], line["name"]) for line in lines] == [(1, "Bob"), (2, "Ann"), (3, "Cid")]
