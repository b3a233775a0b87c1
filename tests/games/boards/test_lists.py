"""My games and a club's: who sees what, what waits, and how many queries it takes."""

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.services.boards import Terms, board_abandon, board_create
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.models import Board
from games.rules.dice import seat_commitment
from tests.games.boards.table import SEEDS, Playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def anns(client, ann) -> Client:
    client.force_login(ann)
    return client


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_my_games_say_whose_turn_it_is(anns, board_between):
    playing = board_between(Terms(length=3, pace="days")).seed()
    shown = text(anns, reverse("boards"))

    assert "Ann – Bo" in shown
    assert ("Your turn" in shown) == (playing.state.actor == 0)
    assert "left" in shown


def test_who_has_no_game_is_told_what_to_do(anns):
    assert "No game yet" in text(anns, reverse("boards"))


def test_my_games_ask_for_a_sign_in(client):
    assert client.get(reverse("boards"))["Location"].startswith(reverse("sign-in"))


def test_open_challenges_of_my_club_are_offered(club, ann, bo):
    board_create(club=club, by=ann, terms=Terms(), is_challenge=True)
    bos = Client()
    bos.force_login(bo)

    for address in (reverse("boards"), reverse("club_boards", args=[club.slug])):
        assert "Sit down" in text(bos, address)


def test_a_board_that_waits_for_a_link_is_in_no_public_list(anns, club, ann, bo):
    board = board_create(club=club, by=ann, terms=Terms())
    invitation_make(board=board, by=Sitter(0, ann))
    bos = Client()
    bos.force_login(bo)

    assert board.public_id not in text(bos, reverse("club_boards", args=[club.slug]))
    assert board.public_id in text(anns, reverse("boards"))


def test_a_club_lists_its_games_by_filter(anns, club, board_between, organizer):
    running, over = board_between().seed(), board_between().seed()
    board_abandon(board=over.board, by=organizer, reason="the fire alarm")
    address = reverse("club_boards", args=[club.slug])

    assert "the fire alarm" in text(anns, address)
    assert "the fire alarm" in text(anns, f"{address}?show=abandoned")
    shown = text(anns, f"{address}?show=playing")
    assert running.board.public_id in shown
    assert over.board.public_id not in shown
    assert text(anns, f"{address}?show=nonsense&page=0")


def test_the_list_is_sent_again_only_when_something_has_changed(anns, club, board_between):
    playing: Playing = board_between().seed()
    address = reverse("club_boards", args=[club.slug])
    shown = text(anns, address)
    seen = shown.split("seen=")[1].split('"')[0]
    swap = {"HX-Request": "true"}
    assert anns.get(f"{address}?seen={seen}&page=1", headers=swap).status_code == 204

    playing.turn()

    answer = anns.get(f"{address}?seen={seen}&page=1", headers=swap)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()


def test_strangers_do_not_find_a_private_club(club):
    assert Client().get(reverse("club_boards", args=[club.slug])).status_code == 404


@pytest.mark.parametrize("name", ["boards", "club_boards"])
def test_lists_take_the_same_number_of_queries_for_one_board_and_for_six(
    anns, club, board_between, django_assert_max_num_queries, name
):
    address = reverse(name, args=[club.slug] if name == "club_boards" else [])
    board_between().seed()
    text(anns, address)
    with django_assert_max_num_queries(100) as few:
        text(anns, address)
    for _ in range(5):
        board_between().seed()
    with django_assert_max_num_queries(len(few)):
        assert text(anns, address).count("board-card__link") == 6


def test_pages_of_a_long_list(anns, club, board_between, monkeypatch):
    monkeypatch.setattr("games.boards.presenters.lists.PAGE", 2)
    boards = [board_between().board for _ in range(3)]
    address = reverse("club_boards", args=[club.slug])
    first, second = text(anns, address), text(anns, f"{address}?page=2")

    assert "Earlier games" in first
    assert "Earlier games" not in second
    assert sum(board.public_id in second for board in boards) == 1


def test_rating_and_chat_are_settings_of_the_club(client, club, organizer):
    client.force_login(organizer)
    form = {
        "name": club.name,
        "visibility": club.visibility,
        "time_zone": club.time_zone,
        "minimum_games": 10,
        "boards_rated": "on",
        "boards_chat": "on",
        "board_seconds": "20",
    }
    client.post(reverse("club_settings", args=[club.slug]), form)

    club.refresh_from_db()
    assert (club.boards_rated, club.boards_chat) == (True, True)


def test_a_clubs_games_are_chosen_by_how_they_stand_and_by_which_game_they_are(
    club, anns, board_between, dame
):
    address = reverse("club_boards", args=[club.slug])
    backgammon = board_between().seed()
    assert "Which game?" not in text(anns, address)  # there is one only
    other = dame()

    def shown(**chosen: str) -> set[str]:
        page = anns.get(address, chosen).content.decode()
        boards = (backgammon.board.public_id, other.board.public_id)
        return {one for one in boards if f"/boards/{one}/" in page}

    assert shown() == {backgammon.board.public_id, other.board.public_id}
    assert shown(game="dame", show="playing") == {other.board.public_id}
    assert shown(game="backgammon") == {backgammon.board.public_id}
    assert shown(game="dame", show="ended") == set()
    assert shown(game="checkers") == shown()


