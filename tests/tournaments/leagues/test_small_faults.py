"""Small things that directors found in seasons of their own: what misled them, and what is said."""

import datetime
import html
import re
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Board, Player
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago
from tests.tournaments.leagues.test_league_pages import new_league
from tournaments.errors import EventNotAllowed, EventRefused
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import division_change, event_reopen
from tournaments.leagues.presenters.ending import too_small
from tournaments.leagues.selectors.fixtures import fixture_of
from tournaments.leagues.selectors.progress import directors_waiting
from tournaments.leagues.selectors.seasons import finishers_of, planned_end
from tournaments.leagues.services import absences, drafts, seasons
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.leagues.services.replacing import divisions_join, player_replace
from tournaments.models import Entry, LeagueSeason, Match
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open
from tournaments.standings.promotion import Move

pytestmark = pytest.mark.django_db


def read(of: Running, path: str, name: str = "", language: str = "en") -> str:
    """Return a page in one line, as the director or a player reads it."""
    user = of.account(name) if name else of.director
    user.language = language
    user.save()
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return " ".join(html.unescape(client.get(path, follow=True).content.decode()).split())


def posted(of: Running, path: str, **sent: str) -> str:
    client = Client()
    client.force_login(of.director)
    return html.unescape(client.post(path, {**sent, "once": key(), "key": key()}).content.decode())


def followed() -> Running:
    """A season that is over, and the one after it, which is released."""
    of = Running("Ann Bob Cid")
    of.play()
    of.close()
    of.draft()
    after = of.follow()
    seasons.season_release(season=after, by=of.director)
    return of


def test_who_opens_a_season_that_is_over_reads_before_that_two_will_be_open() -> None:
    of = followed()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    asked = posted(of, act, do="reopen")
    assert "Winter 2 goes on meanwhile: then two seasons of the league are open" in asked
    of.season.event.refresh_from_db()
    assert not of.season.event.is_open, "nothing is opened before"


def test_the_pages_of_a_league_name_an_old_season_that_is_open_again() -> None:
    of = followed()
    league = f"/leagues/{of.league.public_id}/"
    said = "Winter 1 is open again, to be put right."
    for path in (league, f"{league}direct/"):
        assert said not in read(of, path)
    event_reopen(event=of.season.event, by=of.director)
    for path in (league, f"{league}direct/"):
        page = read(of, path)
        assert said in page
        assert f'href="/events/{of.season.event.public_id}/direct/">At its desk' in page
    assert said in read(of, league, "Ann")
    assert "At its desk" not in read(of, league, "Ann")
    of.account("Ann")
    assert "Winter 1 ist wieder offen" in read(of, league, "Ann", "de")


def test_a_season_is_finished_in_its_own_words() -> None:
    of = Running("Ann Bob Cid")
    of.play()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    asked = posted(of, act, do="finish")
    assert "no other is let in" in asked
    assert "check in" not in asked
    phones = read(of, f"/events/{of.season.event.public_id}/phones/")
    assert "heck-in" not in phones
    assert "check in" not in phones


def test_closing_names_who_waits_for_whom() -> None:
    of = Running("Ann Bob Cid")
    match = of.match("Ann", "Bob")
    results.match_report(
        match=match, by=of.account("Ann"), points=(11, 3), version=match.version, key=key()
    )
    page = read(of, f"/leagues/{of.league.public_id}/direct/")
    fold = page[page.index('id="fold-close"') :]
    assert "Ann has reported 11 : 3 and waits for Bob to confirm it" in fold


def test_the_director_reads_whose_time_is_over_on_a_board() -> None:
    of = Running("Ann Bob Cid")
    of.account("Bob")
    board = match_board_open(match=of.match("Ann", "Bob"), by=of.account("Ann"), by_days=True)
    direct = f"/leagues/{of.league.public_id}/direct/"
    now = timezone.now()
    Board.objects.filter(pk=board.pk).update(
        status=Board.Status.PLAYING, waits_for=1, due_at=now + datetime.timedelta(hours=1)
    )
    assert "time on the board is over" not in read(of, direct)
    Board.objects.filter(pk=board.pk).update(due_at=now - datetime.timedelta(hours=1))
    said = f"{of.match('Ann', 'Bob').second}’s time on the board is over"
    assert read(of, direct).count(said) == 2, "where it waits, and before closing"


