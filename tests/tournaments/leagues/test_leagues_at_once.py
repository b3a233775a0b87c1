"""Two act at the same moment on one match of a league: one is faster, the other reads why not."""

import datetime
from functools import partial

import pytest
from django.utils import timezone

from games.errors import ServiceError
from games.models import Board
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.tables.test_tables_at_once import together
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.selectors.fixtures import fixture_of
from tournaments.leagues.services import absences, fixtures
from tournaments.models import Entry, Fixture, FixtureNote, Match
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count
from tournaments.results.services.online import match_board_open

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def of() -> Running:
    found = Running("Ann Bob Cid", "Dee Eve Fay")
    for name in ("Ann", "Bob"):
        found.account(name)
    return found


def proposed(of: Running, match: Match) -> FixtureNote:
    at = timezone.now().replace(microsecond=0) + datetime.timedelta(days=2)
    return fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[at], key=key())


def test_a_date_is_accepted_while_its_proposal_is_taken_back(of: Running) -> None:
    match = of.match("Ann", "Bob")
    note, ann, bob = proposed(of, match), of.account("Ann"), of.account("Bob")
    at = datetime.datetime.fromisoformat(note.times[0])
    [refused] = together(
        lambda: fixtures.fixture_accept(match=match, by=bob, proposal=note.pk, at=at, key=key()),
        lambda: fixtures.fixture_withdraw(match=match, by=ann, proposal=note.pk, key=key()),
    )
    assert isinstance(refused, ServiceError)
    last = FixtureNote.objects.order_by("-pk")[0]
    is_agreed = Fixture.objects.get().agreed_at is not None
    assert is_agreed == (last.kind == FixtureNote.Kind.ACCEPTED)
    assert FixtureNote.objects.count() == 2


def test_a_word_that_is_sent_twice_at_once_is_said_once(of: Running) -> None:
    match, ann, same = of.match("Ann", "Bob"), of.account("Ann"), key()
    say = partial(fixtures.fixture_say, match=match, by=ann, text="Tuesday?", key=same)
    assert together(say, say, say) == []
    assert FixtureNote.objects.count() == 1


def test_a_result_is_reported_while_the_other_withdraws(of: Running) -> None:
    """Whoever is first, the table has one truth: the report is settled, or it is refused."""
    match, ann, entry = of.match("Ann", "Bob"), of.account("Ann"), of.entry("Bob")
    points = (11, 4) if str(match.first) == "Ann" else (4, 11)
    failures = together(
        lambda: results.match_report(
            match=match, by=ann, points=points, version=match.version, key=key()
        ),
        lambda: entry_withdraw(entry=entry, by=of.director),
    )
    assert all(isinstance(one, ServiceError) for one in failures), failures
    match.refresh_from_db()
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    if failures:
        assert match.outcome == Match.Outcome.FORFEIT
    else:
        assert match.state in Match.ENTERED
        assert (match.first_points, match.second_points) == points


def test_two_who_say_of_each_other_at_once_that_they_did_not_come_are_both_heard(
    of: Running,
) -> None:
    match = of.match("Ann", "Bob")
    Fixture.objects.create(match=match, agreed_at=timezone.now() - datetime.timedelta(hours=1))
    says = [
        partial(absences.fixture_absent, match=match, by=of.account(name), text=name, key=key())
        for name in ("Ann", "Bob")
    ]
    assert together(*says) == []
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert shown.absence is not None
    assert shown.counter is not None
    assert {shown.absence.text, shown.counter.text} == {"Ann", "Bob"}


def test_a_board_ends_while_the_director_decides_a_walkover(of: Running) -> None:
    match, ann = of.match("Ann", "Bob"), of.account("Ann")
    board = match_board_open(match=match, by=ann)
    Fixture.objects.create(match=match, agreed_at=timezone.now() - datetime.timedelta(hours=1))
    first = str(match.first)
    by = of.account("Bob" if first == "Ann" else "Ann")
    absences.fixture_absent(match=match, by=by, text="The board is open.", key=key())
    match.refresh_from_db()
    Board.objects.filter(pk=board.pk).update(
        status=Board.Status.ENDED, winner=0, score_white=match.length, ended_at=timezone.now()
    )
    failures = together(
        lambda: board_count(board_id=board.pk),
        lambda: absences.fixture_decide(match=match, by=of.director, how="walkover", key=key()),
    )
    assert all(isinstance(one, ServiceError) for one in failures), failures
    match.refresh_from_db()
    assert match.is_settled
    # The board's result, or the walkover of who was not there: never a bit of each.
    assert (match.outcome, match.winner) in {("played", 0), ("forfeit", 1)}
    strikes = FixtureNote.objects.filter(kind=FixtureNote.Kind.WALKOVER).count()
    assert match.outcome != "forfeit" or strikes == 1
