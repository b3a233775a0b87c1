"""What pages say of names with commas, of halves, of reasons in the reader's language, and fees."""

from decimal import Decimal

import pytest
from django.test import Client
from django.utils.translation import override

from games.models import Player
from games.names.lists import in_a_row
from games.rule_texts import listed
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago
from tests.tournaments.leagues.test_league_pages import new_league
from tests.tournaments.leagues.test_small_faults import posted, read
from tournaments.leagues.services import absences
from tournaments.models import Division, League, Match

pytestmark = pytest.mark.django_db


def test_names_with_a_comma_are_told_apart_by_semicolons() -> None:
    assert in_a_row(["Ann", "Bob"]) == "Ann, Bob"
    assert in_a_row(["Berg, Ann", "Bob"]) == "Berg, Ann; Bob"
    assert listed(["Berg, Ann", "Bob", "Cid"]) == "Berg, Ann; Bob and Cid"


def test_who_is_entered_is_listed_so_that_nobody_is_two() -> None:
    of = Running("Ann Bob Cid", is_released=False)
    Player.objects.filter(name="Ann").update(name="Berg, Ann")
    league = f"/leagues/{of.league.public_id}/"
    assert "Berg, Ann; Bob; Cid" in read(of, league)
    assert "Berg, Ann; Bob; Cid" in read(of, f"{league}direct/")


def halved() -> Running:
    of = Running("Ann Bob Cid", unplayed=League.Unplayed.HALF)
    of.win(of.match("Ann", "Cid"), 0)
    of.win(of.match("Bob", "Cid"), 0)
    of.account("Ann")
    of.close()
    return of


def test_a_half_of_what_was_not_played_is_said_to_be_one() -> None:
    of = halved()
    mine = read(of, f"/leagues/{of.league.public_id}/me/", "Ann")
    assert "Not played: a half for each" in mine
    assert "½ : ½" in mine
    assert "0 : 0" not in mine
    match = of.match("Ann", "Bob")
    assert "Not played: a half for each." in read(of, f"/matches/{match.public_id}/", "Ann")
    page = read(of, f"/leagues/{of.league.public_id}/")
    assert "0–0" not in page


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "not played, a half for each"),
        ("de", "nicht gespielt, ein halber Sieg für jeden"),
    ],
)
def test_the_page_of_the_event_says_who_has_a_half_of_what_was_not_played(
    language: str, said: str
) -> None:
    of = halved()
    found = of.match("Ann", "Bob").round
    assert found is not None
    where = f"/events/{of.season.event.public_id}/?show=rounds&round={found.number}"
    assert read(of, where, language=language).count(said) == 1


@pytest.mark.parametrize(("win", "points"), [(3, "2"), (2, "1½")])
def test_the_rules_in_short_say_how_many_points_a_half_is(win: int, points: str) -> None:
    params = {"win": win, "loss": 1}
    of = Running("Ann Bob Cid", unplayed=League.Unplayed.HALF, params=params)
    said = f"Not played by the deadline: half the points of a match for each, {points}."
    assert said in read(of, f"/leagues/{of.league.public_id}/")


def test_what_the_program_says_why_is_read_in_the_readers_language() -> None:
    of = Running("Ann Bob Cid")
    match = agreed(of)
    long_ago(match, 300)
    of.account("Bob")
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    with override("de"):
        absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
        of.close()
    reasons = set(Match.objects.exclude(reason="").values_list("reason", flat=True))
    assert reasons == {"Did not come", "Not played by the deadline"}
    path = f"/matches/{match.public_id}/"
    assert "Did not come" in read(of, path, "Bob")
    assert "Nicht gekommen" in read(of, path, "Bob", language="de")


def test_a_reason_that_the_desk_offers_is_kept_in_no_language_and_typed_ones_as_typed() -> None:
    of = Running("Ann Bob Cid")
    of.director.language = "de"
    of.director.save()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    for names, reason in ((("Ann", "Bob"), "ist nicht gekommen"), (("Ann", "Cid"), "krank")):
        match = of.match(*names)
        sent = {"match": match.public_id, "version": str(match.version), "side": "0"}
        posted(of, act, do="forfeit", reason=reason, sure="1", said="1", **sent)
    found = {one.reason for one in (of.match("Ann", "Bob"), of.match("Ann", "Cid"))}
    assert found == {"did not come", "krank"}
    assert "did not come" in read(of, f"/matches/{of.match('Ann', 'Bob').public_id}/", "Bob")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("typed", ["12,50", "12.50"])
def test_the_fee_of_a_new_league_is_read_with_a_comma_or_a_point(language: str, typed: str) -> None:
    club, olga = evenings.club(), evenings.user("Olga")
    olga.language = language
    olga.save()
    client = Client()
    client.force_login(olga)
    client.post(f"/clubs/{club.slug}/leagues/new/", {**new_league(club, fee=typed), "once": key()})
    assert {one.terms.fee for one in Division.objects.all()} == {Decimal("12.50")}


def test_what_is_no_amount_is_said_so() -> None:
    club = evenings.club()
    client = Client()
    client.force_login(evenings.user("Olga"))
    sent = {**new_league(club, fee="ten"), "once": key()}
    page = client.post(f"/clubs/{club.slug}/leagues/new/", sent).content.decode()
    assert "“ten” is not an amount, such as 12.50." in page


@pytest.mark.parametrize(
    ("shape", "is_released", "said"),
    [("swiss", True, True), ("swiss", False, False), ("all_play_all", True, False)],
)
def test_who_enters_somebody_late_in_rounds_reads_since_when_they_play(
    shape: str, is_released: bool, said: bool
) -> None:
    of = Running(shape=shape, is_released=is_released)
    path = f"/leagues/{of.league.public_id}/direct/"
    page = client_of(of.director).post(
        path, {"do": "enter", "names": "Zoe", "once": key()}, follow=True
    )
    assert ("They play from the next round on." in page.content.decode()) == said


def test_the_list_of_links_that_is_opened_again_leads_to_the_phones() -> None:
    of = Running()
    event = of.season.event.public_id
    answer = client_of(of.director).get(f"/events/{event}/phones/all/")
    assert answer["Location"] == f"/events/{event}/phones/"
