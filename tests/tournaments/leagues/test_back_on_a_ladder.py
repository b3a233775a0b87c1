"""Who leaves a ladder comes back at any time, and what their leaving has decided stays decided."""

import datetime

import pytest
from django.test import Client

from games.errors import NotAllowed
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_entered_twice import merge
from tests.tournaments.leagues.test_ladders import endless, ladder
from tests.tournaments.leagues.test_league_pages import new_league
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entry_resume, entry_withdraw
from tournaments.leagues.forms import SeasonForm
from tournaments.leagues.selectors.seasons import is_too_late
from tournaments.leagues.services import challenges, seasons
from tournaments.models import EntryPass, EventStep, LeagueSeason, Match
from tournaments.pages.actors import cookie_name, token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

SIX = "Ann Bob Cid Dee Eve Fay"


def late(of: Running, days: int = -1) -> None:
    """Let the day for late entries be so many days from now."""
    day = of.today + datetime.timedelta(days=days)
    LeagueSeason.objects.filter(pk=of.season.pk).update(late_until=day)
    of.again()


def phone(of: Running, name: str) -> EntryPass:
    return pass_create(event=of.season.event, player=of.player(name), by=of.director).holder


def leave(of: Running, name: str) -> None:
    challenges.ladder_leave(season=of.season, entry=of.entry(name), by=of.director, key=key())


def left() -> tuple[Running, Match]:
    """A ladder on which Dee has challenged Bob, who has left; Eve has beaten Cid since."""
    of = endless(SIX)
    match = of.challenge("Dee", "Bob")
    phone(of, "Bob")
    leave(of, "Bob")
    of.win(of.challenge("Eve", "Cid"), 0)
    assert of.ladder() == ["Ann", "Dee", "Eve", "Cid", "Fay"]
    return of, match


@pytest.mark.parametrize("how", ["account", "phone"])
def test_who_comes_back_by_themselves_leaves_the_walkover_to_their_opponent(how: str) -> None:
    of, match = left()
    by = of.account("Bob") if how == "account" else EntryPass.objects.get(player__name="Bob")
    seasons.season_enter(season=of.season, player=of.player("Bob"), by=by, key=key())
    match.refresh_from_db()
    assert (match.state, match.outcome, match.winner) == ("settled", "forfeit", 0)
    assert match.reason == "Left the ladder"
    assert of.ladder() == ["Ann", "Dee", "Eve", "Bob", "Cid", "Fay"]
    assert not of.open()
    # Later matches and later withdrawals do not change that.
    of.win(of.challenge("Fay", "Cid"), 0)
    match.refresh_from_db()
    assert match.is_settled


def test_a_phone_without_account_leaves_and_comes_back_on_its_page() -> None:
    of = endless()
    event, path = of.season.event, f"/leagues/{of.league.public_id}/me/"
    made = pass_create(event=event, by=of.director, player=of.player("Bob"))
    bob = Client()
    bob.cookies[cookie_name(event)] = token_sealed(made.token)
    late(of)
    match = of.challenge("Dee", "Bob")
    asked = bob.post(path, {"do": "leave", "once": key()}).content.decode()
    assert "You can come back: the match stays your opponent’s." in asked
    bob.post(path, {"do": "leave", "sure": "1", "once": key()})
    assert of.ladder() == ["Ann", "Dee", "Cid"]
    assert 'value="enter"' in bob.get(path).content.decode()
    assert bob.post(path, {"do": "enter", "once": key()}).status_code == 302
    match.refresh_from_db()
    assert match.is_settled
    assert of.ladder() == ["Ann", "Dee", "Cid", "Bob"]


def test_the_director_takes_the_walkover_back_of_who_has_come_back() -> None:
    of, match = left()
    seasons.season_enter(season=of.season, **of.own("Bob"), key=key())
    match.refresh_from_db()
    results.match_undo(match=match, by=of.director, version=match.version, key=key())
    match.refresh_from_db()
    assert (match.state, match.reason) == ("open", "")


def test_the_director_reads_what_it_changes_to_let_somebody_play_again() -> None:
    of, match = left()
    olga, path = client_of(of.director), f"/leagues/{of.league.public_id}/direct/"
    sent = {"do": "resume", "entry": of.entry("Bob").public_id, "once": key()}
    page = " ".join(olga.post(path, sent, follow=True).content.decode().split())
    assert "The match Dee – Bob is open again: its walkover is taken back." in page
    assert "1 match was decided since: the list is made anew from all results." in page
    assert "Bob" not in of.ladder()
    olga.post(path, {**sent, "sure": "1"})
    match.refresh_from_db()
    assert match.state == "open"
    assert "Bob" in of.ladder()


def test_somebody_who_left_without_a_match_plays_again_unasked() -> None:
    of = endless(SIX)
    leave(of, "Bob")
    olga, path = client_of(of.director), f"/leagues/{of.league.public_id}/direct/"
    olga.post(path, {"do": "resume", "entry": of.entry("Bob").public_id, "once": key()})
    assert "Bob" in of.ladder()


def test_a_walkover_stays_where_who_has_left_is_the_same_person_as_who_plays() -> None:
    of, match = left()
    merge(of, "Bob", "Fay")
    match.refresh_from_db()
    assert (match.state, match.winner, str(match.second)) == ("settled", 0, "Fay")


