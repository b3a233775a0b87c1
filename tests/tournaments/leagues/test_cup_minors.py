"""What a cup's pages say of reports, of the end, of late rounds, and of its fee."""

import datetime
import html
import re
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of
from tournaments.events.services.events import event_change, event_finish
from tournaments.leagues.times import said_day
from tournaments.models import Cup, Entry, Match, Round
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db

A_DAY = datetime.timedelta(days=1)


def read(of: Playing, page: str, name: str = "", language: str = "en") -> str:
    """A page of a cup as its director reads it, or somebody else; as a guest with “-”."""
    user = None if name == "-" else of.account(name) if name else of.director
    path = f"/cups/{of.cup.event.public_id}/{page}/"
    answer = client_of(user).get(path, headers={"accept-language": language})
    return " ".join(html.unescape(answer.content.decode()).split())


def line_of(page: str, title: str) -> str:
    """What the list of rounds says of one."""
    [found] = re.findall(rf"<strong>[^<]*{title}</strong>.*?small\">([^<]*)</span>", page)
    return found


def reported(of: Playing, name: str) -> Match:
    """Let somebody report that they have won their match."""
    match = of.meeting(name)
    points = (7, 3) if str(match.first) == name else (3, 7)
    return match_report(
        match=match, by=of.account(name), points=points, version=match.version, key=key()
    )


def test_what_nobody_has_confirmed_stands_on_the_directors_page_as_in_a_league() -> None:
    of = Playing()
    assert "not confirmed" not in read(of, "direct")
    match = reported(of, "Ann")
    other = of.other(match, "Ann")
    page = read(of, "direct")
    assert "1 report is not confirmed" in page
    assert "Ann has reported" in page
    assert f"and waits for {other} to confirm it" in page
    assert f'href="/matches/{match.public_id}/"' in page


@pytest.mark.parametrize("shape", ["single", "double", "progressive"])
@pytest.mark.parametrize(
    ("who", "own", "winner"),
    [
        ("Ann", "You have won, among 4 players. Congratulations!", False),
        ("Bob", "of 4", True),
        ("Dee", "of 4", True),
        ("Mia", "", True),
        ("-", "", True),
    ],
)
def test_the_own_page_of_a_cup_that_is_over_says_the_place_and_who_has_won(
    shape: str, who: str, own: str, winner: bool
) -> None:
    of = Playing(shape=shape, of=evenings.club("cup", visibility="public"))
    of.play()
    won = "Ann has won the cup."
    assert won not in read(of, "me", who)
    event_finish(event=of.cup.event, by=of.director)
    page = read(of, "me", who)
    assert (won in page) is winner
    assert own in page
    assert ("You finished" in page or "You share places" in page) is (who in ("Bob", "Dee"))
    assert ("hat den Pokal gewonnen" in read(of, "me", who, "de")) is winner


@pytest.mark.parametrize("least", [0, 7])
@pytest.mark.parametrize("who", ["Ann", "Dee", "Eve", "Mia", "-"])
def test_a_round_is_overdue_when_its_matches_are(least: int, who: str) -> None:
    """Ann and Dee learn after the day of the semi-finals whom they play there."""
    of = Playing(
        "Ann Bob Cid Dee Eve Fay Gus Hal",
        of=evenings.club("cup", visibility="public"),
        least_days=least,
    )
    before = timezone.now() - A_DAY * 3
    Round.objects.filter(division__event=of.cup.event, number=2).update(deadline=before)
    for name in ("Ann", "Dee"):
        of.win(of.meeting(name), name)
    day = said_day(of.club, of.shown(of.meeting("Ann")).deadline)
    said = f"to be played by {day}" if least else f"overdue since {day}"
    page = read(of, "me", who)
    assert line_of(page, "Semi-finals") == said
    assert ("overdue since" in page) is not least
    assert f"Semi-finals · {said}" in read(of, "direct")


@pytest.mark.parametrize(
    ("least", "said"),
    [(7, "7 days once both players are known"), (1, "1 day once both players are known")],
)
def test_a_late_round_whose_players_are_not_known_yet_is_not_overdue(least: int, said: str) -> None:
    of = Playing(least_days=least)
    Round.objects.filter(number=2).update(deadline=timezone.now() - A_DAY)
    assert line_of(read(of, "me", "Ann"), "Final") == said
    assert f"Final · {said}" in read(of, "direct")


def test_the_own_match_says_when_a_round_is_over_although_another_is_late() -> None:
    of = Playing("Ann Bob Cid Dee")
    own, other = of.meeting("Ann"), of.meeting("Bob")
    of.late()
    Match.objects.filter(pk=own.pk).update(known_at=timezone.now())
    until = said_day(of.club, of.shown(own).deadline)
    assert line_of(read(of, "me", "Ann"), "Semi-finals") == f"to be played by {until}"
    late = said_day(of.club, of.shown(other).deadline)
    assert line_of(read(of, "me", "Bob"), "Semi-finals") == f"overdue since {late}"
    assert f"Semi-finals · overdue since {late}" in read(of, "direct")


@pytest.mark.parametrize(
    ("typed", "fee"), [("", None), ("12,50", Decimal("12.5")), ("-1", "error"), ("x", "error")]
)
def test_a_new_cup_has_a_fee_as_a_new_league_has(typed: str, fee: object) -> None:
    club = evenings.club(currency="EUR", time_zone="Europe/Berlin")
    client = client_of(evenings.user("Olga"))
    path = f"/clubs/{club.slug}/cups/new/"
    shown = client.get(path, headers={"accept-language": "de"}).content.decode()
    assert "Startgeld des Pokals" in shown
    said = {
        "title": "Autumn cup",
        "names": "Eve\nFay\nGus",
        "shape": "single",
        "match_length": "5",
        "first_on": (club.today + A_DAY * 10).isoformat(),
        "every_days": "10",
        "least_days": "5",
        "late": "out",
        "confirm_days": "2",
        "boards": "allowed",
        "fee": typed,
    }
    answer = client.post(path, {**said, "once": key()}, headers={"accept-language": "de"})
    if fee == "error":
        assert answer.status_code == 422
        assert not Cup.objects.exists()
        return
    cup = Cup.objects.get()
    assert cup.event.fee == fee
    assert cup.event.divisions.get().terms.fee == fee


def test_a_player_of_a_cup_reads_the_fee_before_they_enter_and_until_it_is_paid() -> None:
    of = Playing(of=evenings.club(currency="EUR"), is_released=False)
    assert "Fee" not in read(of, "me", "Ann")
    event_change(event=of.cup.event, by=of.director, fee=Decimal(20))
    of.again()
    assert re.search(r"Fee: 20(\.00)?\sEUR.{0,100}I play", read(of, "me", "Zoe"))
    assert re.search(r"Fee not paid yet: 20(\.00)?\sEUR", read(of, "me", "Ann"))
    Entry.objects.filter(pk=of.entry("Ann").pk).update(fees_paid=1)
    assert "Fee" not in read(of, "me", "Ann")
    assert "Fee" not in Client().get(f"/events/{of.cup.event.public_id}/").content.decode()
