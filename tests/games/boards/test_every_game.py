"""What backgammon has, every game without a cube has: asked of each game that is registered."""

import datetime
import json

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.assistant.players import ASSISTANTS
from games.boards.actors import cookie_name, seat_sealed
from games.boards.faces.games import GAMES
from games.boards.selectors.boards import steps_of
from games.boards.services.assistant import SHORTEST, assistant_move
from games.boards.services.boards import (
    Terms,
    board_abandon,
    board_create,
    seat_give_to_assistant,
    seat_join,
    seat_take,
)
from games.boards.services.news import news_send
from games.boards.services.sitters import Sitter
from games.boards.services.writing import now_ms
from games.files.services import backup_rows
from games.files.services.archive_boards import boards_write
from games.files.services.backups import backup_write, restore
from games.models import Board, BoardSeat, Club, Delivery, Player
from games.rules.agreed import agreed
from games.rules.online import GAME_TYPES, Step, board_of
from games.rules.online.recorded import recorded
from games.webhooks.services.deliveries import board_deliveries_write
from games.webhooks.services.webhooks import webhook_create
from tests.games.api.conftest import program_of
from tests.games.boards.table import Playing
from tournaments.ladders.selectors.game_ratings import game_lists
from tournaments.results.services.board_results import board_count

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("game", [name for name, of in GAME_TYPES.items() if not of.has_cube]),
]


def terms_of(game: str, **other) -> Terms:
    return Terms(type=game, options=GAME_TYPES[game].options({}), **other)


@pytest.fixture
def table(game, club, ann, bo) -> Playing:
    board = board_create(club=club, by=ann, terms=terms_of(game, pace="days"), is_challenge=True)
    seat_join(board=board, by=bo)
    return Playing(board, (ann, bo))


def first_moves(table: Playing, count: int) -> list[str]:
    """Make the first legal move of each turn, and return the moves as they are written."""
    texts = []
    for _ in range(count):
        state = table.state
        text = GAMES[state.type.name].plays_of(state.game)[0]
        table.act(state.actor, "play", text)
        texts.append(text)
    return texts


def test_every_game_has_an_assistant_a_picture_and_a_name_of_its_own(game, club, ann):
    board = board_create(club=club, by=ann, terms=terms_of(game))
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    first_moves(Playing(board, (ann, None)), 1)

    assert assistant_move(board_id=board.pk) == 1
    assert GAMES[game].BOARD
    assert board.get_type_display() not in ("", "backgammon")


def test_pages_for_players_onlookers_and_lists_show_it(game, table, club, client_of, member, ann):
    move = first_moves(table, 1)[0]
    public_id = table.board.public_id
    shown = GAMES[game].shown(move)
    for user in (ann, member("player")):
        for name in ("board", "board_text", "board_replay", "board_wall"):
            page = client_of(user).get(reverse(name, args=[public_id]))
            assert page.status_code == 200, name
            assert name == "board_wall" or shown in page.content.decode(), name
    for address in (reverse("boards"), reverse("club_boards", args=[club.slug])):
        page = client_of(ann).get(address).content.decode()
        assert f"a game of {table.board.get_type_display()}" in page


def test_a_move_is_read_aloud_as_a_move(game, table, client_of, ann):
    """What the log keeps of it has steps: a play without steps is the removal of a piece."""
    move = first_moves(table, 1)[0]
    page = client_of(ann).get(reverse("board", args=[table.board.public_id])).content.decode()
    assert f"moved {GAMES[game].shown(move)}." in page


def test_pages_say_which_files_of_it_are_read(game, club, client_of, ann, member):
    ending = GAMES[game].FILE
    page = client_of(ann).get(reverse("record_read", args=[club.slug])).content.decode()
    assert f"as {ending.upper()}" in page
    page = client_of(member("organizer")).get(reverse("analyses", args=[club.slug]))
    assert f"as .{ending}" in page.content.decode()