def test_only_the_director_takes_a_withdrawal_back_in_other_shapes() -> None:
    of = Running("Ann Bob Cid Dee")
    with pytest.raises(EventRefused):
        challenges.ladder_leave(
            season=of.season, entry=of.entry("Ann"), by=of.account("Ann"), key=key()
        )
    holder = phone(of, "Ann")
    with pytest.raises(NotAllowed):
        seasons.season_enter(season=of.season, player=of.player("Ann"), by=holder, key=key())
    with pytest.raises(NotAllowed):
        entry_resume(entry=of.entry("Ann"), by=of.account("Ann"))


@pytest.mark.parametrize("shape", ["all_play_all", "swiss"])
def test_who_was_withdrawn_elsewhere_takes_no_walkover_back_by_their_own_tap(shape: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    won = Match.objects.filter(state="settled").count()
    assert won
    path = f"/leagues/{of.league.public_id}/me/"
    ann = client_of(of.account("Ann"))
    assert 'value="enter"' not in ann.get(path).content.decode()
    refused = ann.post(path, {"do": "enter", "once": key()})
    assert "The director can let you play again." in refused.content.decode()
    assert Match.objects.filter(state="settled").count() == won
    entry_resume(entry=of.entry("Ann"), by=of.director)
    assert not Match.objects.filter(state="settled").exists()


@pytest.mark.parametrize("is_listed", [False, True])
def test_a_ladder_that_goes_on_is_open_to_who_comes_and_who_comes_back(*, is_listed: bool) -> None:
    of = endless()
    late(of)
    leave(of, "Bob")
    if is_listed:  # as the day for late entries has put them on a list that nobody reads
        wishes = {of.player("Bob").public_id: "enters"}
        LeagueSeason.objects.filter(pk=of.season.pk).update(wishes=wishes)
    assert "I play" in shown_to(of, f"/leagues/{of.league.public_id}/me/", "Bob")
    path = f"/leagues/{of.league.public_id}/me/"
    client_of(of.account("Bob")).post(path, {"do": "enter", "once": key()})
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]
    olga, direct = client_of(of.director), f"/leagues/{of.league.public_id}/direct/"
    assert "Newcomers stand at the end." in shown_to(of, direct)
    olga.post(direct, {"do": "enter", "names": "Rolf", "once": key()})
    assert of.ladder()[-1] == "Rolf"
    seasons.season_enter(season=of.season, **of.own("Sonja"))
    assert of.ladder()[-1] == "Sonja"
    of.again()
    assert of.season.wishes == {}


def test_who_was_on_a_ladder_with_an_end_comes_back_although_newcomers_are_too_late() -> None:
    of = ladder()
    late(of)
    leaving = of.entry("Bob")
    Match.objects.filter(round__division__event=of.season.event).delete()
    leaving.state = "withdrawn"
    leaving.save()
    assert seasons.season_enter(season=of.season, **of.own("Bob"), key=key())
    assert not seasons.season_enter(season=of.season, **of.own("Zoe"), key=key())


def test_a_ladder_that_goes_on_is_founded_without_a_day_for_late_entries() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = client_of(evenings.user("Olga"))
    sent = new_league(club, shape="ladder", names="Ann\nBob\nCid", ends_on="")
    day = f"{club.today + datetime.timedelta(days=30):%Y-%m-%d}"
    olga.post(f"/clubs/{club.slug}/leagues/new/", {**sent, "late_until": day})
    assert LeagueSeason.objects.get().late_until is None
    help_text = str(SeasonForm.base_fields["late_until"].help_text)
    assert "on a ladder at any time" in help_text


def test_a_ladder_that_is_given_an_end_does_not_close_by_a_day_that_meant_nothing() -> None:
    of = endless()
    late(of)
    ends = of.today + datetime.timedelta(days=60)
    said = {"season": of.season, "by": of.director, "ends_on": ends, "reason": "Summer"}
    seasons.season_deadline(**said, key=key())
    of.again()
    assert not is_too_late(of.season)


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_the_director_changes_the_day_for_late_entries(shape: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    late(of)
    assert is_too_late(of.season)
    olga, path = client_of(of.director), f"/leagues/{of.league.public_id}/direct/"
    page = shown_to(of, path)
    assert (
        f'name="late_until" type="date" aria-describedby="late-help" value="{of.season.late_until}"'
        in page
    )
    day = f"{of.today + datetime.timedelta(days=5):%Y-%m-%d}"
    assert olga.post(path, {"do": "late", "late_until": day, "once": key()}).status_code == 302
    of.again()
    assert not is_too_late(of.season)
    assert EventStep.objects.get(kind="league_late").payload == {"until": day}
    olga.post(path, {"do": "late", "late_until": "", "once": key()})
    of.again()
    assert is_too_late(of.season) == (shape != "ladder")


def test_a_ladder_that_goes_on_has_no_such_day_to_change() -> None:
    of = endless()
    assert 'id="fold-late"' not in shown_to(of, f"/leagues/{of.league.public_id}/direct/")
    with pytest.raises(EventRefused, match="players enter at any time"):
        seasons.season_late(season=of.season, by=of.director, late_until=of.today)