def test_who_said_that_nobody_came_takes_it_back() -> None:
    of = Running()
    match = agreed(of)
    long_ago(match, 300)
    of.account("Bob")
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    button = "Take back that your opponent did not come"
    path = f"/fixtures/{match.public_id}/"
    assert button in read(of, path, "Ann")
    assert button not in read(of, path, "Bob")
    with pytest.raises(EventRefused, match="Nobody has said"):
        absences.fixture_recant(match=match, by=of.account("Bob"), key=key())
    with pytest.raises(EventNotAllowed):
        absences.fixture_recant(match=match, by=of.director, key=key())
    absences.fixture_recant(match=match, by=of.account("Ann"), key=key())
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert shown.absence is None
    assert directors_waiting(of.league.club) == {}
    assert "takes back that the other did not come" in read(of, path, "Bob")
    with pytest.raises(EventRefused, match="Nobody has said"):
        absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    assert set(directors_waiting(of.league.club)) == {of.season.event_id}, "and says it again"


def test_the_next_season_is_proposed_as_long_as_this_one_was_planned() -> None:
    of = Running("Ann Bob Cid")
    planned = of.season.deadline
    for days in (120, 150):
        day = of.today + datetime.timedelta(days=days)
        seasons.season_deadline(season=of.season, by=of.director, ends_on=day, reason="Snow")
        of.again()
    assert of.season.deadline != planned
    assert planned_end(of.season) == planned
    of.play()
    of.close()
    of.draft()
    page = read(of, f"/leagues/{of.league.public_id}/direct/")
    assert f'value="{of.today + datetime.timedelta(days=90):%Y-%m-%d}"' in page


def test_who_has_withdrawn_and_counts_for_nothing_holds_no_place() -> None:
    of = Running("Ann Bob Cid Dee", params={"withdrawn": "removed", "loss": 0})
    of.win(of.match("Ann", "Bob"), 0 if str(of.match("Ann", "Bob").first) == "Ann" else 1)
    entry_withdraw(entry=of.entry("Bob"), by=of.director)
    names = {one.public_id: one.name for one in of.club.players.all()}
    assert [names[one.key] for one in finishers_of(of.season)][-1] == "Bob"
    page = read(of, f"/leagues/{of.league.public_id}/")
    table = page[page.index("<tbody") : page.index("</tbody>")]
    places = re.findall(r"<tr[^>]*>\s*<t[dh][^>]*>\s*([^<\s]+)", table)
    assert len(places) == 4
    assert (places[0], places[-1]) == ("1", "–")
    assert "4" not in places


def test_who_has_withdrawn_and_not_paid_can_still_be_ticked() -> None:
    of = Running("Ann Bob Cid Dee")
    division = of.season.event.divisions.get()
    division_change(division=division, by=of.director, fee="10")
    entry_withdraw(entry=of.entry("Bob"), by=of.director)
    page = read(of, f"/events/{of.season.event.public_id}/direct/?view=money")
    fees = page[page.index("Tick who has paid") :].partition("</form>")[0]
    assert "Bob" in fees


def test_the_files_of_a_league_call_a_division_one_in_german() -> None:
    of = Running("Ann Bob Cid")
    for what in ("tables", "fixtures"):
        path = f"/leagues/{of.league.public_id}/seasons/1/{what}.csv"
        assert read(of, path, language="de").lstrip("\ufeff").startswith("Klasse")


def test_the_page_of_an_open_match_leads_the_director_to_its_sheet() -> None:
    of = Running("Ann Bob Cid")
    match = of.match("Ann", "Bob")
    page = read(of, f"/fixtures/{match.public_id}/")
    assert f"{match.public_id}#sheet" in page
    assert f"{match.public_id}#sheet" not in read(of, f"/fixtures/{match.public_id}/", "Ann")


def test_a_player_reads_how_to_leave_a_season_that_is_running() -> None:
    of = Running("Ann Bob Cid")
    mine = f"/leagues/{of.league.public_id}/me/"
    said = "If you cannot play on in this season, write it to the director"
    assert said in read(of, mine, "Ann")
    of.play()
    of.close()
    assert not Match.objects.filter(state="open").exists()


def test_the_money_of_a_season_does_not_offer_to_take_the_draw_back() -> None:
    of = Running("Ann Bob Cid")
    desk = f"/events/{of.season.event.public_id}/direct/"
    assert "Take the draw back" in read(of, desk)
    assert "Take the draw back" not in read(of, f"{desk}?view=money")


def test_a_draft_with_a_division_too_small_says_so() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.play()
    of.close()
    of.draft()
    direct = f"/leagues/{of.league.public_id}/direct/"
    said = "Division 2 has 2 players: it cannot be released with fewer than 3."
    assert said not in read(of, direct)
    eve = of.player("Eve")
    drafts.draft_move(season=of.season, by=of.director, player=eve, to=None)
    places = [row["to"] for row in LeagueSeason.objects.get().draft["moves"]]
    small = next(place for place in (1, 2) if places.count(place) == 2)
    assert said.replace("2 has", f"{small} has") in read(of, direct)


