"""Results: kept game by game, reported and confirmed, undone, put right."""

import threading
from typing import Any

import pytest
from django.db import connection

from games.models import Player, User
from tests import evenings
from tests.tournaments.directing import Directed, key
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.events.services import draws, events
from tournaments.events.services.events import event_finish, still_playing
from tournaments.models import Match, MatchStep
from tournaments.record.selectors.results import standings_of
from tournaments.results.services import results

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"


def account(event: Directed, name: str) -> User:
    """The account of a player of this event."""
    user = evenings.member(event.club, name)
    Player.objects.filter(club=event.club, name=name).update(user=user)
    return user


def two(event: Directed) -> tuple[Match, User, User]:
    """The match of Ann, who stands first, and Bob, with both their accounts."""
    event.next_round()
    match = event.match("Ann", "Bob")
    first, second = match.first, match.second
    assert first is not None
    assert second is not None
    return match, account(event, first.name), account(event, second.name)


def report(match: Match, by: User, points: tuple[int, int]) -> Match:
    return results.match_report(match=match, by=by, points=points, version=match.version, key=key())


def play(match: Match, by: User, **event: object) -> Match:
    return results.match_play(match=match, by=by, event=event, version=match.version, key=key())


@pytest.mark.django_db
def test_a_reported_result_counts_when_the_opponent_has_confirmed_it() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    match, first, second = two(event)
    match = report(match, first, (7, 4))
    assert (match.state, match.reported_by, match.winner) == ("reported", 0, 0)
    with pytest.raises(EventNotAllowed, match="your opponent has to confirm it"):
        results.match_confirm(match=match, by=first, version=match.version, key=key())
    match = results.match_confirm(match=match, by=second, version=match.version, key=key())
    assert (match.state, match.first_points, match.second_points) == ("settled", 7, 4)
    log = MatchStep.objects.values_list("kind", "sender__name")
    assert list(log) == [("report", first.name), ("confirm", second.name)]


@pytest.mark.django_db
def test_a_no_of_the_opponent_is_a_dispute_and_loses_nothing() -> None:
    event = Directed(names="Ann Bob")
    match, first, second = two(event)
    match = report(match, first, (7, 4))
    match = results.match_reject(match=match, by=second, version=match.version, key=key())
    assert (match.state, match.reported_by, match.winner) == ("disputed", 0, 0)
    assert (match.first_points, match.second_points) == (7, 4)
    assert list(MatchStep.objects.values_list("kind", flat=True)) == ["report", "reject"]
    with pytest.raises(EventConflict, match="said already"):
        results.match_reject(match=match, by=second, version=match.version, key=key())
    with pytest.raises(EventNotAllowed, match="your opponent has to confirm it"):
        results.match_confirm(match=match, by=first, version=match.version, key=key())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("how", "state", "points"),
    [
        ("the opponent looks again", "settled", (7, 4)),
        ("the opponent takes the no back", "reported", (7, 4)),
        ("the opponent enters another result", "disputed", (5, 7)),
        ("the reporter takes the report back", "open", (0, 0)),
        ("the director confirms", "settled", (7, 4)),
        ("the director enters another result", "settled", (5, 7)),
        ("the director opens the match again", "open", (0, 0)),
    ],
)
def test_a_dispute_ends_by_one_of_the_two_or_by_the_director(
    how: str, state: str, points: tuple[int, int]
) -> None:
    event = Directed(names="Ann Bob")
    match, first, second = two(event)
    match = report(match, first, (7, 4))
    match = results.match_reject(match=match, by=second, version=match.version, key=key())
    by = {"o": second, "r": first, "d": event.director}[how[4]]
    tap: dict[str, Any] = {"match": match, "by": by, "version": match.version, "key": key()}
    if "looks" in how or "confirms" in how:
        match = results.match_confirm(**tap)
    elif "the no" in how:
        match = results.match_undo(**tap)
    elif "another" in how:
        match = results.match_report(points=(5, 7), **tap)
    else:
        match = results.match_reject(**tap)
    assert (match.state, match.first_points, match.second_points) == (state, *points)


@pytest.mark.django_db
def test_what_was_kept_game_by_game_is_there_again_after_a_report_was_taken_back() -> None:
    event = Directed(names="Ann Bob", match_length=5)
    match, first, second = two(event)
    for side, level in ((0, "gammon"), (0, "single"), (1, "single")):
        win = {"kind": "win", "side": side, "level": level}
        match = results.match_play(
            match=match, by=first, event=win, version=match.version, key=key()
        )
    match = report(match, first, (5, 1))
    match = results.match_reject(match=match, by=second, version=match.version, key=key())
    assert (match.state, match.first_points, match.second_points) == ("disputed", 5, 1)
    match = results.match_reject(match=match, by=event.director, version=match.version, key=key())
    assert (match.state, match.first_points, match.second_points) == ("open", 3, 1)
    assert len(results.log_of(match).events) == 3


