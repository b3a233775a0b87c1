"""Results of brackets: who goes on, and what a correction reaches."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import evenings
from tests.tournaments.directing import Directed, key
from tournaments.errors import CorrectionReaches, EventRefused
from tournaments.models import Match
from tournaments.results.services import results

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"


@pytest.mark.django_db
def test_in_a_bracket_somebody_has_to_go_on() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single")
    event.next_round()
    with pytest.raises(EventRefused, match="somebody has to go on"):
        results.match_break_off(
            match=event.open()[0], by=event.director, reason="late", version=1, key=key()
        )


@pytest.mark.django_db
def test_a_correction_lists_what_it_would_change_before_it_is_done() -> None:
    event = Directed(names=EIGHT, format="single", seeding="entry")
    event.next_round()
    event.play_all(lambda match: 0)
    final = event.division.rounds.get(number=3).matches.get()
    quarter = event.division.rounds.get(number=1).matches.get(position=1)
    semi = event.division.rounds.get(number=2).matches.get(position=1)
    assert final.first == semi.first == quarter.first
    version = quarter.version
    with pytest.raises(CorrectionReaches) as refused:
        results.match_correct(
            match=quarter, by=event.director, points=(2, 7), version=version, key=key()
        )
    assert {one.match for one in refused.value.effect.lost} == {semi.public_id, final.public_id}
    quarter.refresh_from_db()
    assert quarter.winner == 0
    results.match_correct(
        match=quarter,
        by=event.director,
        points=(2, 7),
        version=version,
        key=key(),
        seen=refused.value.effect.digest,
    )
    semi.refresh_from_db()
    final.refresh_from_db()
    assert (semi.first, semi.state, semi.winner) == (quarter.second, "open", None)
    assert (final.first, final.state) == (None, "waiting")
    # The results that were lost are in the log.
    assert semi.log.get(kind="cleared").payload["before"]["points"] == [7, 3]


@pytest.mark.django_db
def test_a_correction_that_changes_no_winner_reaches_nothing() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single")
    event.next_round()
    event.play_all(lambda match: 0)
    semi = event.division.rounds.get(number=1).matches.get(position=1)
    semi = results.match_correct(
        match=semi, by=event.director, points=(7, 6), version=semi.version, key=key()
    )
    final = event.division.rounds.get(number=2).matches.get()
    assert (semi.second_points, final.state) == (6, "settled")


@pytest.mark.django_db
def test_undoing_a_result_of_a_bracket_asks_first_too() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single")
    event.next_round()
    event.play_all(lambda match: 0)
    semi = event.division.rounds.get(number=1).matches.get(position=1)
    with pytest.raises(CorrectionReaches) as refused:
        results.match_undo(match=semi, by=event.director, version=semi.version, key=key())
    results.match_undo(
        match=semi,
        by=event.director,
        version=semi.version,
        key=key(),
        seen=refused.value.effect.digest,
    )
    final = event.division.rounds.get(number=2).matches.get()
    assert (final.state, final.first) == ("waiting", None)


@pytest.mark.django_db
def test_who_withdraws_from_a_bracket_forfeits_as_soon_as_his_opponent_is_known() -> None:
    from tournaments.events.services import entries

    event = Directed(names="Ann Bob Cid Dee", format="single", seeding="entry")
    event.next_round()
    first, second = event.open()
    winner = first.first
    assert winner is not None
    event.win(first, 0)
    entries.entry_withdraw(entry=event.entry(winner.name), by=event.director)
    final = event.division.rounds.get(number=2).matches.get()
    assert final.state == "waiting"
    event.win(second, 1)
    final.refresh_from_db()
    assert (final.state, final.outcome, final.winner) == ("settled", "forfeit", 1)


@pytest.mark.django_db
def test_a_late_entry_takes_the_place_of_a_bye() -> None:
    event = Directed(names="Ann Bob Cid Dee Eve", format="single", seeding="entry")
    event.next_round()
    event.enter("Fay")
    # Of eight places, seeds 6, 7 and 8 are free: the sixth meets the third.
    match = event.match("Cid", "Fay")
    assert match.state == "open"
    event.play_all(lambda match: 0)
    with pytest.raises(EventRefused, match="no place is left"):
        event.enter("Gus")


@pytest.mark.django_db
def test_a_full_bracket_takes_nobody_late() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="double")
    event.next_round()
    with pytest.raises(EventRefused, match="no place is left"):
        event.enter("Eve")
    assert event.division.entries.count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize("format", ["single", "double", "progressive"])
def test_a_result_in_a_bracket_asks_as_often_however_many_play(format: str) -> None:
    asked, club = [], evenings.club()
    for size in (8, 32):
        event = Directed(club, names=" ".join(f"P{one}" for one in range(size)), format=format)
        event.next_round()
        first, second, *_others = event.open()
        event.win(first, 0)
        with CaptureQueriesContext(connection) as queries:
            event.win(second, 0)
        asked.append(len(queries))
        met = Match.objects.get(first=first.first, second=second.first)
        assert met.state == Match.State.OPEN  # the two who won meet
    assert asked[0] == asked[1] <= 26
