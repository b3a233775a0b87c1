"""The log of a board is the truth: its row is folded again, compared, and written anew."""

import datetime
import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils import timezone

from games.boards.faces.games import GAMES
from games.boards.services.boards import (
    Terms,
    board_abandon,
    board_create,
    board_withdraw,
    seat_join,
)
from games.boards.services.checking import board_repair, boards_check
from games.boards.services.sitters import Sitter
from games.errors import Refused
from games.models import Board, BoardStep
from games.rules.online import GAME_TYPES
from tests.games.boards.chouettes import Chouette
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

KINDS = (*GAME_TYPES, "chouette")
WRONG = {
    "snapshot": {},
    "phase": "nonsense",
    "actor": 7,
    "waits_for": 9,
    "due_at": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    "status": "waiting",
    "winner": 5,
    "score_white": 63,
    "score_black": 63,
    "ended_how": "time",
    "ended_at": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    "reason": "nobody knows",
}
"""For each column that follows from the log, a value that no log here leads to."""


@pytest.fixture
def played(club, ann, bo, session, organizer, monkeypatch):
    """Return a board of a kind with a few plays, running or over."""

    def make(kind: str, *, over: bool = False) -> Board:
        if kind == "chouette":
            chouette = Chouette(session, organizer, monkeypatch).on_board().begin((6, 1))
            chouette.play_any("Ann")
            board = chouette.board
        else:
            of = GAME_TYPES[kind]
            rules = {"length": 1} if of.has_cube else {"options": of.options({})}
            terms = Terms(type=kind, pace="days", **rules)
            board = board_create(club=club, by=ann, terms=terms, is_challenge=True)
            seat_join(board=board, by=bo)
            playing = Playing(board, (ann, bo))
            if of.has_cube:
                playing.seed()
                playing.turn()
            else:
                for _ in range(3):
                    state = playing.state
                    text = GAMES[state.type.name].plays_of(state.game)[0]
                    playing.act(state.actor, "play", text)
        if over:
            board_abandon(board=board, by=organizer, reason="the lamp fell on it")
        board.refresh_from_db()
        return board

    return make


def found(board: Board) -> list[str]:
    (report,) = boards_check([board.pk])
    return report.differences


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_board_is_as_its_log_says(played, kind, over):
    assert found(played(kind, over=over)) == []


def test_one_that_was_taken_back_before_anybody_sat_down_stays_so(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(type="backgammon", length=3))
    board_withdraw(board=board, by=Sitter(0, ann))

    assert found(board) == []


@pytest.mark.parametrize("kind", KINDS)
def test_each_column_that_is_wrong_is_named_and_written_anew(played, kind):
    board = played(kind, over=True)
    before = Board.objects.values(*WRONG).get(pk=board.pk)
    log = list(BoardStep.objects.filter(board=board).order_by("pk").values())
    for column, value in WRONG.items():
        Board.objects.filter(pk=board.pk).update(**{column: value})

        assert found(board) == [f"the board differs in {column}"]
        board_repair(board=board)

        assert Board.objects.values(*WRONG).get(pk=board.pk) == before
        assert found(board) == []
    assert list(BoardStep.objects.filter(board=board).order_by("pk").values()) == log


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda log: log.filter(sequence=2)._raw_delete(log.db), "the log has gaps"),
        (lambda log: log.filter(sequence=1)._raw_delete(log.db), "the rules refuse the log"),
        (lambda log: log._raw_delete(log.db), "the log has gaps"),
        (lambda log: log.filter(sequence=1).update(payload={}), "the log cannot be read"),
        (lambda log: log.filter(sequence=1).update(payload=[1]), "the log cannot be read"),
        (lambda log: log.filter(sequence=2).update(kind="sing"), "the rules refuse the log"),
        (lambda log: log.filter(sequence=2).update(version=99), "the versions of the log"),
    ],
    ids=["a gap", "no beginning", "empty", "no payload", "another shape", "unknown", "version"],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_log_is_named_and_nothing_is_written(played, kind, damage, says):
    board = played(kind)
    row = Board.objects.values().get(pk=board.pk)
    # Nothing in the program changes a log; a disk, or another program, does.
    damage(QuerySet(BoardStep).filter(board=board))

    assert any(line.startswith(says) for line in found(board))
    with pytest.raises(Refused):
        board_repair(board=board)

    assert Board.objects.values().get(pk=board.pk) == row


def test_what_is_over_keeps_the_result_of_earlier_rules(played):
    board = played("chess", over=True)
    Board.objects.filter(pk=board.pk).update(rules_version=1, score_white=2)

    (report,) = boards_check([board.pk])

    assert report.remarks == ["played by version 1 of the rules, checked by version 2"]
    with pytest.raises(Refused, match="version 1 of the rules gave it another result"):
        board_repair(board=board)


@pytest.mark.thorough
def test_several_processes_find_the_same_as_one(played):
    board = played("dame")
    Board.objects.filter(pk=board.pk).update(phase="nonsense")
    # Processes only fold what they are handed: they see nothing of this test's transaction.
    reports = list(boards_check([board.pk], workers=2))

    assert [report.differences for report in reports] == [["the board differs in phase"]]


def test_the_command_names_a_board_that_differs_and_repairs_it(played):
    board = played("backgammon")
    Board.objects.filter(pk=board.pk).update(actor=7, changed_at=timezone.now())
    out = io.StringIO()

    with pytest.raises(CommandError, match="1 board checked, 1 differ from their log"):
        call_command("check_ledger", board.public_id, stdout=out)
    assert f"{board.public_id}: the board differs in actor\n" in out.getvalue()
    call_command("check_ledger", board.public_id, repair=True, stdout=out)
    assert f"{board.public_id}: written anew from its log\n" in out.getvalue()
    call_command("check_ledger", stdout=out)
    assert "0 sessions checked, 1 board checked, all as their log says." in out.getvalue()
