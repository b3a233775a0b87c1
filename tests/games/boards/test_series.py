"""A series of Dame or chess: colours change, scores add up, the next game begins by itself."""

import pytest
from django.urls import reverse

from games.boards.actors import cookie_name, seat_sealed
from games.boards.errors import RulesRefused
from games.boards.selectors.boards import seats_of, steps_of
from games.boards.services.boards import (
    Terms,
    board_abandon,
    board_create,
    seat_give_to_assistant,
    seat_join,
    seat_take,
)
from games.boards.services.rematches import rematch
from games.boards.services.sitters import Sitter
from games.files.services.archive_boards import boards_write
from games.models import Board, BoardSeat
from games.rules.backgammon import Options as BackgammonOptions
from games.rules.chess import Options as ChessOptions
from games.rules.dame import Setting
from games.rules.online import Series, board_of
from games.rules.online.errors import OnlineError
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

DAME = Terms(type="dame", options=Setting(huffing=True), games=3)


@pytest.fixture
def series(club, ann, bo):
    def begin(terms=DAME) -> Playing:
        board = board_create(club=club, by=ann, terms=terms, is_challenge=True)
        seat_join(board=board, by=bo)
        return Playing(board, (ann, bo))

    return begin


def next_of(playing: Playing) -> Playing:
    board = Board.objects.get(rematch_of=playing.board)
    return Playing(board, (playing.people[1], playing.people[0]))


def holders(board: Board) -> list[str]:
    return [str(seat.player) for seat in seats_of(board)]


def test_the_next_game_begins_by_itself_with_colours_changed_and_the_score_summed(series):
    first = series()
    first.act(1, "resign")
    second = next_of(first)
    assert (holders(first.board), holders(second.board)) == (["Ann", "Bo"], ["Bo", "Ann"])
    assert (second.state.phase, second.state.actor) == ("play", 0)
    assert second.state.game.options.huffing
    assert second.state.series == Series(3, 2, (0, 1))  # Ann has Black now, and one game

    second.act(0, "draw")
    second.act(1, "accept")
    third = next_of(second)
    assert third.state.series == Series(3, 3, (1, 0))
    third.act(0, "resign")
    assert third.state.series.score(third.state.ending.winner) == (1, 1)
    assert Board.objects.count() == 3


def test_an_unfinished_game_has_none_behind_it_and_an_abandoned_one_ends_the_series(series, member):
    first = series()
    first.act(0, "play", "22-18")
    assert Board.objects.count() == 1
    board_abandon(board=first.board, by=member("organizer"), reason="The power failed.")
    assert Board.objects.count() == 1


def test_the_same_tap_twice_begins_one_game(series):
    first = series()
    first.board.refresh_from_db()
    version = first.board.version
    for _ in range(2):
        first.act(0, "resign", key="once", version=version)
    assert Board.objects.count() == 2


def test_the_assistant_goes_on_with_chess(club, ann):
    terms = Terms(type="chess", options=ChessOptions(), games=2)
    board = board_create(club=club, by=ann, terms=terms)
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    Playing(board, (ann, None)).act(0, "resign")

    again = Board.objects.get(rematch_of=board)
    white = again.seats.get(number=0)
    assert (white.kind, white.level, again.actor) == (BoardSeat.Kind.ASSISTANT, "easy", 0)


def test_a_guest_keeps_the_seat_with_the_phone_of_the_first_game(club, ann, client):
    board = board_create(club=club, by=ann, terms=DAME)
    seat = seat_take(board=board, by=None, name="Gus")
    client.cookies[cookie_name(board)] = seat_sealed(seat)
    Playing(board, (ann, None)).act(0, "resign")
    again = Board.objects.get(rematch_of=board)

    ended = client.get(reverse("board", args=[board.public_id])).content.decode()
    assert reverse("board", args=[again.public_id]) in ended
    assert "Game 1 of 3: Ann 0, Gus 1." in ended
    shown = client.get(reverse("board", args=[again.public_id])).content.decode()
    assert "Game 2 of 3: Gus 1, Ann 0." in shown
    assert 'name="text"' in shown  # the phone plays there
    client.cookies[cookie_name(board)] = "forged"
    assert 'id="typed"' not in client.get(reverse("board", args=[again.public_id])).content.decode()


def test_a_rematch_of_the_last_game_is_another_series(series):
    first = series(Terms(type="dame", options=Setting(), games=2))
    first.act(0, "resign")
    second = next_of(first)
    second.act(0, "resign")
    assert rematch(board=second.board, by=second.sitter(0)).snapshot["series"]["number"] == 1


def test_the_log_leads_to_the_series_and_an_archive_has_it(series, club):
    first = series()
    first.act(0, "resign")
    second = next_of(first)
    assert board_of(steps_of(second.board)).series == second.state.series
    _one, other = boards_write(club, {}, {})
    assert other["log"][0][4]["series"]["number"] == 2


@pytest.mark.parametrize("games", [1, 21])
def test_a_series_has_2_to_20_games(club, ann, games):
    with pytest.raises(RulesRefused, match="A series has 2 to 20 games"):
        board_create(club=club, by=ann, terms=Terms(type="dame", options=Setting(), games=games))


def test_backgammon_is_played_as_a_match_not_as_a_series(club, ann):
    with pytest.raises(RulesRefused, match="backgammon is played as a match"):
        board_create(club=club, by=ann, terms=Terms(options=BackgammonOptions(), games=2))


def test_a_series_that_cannot_be_is_refused():
    with pytest.raises(OnlineError):
        Series(4, 5)
