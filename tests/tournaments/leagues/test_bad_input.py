"""What goes wrong in a league: a sentence each, and nothing is lost."""

import datetime
import threading
from collections.abc import Callable

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.errors import ServiceError
from games.models import Board, Club, Player
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_pages import new_league
from tournaments.errors import CorrectionReaches, EventConflict
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.services import absences, closing, fixtures, seasons
from tournaments.models import Fixture, FixtureNote, League, LeagueSeason, Match
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db


def proposed(of: Running) -> tuple[Match, FixtureNote, list[datetime.datetime]]:
    """Ann has proposed two dates to Bob."""
    now = timezone.now().replace(microsecond=0)
    times = [now + datetime.timedelta(days=one) for one in (2, 3)]
    match = of.match("Ann", "Bob")
    note = fixtures.fixture_propose(match=match, by=of.account("Ann"), times=times, key=key())
    return match, note, times


def report(of: Running, match: Match, name: str, seen: str = "") -> Match:
    by, version = of.account(name), match.version
    return results.match_report(
        match=match, by=by, points=(11, 4), version=version, key=key(), seen=seen
    )


def a_report_after_the_deadline(of: Running) -> str:
    """It counts as long as the season is not closed; afterwards it is said why it does not."""
    LeagueSeason.objects.update(deadline=timezone.now() - datetime.timedelta(hours=1))
    assert report(of, of.match("Ann", "Bob"), "Ann").state == Match.State.REPORTED
    of.close(reports={of.match("Ann", "Bob").public_id: True})
    match = of.match("Ann", "Cid")
    with pytest.raises(ServiceError) as why:
        report(of, match, "Ann")
    match.refresh_from_db()
    assert match.outcome == "no_show"
    return str(why.value)


def a_result_for_a_match_that_a_withdrawal_just_removed(of: Running) -> str:
    match = of.match("Ann", "Bob")
    entry_withdraw(entry=of.entry("Bob"), by=of.director)
    with pytest.raises(ServiceError) as why:
        report(of, match, "Ann")
    return str(why.value)


def a_date_for_a_match_that_a_withdrawal_just_removed(of: Running) -> str:
    match, note, times = proposed(of)
    entry_withdraw(entry=of.entry("Bob"), by=of.director)
    with pytest.raises(ServiceError) as why:
        fixtures.fixture_accept(
            match=match, by=of.account("Bob"), proposal=note.pk, at=times[0], key=key()
        )
    assert FixtureNote.objects.count() == 1
    return str(why.value)


def a_player_in_two_divisions(of: Running) -> str:
    with pytest.raises(ServiceError) as why:
        seasons.season_enter(season=of.season, player=of.player("Ann"), by=of.director)
    entered = of.player("Ann").entries.values_list("division__position", flat=True)
    # Ann is in division 1 already: entering puts nobody into a second one.
    assert list(entered) == [1]
    return str(why.value)


def a_division_of_one(of: Running) -> str:
    fresh = Running("Ann Bob Cid", "Dee", of=evenings.club("one"), is_released=False)
    with pytest.raises(ServiceError) as why:
        seasons.season_release(season=fresh.season, by=fresh.director)
    assert not fresh.season.event.divisions.filter(rounds__isnull=False).exists()
    return str(why.value)


def a_board_that_ends_after_a_walkover(of: Running) -> str:
    """The director's word stands; the board is over, and its result is in its own record."""
    match, ann = of.match("Ann", "Bob"), of.account("Ann")
    of.account("Bob")
    board = match_board_open(match=match, by=ann)
    Fixture.objects.create(match=match, agreed_at=timezone.now() - datetime.timedelta(hours=1))
    by = of.account(str(match.second))
    absences.fixture_absent(match=match, by=by, text="The board is open.", key=key())
    match.refresh_from_db()
    absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    Board.objects.filter(pk=board.pk).update(
        status=Board.Status.ENDED, winner=0, score_white=11, ended_at=timezone.now()
    )
    counted = board_count(board_id=board.pk)
    assert counted is not None
    assert (counted.outcome, counted.winner) == ("forfeit", 1)
    match.refresh_from_db()
    with pytest.raises(ServiceError) as why:
        report(of, match, "Ann")
    return str(why.value)


SAID: dict[Callable[[Running], str], str] = {
    a_report_after_the_deadline: "decided",
    a_result_for_a_match_that_a_withdrawal_just_removed: "changed|decided",
    a_date_for_a_match_that_a_withdrawal_just_removed: "decided",
    a_player_in_two_divisions: "Ann stands in Division 1. To move them",
    a_division_of_one: "Division 2 would have 1",
    a_board_that_ends_after_a_walkover: "decided",
}


@pytest.mark.parametrize("case", SAID, ids=lambda case: case.__name__)
def test_a_sentence_is_said_and_nothing_is_lost(case: Callable[[Running], str]) -> None:
    said = case(Running())
    assert any(word in said for word in SAID[case].split("|")), said
    assert said.endswith(".")


