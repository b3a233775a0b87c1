"""A game without a clock whose other side has gone: what is said before, and the way out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.errors import RulesRefused
from games.boards.presenters import begin, show, waited
from games.boards.selectors.boards import steps_of
from games.boards.selectors.terms import clock_text
from games.boards.services import writing
from games.boards.services.boards import Terms, board_create, seat_give_to_assistant, seat_join
from games.boards.services.writing import now_ms
from games.models import Board
from games.rules.chess import Options as ChessOptions
from games.rules.dame import Setting
from games.rules.online import board_of
from games.rules.online.board import DAY
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

GAMES = {
    "match": Terms(length=3),
    "single": Terms(),
    "dame": Terms(type="dame", options=Setting()),
    "chess": Terms(type="chess", options=ChessOptions()),
}
CLOCKS = {"bank": Terms(pace="bank"), "days": Terms(pace="days")}


@pytest.fixture
def begun(club, ann, bo):
    def make(terms: Terms) -> Playing:
        board = board_create(club=club, by=ann, terms=terms, is_challenge=True)
        seat_join(board=board, by=bo)
        playing = Playing(board, (ann, bo))
        return playing.seed() if playing.state.dice else playing

    return make


@pytest.fixture
def pass_by(monkeypatch):
    """Let days pass."""
    passed = [0]

    def later(days: float) -> None:
        passed[0] += int(days * DAY)
        for module in (writing, show, waited, begin):
            monkeypatch.setattr(module, "now_ms", lambda: now_ms() + passed[0])

    return later


def sides(playing: Playing) -> tuple[int, int]:
    """Who is to move, and who waits."""
    actor = playing.state.actor
    assert actor is not None
    return actor, 1 - actor


def page(playing: Playing, side: int, name: str = "board") -> str:
    client = Client()
    person = playing.people[side]
    assert person is not None
    client.force_login(person)
    return client.get(reverse(name, args=[playing.board.public_id])).content.decode()


@pytest.mark.parametrize("name", GAMES)
def test_both_read_until_when_a_side_is_waited_for_and_who_waits_claims_then(begun, name, pass_by):
    playing = begun(GAMES[name])
    mover, waiting = sides(playing)
    called = ("Ann", "Bo")
    for where in ("board", "board_text", "board_live"):
        own, other = page(playing, waiting, where), page(playing, mover, where)
        assert "then you can claim the win or abandon the game." in own
        assert f"then {called[waiting]} can claim the win or abandon the game." in other
        assert "Claim the win" not in own + other
    pass_by(6.9)
    for do in ("claim_win", "abandon"):
        with pytest.raises(RulesRefused, match="After 7 days without a move"):
            playing.act(waiting, do)
    pass_by(0.2)
    for where in ("board", "board_text", "board_live"):
        own, other = page(playing, waiting, where), page(playing, mover, where)
        assert f"{called[mover]} has not moved for 7 days." in own
        assert "Claim the win" in own
        assert "Abandon the game" in own
        assert f"You have not moved for 7 days: {called[waiting]} can end the game." in other
        assert "Claim the win" not in other
    with pytest.raises(RulesRefused, match="Nothing to claim here"):
        playing.act(mover, "claim_win")
    playing.act(waiting, "claim_win")
    playing.board.refresh_from_db()
    board = playing.board
    assert (board.status, board.winner, board.ended_how) == ("ended", waiting, "time")
    assert board_of(steps_of(board)) == playing.state


@pytest.mark.parametrize("name", GAMES)
def test_who_waits_may_abandon_the_game_instead(begun, name, pass_by):
    playing = begun(GAMES[name])
    _mover, waiting = sides(playing)
    pass_by(7.1)
    playing.act(waiting, "abandon")
    playing.board.refresh_from_db()
    board = playing.board
    assert (board.status, board.winner, board.reason) == (
        "abandoned",
        None,
        "7 days without a move",
    )


def test_anything_that_happens_begins_the_days_anew(begun, pass_by):
    playing = begun(GAMES["match"])
    pass_by(7.1)
    mover, _waiting = sides(playing)
    playing.turn()
    assert playing.state.actor == 1 - mover
    with pytest.raises(RulesRefused, match="After 7 days without a move"):
        playing.act(mover, "claim_win")


@pytest.mark.parametrize("name", CLOCKS)
def test_where_a_clock_runs_its_flag_is_what_is_claimed(begun, name, pass_by):
    playing = begun(CLOCKS[name])
    _mover, waiting = sides(playing)
    assert "then you can claim the win" not in page(playing, waiting)
    pass_by(30)
    with pytest.raises(RulesRefused, match="a clock runs"):
        playing.act(waiting, "claim_win")


@pytest.mark.parametrize("terms", [GAMES["match"], CLOCKS["bank"]])
def test_before_the_first_roll_a_game_is_only_abandoned(club, ann, bo, terms, pass_by):
    board = board_create(club=club, by=ann, terms=terms, is_challenge=True)
    seat_join(board=board, by=bo)
    playing = Playing(board, (ann, bo))
    playing.act(0, "commit", "0" * 64)
    assert "then you can abandon the game." in page(playing, 0)
    assert "then Ann can abandon the game." in page(playing, 1)
    pass_by(7.1)
    assert "Abandon the game" in page(playing, 0)
    with pytest.raises(RulesRefused, match="can be abandoned only"):
        playing.act(0, "claim_win")
    playing.act(0, "abandon")
    playing.board.refresh_from_db()
    assert playing.board.status == "abandoned"


def test_a_game_from_before_this_was_said_can_be_abandoned_and_not_won_so(begun, pass_by):
    playing = begun(GAMES["match"])
    _mover, waiting = sides(playing)
    snapshot = {k: v for k, v in playing.board.snapshot.items() if k != "patience"}
    Board.objects.filter(pk=playing.board.pk).update(snapshot=snapshot)
    assert "then you can abandon the game." in page(playing, waiting)
    pass_by(7.1)
    with pytest.raises(RulesRefused, match="nobody was told before"):
        playing.act(waiting, "claim_win")
    playing.act(waiting, "abandon")


def test_who_cannot_mate_gets_a_draw(begun, pass_by):
    lone = ChessOptions(fen="8/8/4k3/8/8/3QK3/8/8 b - - 0 1")
    playing = begun(Terms(type="chess", options=lone))
    mover, waiting = sides(playing)
    playing.act(mover, "type", "Kf7")
    pass_by(7.1)
    playing.act(mover, "claim_win")
    playing.board.refresh_from_db()
    assert (playing.board.status, playing.board.winner) == ("ended", None)
    assert waiting is not None


def test_it_is_said_before_one_sits_down(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(), is_challenge=True)
    assert "after 7 days without a move" in clock_text(board)
    client = Client()
    client.force_login(ann)
    assert (
        "after 7 days without a move"
        in client.get(reverse("board_new", args=[club.slug])).content.decode()
    )


def test_the_assistant_is_waited_for_by_nobody(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(type="dame", options=Setting()))
    playing = Playing(board, (ann, None))
    seat_give_to_assistant(board=board, by=playing.sitter(0), level="easy")
    assert "No move by" not in page(playing, 0)
