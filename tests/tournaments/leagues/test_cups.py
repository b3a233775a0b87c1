"""Every bracket that is played over weeks, by all that happens in the life of its matches."""

import datetime
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.errors import NotAllowed, Refused
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Board, Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import SHAPES, Playing
from tournaments.errors import CorrectionReaches, EventConflict, EventNotAllowed, EventRefused
from tournaments.events.services.entries import entry_resume, entry_withdraw
from tournaments.events.services.events import event_finish
from tournaments.leagues.selectors.fixtures import fixtures_of, strikes_of
from tournaments.leagues.selectors.present import can_play
from tournaments.leagues.services import absences, cups, fixtures
from tournaments.leagues.services.confirming import reports_confirm
from tournaments.models import Cup, Event, EventStep, Match, day_end
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db
Cell = Callable[[Playing], None]


def opened(of: Playing) -> None:
    """The first round begins at once, until its day; a later one when both are known."""
    found = of.fixtures()
    assert {one.match.round.number for one in found if one.match.round} == {1}
    assert {one.deadline for one in found} == {day_end(of.club, of.cup.first_on)}
    assert all(one.begins is not None for one in found)
    before = {one.match.pk for one in found}
    for one in found:
        of.win(one.match, min(str(one.match.first), str(one.match.second)))
    later = [one for one in of.fixtures() if one.match.pk not in before]
    assert later
    assert {one.deadline for one in later} == {of.cup.planned(2)}


def proposed(of: Playing) -> None:
    match = of.meeting("Ann")
    at = timezone.now() + datetime.timedelta(days=2)
    fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[at], key=key())
    assert of.shown(match).proposal is not None
    with pytest.raises(EventNotAllowed):
        fixtures.fixture_say(match=match, by=evenings.user("Zed"), text="Hello", key=key())


def accepted(of: Playing) -> None:
    match = of.meeting("Ann")
    at = of.agree(match)
    assert of.shown(match).agreed_at == at
    pair = {one.match.pk for one in can_play(of.fixtures(), {match.first_id, match.second_id})}
    assert pair == {match.pk}


def reported(of: Playing) -> None:
    """One reports, the other confirms, and the winner has their next match."""
    match = of.meeting("Ann")
    other = of.other(match, "Ann")
    report(of, match, "Ann", "Ann")
    match.refresh_from_db()
    assert match.state == "reported"
    results.match_confirm(match=match, by=of.account(other), version=match.version, key=key())
    assert "Ann" in next_names(of)


def reported_and_not_answered(of: Playing) -> None:
    match = of.meeting("Ann")
    report(of, match, "Ann", "Ann")
    assert reports_confirm(now=timezone.now() + datetime.timedelta(days=2)) == 0
    assert reports_confirm(now=timezone.now() + datetime.timedelta(days=4)) == 1
    match.refresh_from_db()
    assert match.is_settled


def reported_after_the_deadline(of: Playing) -> None:
    match = of.meeting("Ann")
    of.late()
    report(of, match, "Ann", "Ann")
    match.refresh_from_db()
    assert match.state == "reported"


def disputed(of: Playing) -> None:
    match = of.meeting("Ann")
    other = of.other(match, "Ann")
    report(of, match, "Ann", "Ann")
    report(of, match, other, other)
    match.refresh_from_db()
    assert match.state == "disputed"
    assert cups.lates_lapse(now=timezone.now() + datetime.timedelta(days=99)) == 0
    results.match_correct(
        match=match,
        by=of.director,
        points=(7, 4) if str(match.first) == "Ann" else (4, 7),
        version=match.version,
        key=key(),
    )
    assert "Ann" in next_names(of)


def late_and_the_director_decides(of: Playing) -> None:
    match = of.meeting("Ann")
    of.late()
    assert cups.lates_lapse(now=timezone.now()) == 0
    how = "first" if str(match.first) == "Ann" else "second"
    for user in (of.account("Ann"), evenings.user("Zed")):
        with pytest.raises(NotAllowed):
            cups.late_decide(cup=of.cup, match=match, by=user, how=how, key=key())
    cups.late_decide(cup=of.cup, match=match, by=of.director, how=how, key=key())
    match.refresh_from_db()
    assert (match.outcome, match.reason) == ("forfeit", "Not played by the deadline")
    assert "Ann" in next_names(of)
    with pytest.raises(EventConflict):
        cups.late_decide(cup=of.cup, match=match, by=of.director, how=how, key=key())