def test_games_that_are_over_stand_under_their_own_title_in_german(anns, over):
    answer = anns.get(reverse("boards"), headers={"Accept-Language": "de"})
    assert '<h2 id="finished">Beendet</h2>' in answer.content.decode()


def rolled_once(playing: Playing) -> int:
    """Make the first turn; return whose turn it is then, before their roll."""
    playing.turn()
    assert playing.state.phase == "roll"
    return playing.state.actor


def doubled(playing: Playing) -> int:
    side = rolled_once(playing)
    playing.act(side, "double")
    return 1 - side


def resigned(playing: Playing) -> int:
    side = rolled_once(playing)
    playing.act(side, "resign", "gammon")
    return 1 - side


def draw_offered(playing: Playing) -> int:
    side = rolled_once(playing)
    playing.act(1 - side, "draw")
    return side


def owes_its_seed(playing: Playing) -> int:
    dice = playing.state.dice
    playing.act(0, "commit", seat_commitment(dice.game_id, 0, SEEDS[0]))
    return 1


@pytest.mark.parametrize(
    ("happens", "says", "to_the_other"),
    [
        (rolled_once, "your turn", "{mine} to move"),
        (doubled, "you are doubled: answer", "{mine} to move"),
        (resigned, "a resignation waits for your answer", "{mine} to move"),
        (draw_offered, "your turn", "{mine} to move"),
        (owes_its_seed, "the dice wait for your part", "both choose their seeds"),
    ],
)
@pytest.mark.parametrize("pace", ["free", "days"])
def test_play_says_first_what_waits_for_whom(
    club, ann, bo, board_between, happens, says, to_the_other, pace
):
    playing = board_between(Terms(length=3, pace=pace))
    other = board_between()  # its seeds wait for both
    if happens is not owes_its_seed:
        playing.seed()
    side = happens(playing)
    Board.objects.filter(pk=other.board.pk).update(waits_for=1 - side)
    link = reverse("board", args=[playing.board.public_id])
    for user, text in (((ann, bo)[side], says), ((ann, bo)[1 - side], to_the_other)):
        client = Client()
        client.force_login(user)
        text = text.format(mine=("Ann", "Bo")[side])
        for address in (reverse("club", args=[club.slug]), f"{reverse('home')}?all"):
            shown = mine_on(client, address)
            cards = shown.split("<li")[1:]
            assert len(cards) == 2
            # First what waits, with a tap to it.
            place = 0 if user == (ann, bo)[side] else 1
            assert f'href="{link}"' in cards[place]
            assert text in cards[place]
            assert ("tag--live" in cards[place]) == (place == 0)


def mine_on(client: Client, address: str) -> str:
    """The list of my games on a page about other things; blank where there is none."""
    shown = text(client, address)
    return shown.split('id="my-boards"')[1].split("</section>")[0] if "my-boards" in shown else ""


@pytest.mark.parametrize("ends", ["finished", "left"])
def test_play_names_no_board_that_is_over_or_another_s(
    client_of, club, ann, bo, member, organizer, board_between, ends
):
    playing = board_between(Terms(length=1)).seed()
    address = reverse("club", args=[club.slug])
    assert mine_on(client_of(ann), address)
    assert not mine_on(client_of(organizer), address)
    assert "my-boards" not in text(client_of(ann), reverse("boards"))
    if ends == "finished":
        playing.act(playing.state.actor, "resign", "backgammon")
        playing.act(playing.state.actor, "accept")
    else:
        board_abandon(board=playing.board, by=organizer, reason="the fire alarm")
    assert not mine_on(client_of(ann), address)
    assert not mine_on(client_of(bo), address)


def test_a_challenge_by_name_is_answered_on_play(client_of, club, ann, bo, board_between):
    player = board_between().board.seats.get(number=1).player
    Board.objects.update(status="ended")
    board = board_create(club=club, by=ann, terms=Terms())
    invitation_make(board=board, by=Sitter(0, ann), player=player)
    shown = mine_on(client_of(bo), reverse("club", args=[club.slug]))
    assert reverse("board_join", args=[board.public_id]) in shown
    assert reverse("board_decline", args=[board.public_id]) in shown
    assert "Ann" in shown
    assert client_of(bo).post(reverse("board_join", args=[board.public_id])).status_code == 302


def test_only_where_several_clubs_meet_a_board_s_club_is_named(client_of, club, ann, board_between):
    board_between().seed()
    assert f"· {club.name}" not in mine_on(client_of(ann), reverse("club", args=[club.slug]))
    assert f"· {club.name}" in mine_on(client_of(ann), f"{reverse('home')}?all")


def test_play_asks_as_much_for_one_board_as_for_six(
    anns, club, board_between, django_assert_max_num_queries
):
    address = reverse("club", args=[club.slug])
    board_between().seed()
    text(anns, address)
    with django_assert_max_num_queries(100) as few:
        text(anns, address)
    for _ in range(6):
        board_between().seed()
    with django_assert_max_num_queries(len(few)):
        assert mine_on(anns, address).count("board-card__link") == 6