def test_who_comes_later_has_a_place_before_of_their_own() -> None:
    of = Running("Ann Bob Cid")
    for name in ("Zoe", "Yul"):
        seasons.season_enter(season=of.season, player=of.player(name), by=of.director)
    levels = {str(one.player): one.level for one in Entry.objects.select_related("player")}
    assert levels == {"Ann": 1, "Bob": 2, "Cid": 3, "Zoe": 4, "Yul": 5}


def test_a_reminder_of_the_director_is_read_where_it_is_answered() -> None:
    of = Running("Ann Bob Cid")
    fixtures_nudge(dated=of.season, by=of.director, key=key())
    said = "The director reminds you two to find a date"
    assert said in read(of, f"/clubs/{of.club.slug}/", "Ann")
    assert said in read(of, f"/leagues/{of.league.public_id}/me/", "Ann")


def test_a_director_who_plays_is_warned_and_named() -> None:
    of = Running("Ann Bob Olga")
    match = of.match("Ann", "Olga")
    Player.objects.filter(name="Olga").update(user=of.director)
    warned = "You play this match yourself"
    desk = f"/events/{of.season.event.public_id}/direct/"
    assert warned in read(of, f"{desk}?sheet={match.public_id}")
    assert warned not in read(of, f"{desk}?sheet={of.match('Ann', 'Bob').public_id}")
    met = timezone.now() - datetime.timedelta(hours=2)
    absences.fixture_absent(match=match, by=of.account("Ann"), at=met, key=key())
    assert warned in read(of, f"/leagues/{of.league.public_id}/direct/")
    absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    log = read(of, f"/events/{of.season.event.public_id}/log/")
    assert "decided in their own match" in log


def test_the_log_names_who_took_a_match_over_from_whom() -> None:
    of = Running("Ann Bob Cid Dee")
    of.win(of.match("Ann", "Bob"), 0)
    player_replace(season=of.season, entry=of.entry("Bob"), player=of.player("Zoe"), by=of.director)
    log = read(of, f"/events/{of.season.event.public_id}/log/")
    assert log.count("Another player took this match over") == 2
    assert log.count("Bob → Zoe") == 2


def test_a_new_league_has_a_fee_from_the_beginning() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    client = Client()
    client.force_login(evenings.user("Olga"))
    sent = {**new_league(club), "names": "Ann\nBob\nCid", "fee": "12.50", "once": key()}
    path = f"/clubs/{club.slug}/leagues/new/"
    assert client.post(path, sent).status_code == 302
    season = LeagueSeason.objects.select_related("event").get()
    assert season.event.fee == Decimal("12.50")
    client.post(path, {**sent, "name": "Free", "fee": "", "once": key()})
    assert not LeagueSeason.objects.get(league__name="Free").event.fee


@pytest.mark.parametrize("how", ["replace", "join"])
def test_what_cannot_be_taken_back_any_more_says_why_instead_of_offering_it(how: str) -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    direct = f"/leagues/{of.league.public_id}/direct/"
    if how == "replace":
        zoe = of.player("Zoe")
        player_replace(season=of.season, entry=of.entry("Bob"), player=zoe, by=of.director)
    else:
        upper = of.season.event.divisions.get(position=1)
        divisions_join(season=of.season, by=of.director, upper=upper)
    assert "Take it back…" in read(of, direct)
    of.again()
    of.win(of.match("Ann", "Zoe" if how == "replace" else "Dee"), 0)
    page = read(of, direct)
    assert "Take it back…" not in page
    assert ("Zoe has begun a match" if how == "replace" else "has played already") in page


def test_a_draft_says_of_a_division_without_anybody_that_it_cannot_be_released() -> None:
    league = Running("Ann Bob Cid", "Dee Eve Fay").league
    moves = [Move(name, 1, 2, "down", place) for place, name in enumerate(("a", "b", "c"), 1)]
    [said] = too_small(league, moves)
    assert said.startswith("Division 1 has 0 players: it cannot be released")


def test_who_has_withdrawn_is_not_counted_among_those_without_an_account() -> None:
    of = Running("Ann Bob Cid Dee")
    entry_withdraw(entry=of.entry("Dee"), by=of.director)
    page = read(of, f"/leagues/{of.league.public_id}/direct/")
    assert "3 of them have no account" in page