@pytest.mark.django_db
def test_a_round_with_a_dispute_is_not_over() -> None:
    event = Directed(names="Ann Bob")
    match, first, second = two(event)
    match = report(match, first, (7, 4))
    results.match_reject(match=match, by=second, version=match.version, key=key())
    assert still_playing(event.event) == 1
    with pytest.raises(EventConflict, match="still being played"):
        event_finish(event=event.event, by=event.director)


@pytest.mark.django_db
def test_where_players_do_not_report_only_the_director_does() -> None:
    event = Directed(names="Ann Bob", event_fields={"self_reports": False})
    match, first, _ = two(event)
    with pytest.raises(EventNotAllowed, match="director enters"):
        report(match, first, (7, 4))
    assert report(match, event.director, (7, 4)).is_settled


@pytest.mark.django_db
def test_a_match_is_kept_game_by_game_with_cube_and_crawford() -> None:
    event = Directed(names="Ann Bob", match_length=5)
    match, first, _ = two(event)
    match = play(match, first, kind="double", side=0)
    match = play(match, first, kind="take")
    match = play(match, first, kind="win", side=0, level="gammon")  # 2 x 2
    assert (match.first_points, match.second_points) == (4, 0)
    with pytest.raises(EventRefused, match="no doubling in the Crawford game"):
        play(match, first, kind="double", side=1)
    match = play(match, first, kind="win", side=1, level="single")
    match = play(match, first, kind="double", side=1)  # after Crawford
    match = play(match, first, kind="drop")
    assert (match.first_points, match.second_points, match.state) == (4, 2, "open")
    match = play(match, first, kind="win", side=0, level="single")
    assert (match.first_points, match.state, match.reported_by) == (5, "reported", 0)


@pytest.mark.django_db
def test_undo_takes_back_step_by_step_and_the_log_keeps_all() -> None:
    event = Directed(names="Ann Bob", match_length=3)
    match, first, _ = two(event)
    for side in (0, 1, 0):
        match = play(match, first, kind="win", side=side, level="single")
    for expected in ((1, 1), (1, 0), (0, 0)):
        match = results.match_undo(match=match, by=first, version=match.version, key=key())
        assert (match.first_points, match.second_points) == expected
    with pytest.raises(EventConflict, match="nothing to undo"):
        results.match_undo(match=match, by=first, version=match.version, key=key())
    assert [step.kind for step in match.log.all()] == ["play"] * 3 + ["undo"] * 3


@pytest.mark.django_db
def test_a_player_takes_back_what_he_reported_but_not_what_is_decided() -> None:
    event = Directed(names="Ann Bob")
    match, first, second = two(event)
    match = report(match, first, (7, 4))
    with pytest.raises(EventNotAllowed, match="Only the director"):
        results.match_undo(match=match, by=second, version=match.version, key=key())
    match = results.match_undo(match=match, by=first, version=match.version, key=key())
    assert match.state == "open"
    match = report(match, first, (7, 5))
    match = results.match_confirm(match=match, by=second, version=match.version, key=key())
    with pytest.raises(EventNotAllowed, match="Only the director"):
        results.match_undo(match=match, by=first, version=match.version, key=key())
    match = results.match_undo(match=match, by=event.director, version=match.version, key=key())
    assert (match.state, match.second_points) == ("reported", 5)


@pytest.mark.django_db
def test_the_same_tap_sent_twice_counts_once() -> None:
    event = Directed(names="Ann Bob")
    match, first, _ = two(event)
    for _ in range(2):
        results.match_play(
            match=match,
            by=first,
            event={"kind": "win", "side": 0, "level": "single"},
            version=0,
            key="same",
        )
    match.refresh_from_db()
    assert (match.first_points, match.version, match.log.count()) == (1, 1, 1)


@pytest.mark.django_db
def test_who_saw_an_older_score_looks_again() -> None:
    event = Directed(names="Ann Bob")
    match, first, second = two(event)
    play(match, first, kind="win", side=0, level="single")
    with pytest.raises(EventConflict, match="match has changed"):
        play(match, second, kind="win", side=0, level="single")
    match.refresh_from_db()
    assert match.first_points == 1


@pytest.mark.django_db
def test_a_forfeit_and_an_unfinished_match_have_a_reason_and_are_not_rated() -> None:
    event = Directed(names="Ann Bob Cid Dee", params={"rounds": 2}, seeding="entry")
    event.next_round()
    first, second = event.open()
    with pytest.raises(EventRefused, match="reason"):
        results.match_forfeit(
            match=first, by=event.director, loser=1, reason=" ", version=0, key=key()
        )
    first = results.match_forfeit(
        match=first, by=event.director, loser=1, reason="ill", version=0, key=key()
    )
    second = results.match_break_off(
        match=second, by=event.director, reason="the room closed", version=0, key=key()
    )
    assert (first.winner, first.is_rated, first.unrated_reason) == (0, False, "forfeit")
    assert (second.winner, second.reason, second.is_rated) == (None, "the room closed", False)
    # A win, two halves, and nothing.
    scores = [line.score for table in standings_of(event.division) for line in table.lines]
    assert scores == [2, 1, 1, 0]


