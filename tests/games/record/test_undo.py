"""Undo and redo are rows like others: nothing is deleted, and undo then redo is the identity."""

import contextlib
import uuid
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.services.clubs import player_create
from games.errors import Conflict, Refused
from games.models import Game, Session, Transfer
from games.record.log.damage import fold
from games.record.selectors.log import state_at, told_of_evening
from games.record.selectors.sessions import next_redo, next_undo, table_of
from games.record.services import actions
from games.rules.chouette import EndGame, SetOrder, StartGame
from games.rules.codec import to_plain
from games.sessions.services.sessions import session_end
from games.table.presenters.reading import table_page
from games.table.presenters.values import Audience
from games.web.input import Input

ORDER = "order Ann, Bob, Cid, Dee"


@pytest.fixture
def move(scorer, session):
    """Undoes or redoes."""

    def make(what, steps=1, key=None):
        return getattr(actions, what)(
            session=session,
            version=session.version,
            key=key or uuid.uuid4().hex,
            sender=scorer.user,
            steps=steps,
        )

    return make


def is_consistent(session):
    """Whether snapshot and projections are what the log says."""
    position, games = fold(session)
    assert table_of(session) == position.table
    assert [game.result for game in session.games.all()] == [to_plain(g.result) for g in games]
    assert session.games.count() == position.table.played
    return True


def test_undo_takes_the_last_step_back_and_keeps_its_row(scorer, session, move):
    before = scorer.play(f"{ORDER}\ngame").table
    scorer.play("all double")

    answer = move("undo")

    assert answer.table == before
    assert list(session.log.order_by("sequence").values_list("kind", flat=True)) == [
        "setup",
        "play",
        "play",
        "play",
        "undo",
    ]


def test_undo_then_redo_is_the_identity(scorer, session, move):
    after = scorer.play(f"{ORDER}\ngame\nall double\nbox takes all\nteam wins").table
    points = set(Transfer.objects.values_list("payer", "payee", "amount"))

    for steps in (1, 2, 3, 5):
        move("undo", steps)
        assert is_consistent(session)
        assert move("redo", steps).table == after
        assert is_consistent(session)
        assert set(Transfer.objects.values_list("payer", "payee", "amount")) == points


def test_undoing_the_end_of_a_game_takes_its_points_back(scorer, session, move):
    scorer.play(f"{ORDER}\ngame\nteam wins")

    answer = move("undo")

    assert not Game.objects.exists()
    assert set(answer.table.totals.values()) == {0}
    assert answer.table.phase == "play"


def test_a_game_played_again_after_undo_is_written_anew(scorer, session, move):
    scorer.play(f"{ORDER}\ngame\nteam wins")
    move("undo")
    scorer.text = f"{ORDER}\ngame\n"
    scorer.play("box wins")

    assert session.games.get().winner == "box"
    assert is_consistent(session)


def test_undo_goes_back_over_several_games(scorer, session, move):
    begun = scorer.play(ORDER).table
    scorer.play("game\nteam wins\n" * 4 + "game")

    answer = move("undo", 9)

    assert answer.table == begun
    assert not session.games.exists()
    assert move("redo", 9).table.played == 4
    assert is_consistent(session)


def test_undo_twice_is_two_steps(scorer, session, move):
    begun = scorer.play(f"{ORDER}\ngame").table
    scorer.play("all double\nbox takes all")

    move("undo")
    assert move("undo").table == begun


def test_something_new_forgets_what_could_be_redone(scorer, session, move):
    scorer.play(f"{ORDER}\ngame\nall double")
    move("undo")
    scorer.text = f"{ORDER}\ngame\n"
    scorer.play("Bob doubles")

    with pytest.raises(Refused, match="nothing to redo"):
        move("redo")


def test_there_is_nothing_to_undo_at_the_beginning(session, move):
    with pytest.raises(Refused, match="nothing to undo"):
        move("undo")


def test_more_than_there_is_cannot_be_undone(scorer, session, move):
    scorer.play(f"{ORDER}\ngame")

    with pytest.raises(Refused, match="Only 2 steps"):
        move("undo", 3)


@pytest.mark.parametrize("steps", [0, -1, 10**6])
def test_steps_are_a_sensible_number(session, move, steps):
    with pytest.raises(Refused, match="whole number"):
        move("undo", steps)


def test_the_same_key_undoes_once(scorer, session, move):
    scorer.play(f"{ORDER}\ngame\nall double")
    request = {"session": session, "version": 4, "key": "k", "sender": scorer.user}

    first = actions.undo(**request)
    again = actions.undo(**request)

    assert again.replayed
    assert again.table == first.table
    assert session.version == 5