def late_and_the_rule_decides(of: Playing) -> None:
    """Neither goes on, and the opponent of the next round has a bye there."""
    cups.cup_change(cup=of.cup, by=of.director, late=Cup.Late.OUT)
    match = of.meeting("Ann")
    [other] = [one.match for one in of.fixtures() if one.match.pk != match.pk]
    of.win(other, "Cid" if "Cid" in (str(other.first), str(other.second)) else str(other.first))
    of.late()
    assert cups.lates_lapse(now=timezone.now()) == 1
    assert cups.lates_lapse(now=timezone.now()) == 0
    match.refresh_from_db()
    assert match.outcome == "no_show"
    agreed_to(results.match_undo, match=match, by=of.director, version=match.version)
    match.refresh_from_db()
    assert match.state == "open"


def late_with_a_claim_waits_for_the_director(of: Playing) -> None:
    cups.cup_change(cup=of.cup, by=of.director, late=Cup.Late.OUT)
    match = of.meeting("Ann")
    of.agree(match)
    of.long_ago(match)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    of.late()
    assert match.pk not in {one.pk for one in cups.lates_due(timezone.now())}


def who_learns_late_whom_they_play_has_days_left(of: Playing) -> None:
    of.late(1)
    of.late(2)
    for one in of.fixtures():
        of.win(one.match, min(str(one.match.first), str(one.match.second)))
    later = [one for one in of.fixtures() if not one.match.is_settled]
    least = day_end(of.club, of.today + datetime.timedelta(days=of.cup.least_days))
    assert later
    assert all(one.deadline is not None and one.deadline >= least for one in later)


def extended_alone(of: Playing) -> None:
    match, until = of.meeting("Ann"), of.today + datetime.timedelta(days=20)
    with pytest.raises(EventRefused, match="Say why"):
        fixtures.fixture_extend(match=match, by=of.director, ends_on=until, reason=" ", key=key())
    with pytest.raises(EventRefused, match="future"):
        fixtures.fixture_extend(
            match=match, by=of.director, ends_on=of.cup.first_on.replace(year=2020), reason="x",
            key=key(),
        )  # fmt: skip
    with pytest.raises(EventNotAllowed):
        fixtures.fixture_extend(
            match=match, by=of.account("Ann"), ends_on=until, reason="Ill", key=key()
        )
    once = key()
    for _again in range(2):
        fixtures.fixture_extend(
            match=match, by=of.director, ends_on=until, reason="Bob is ill", key=once
        )
    found = of.shown(match)
    assert found.deadline == day_end(of.club, until)
    assert [one.text for one in found.notes] == ["Bob is ill"]
    assert EventStep.objects.filter(kind="fixture_deadline").count() == 1
    [other] = [one for one in of.fixtures() if one.match.pk != match.pk]
    assert other.deadline == day_end(of.club, of.cup.first_on)
    fixtures.fixture_extend(
        match=match, by=of.director, ends_on=None, reason="He is well", key=key()
    )
    assert of.shown(match).deadline == day_end(of.club, of.cup.first_on)


def extended_as_a_round(of: Playing) -> None:
    """Later rounds move along, and back."""
    first, second = of.round(1).deadline, of.cup.planned(2)
    until = of.cup.first_on + datetime.timedelta(days=5)
    ask = {"cup": of.cup, "round": of.round(1), "by": of.director}
    cups.round_deadline(**ask, ends_on=until, reason="Holidays", key=key())
    assert {one.deadline for one in of.fixtures()} == {day_end(of.club, until)}
    found = of.round(2)
    assert found.deadline == day_end(of.club, until + datetime.timedelta(days=14))
    assert found.deadline_reason == "Holidays"
    cups.round_deadline(**ask, ends_on=of.cup.first_on, reason="Back", key=key())
    assert (of.round(1).deadline, of.round(2).deadline) == (first, second)
    cups.round_deadline(**ask, ends_on=until, reason="Alone", with_later=False, key=key())
    assert of.round(2).deadline == second
    with pytest.raises(EventRefused, match="Say why"):
        cups.round_deadline(**ask, ends_on=until, reason="", key=key())
    of.play()
    with pytest.raises(EventConflict, match="decided"):
        cups.round_deadline(**ask, ends_on=until, reason="Too late", key=key())


