"""Pages of a league: what each may do, and what a player finds first."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.errors import NotAllowed
from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import THREE, Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago
from tournaments.leagues.services import absences, seasons
from tournaments.models import FixtureNote, League, LeagueSeason, Match
from tournaments.pages.actors import cookie_name, token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

OWN_ROW = re.compile(r'<tr [^>]*aria-current="true"')
ROLES = ("guest", "member", "player", "director")


def client_of(of: Running, role: str) -> Client:
    client = Client()
    if role == "member":
        client.force_login(evenings.member(of.club, "Mia"))
    elif role == "player":
        client.force_login(of.account("Ann"))
    elif role == "director":
        client.force_login(of.director)
    return client


def address(of: Running, page: str) -> str:
    league = of.league.public_id
    if page == "fixture":
        return f"/fixtures/{of.match('Ann', 'Bob').public_id}/"
    return {
        "list": f"/clubs/{of.club.slug}/leagues/",
        "new": f"/clubs/{of.club.slug}/leagues/new/",
        "league": f"/leagues/{league}/",
        "me": f"/leagues/{league}/me/",
        "direct": f"/leagues/{league}/direct/",
    }[page]


# Public club: guest, member without a place, player of the fixture, director.
OPENS = {
    "list": (200, 200, 200, 200),
    "new": (302, 403, 403, 200),
    "league": (200, 200, 200, 200),
    "me": (200, 200, 200, 200),
    "direct": (302, 403, 403, 200),
    "fixture": (302, 302, 200, 200),
}


@pytest.mark.parametrize("page", OPENS)
def test_who_may_open_what(page: str) -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    found = tuple(client_of(of, role).get(address(of, page)).status_code for role in ROLES)
    assert found == OPENS[page]


@pytest.mark.parametrize("page", OPENS)
def test_a_club_of_members_shows_guests_nothing(page: str) -> None:
    of = Running()
    answer = Client().get(address(of, page))
    assert answer.status_code in (302, 404)
    assert "Ann" not in answer.content.decode()


def new_league(club: Club, **more: str) -> dict[str, str]:
    day = club.today
    return {
        "name": "Winter",
        "names": "Ann\nBob\nCid\n\nDee\nEve\nFay",
        "shape": "all_play_all",
        "match_length": "11",
        "meetings": "1",
        "starts_on": str(day),
        "ends_on": str(day + datetime.timedelta(days=90)),
        "late_until": "",
        "win": "3",
        "loss": "1",
        "unplayed": "nothing",
        "rule": "places",
        "few": "down",
        "up": "1",
        "down": "1",
        "share": "0",
        "rounds": "5",
        "round_days": "14",
        **more,
    }


def test_a_director_founds_a_league_and_plays_a_season_to_the_next() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = Client()
    olga.force_login(evenings.user("Olga"))
    answer = olga.post(f"/clubs/{club.slug}/leagues/new/", new_league(club))
    direct = answer["Location"]
    league = League.objects.get()
    assert direct == f"/leagues/{league.public_id}/direct/"
    assert "Ann, Bob, Cid" in olga.get(direct).content.decode()
    olga.post(direct, {"do": "release", "once": key()})
    assert Match.objects.filter(state="open").count() == 6
    for match in Match.objects.all():
        points = (11, 3) if str(match.first) < str(match.second) else (3, 11)
        results.match_report(
            match=match, by=evenings.user("Olga"), points=points, version=match.version, key=key()
        )
    assert "3–0" not in olga.get(f"/leagues/{league.public_id}/direct/").content.decode()
    olga.post(direct, {"do": "close", "once": key()})
    olga.post(direct, {"do": "draft", "once": key()})
    page = olga.get(direct).content.decode()
    assert "goes up" in page
    day = league.club.today
    days = {"starts_on": str(day), "ends_on": str(day + datetime.timedelta(days=180))}
    said = olga.post(direct, {"do": "follow", "once": key(), **days}, follow=True)
    season = league.seasons.order_by("-number")[0]
    assert season.number == 2
    assert f"{season.event.title} is announced: release it" in said.content.decode()
    shown = olga.get(f"/leagues/{league.public_id}/").content.decode()
    assert "champion: Ann" in shown
    assert "Ann, Bob, Dee" in shown


def test_a_league_that_cannot_be_says_so_and_keeps_the_form() -> None:
    club = evenings.club()
    olga = Client()
    olga.force_login(evenings.user("Olga"))
    sent = new_league(club, names="Ann\nBob\n\nAnn")
    answer = olga.post(f"/clubs/{club.slug}/leagues/new/", sent)
    assert answer.status_code == 422
    assert "Ann stands in two divisions" in answer.content.decode()
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("shape", "is_taken"), [("all_play_all", False), ("swiss", True), ("ladder", False)]
)
def test_opponents_order_a_league_only_where_rounds_are_drawn(shape: str, is_taken: bool) -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = Client()
    olga.force_login(evenings.user("Olga"))
    asked = new_league(club, shape=shape, tie_1="buchholz", tie_2="unplayed")
    answer = olga.post(f"/clubs/{club.slug}/leagues/new/", asked)
    assert ("Buchholz compares opponents" in answer.content.decode()) is not is_taken
    made = [league.tie_breaks for league in League.objects.all()]
    assert made == ([["buchholz", "unplayed"]] if is_taken else [])


def test_a_league_may_count_each_pair_of_matches() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = Client()
    olga.force_login(evenings.user("Olga"))
    path = f"/clubs/{club.slug}/leagues/new/"
    pairs = {"counting": "pair", "both": "4", "each": "2", "none": "0", "withdrawn": "kept"}
    answer = olga.post(path, new_league(club, **pairs))
    assert "Points for each pair need two matches" in answer.content.decode()
    answer = olga.post(path, new_league(club, meetings="2", **pairs))
    league = League.objects.get()
    expected = {"counting": "pair", "both": 4, "each": 2, "none": 0, "withdrawn": "kept"}
    assert expected.items() <= league.params.items()
    olga.post(answer["Location"], {"do": "release", "once": key()})
    shown = olga.get(f"/leagues/{league.public_id}/").content.decode()
    assert "of two matches 4 for both won, 2 for one each, 0 for both lost" in shown
    assert "Level in points" not in shown


def test_a_latecomer_plays_in_the_division_that_the_director_names() -> None:
    of = Running()
    olga = client_of(of, "director")
    top = of.season.event.divisions.get(position=1)
    sent = {"do": "enter", "once": key(), "names": "Zoe", "division": top.public_id}
    assert olga.post(address(of, "direct"), sent).status_code == 302
    assert of.divisions()[0] == ["Ann", "Bob", "Cid", "Zoe"]
    assert len([one for one in of.open() if "Zoe" in (str(one.first), str(one.second))]) == 3
    user = of.account("Yan")
    with pytest.raises(NotAllowed):
        seasons.season_enter(season=of.season, player=of.player("Yan"), by=user, division=top)
    other = olga.post(address(of, "direct"), {**sent, "once": key(), "division": "x" * 16})
    assert other.status_code == 404
    assert of.divisions()[0] == ["Ann", "Bob", "Cid", "Zoe"]


def test_the_league_shows_the_latest_results_and_that_its_time_is_over() -> None:
    of = Running()
    member, olga = client_of(of, "member"), client_of(of, "director")
    assert "Recent results" not in member.get(address(of, "league")).content.decode()
    of.win(of.match("Ann", "Bob"), 0, 3)
    of.win(of.match("Dee", "Eve"), 1, 5)
    page = member.get(address(of, "league")).content.decode().partition('id="recent"')[2]
    assert page.index("5 : 11") < page.index("11 : 3")
    notice = "The deadline is over"
    assert notice not in olga.get(address(of, "direct")).content.decode()
    over = timezone.now() - datetime.timedelta(days=1)
    LeagueSeason.objects.update(deadline=over)
    assert notice in olga.get(address(of, "direct")).content.decode()
    assert "overdue since" in member.get(address(of, "league")).content.decode()
    of.again()
    of.close()
    assert notice not in olga.get(address(of, "direct")).content.decode()


def test_a_phone_with_a_pass_plays_in_a_league() -> None:
    of = Running()
    made = pass_create(event=of.season.event, player=of.player("Ann"), by=of.director)
    phone = Client()
    phone.cookies[cookie_name(of.season.event)] = token_sealed(made.token)
    answer = phone.get(f"/events/{of.season.event.public_id}/me/")
    assert answer["Location"] == address(of, "me")
    page = phone.get(address(of, "me")).content.decode()
    assert "Bob</strong>" in page
    sent = {"do": "say", "text": "Tuesday?", "once": key()}
    assert phone.post(address(of, "fixture"), sent).status_code == 302
    assert FixtureNote.objects.get().sent_by == made.holder


def test_a_member_enters_with_one_tap_and_says_who_plays_next() -> None:
    of = Running(is_released=False)
    mia = client_of(of, "member")
    mia.post(address(of, "me"), {"do": "enter", "once": key()})
    assert "Mia" in of.divisions()[-1]
    of.release()
    mia.post(address(of, "me"), {"do": "leaves", "once": key()})
    assert "You do not play the next season" in mia.get(address(of, "me")).content.decode()


def test_who_says_before_the_release_that_they_do_not_play_is_not_in_it() -> None:
    of = Running("Ann Bob Cid Eve", is_released=False)
    ann, bob = client_of(of, "player"), Client()
    bob.force_login(of.account("Bob"))
    for one in (ann, bob):
        one.post(address(of, "me"), {"do": "leaves", "once": key()})
    bob.post(address(of, "me"), {"do": "plays", "once": key()})
    assert "You do not play this season." in ann.get(address(of, "me")).content.decode()
    assert "Your opponents stand here as soon" in bob.get(address(of, "me")).content.decode()
    director = client_of(of, "director")
    page = director.get(address(of, "direct")).content.decode()
    assert "Not in it, as they have said: Ann." in page
    director.post(address(of, "direct"), {"do": "release", "once": key()})
    of.season.refresh_from_db()
    assert of.divisions() == [["Bob", "Cid", "Eve"]]
    assert of.season.wishes == {}
    assert "You do not play in this season." in ann.get(address(of, "me")).content.decode()


def test_an_hour_that_does_not_exist_is_refused_with_a_sentence() -> None:
    of = Running()
    ann = client_of(of, "player")
    sent = {"do": "propose", "once": key(), "time_1": "2027-03-28T02:30"}
    answer = ann.post(address(of, "fixture"), sent)
    assert answer.status_code == 400
    assert "This hour does not exist" in answer.content.decode()
    assert not FixtureNote.objects.exists()


def test_a_released_season_is_not_released_twice() -> None:
    of = Running()
    answer = client_of(of, "director").post(address(of, "direct"), {"do": "release", "once": key()})
    assert answer.status_code == 409
    assert "being played already" in answer.content.decode()


def test_the_league_page_asks_equally_often_however_many_divisions(client: Client) -> None:
    counts = []
    for number, divisions in enumerate((THREE[:1], THREE)):
        club = evenings.club(f"club-{number}", visibility=Club.Visibility.PUBLIC)
        of = Running(*divisions, of=club)
        of.play()
        client.get(address(of, "league"))
        with CaptureQueriesContext(connection) as asked:
            client.get(address(of, "league"))
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("role", "asked", "shown"),
    [("player", "", 1), ("guest", "", 0), ("player", "2", 2)],
)
def test_a_large_league_shows_one_division_first_ones_own_and_all_on_paper(
    role: str, asked: str, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.leagues.selectors.leagues.MOST_AT_ONCE", 2)
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Dee Eve Fay", "Ann Bob Cid", "Gus Hal Ida", of=club)
    tables = [f'id="standings-{one.position}"' for one in of.season.event.divisions.order_by("pk")]
    ids = [one.public_id for one in of.season.event.divisions.order_by("position")]
    client = client_of(of, role)
    more = f"?division={ids[int(asked)]}" if asked else ""
    page = client.get(address(of, "league") + more).content.decode()
    assert [one for one in tables if one in page] == [tables[shown]]
    assert [one for one in ids if f"division={one}" in page] == ids
    assert (len(OWN_ROW.findall(page)) == 1) is (role == "player" and not asked)
    paper = client.get(f"{address(of, 'league')}print/").content.decode()
    assert all(one in paper for one in tables)
    assert not OWN_ROW.search(paper)


def test_a_division_that_a_league_does_not_have_is_not_found() -> None:
    of = Running()
    path = f"{address(of, 'league')}?division=bcdfghjkmnpq"
    assert client_of(of, "player").get(path).status_code == 404


def test_events_lead_to_the_leagues() -> None:
    of = Running()
    page = client_of(of, "player").get(f"/clubs/{of.club.slug}/events/").content.decode()
    assert re.search(rf'href="/clubs/{of.club.slug}/leagues/"', page)


def test_the_table_of_a_league_shows_points_first_and_wins_once() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.win(of.match("Ann", "Bob"), 0)
    page = client_of(of, "director").get(address(of, "league")).content.decode()
    heads = re.findall(r'<th scope="col">(.*?)</th>', page)
    assert heads[2:5] == ["Points", "Won–lost", "Wins"]
    assert "Score" not in heads


@pytest.mark.parametrize(
    ("name", "words"),
    [("Ann", "You have won by a walkover"), ("Bob", "You have lost by a walkover")],
)
def test_a_walkover_is_called_so_and_has_no_points(name: str, words: str) -> None:
    of = Running()
    match = agreed(of)
    long_ago(match, 20)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    reader = Client()
    reader.force_login(of.account(name))
    text = reader.get(address(of, "me")).content.decode()
    assert words in text
    assert "0 : 0" not in text
    assert "0 : 0" not in reader.get(address(of, "league")).content.decode()


def test_why_a_deadline_was_moved_stands_beside_it_and_nowhere_else() -> None:
    of = Running("Ann Bob Cid", match_length=1)
    until = of.today + datetime.timedelta(days=120)
    seasons.season_deadline(season=of.season, by=of.director, ends_on=until, reason="Snow")
    client = Client()
    client.force_login(of.account("Ann"))
    pages = (f"/leagues/{of.league.public_id}/", f"/leagues/{of.league.public_id}/me/")
    for page in pages:
        shown = " ".join(client.get(page).content.decode().split())
        assert "· the deadline was moved: Snow" in shown
        assert "(Snow)" not in shown
    of.play()
    of.close()
    assert "Snow" not in client.get(pages[0]).content.decode(), "it is over"
    event = client.get(f"/events/{of.season.event.public_id}/").content.decode()
    assert "matches to 1 point" in event
    assert "to 1 points" not in event


def test_who_does_not_play_finds_i_play_on_the_page_of_the_league() -> None:
    of = Running("Ann Bob Cid", is_released=False)
    zoe, ann = Client(), Client()
    zoe.force_login(of.account("Zoe"))
    ann.force_login(of.account("Ann"))
    page, me = address(of, "league"), address(of, "me")

    def offers(client: Client, label: str) -> bool:
        return bool(re.search(f'href="{me}">{label}<', client.get(page).content.decode()))

    assert offers(zoe, "I play")
    assert offers(ann, "My matches")
    assert not offers(ann, "I play")
    assert not offers(Client(), "I play")
    zoe.post(me, {"do": "enter", "once": key()})
    assert offers(zoe, "My matches")
    assert not offers(zoe, "I play")


def test_who_is_listed_for_the_next_season_is_led_to_where_they_leave_it() -> None:
    of = Running("Ann Bob Cid")
    zoe = Client()
    zoe.force_login(of.account("Zoe"))
    me = f"/leagues/{of.league.public_id}/me/"
    zoe.post(me, {"do": "enter", "once": key()})
    page = zoe.get(f"/leagues/{of.league.public_id}/").content.decode()
    assert f'href="{me}">My matches<' in page
    assert "Not next season" in zoe.get(me).content.decode()


@pytest.mark.parametrize(
    ("divisions", "is_told"), [(("Ann Bob Cid", "Dee Eve Fay"), True), (("Ann Bob Cid",), False)]
)
def test_who_enters_late_reads_before_in_which_division_they_play(divisions, is_told) -> None:
    of = Running(*divisions)
    client = Client()
    client.force_login(of.account("Zoe"))
    page = client.get(f"/leagues/{of.league.public_id}/me/").content.decode()
    assert ">I play<" in page
    assert ("plays in the lowest division, Division 2" in page) is is_told