def test_the_page_knows_what_undo_and_redo_are_about(scorer, session, move):
    assert next_undo(session) is None
    doubled = scorer.play(f"{ORDER}\ngame\nall double").actions
    answered = scorer.play("box takes all").actions

    assert next_undo(session).actions == answered
    assert next_redo(session) is None
    move("undo")
    assert next_undo(session).actions == doubled
    assert next_redo(session).actions == answered


def test_what_undo_is_about_is_known_across_games(scorer, session, move):
    won = scorer.play(f"{ORDER}\ngame\nteam wins").actions
    scorer.play("game\nall double")

    move("undo")
    move("undo")

    assert next_undo(session).actions == won
    assert told_of_evening(session).standing[-1].steps[0].actions == won
    assert len(told_of_evening(session).standing) == 3


def test_undo_within_a_game_reads_that_game_only(scorer, session, move):
    scorer.play(f"{ORDER}\n" + "game\nteam wins\n" * 10 + "game\nall double\nbox takes all")
    with CaptureQueriesContext(connection) as queries:
        move("undo")

    reading = [query["sql"] for query in queries if "payload" in query["sql"]]
    checkpoint = session.log.filter(payload__type="start_game").last().sequence - 1
    assert any(f'"sequence" > {checkpoint}' in sql for sql in reading)
    assert not any('"sequence" > 0' in sql for sql in reading)
    assert is_consistent(session)


def test_undo_beyond_a_game_reads_the_latest_games_only(scorer, session, move):
    scorer.play(f"{ORDER}\n" + "game\nteam wins\n" * 10 + "game\nall double\nbox takes all")
    starts = session.log.filter(payload__type="start_game").order_by("-sequence")
    for _again in range(2):  # to the middle of each of the two games before
        with CaptureQueriesContext(connection) as queries:
            move("undo", steps=4 if _again == 0 else 2)
        reading = [query["sql"] for query in queries if "payload" in query["sql"]]
        assert not any('"sequence" > 0' in sql for sql in reading)
        assert is_consistent(session)
    assert session.checkpoint["sequence"] == starts[2].sequence - 1
    move("redo", steps=3)
    assert is_consistent(session)


def test_undo_and_redo_at_random_leave_what_the_log_says(scorer, session, move):
    chance = Random(7)
    for _step in range(120):
        table = table_of(session)
        if not table.ordered or chance.random() < 0.6:
            line = table.line
            step = EndGame("team") if table.game else SetOrder(table.players)
            if table.game is None and line is not None:
                step = StartGame(line.box, None, line.team)
            actions.record_action(
                session=session,
                actions=[step],
                version=session.version,
                key=uuid.uuid4().hex,
                sender=scorer.user,
            )
            continue
        with contextlib.suppress(Refused):
            move(chance.choice(["undo", "undo", "redo"]), steps=chance.choice([1, 1, 2, 3, 4, 7]))
        assert is_consistent(session)


def test_who_joined_by_an_undone_step_has_no_seat(scorer, session, club, organizer, move):
    player_create(club=club, by=organizer, name="Eve")
    scorer.play(f"{ORDER}\ngame\nteam wins\nEve joins")
    assert session.seats.count() == 5

    move("undo")
    assert session.seats.count() == 4
    move("redo")
    assert session.seats.count() == 5
    assert is_consistent(session)


def test_undo_takes_a_newcomers_game_back_and_redo_brings_it(
    scorer, session, club, organizer, move
):
    player_create(club=club, by=organizer, name="Eve")
    scorer.play(f"{ORDER}\nEve joins\ngame\nEve doubles\nbox drops Eve\nteam wins")

    move("undo", 5)
    assert session.seats.count() == 4
    move("redo", 5)
    assert session.seats.count() == 5
    assert session.games.get().scores.count() == 5


def test_an_ended_session_is_reopened_before_undo(scorer, session, move):
    scorer.play(ORDER)
    session_end(session=session, by=scorer.user, version=2, key="end")

    assert next_undo(session) is None
    with pytest.raises(Conflict, match="reopen"):
        move("undo")


def test_the_table_as_it_was_at_an_earlier_version(scorer, session, move):
    then = scorer.play(f"{ORDER}\ngame").table
    scorer.play("team wins")
    move("undo", 2)

    assert state_at(session, 3) == then


@pytest.mark.parametrize("pane", ["", "history"])
def test_a_page_made_while_somebody_undoes_the_game_shows_the_table_as_it_was_read(
    scorer, session, move, pane
):
    scorer.play(f"{ORDER}\ngame\nbox wins\ngame\nall double")
    read = Session.objects.select_related("club", "season").get(pk=session.pk)
    move("undo", 3)

    page = table_page(read, Audience(may_score=True), Input(pane))

    assert page.evening.version == read.version
    assert page.reading.undo == page.reading.steps[0].words
    assert len(told_of_evening(read).standing) == len(told_of_evening(session).standing) + 3
