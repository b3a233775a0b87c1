"""The pages of a board: seen by players, guests and onlookers, and what is done on them."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from games.boards.actors import cookie_name, seat_sealed
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import handover_answer, invitation_accept, invitation_make
from games.boards.services.sitters import Sitter
from games.models import Club
from games.rules.dice import seat_commitment
from tests.games.boards.table import SEEDS, Playing

pytestmark = pytest.mark.django_db


def phone(user=None, board=None, seat=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    if seat is not None:
        client.cookies[cookie_name(board)] = seat_sealed(seat)
    return client


def url(board, name=""):
    return f"/boards/{board.public_id}/{name}"


def state_in(answer):
    text = answer.content.decode()
    start = text.index('id="board-state" type="application/json">') + 41
    return json.loads(text[start : text.index("</script>", start)])


def test_a_player_sees_what_they_can_do_and_the_other_that_they_wait(playing):
    actor = playing.state.actor
    mine = state_in(phone(playing.people[actor]).get(url(playing.board)))
    theirs = state_in(phone(playing.people[1 - actor]).get(url(playing.board)))

    assert "play" in mine["can"]
    assert mine["steps"]
    assert theirs["steps"] == []
    assert (mine["side"], theirs["side"]) == (actor, 1 - actor)


def test_a_board_of_a_members_only_club_does_not_exist_for_strangers(playing):
    for name in ("", "text/", "live/", "begin/"):
        assert phone().get(url(playing.board, name)).status_code == 404
    assert phone().post(url(playing.board, "act/"), {"do": "roll"}).status_code == 404


def test_a_big_screen_shows_even_a_player_what_onlookers_see(playing):
    actor = playing.state.actor
    page = phone(playing.people[actor]).get(url(playing.board, "wall/"))
    shown = state_in(page)

    assert (shown["side"], shown["can"], shown["steps"]) == (None, [], [])
    assert "page--board-wall" in page.content.decode()
    assert url(playing.board, "wall/live/") in page.content.decode()
    assert "topbar" not in page.content.decode()
    assert phone().get(url(playing.board, "wall/")).status_code == 404  # members only


def test_a_guest_on_a_seat_of_a_closed_club_has_no_big_screen(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(length=3))
    made, _token = invitation_make(board=board, by=Sitter(0, ann))
    invitation_accept(invitation=made, by=None, name="Zoë")
    guest = phone(board=board, seat=board.seats.get(number=1))

    assert guest.get(url(board)).status_code == 200
    for name in ("wall/", "wall/live/"):
        assert guest.get(url(board, name)).status_code == 404


def test_onlookers_of_a_public_club_see_the_board_and_do_nothing(playing, club):
    Club.objects.filter(pk=club.pk).update(visibility="public")
    page = phone().get(url(playing.board))

    assert state_in(page)["can"] == []
    answer = phone().post(url(playing.board, "act/"), {"do": "roll", "version": 1, "key": "k"})
    assert answer.status_code == 403


def test_a_guest_plays_by_the_cookie_of_the_seat_and_not_by_an_old_one(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(length=3))
    _, token = invitation_make(board=board, by=Sitter(0, ann))
    from games.boards.services.invitations import invitation_find

    seat = invitation_accept(invitation=invitation_find(token), by=None, name="Zoë")
    Playing(board, (ann, None)).seed()
    guest = phone(board=board, seat=seat)

    assert state_in(guest.get(url(board)))["side"] == 1
    _, again = invitation_make(board=board, by=Sitter(0, ann))
    handover_answer(invitation=invitation_find(again), by=Sitter(1), agrees=True)
    invitation_accept(invitation=invitation_find(again), by=None)
    assert guest.get(url(board)).status_code == 404


def test_a_turn_is_answered_with_the_new_state(playing):
    actor = playing.state.actor
    page = state_in(phone(playing.people[actor]).get(url(playing.board)))
    game = playing.state.game
    from games.rules.backgammon import legal_plays, play_text

    play = play_text(legal_plays(game.position, game.roll)[0], "fields", actor)
    said = {"do": "play", "text": play, "version": page["version"], "key": "one"}
    client = phone(playing.people[actor])

    answer = client.post(url(playing.board, "act/"), said, headers={"Accept": "application/json"})
    again = client.post(url(playing.board, "act/"), said, headers={"Accept": "application/json"})

    assert answer.status_code == again.status_code == 200
    assert answer.json()["state"]["version"] == again.json()["state"]["version"]
    assert answer.json()["state"]["last"]["side"] == actor


def test_a_stale_turn_is_refused_with_the_present_state(playing):
    actor = playing.state.actor
    said = {"do": "play", "text": "8/5 6/5", "version": 1, "key": "old"}
    client = phone(playing.people[actor])

    answer = client.post(url(playing.board, "act/"), said, headers={"Accept": "application/json"})

    assert answer.status_code == 409
    assert answer.json()["message"]
    assert answer.json()["state"]["version"] == playing.board.version


@pytest.mark.parametrize("back", ["", "text"])
def test_without_scripts_a_refusal_is_a_page_with_the_sentence(playing, back):
    client = phone(playing.people[playing.state.actor])
    said = {
        "do": "type",
        "text": "24/1",
        "version": playing.board.version,
        "key": "k",
        "back": back,
    }

    answer = client.post(url(playing.board, "act/"), said)

    assert answer.status_code == 422
    assert "24/1" in answer.content.decode()


def test_the_stream_names_board_and_audience(playing):
    answer = phone(playing.people[0]).get(
        url(playing.board, "live/"), headers={"Accept": "text/event-stream"}
    )

    assert answer["X-Live-Topic"] == f"board:{playing.board.pk}"
    assert answer["X-Live-Audience"].startswith("0n|")


def test_polling_answers_nothing_new_with_304(playing):
    client = phone(playing.people[0])
    first = client.get(url(playing.board, "live/"))
    again = client.get(url(playing.board, "live/"), headers={"If-None-Match": first["ETag"]})

    assert state_in(first)["version"] == playing.board.version
    assert again.status_code == 304


def test_seeds_are_chosen_and_opened_on_the_page(board_between):
    playing = board_between()
    dice = playing.state.dice
    phones = [phone(user) for user in playing.people]
    for side, client in enumerate(phones):
        page = client.get(url(playing.board)).content.decode()
        assert 'data-stage="commit"' in page
        digest = seat_commitment(dice.game_id, side, SEEDS[side])
        client.post(url(playing.board, "seed/"), {"commitment": digest, "key": f"c{side}"})
    for side, client in enumerate(phones):
        client.post(url(playing.board, "seed/"), {"seed": SEEDS[side], "key": f"o{side}"})

    assert phones[0].get(url(playing.board, "begin/"))["HX-Refresh"] == "true"
    assert playing.state.phase == "play"


def test_a_browser_is_told_at_once_what_comes_next_for_its_dice(board_between):
    playing = board_between()
    said = {"HTTP_ACCEPT": "application/json"}
    answers = []
    for side, user in enumerate(playing.people):
        digest = seat_commitment(playing.state.dice.game_id, side, SEEDS[side])
        fields = {"commitment": digest, "key": f"c{side}"}
        answers.append(phone(user).post(url(playing.board, "seed/"), fields, **said).json())
    for side, user in enumerate(playing.people):
        fields = {"seed": SEEDS[side], "key": f"o{side}"}
        answers.append(phone(user).post(url(playing.board, "seed/"), fields, **said).json())

    assert answers == [
        {"stage": "wait", "begun": False},
        {"stage": "open", "begun": False},  # the last who commits opens at once
        {"stage": "done", "begun": False},
        {"stage": "done", "begun": True},
    ]
    refused = phone(playing.people[0]).post(
        url(playing.board, "seed/"), {"seed": "x", "key": "k"}, **said
    )
    assert refused.status_code >= 400
    assert refused.json()["message"]


def test_another_seed_than_the_sealed_one_is_refused_in_words(board_between):
    playing = board_between()
    dice = playing.state.dice
    for side in (0, 1):
        playing.act(side, "commit", seat_commitment(dice.game_id, side, SEEDS[side]))

    answer = phone(playing.people[0]).post(url(playing.board, "seed/"), {"seed": "x", "key": "k"})

    assert answer.status_code == 422
    assert "This is not the seed" in answer.content.decode()


def test_the_server_seed_is_on_no_page_while_the_game_runs(playing):
    seed = playing.board.dice_seeds.get().server_seed
    for user in playing.people:
        for name in ("", "text/", "live/"):
            assert seed not in phone(user).get(url(playing.board, name)).content.decode()


def test_a_page_needs_the_same_queries_at_any_length_of_the_game(
    playing, django_assert_max_num_queries
):
    for _ in range(5):
        playing.turn()
    client = phone(playing.people[0])
    client.get(url(playing.board))
    with django_assert_max_num_queries(14):
        answer = client.get(url(playing.board))
    assert "Ann" in answer.content.decode()


def test_words_for_the_dice_stay_while_the_page_asks_again(board_between, ann):
    board = board_between().board
    page = phone(ann).get(url(board, "begin/?own=1")).content.decode()
    assert re.search(r'<input[^>]* name="text"[^>]* hx-preserve>', page)


class Attributes(HTMLParser):
    """Finds elements that name an attribute twice: browsers drop the second."""

    def __init__(self) -> None:
        super().__init__()
        self.twice: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        self.twice += [(tag, name) for name in set(names) if names.count(name) > 1]


@pytest.mark.parametrize("kind", ["backgammon", "dame"])
def test_no_element_of_a_board_says_two_things_by_one_name(playing, dame, kind):
    of = playing if kind == "backgammon" else dame()
    found = Attributes()
    for name in ("", "text/"):
        found.feed(phone(of.people[0]).get(url(of.board, name)).content.decode())
    assert found.twice == []


def test_after_the_end_each_page_of_the_game_is_linked_once(over):
    page = phone(over.people[0]).get(url(over.board)).content.decode()
    assert page.count(f'href="{url(over.board, "game/")}"') == 1
    assert page.count(f'href="{url(over.board, "proof/")}"') == 1


def test_the_cube_stays_where_it_was_when_the_game_is_over(playing):
    for _ in range(3):
        playing.turn()
    doubler = playing.state.actor
    playing.act(doubler, "double")
    playing.act(1 - doubler, "take")
    playing.act(doubler, "resign", "single")
    playing.act(1 - doubler, "accept")

    page = phone(playing.people[0]).get(url(playing.board))

    assert state_in(page)["cube"] == {"value": 2, "owner": 1 - doubler, "offered_by": None}
    assert '<g class="doubler' in page.content.decode()