def planned_anew(of: Playing) -> None:
    until = of.cup.first_on + datetime.timedelta(days=7)
    with pytest.raises(EventRefused, match="Say why"):
        cups.cup_plan(cup=of.cup, by=of.director, first_on=until, every_days=7)
    cups.cup_plan(cup=of.cup, by=of.director, first_on=until, every_days=7, reason="Slower")
    of.again()
    assert of.round(1).deadline == day_end(of.club, until)
    assert of.round(2).deadline == day_end(of.club, until + datetime.timedelta(days=7))


def claimed(of: Playing) -> None:
    """Nobody came: a walkover by claim, and a strike."""
    match = of.meeting("Ann")
    absent = of.other(match, "Ann")
    of.agree(match)
    with pytest.raises(EventRefused, match="Fifteen minutes"):
        absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    of.long_ago(match)
    absences.fixture_absent(match=match, by=of.account("Ann"), text="I waited.", key=key())
    assert of.shown(match).absence is not None
    absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    match.refresh_from_db()
    assert match.outcome == "forfeit"
    assert strikes_of(of.cup) == {of.player(absent).pk: 1}
    assert "Ann" in next_names(of)


def withdrawn(of: Playing) -> None:
    """The opponent goes on; coming back is possible where nothing followed."""
    match = of.meeting("Ann")
    other = of.other(match, "Ann")
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    match.refresh_from_db()
    assert (match.outcome, match.is_settled) == ("forfeit", True)
    assert other in next_names(of)
    entry_resume(entry=of.entry("Ann"), by=of.director)
    assert not of.fixtures("Ann") or of.fixtures("Ann")[0].match.is_settled


def with_byes(of: Playing) -> None:
    """With five the three strongest wait for their opponents: a bye is nobody's fixture."""
    other = Playing("Fay Gus Hal Ida Joe", shape=shape_of(of), of=of.club)
    assert len([one for one in other.fixtures() if not one.match.is_settled]) >= 1
    assert all(one.match.outcome != "bye" for one in other.fixtures())
    assert any(one.match.round and one.match.round.number > 1 for one in other.fixtures())


def replaced(of: Playing) -> None:
    match = of.meeting("Ann")
    of.agree(match)
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="A secret", key=key())
    cups.entry_replace(cup=of.cup, entry=of.entry("Ann"), by=of.director, player=of.player("Zoe"))
    found = of.shown(match)
    assert of.meeting("Zoe").pk == match.pk
    # What others have said and agreed on is not theirs.
    assert (found.agreed_at, list(found.notes)) == (None, [])
    assert of.fixtures("Ann") == []
    cups.entry_replace(cup=of.cup, entry=of.entry("Zoe"), by=of.director, player=of.player("Ann"))
    assert of.meeting("Ann").pk == match.pk
    with pytest.raises(EventRefused, match="entered already"):
        cups.entry_replace(
            cup=of.cup, entry=of.entry("Ann"), by=of.director, player=of.player("Bob")
        )
    of.win(match, "Ann")
    with pytest.raises(EventRefused, match="has begun a match"):
        cups.entry_replace(
            cup=of.cup, entry=of.entry("Ann"), by=of.director, player=of.player("Zoe")
        )


def undone(of: Playing) -> None:
    """A wrong result brings others into the next match, and its undo the first two with all they
    have said.
    """
    first, second = (one.match for one in of.fixtures())
    for match in (first, second):
        of.win(match, min(str(match.first), str(match.second)))
    [final] = [one for one in open_of(of) if names(one) == set(winners(first, second))]
    at = of.agree(final)
    before = first.known_at
    first.refresh_from_db()
    loser = of.other(first, winners(first)[0])
    points = (7, 5) if str(first.first) == loser else (5, 7)
    said = {"match": first, "by": of.director}
    agreed_to(results.match_correct, **said, version=first.version, points=points)
    now = of.shown(Match.objects.get(pk=final.pk))
    assert loser in (str(now.match.first), str(now.match.second))
    assert (now.agreed_at, list(now.notes)) == (None, [])
    first.refresh_from_db()
    agreed_to(results.match_undo, **said, version=first.version)
    again = of.shown(Match.objects.get(pk=final.pk))
    assert again.agreed_at == at
    assert {one.kind for one in again.notes} == {"proposed", "accepted"}
    assert before == Match.objects.get(pk=first.pk).known_at