@pytest.mark.parametrize("day", ["2027-03-28", "2027-10-31"])
def test_a_deadline_on_the_day_of_a_clock_change_is_the_end_of_that_day(day: str) -> None:
    """Midnight exists on both days, whichever hour of the night does not."""
    of = Running()
    seasons.season_deadline(
        season=of.season, by=of.director, ends_on=datetime.date.fromisoformat(day), reason="Hall"
    )
    of.again()
    assert (
        of.season.deadline.isoformat() == f"{day}T{'21' if day < '2027-06' else '22'}:59:00+00:00"
    )


def test_a_date_in_the_hour_that_does_not_exist_is_refused() -> None:
    of = Running()
    ann = Client()
    ann.force_login(of.account("Ann"))
    sent = {"do": "propose", "once": key(), "time_1": "2027-03-28T02:30", "place": "Club room"}
    answer = ann.post(f"/fixtures/{of.match('Ann', 'Bob').public_id}/", sent)
    assert answer.status_code == 400
    assert "This hour does not exist" in answer.content.decode()
    assert not FixtureNote.objects.exists()


def test_of_a_hundred_pasted_players_each_double_is_named_and_nothing_is_written() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = Client()
    olga.force_login(evenings.user("Olga"))
    letters = "abcdefghij"
    names = [f"P{one}{other} Long" for one in letters for other in letters]
    groups = ["\n".join(names[one : one + 10]) for one in range(0, 100, 10)]
    twice = new_league(club, names="\n\n".join([*groups, f"{names[7]}\n{names[99]}"]))
    answer = olga.post(f"/clubs/{club.slug}/leagues/new/", twice)
    assert answer.status_code == 422
    assert f"{names[7]}, {names[99]} stand in two divisions each." in answer.content.decode()
    assert names[53] in answer.content.decode()  # what was typed is still there
    assert not League.objects.exists()
    assert not Player.objects.filter(name__endswith=" Long").exists()
    doubled = [f"{group}\n{group.splitlines()[0].upper()}" for group in groups]
    answer = olga.post(
        f"/clubs/{club.slug}/leagues/new/", new_league(club, names="\n\n".join(doubled))
    )
    all_of_them = ", ".join(group.splitlines()[0].upper() for group in groups)
    assert f"{all_of_them} are named twice." in answer.content.decode()
    assert not Player.objects.filter(name__endswith=" Long").exists()
    sent = new_league(club, names="\n\n".join(groups))
    assert olga.post(f"/clubs/{club.slug}/leagues/new/", sent).status_code == 302
    season = LeagueSeason.objects.get()
    assert season.event.divisions.count() == 10
    assert Club.objects.get().players.filter(name__iendswith=" long").count() == 100
    seasons.season_release(season=season, by=evenings.user("Olga"))
    assert Match.objects.count() == 10 * 45


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_two_dates_at_the_same_moment_one_has_it() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    match, note, times = proposed(of)
    bob, gate = of.account("Bob"), threading.Barrier(2)
    said, failures = list[str](), list[BaseException]()

    def run(at: datetime.datetime) -> None:
        try:
            gate.wait()
            fixtures.fixture_accept(match=match, by=bob, proposal=note.pk, at=at, key=key())
        except ServiceError as error:
            said.append(str(error))
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(at,)) for at in times]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    [sentence] = said
    assert "A date was accepted meanwhile" in sentence
    accepted = FixtureNote.objects.get(kind="accepted")
    assert Fixture.objects.get().agreed_at == datetime.datetime.fromisoformat(accepted.times[0])


@pytest.mark.parametrize("unplayed", ["nothing", "half"])
def test_a_season_is_closed_and_opened_again_although_two_have_a_board_open(unplayed: str) -> None:
    of = Running(unplayed=unplayed)
    open_one, reported = of.match("Ann", "Bob"), of.match("Ann", "Cid")
    for name in ("Bob", "Cid"):
        of.account(name)
    board = match_board_open(match=open_one, by=of.account("Ann"))
    match_board_open(match=reported, by=of.account("Ann"))
    reported.refresh_from_db()
    with pytest.raises(CorrectionReaches) as asked:
        report(of, reported, "Ann")
    reported = report(of, reported, "Ann", seen=asked.value.effect.digest)
    with pytest.raises(EventConflict, match=rf"on a board just now: .* {open_one}"):
        of.close(reports={reported.public_id: True})
    of.close(reports={reported.public_id: True}, boards=[open_one.public_id])
    assert not of.open()
    open_one.refresh_from_db()
    assert open_one.outcome == {"nothing": "no_show", "half": "unfinished"}[unplayed]
    reported.refresh_from_db()
    assert (reported.state, reported.outcome) == ("settled", "played")
    closing.season_reopen(season=of.season, by=of.director)
    open_one.refresh_from_db()
    board.refresh_from_db()
    assert (open_one.state, open_one.online_id) == ("open", board.pk)
    assert board.is_open
