"""The check folds every log again and finds whatever somebody has changed behind its back."""

import pytest
from django.db import connection

from games.models import Game, GameScore, Seat, Session, Transfer
from games.record.log.checking import session_check
from games.sessions.services.sessions import session_end, session_reopen, session_void


@pytest.fixture
def played(scorer, session):
    """A session with two finished games and one in progress."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nall double\nbox takes all\nteam wins")
    scorer.play("game\nbox wins\ngame\nall double")
    return session


def differences(session):
    return " / ".join(session_check(session=session).differences)


def test_an_untouched_session_is_what_its_log_says(played):
    report = session_check(session=played)
    assert (report.differences, report.remarks) == ([], [])


def test_ending_and_reopening_are_checked_too(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee")
    for service in (session_end, session_reopen, session_void, session_reopen, session_end):
        service(
            session=session,
            by=scorer.user,
            version=session.version,
            key=service.__name__ + str(session.version),
        )
        assert differences(session) == ""


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lambda s: GameScore.objects.filter(role="box").update(points=1), "differs in scores"),
        (lambda s: GameScore.objects.filter(role="box").update(points=1), "do not sum to zero"),
        (lambda s: GameScore.objects.filter(role="box").update(points=1), "the totals differ"),
        (lambda s: GameScore.objects.update(cube_turned=False), "game 1 differs in scores"),
        (lambda s: Transfer.objects.filter(game__number=2).delete(), "game 2 differs in transfers"),
        (lambda s: Game.objects.filter(number=1).delete(), "game 1 is missing"),
        (lambda s: Game.objects.filter(number=2).update(number=7), "game 7 is not in the log"),
        (lambda s: Game.objects.filter(number=1).update(winner="box"), "game 1 differs in result"),
        (lambda s: Game.objects.filter(number=1).update(line_differs=True), "in flags"),
        (lambda s: Game.objects.filter(number=1).update(line={}), "in line"),
        (lambda s: Game.objects.filter(number=1).update(last_sequence=1), "in rows"),
        (lambda s: Seat.objects.filter(position=1).update(stake=5), "the seats differ"),
        (lambda s: Session.objects.update(version=99), "version 99"),
        (lambda s: Session.objects.update(length=99), "another length than 99"),
        (lambda s: Session.objects.update(status="void"), "the log says otherwise"),
        (lambda s: Session.objects.update(rules="amsterdam"), "house rules differ"),
        (lambda s: Session.objects.update(snapshot={}), "the snapshot differs"),
    ],
)  # fmt: skip
def test_it_finds_what_was_changed(played, tamper, found):
    tamper(played)

    assert found in differences(played)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DELETE FROM games_action WHERE sequence = 3", "gaps"),
        ("UPDATE games_action SET payload = '{}' WHERE sequence = 3", "refuse the log"),
        (
            """UPDATE games_action SET payload = '{"type": "end_game", "winner": "box"}'
            WHERE sequence = 2""",
            "the rules refuse the log",
        ),
        ("DELETE FROM games_action WHERE sequence = 1", "does not begin with the set-up"),
        ("DELETE FROM games_action WHERE sequence = 1", "cannot be read"),
    ],
)
def test_it_finds_what_was_changed_in_the_log_by_other_tools(played, statement, found):
    with connection.cursor() as cursor:
        cursor.execute(statement)

    assert found in differences(played)


def test_a_session_of_other_rules_is_reported_and_not_changed(played):
    Session.objects.update(rules_version=0, snapshot={**played.snapshot, "rules_version": 0})
    before = Session.objects.values().get()

    report = session_check(session=played)

    assert "played by version 0 of the rules" in report.remarks[0]
    assert report.differences == []
    assert Session.objects.values().get() == before