def played_on_the_board(of: Playing) -> None:
    match = of.meeting("Ann")
    board = match_board_open(match=match, by=of.account("Ann"), by_days=True)
    assert board.pace == Board.Pace.DAYS
    side = 0 if str(match.first) == "Ann" else 1
    ended(board, side)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("settled", side)
    assert "Ann" in next_names(of)


def boards_as_the_cup_says(of: Playing) -> None:
    match = of.meeting("Ann")
    cups.cup_change(cup=of.cup, by=of.director, boards="never")
    with pytest.raises(EventRefused, match="nobody plays on the board"):
        match_board_open(match=match, by=of.account("Ann"))
    cups.cup_change(cup=of.cup, by=of.director, boards="required")
    with pytest.raises(EventRefused, match="reports the result by itself"):
        report(of, match, "Ann", "Ann")


def decided_before_the_board_ended(of: Playing) -> None:
    match = of.meeting("Ann")
    board = match_board_open(match=match, by=of.account("Ann"))
    of.late()
    how = "first" if str(match.first) == "Ann" else "second"
    match.refresh_from_db()
    cups.late_decide(cup=of.cup, match=match, by=of.director, how=how, key=key())
    ended(board, 1 if how == "first" else 0)
    match.refresh_from_db()
    assert (match.outcome, match.winner) == ("forfeit", 0 if how == "first" else 1)


def nothing_is_decided_while_a_board_is_played(of: Playing) -> None:
    cups.cup_change(cup=of.cup, by=of.director, late=Cup.Late.OUT)
    match = of.meeting("Ann")
    match_board_open(match=match, by=of.account("Ann"))
    of.late()
    assert match.pk not in {one.pk for one in cups.lates_due(timezone.now())}


def archived_and_restored(of: Playing) -> None:
    match = of.meeting("Ann")
    of.agree(match)
    cups.round_deadline(
        cup=of.cup,
        round=of.round(1),
        by=of.director,
        ends_on=of.cup.first_on + datetime.timedelta(days=3),
        reason="Holidays",
        key=key(),
    )
    other = copied(of)
    found = Cup.objects.select_related("event__club").get(event__club=other)
    here = {frozenset(names(one.match)): one for one in of.fixtures()}
    there = fixtures_of(found)
    assert len(there) == len(here)
    for one in there:
        was = here[frozenset(names(one.match))]
        assert (one.deadline, one.agreed_at) == (was.deadline, was.agreed_at)
        assert [note.kind for note in one.notes] == [note.kind for note in was.notes]
    assert Event.objects.filter(club=other, own_dates=True).count() == 1


def finished(of: Playing) -> None:
    of.play()
    event_finish(event=of.cup.event, by=of.director)
    of.again()
    assert of.cup.event.status == "finished"
    with pytest.raises(EventConflict):
        fixtures.fixture_say(
            match=of.fixtures()[0].match, by=of.director, text="Well played", key=key()
        )