def test_time_by_correspondence_is_kept_and_its_end_claimed(game, table):
    first_moves(table, 1)
    assert table.state.clock is not None
    assert table.board.due_at > timezone.now() + datetime.timedelta(days=9)
    state, late = table.state, now_ms() + 30 * 24 * 3600 * 1000

    over = board_of([*steps_of(table.board), Step("flag", 0, late)])

    assert state.ending is None
    assert (over.ending.how, over.ending.winner) == ("time", 0)


def test_a_guest_plays_with_the_phone_that_opened_the_link(game, club, ann, client):
    board = board_create(club=club, by=ann, terms=terms_of(game), seat=1)
    client.cookies[cookie_name(board)] = seat_sealed(seat_take(board=board, by=None, name="Gus"))
    table = Playing(board, (None, ann))
    move = GAMES[game].plays_of(table.state.game)[0]
    sent = {"do": "type", "text": move, "back": "text", "version": table.board.version}
    answer = client.post(reverse("board_act", args=[board.public_id]), sent)

    assert answer.status_code == 302
    assert table.state.actor == 1


def test_offers_takebacks_and_an_agreed_draw(game, table):
    first_moves(table, 1)
    table.act(0, "takeback")
    table.act(1, "accept")
    assert table.state.actor == 0
    table.act(0, "draw")
    table.act(1, "accept")

    assert (table.state.ending.how, table.state.ending.winner) == ("draw", None)


def test_programs_set_it_up_see_it_and_take_its_record_along(game, club, ann, bo):
    made = program_of(ann)("post", "boards", {"club": club.slug, "type": game})
    assert made.status_code == 201, made.content
    path = f"boards/{made.json()['id']}"
    program_of(bo)("post", f"{path}/join")
    found = program_of(bo)("get", path).json()
    assert (found["type"], found["dice"], found["cube"]) == (game, [], None)
    assert set(found["can"]) >= {"resign"}
    assert program_of(ann)("get", f"{path}/export/{GAMES[game].FILE}").status_code == 200
    assert program_of(ann)("get", f"{path}/export/mat").status_code == 404


def test_its_record_reads_back_as_it_was_played(game, table, client_of, ann):
    first_moves(table, 4)
    table.act(table.state.actor, "resign")
    address = reverse("board_file", args=[table.board.public_id, GAMES[game].FILE])
    (read,) = recorded(game, client_of(ann).get(address).content.decode(), 10)

    assert len(read.acts) == 4
    assert read.result in ("1-0", "0-1")


def test_an_archive_keeps_its_log_and_leads_to_the_same_board(game, table, club):
    first_moves(table, 3)
    (row,) = [json.loads(json.dumps(one)) for one in boards_write(club, {}, {})]
    steps = [Step(kind, side, at, payload) for kind, side, at, _, payload in row["log"][3:]]

    again = board_of([*steps_of(table.board)[:3], *steps])

    assert (row["type"], again.game) == (game, table.state.game)


def test_a_restored_backup_goes_on_where_it_stood(game, table, tmp_path, monkeypatch):
    first_moves(table, 3)
    before, path = table.state, tmp_path / "backup.zip"
    with monkeypatch.context() as in_a_test:
        in_a_test.setattr(backup_rows.connection, "vendor", "any")  # the test is in a transaction
        backup_write(path=path, as_rows=True)
    first_moves(table, 2)

    restore(path=path, replace=True)

    table.board = Board.objects.get(public_id=table.board.public_id)
    assert (table.board.status, table.state) == (Board.Status.PLAYING, before)
    first_moves(table, 1)
    assert table.state.actor == 0


