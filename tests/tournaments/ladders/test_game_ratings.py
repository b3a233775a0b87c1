"""Ratings of other games: what counts, the lists of a club, and a player's own figures."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.boards.services.boards import Terms, board_create, seat_give_to_assistant, seat_join
from games.boards.services.sitters import Sitter
from games.clubs.exports import player_data
from games.models import Board, BoardSeat, Club, Player, User
from games.rules.chess import Options as ChessOptions
from games.rules.dame import Setting
from tests import evenings
from tests.games.boards.table import Playing
from tests.tournaments.ladders.match_results import match
from tournaments.ladders.selectors.game_ratings import game_lists
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.models import Match, MatchRating
from tournaments.results.services.board_results import board_count

pytestmark = pytest.mark.django_db

DAME = Terms(type="dame", options=Setting(), is_rated=True)
CHESS = Terms(type="chess", options=ChessOptions(), is_rated=True)


@pytest.fixture
def club():
    return evenings.club()


@pytest.fixture
def rates(club):
    Club.objects.update(boards_rated=True)
    club.refresh_from_db()
    return club


@pytest.fixture
def two(club):
    return [evenings.member(club, "Ann"), evenings.member(club, "Bo")]


def ended(club: Club, two: list[User], terms: Terms, how: str = "resign") -> Playing:
    """A game that White resigns, or that is drawn, and what follows from it."""
    board = board_create(club=club, by=two[0], terms=terms, is_challenge=True)
    seat_join(board=board, by=two[1])
    playing = Playing(board, (two[0], two[1]))
    if board.type == "backgammon":
        playing.seed()
    playing.act(0, how)
    if how == "draw" or board.type == "backgammon":
        playing.act(1, "accept")
    board_count(board_id=board.pk)
    return playing


def listed(club: Club) -> dict[str, list[tuple[int, int, int, int]]]:
    return {
        game: [
            (round(one.record.rating), one.record.won, one.record.drawn, one.record.lost)
            for one in lines
        ]
        for game, lines in game_lists(club).items()
    }


def test_each_game_has_a_list_of_its_own_that_games_on_the_board_count_in(rates, two):
    ended(rates, two, DAME)
    ended(rates, two, CHESS, "draw")
    ended(rates, two, DAME, "draw")

    assert listed(rates) == {
        "dame": [(1518, 1, 1, 0), (1482, 0, 1, 1)],
        "chess": [(1500, 0, 1, 0), (1500, 0, 1, 0)],
    }
    assert {(one.game, one.length, one.is_settled) for one in Match.objects.all()} == {
        ("dame", 1, True),
        ("chess", 1, True),
    }
    match_ratings_refresh(club_id=rates.pk)
    assert not MatchRating.objects.exists()


@pytest.mark.parametrize(
    "terms",
    [
        Terms(type="dame", options=Setting(), is_rated=False),
        Terms(type="dame", options=Setting(fen="W:WK29:BK1"), is_rated=True),
        Terms(type="chess", options=ChessOptions(ending="rook"), is_rated=True),
    ],
)
def test_what_is_not_agreed_to_count_or_begins_with_a_position_counts_nothing(rates, two, terms):
    ended(rates, two, terms)
    assert not Match.objects.exists()


def test_a_club_that_does_not_rate_boards_has_no_list(club, two):
    ended(club, two, DAME)
    assert game_lists(club) == {}


def test_against_the_assistant_and_with_a_guest_nothing_counts(rates, two):
    board = board_create(club=rates, by=two[0], terms=DAME)
    seat_give_to_assistant(board=board, by=Sitter(0, two[0]), level="easy")
    Playing(board, (two[0], None)).act(0, "resign")
    assert board_count(board_id=board.pk) is None

    guests = ended(rates, two, Terms(type="dame", options=Setting(), is_rated=False))
    BoardSeat.objects.filter(board=guests.board, number=1).update(kind="guest", player=None)
    Board.objects.filter(pk=guests.board.pk).update(is_rated=True)
    assert board_count(board_id=guests.board.pk) is None
    assert not Match.objects.exists()


def test_games_of_events_count_but_no_bye_no_forfeit_and_nobody_against_themselves(club):
    match(club, "Ann", "Bob", 1, game="chess")
    match(club, "Ann", "Bob", 1, game="chess", is_rated=False)
    match(club, "Ann", "Bob", 1, game="chess", outcome=Match.Outcome.FORFEIT)
    match(club, "Ann", "Bob", 1, game="chess", state=Match.State.OPEN)
    match(club, "Ann", "Ann too", 1, game="chess")
    ann = Player.objects.get(name="Ann")
    Player.objects.filter(name="Ann too").update(merged_into=ann, is_active=False)

    assert listed(club) == {"chess": [(1520, 1, 0, 0), (1480, 0, 0, 1)]}


@pytest.mark.thorough
def test_the_players_page_their_data_and_the_interface_have_the_figures(rates, two):
    ended(rates, two, CHESS, "draw")
    ended(rates, two, CHESS)
    board = board_create(club=rates, by=two[0], terms=CHESS)
    seat_give_to_assistant(board=board, by=Sitter(0, two[0]), level="easy")
    Playing(board, (two[0], None)).act(0, "resign")
    player = Player.objects.get(user=two[0])
    client = Client()
    client.force_login(two[0])

    page = client.get(f"/clubs/{rates.slug}/players/{player.public_id}/").content.decode()
    assert "2 rated games · provisional · against the assistant 0 won, 0 drawn, 1 lost" in page
    assert "0–1–1</td><td>1480</td>" in page
    own = player_data(player)["games_at_boards"]["chess"]
    assert own == {
        "won": 0, "drawn": 1, "lost": 1,
        "won_of_assistant": 0, "drawn_with_assistant": 0, "lost_to_assistant": 1,
    }  # fmt: skip
    [found] = client.get(f"/api/v1/players/{player.public_id}/ratings").json()["games"]
    assert (found["game"], round(found["rating"]), found["rated_games"]) == ("chess", 1480, 2)
    lists = client.get(f"/clubs/{rates.slug}/ratings/games/").content.decode()
    assert "Ratings of other games" in lists
    assert "<td>1480</td><td>2</td><td>0</td><td>1</td><td>1</td>" in lists


@pytest.mark.parametrize(
    "terms",
    [Terms(), Terms(length=1), DAME, CHESS],
    ids=lambda one: f"{one.type} {one.length}",
)
def test_a_players_page_has_their_games_of_every_kind(club, two, terms):
    ended(club, two, terms)
    client = Client()
    client.force_login(two[0])
    for user, (won, lost) in zip(two, ((0, 1), (1, 0)), strict=True):
        player = Player.objects.get(user=user)
        page = client.get(f"/clubs/{club.slug}/players/{player.public_id}/").content.decode()
        assert f">{won}–0–{lost}</td>" in page
        assert "Plays at the board." in page
        [found] = client.get(f"/api/v1/players/{player.public_id}/ratings").json()["games"]
        assert (found["game"], found["won"], found["lost"]) == (terms.type, won, lost)
        data = player_data(player)["games_at_boards"][terms.type]
        assert (data["won"], data["lost"]) == (won, lost)


def test_who_hides_is_left_out_of_the_lists_for_strangers(rates, two):
    ended(rates, two, DAME)
    Player.objects.filter(user=two[0]).update(shown="hidden")

    assert len(listed(rates)["dame"]) == 1


def test_the_download_gives_the_same_lists_without_the_database(
    rates, two, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(31):
        match(rates, *(("Eve", "Fay") if number % 3 else ("Fay", "Eve")), 1, game="chess")
    ended(rates, two, CHESS, "draw")
    ended(rates, two, DAME)
    client = Client()
    client.force_login(two[0])
    address = f"/clubs/{rates.slug}/ratings/games.csv"
    assert address in client.get(f"/clubs/{rates.slug}/ratings/games/").content.decode()
    file = tmp_path / "games.csv"
    file.write_bytes(client.get(address).content)

    call_command("rate", str(file), format="json")
    assert [
        (line["game"], line["place"], line["player"], line["figure"], line["drawn"])
        for line in json.loads(capsys.readouterr().out)
    ] == [
        (game, one.place, one.player.name, one.record.rating, one.record.drawn)
        for game, lines in sorted(game_lists(rates).items())
        for one in lines
    ]
    call_command("rate", str(file), format="json", history=True)
    last = {
        (one["game"], one["player"]): one["after"] for one in json.loads(capsys.readouterr().out)
    }
    assert last == {
        (game, one.player.name): one.record.rating
        for game, lines in game_lists(rates).items()
        for one in lines
    }
    call_command("rate", str(file))
    assert (
        "dame         Bo   1520.00      1 games: 1 won, 0 drawn, 0 lost" in capsys.readouterr().out
    )


def test_who_hides_is_not_named_in_the_download(rates, two):
    ended(rates, two, DAME)
    Player.objects.filter(user=two[0]).update(shown="hidden")
    Club.objects.update(visibility=Club.Visibility.PUBLIC)

    text = Client().get(f"/clubs/{rates.slug}/ratings/games.csv").content.decode()
    assert text.splitlines()[0].endswith("date,game,first,second,result")
    assert "Bo" in text
    assert "Ann" not in text


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("yesterday,dame,Ann,Bo,1-0", "line 2: Invalid isoformat"),
        ("2026-01-01,dame,Ann,Ann,1-0", "line 2: two players"),
        ("2026-01-01,dame,Ann,Bo,2-0", "line 2: a result is one of 1-0, 0-1, 1/2-1/2"),
        ("2026-01-01,dame,Ann,Bo", "line 2: not enough values"),
    ],
)
def test_a_game_that_cannot_be_is_named(tmp_path: Path, row: str, reason: str) -> None:
    file = tmp_path / "games.csv"
    file.write_text(f"date,game,first,second,result\n{row}\n", encoding="utf-8")
    with pytest.raises(CommandError, match=reason):
        call_command("rate", str(file))