EVENTS: dict[str, Cell] = {
    one.__name__.replace("_", " "): one
    for one in (
        opened,
        proposed,
        accepted,
        reported,
        reported_and_not_answered,
        reported_after_the_deadline,
        disputed,
        late_and_the_director_decides,
        late_and_the_rule_decides,
        late_with_a_claim_waits_for_the_director,
        who_learns_late_whom_they_play_has_days_left,
        extended_alone,
        extended_as_a_round,
        planned_anew,
        claimed,
        withdrawn,
        with_byes,
        replaced,
        undone,
        played_on_the_board,
        boards_as_the_cup_says,
        decided_before_the_board_ended,
        nothing_is_decided_while_a_board_is_played,
        archived_and_restored,
        finished,
    )
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("what", EVENTS)
def test_every_bracket_by_all_that_happens(shape: str, what: str) -> None:
    EVENTS[what](Playing(shape=shape))


def test_a_cup_is_announced_entered_and_left_before_the_draw() -> None:
    of = Playing("Ann Bob", is_released=False)
    zoe = of.account("Zoe")
    cups.cup_enter(cup=of.cup, player=of.player("Zoe"), by=zoe)
    with pytest.raises(EventRefused, match="entered already"):
        cups.cup_enter(cup=of.cup, player=of.player("Zoe"), by=zoe)
    cups.cup_leave(cup=of.cup, player=of.player("Zoe"), by=zoe)
    assert of.cup.event.divisions.get().entries.count() == 2
    cups.cup_enter(cup=of.cup, player=of.player("Zoe"), by=zoe)
    of.release()
    with pytest.raises(EventConflict, match="drawn"):
        cups.cup_leave(cup=of.cup, player=of.player("Zoe"), by=of.director)
    with pytest.raises(EventConflict, match="being played already"):
        of.release()


def test_a_late_entry_takes_the_place_of_a_bye_and_has_the_day_of_its_round() -> None:
    of = Playing("Ann Bob Cid")
    cups.cup_enter(cup=of.cup, player=of.player("Dee"), by=of.director)
    match = of.meeting("Dee")
    assert of.shown(match).deadline is not None
    with pytest.raises(EventRefused):
        cups.cup_enter(cup=of.cup, player=of.player("Eve"), by=of.director)


def test_only_brackets_with_a_day_to_come_are_cups() -> None:
    of = Playing(is_released=False)
    said = {"club": of.club, "by": of.director, "title": "Other", "players": []}
    with pytest.raises(EventRefused, match="single or double"):
        cups.cup_announce(**said, shape="swiss", first_on=of.cup.first_on)
    with pytest.raises(EventRefused, match="future"):
        cups.cup_announce(**said, first_on=of.today - datetime.timedelta(days=1))
    with pytest.raises(Refused):
        cups.cup_announce(**said, first_on=of.cup.first_on, confirm_days=99)
    assert Cup.objects.count() == 1


def test_a_day_ends_at_the_same_hour_whatever_the_clocks_do() -> None:
    of = Playing(is_released=False)
    Cup.objects.update(first_on=datetime.date(2027, 3, 20))
    of.again()
    hours = [of.cup.planned(depth).strftime("%m-%d %H:%M") for depth in (1, 2, 3)]
    assert hours == ["03-20 23:59", "04-03 23:59", "04-17 23:59"]


# within


def shape_of(of: Playing) -> str:
    return of.cup.event.divisions.get().format


def report(of: Playing, match: Match, by: str, winner: str) -> None:
    match.refresh_from_db()
    points = (7, 4) if str(match.first) == winner else (4, 7)
    results.match_report(
        match=match, by=of.account(by), points=points, version=match.version, key=key()
    )


def next_names(of: Playing) -> set[str]:
    """Who stands in the next match of the upper bracket, by the draw."""
    found = Match.objects.filter(round__division__event=of.cup.event, round__number__gt=1)
    return {str(one) for match in found for one in (match.first, match.second) if one is not None}


def winners(*matches: Match) -> list[str]:
    found = [Match.objects.get(pk=one.pk) for one in matches]
    return [str(one.first) if one.winner == 0 else str(one.second) for one in found]


def names(match: Match) -> set[str]:
    return {str(match.first), str(match.second)}


def open_of(of: Playing) -> list[Match]:
    return [one.match for one in of.fixtures() if not one.match.is_settled]


def agreed_to(do: Callable[..., object], **said: Any) -> None:
    """Do what takes something from other matches, as a director who was shown it."""
    try:
        do(**said, key=key())
    except CorrectionReaches as reach:
        do(**said, key=key(), seen=reach.effect.digest)


def ended(board: Board, winner: int) -> None:
    points = (7, 2) if winner == 0 else (2, 7)
    score = dict(zip(("score_white", "score_black"), points, strict=True))
    Board.objects.filter(pk=board.pk).update(status=Board.Status.ENDED, winner=winner, **score)
    board_count(board_id=board.pk)


def copied(of: Playing) -> Club:
    file = io.BytesIO()
    archive_write(club=of.club, file=file, progress=Progress())
    archive = archive_read(data=file.getvalue(), progress=Progress())
    return archive_club_create(archive=archive, by=of.director, progress=Progress())