@pytest.mark.django_db
def test_penalty_points_for_lateness_are_on_the_score_from_the_start() -> None:
    event = Directed(names="Ann Bob", match_length=5)
    match, first, _ = two(event)
    with pytest.raises(EventNotAllowed):
        results.match_penalise(match=match, by=first, side=1, points=2, version=0, key=key())
    match = results.match_penalise(
        match=match, by=event.director, side=1, points=2, version=0, key=key()
    )
    assert (match.first_points, match.first_penalty) == (2, 2)
    match = report(match, event.director, (5, 1))
    assert (match.first_points, match.second_points, match.first_penalty) == (5, 1, 2)


@pytest.mark.django_db
def test_a_match_outside_events_is_played_and_confirmed_by_the_two() -> None:
    club = evenings.club()
    ann, bob = (evenings.member(club, name) for name in ("Ann", "Bob"))
    players = [Player.objects.create(club=club, name=u.name, user=u) for u in (ann, bob)]
    match = results.match_create(club=club, by=ann, first=players[0], second=players[1], length=3)
    match = report(match, ann, (3, 1))
    match = results.match_confirm(match=match, by=bob, version=match.version, key=key())
    assert (match.is_settled, match.is_rated) == (True, True)
    with pytest.raises(EventRefused, match="two different players"):
        results.match_create(club=club, by=ann, first=players[0], second=players[0], length=3)


@pytest.mark.django_db
def test_a_match_to_one_point_is_not_rated_if_the_event_says_so() -> None:
    event = Directed(names="Ann Bob", match_length=1, event_fields={"rates_single_points": False})
    event.next_round()
    match = event.win(event.open()[0], 0, 0)
    assert (match.is_rated, match.unrated_reason) == (False, "single_point")


@pytest.mark.django_db
def test_the_end_of_an_event_closes_its_matches() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    event.next_round()
    match = event.win(event.open()[0], 0)
    events.event_finish(event=event.event, by=event.director)
    with pytest.raises(EventConflict, match="not running"):
        results.match_undo(match=match, by=event.director, version=match.version, key=key())


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_report_at_once_leave_one_result() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    match, first, second = two(event)
    answers: list[str] = []
    begin = threading.Barrier(2)

    def tap(by: User, points: tuple[int, int]) -> None:
        begin.wait()
        try:
            results.match_report(match=match, by=by, points=points, version=0, key=key())
            answers.append("written")
        except (EventConflict, EventNotAllowed) as error:
            answers.append(error.code)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=tap, args=(first, (7, 1))),
        threading.Thread(target=tap, args=(second, (2, 7))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["match_stale", "written"]
    assert MatchStep.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_directors_who_draw_at_once_make_one_round() -> None:
    event = Directed(names=EIGHT)
    begin = threading.Barrier(4)

    def draw() -> None:
        begin.wait()
        try:
            draws.draw_make(division=event.division, by=event.director)
        finally:
            connection.close()

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert event.division.rounds.count() == 1
    assert Match.objects.count() == 4


@pytest.mark.django_db
def test_where_both_have_gone_home_nobody_wins() -> None:
    from tournaments.events.services import entries

    event = Directed(names="Ann Bob Cid Dee", params={"rounds": 2}, seeding="entry")
    draws.draw_make(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    for name in ("Ann", "Dee"):
        entries.entry_withdraw(entry=event.entry(name), by=event.director)
    draws.draw_confirm(division=event.division, by=event.director, in_spite=True)
    draws.draw_release(division=event.division, by=event.director)
    match = event.match("Ann", "Dee")
    assert (match.outcome, match.winner, match.reason) == ("unfinished", None, "withdrawn")


@pytest.mark.django_db
def test_two_who_were_entered_together_are_not_made_one() -> None:
    from games.decisions.services.merging import players_merge
    from games.errors import Refused as RecordRefused

    event = Directed(names="Ann Bob")
    two = {"player": event.player("Bob"), "into": event.player("Ann"), "by": event.director}
    with pytest.raises(RecordRefused, match="remove one of the two entries first"):
        players_merge(**two)
    event.next_round()
    with pytest.raises(RecordRefused, match="remove one of the two entries first"):
        players_merge(**two)
    event.win(event.match("Ann", "Bob"), 0)
    with pytest.raises(RecordRefused, match="“Plays no longer” for that name"):
        players_merge(**two)


@pytest.mark.django_db
def test_who_was_merged_goes_on_playing_his_matches() -> None:
    from games.decisions.services.merging import players_merge

    event = Directed(names="Ann Bobby")
    event.next_round()
    match = event.match("Ann", "Bobby")
    user = evenings.member(event.club, "Bob")
    bob = Player.objects.create(club=event.club, name="Bob", user=user)
    players_merge(player=event.player("Bobby"), into=bob, by=event.director)
    assert report(match, user, (7, 2)).state == "reported"


@pytest.mark.django_db
def test_a_result_that_is_put_right_keeps_its_place_in_the_order_of_ratings() -> None:
    event = Directed(names="Ann Bob")
    event.next_round()
    match = event.win(event.open()[0], 0)
    before = match.settled_at
    match = results.match_correct(
        match=match, by=event.director, points=(1, 7), version=match.version, key=key()
    )
    assert (match.winner, match.settled_at) == (1, before)
