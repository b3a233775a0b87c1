"""A match for which a board is open has no result yet: it passes to who takes over."""

from __future__ import annotations

import pytest

from games.models import Board
from tests.tournaments.directing import agreed, key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services.replacing import player_replace
from tournaments.leagues.services.undoing import change_latest, change_undo
from tournaments.models import Match
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db
BOARDS = {
    "nobody": None,
    "waits": {},
    "is played": {"status": Board.Status.PLAYING},
    "was abandoned": {"status": Board.Status.ABANDONED},
    "was taken back": {
        "status": Board.Status.ENDED,
        "winner": 0,
        "score_white": 7,
        "score_black": 2,
    },
}
"""What became of the board that somebody has opened for a match."""


def with_board(of: Running, match: Match, how: str, opens: str) -> Board | None:
    columns = BOARDS[how]
    if columns is None:
        return None
    of.account(opens)
    board = match_board_open(match=match, by=of.account(opens))
    Board.objects.filter(pk=board.pk).update(**columns)
    if how == "was taken back":
        board_count(board_id=board.pk)
        match.refresh_from_db()
        agreed(results.match_undo, match=match, by=of.director, version=match.version)
    return board


@pytest.mark.parametrize("opens", ["who goes", "who stays"])
@pytest.mark.parametrize("how", BOARDS)
@pytest.mark.parametrize("shape", ["all_play_all", "swiss"])
def test_a_match_with_a_board_passes_to_who_takes_over(shape: str, how: str, opens: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    match = next(one for one in of.open() if "Ann" in str(one))
    other = str(match.second if str(match.first) == "Ann" else match.first)
    board = with_board(of, match, how, "Ann" if opens == "who goes" else other)
    direct = f"/leagues/{of.league.public_id}/direct/"
    asks = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Zoe", "once": key()}
    asked = client_of(of.director).post(direct, asks).content.decode()
    count = 1 if shape == "swiss" else 3
    assert f"Zoe takes over {count} match" in asked
    is_open = how in ("waits", "is played")
    assert (f"The board of {match} ends without a result." in asked) == is_open
    player_replace(season=of.season, entry=of.entry("Ann"), player=of.player("Zoe"), by=of.director)
    match.refresh_from_db()
    assert {str(match.first), str(match.second)} == {"Zoe", other}
    assert (match.state, match.online, match.outcome) == (Match.State.OPEN, None, "")
    if board is not None:
        board.refresh_from_db()
        assert not board.is_open
        board_count(board_id=board.pk)
        match.refresh_from_db()
        assert match.state == Match.State.OPEN
    of.account("Zoe")
    assert match_board_open(match=match, by=of.account("Zoe")) != board
    Match.objects.filter(pk=match.pk).update(online=None)
    step = change_latest(of.season)
    assert step is not None
    change_undo(season=of.season, by=of.director, step=step.sequence, reason="Wrong")
    match.refresh_from_db()
    assert {str(match.first), str(match.second)} == {"Ann", other}
    assert match.state == Match.State.OPEN
    assert not Match.objects.filter(outcome=Match.Outcome.FORFEIT).exists()