def test_who_wins_it_stands_in_its_own_list_and_on_the_players_page(game, club, ann, bo, client_of):
    Club.objects.update(boards_rated=True)
    club.refresh_from_db()
    board = board_create(club=club, by=ann, terms=terms_of(game, is_rated=True), is_challenge=True)
    seat_join(board=board, by=bo)
    Playing(board, (ann, bo)).act(0, "resign")
    board_count(board_id=board.pk)

    lists = game_lists(club)
    assert [(one.record.won, one.record.lost) for one in lists[game]] == [(1, 0), (0, 1)]
    assert list(lists) == [game]
    winner = Player.objects.get(user=bo)
    address = reverse("tournaments:player", args=[club.slug, winner.public_id])
    assert "1 rated game" in client_of(bo).get(address).content.decode()


def test_an_organizer_abandons_it_with_a_reason_that_stays_listed(
    game, table, club, member, client_of
):
    boss = member("organizer")
    board_abandon(board=table.board, by=boss, reason="The power failed.")
    table.board.refresh_from_db()

    assert table.board.status == Board.Status.ABANDONED
    listed = client_of(boss).get(reverse("club_boards", args=[club.slug]), {"show": "abandoned"})
    assert "The power failed." in listed.content.decode()


def test_who_has_to_move_is_mailed_and_its_end_is_told_to_webhooks(game, table, club, member, bo):
    webhook_create(
        club=club, by=member("organizer"), url="https://example.org/", events=["board.ended"]
    )
    first_moves(table, 1)
    assert news_send(now=timezone.now() + datetime.timedelta(hours=2)) == 1
    assert [message.to for message in mail.outbox] == [[bo.email]]
    table.act(1, "resign")

    board_deliveries_write(board_id=table.board.pk)
    told = Delivery.objects.get(event_id=f"board.ended.{table.board.public_id}")
    assert told.payload["board"]["type"] == game


def test_a_series_goes_on_by_itself_with_the_colours_changed(game, club, ann, bo):
    board = board_create(club=club, by=ann, terms=terms_of(game, games=2), is_challenge=True)
    seat_join(board=board, by=bo)
    Playing(board, (ann, bo)).act(0, "resign")

    white = BoardSeat.objects.get(board__rematch_of=board, number=0)
    assert white.player.user == bo


def test_its_own_options_are_asked_for_where_a_board_is_set_up(game, club, ann, client_of):
    page = client_of(ann).get(reverse("board_new", args=[club.slug])).content.decode()

    for option in agreed(GAME_TYPES[game].options({})):
        assert f'name="{game}_{option.name}"' in page
    name = GAME_TYPES[game].title
    assert f"<span>{name[0].upper()}{name[1:]}</span>" in page


def test_a_turn_that_stood_in_a_queue_is_thought_about_less(game, club, ann, monkeypatch):
    board = board_create(club=club, by=ann, terms=terms_of(game))
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="strong")
    first_moves(Playing(board, (ann, None)), 1)
    given = []
    usual = ASSISTANTS[game].chosen

    def chosen(state, level, seconds):
        given.append(seconds)
        return usual(state, level, 0)

    monkeypatch.setattr(ASSISTANTS[game], "chosen", chosen)
    long_ago = timezone.now() - datetime.timedelta(minutes=1)
    Board.objects.filter(pk=board.pk).update(changed_at=long_ago)
    assert assistant_move(board_id=board.pk) == 1
    assert given == [SHORTEST]


@pytest.mark.parametrize("pace", ["bank", "days"])
def test_whites_clock_runs_before_the_first_move(game, club, ann, bo, pace):
    """Else nobody could claim a game that White never begins, and nobody was reminded of it."""
    board = board_create(club=club, by=ann, terms=terms_of(game, pace=pace), is_challenge=True)
    seat_join(board=board, by=bo)
    state = Playing(board, (ann, bo)).state
    assert (state.stage, state.awaited, state.last) == ("playing", (0,), None)
    assert state.clock is not None
    assert (state.clock.turn, state.clock.is_running) == (0, True)
    due = state.deadline(now_ms())
    assert due is not None
    assert state.left(0, due) == 0
