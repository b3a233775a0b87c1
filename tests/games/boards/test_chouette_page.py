"""The page of a chouette on the board: who sees and does what there."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.boards import live
from games.boards.presenters.chouette import chouette_page, fragment_of
from games.models import Board, Club, Pass
from games.permissions import NOBODY
from games.sessions.actors import cookie_name, pass_sealed
from games.table.services.passes import pass_create
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee, before their first game on the board."""
    return Chouette(session, organizer, monkeypatch).on_board()


def state_for(chouette, name):
    """The state that the script of somebody's page reads; a blank name is an onlooker."""
    board = Board.objects.select_related("club", "session__club").get(pk=chouette.board.pk)
    if not name:
        return chouette_page(board, None, NOBODY).state
    line = chouette.state.team.line
    return chouette_page(board, line.index(chouette.ids[name]), chouette.reader(name)).state


def entered(user):
    client = Client()
    client.force_login(user)
    return client


def phone_of(chouette, name):
    """A phone without an account, admitted for a player."""
    holder = pass_create(
        session=chouette.session,
        by=chouette.organizer,
        role=Pass.Role.PLAYER,
        player=chouette.ids[name],
    )
    client = Client()
    client.cookies[cookie_name(chouette.session)] = pass_sealed(holder)
    answer = client.get(reverse("session_board", args=[chouette.session.public_id]))
    assert answer.cookies[cookie_name(chouette.session)]["path"] == answer.url
    return client


class TestWhatEverybodyCanDo:
    def test_only_the_mover_gets_the_steps_of_the_roll(self, chouette):
        chouette.begin((6, 1))
        ann = state_for(chouette, "Ann")
        assert "play" in ann["can"]
        assert ann["steps"]
        assert ann["side"] == 0
        for name in ("Bob", "Cid", ""):
            other = state_for(chouette, name)
            assert (
                set(other["can"]) == {"": set(), "Bob": {"adjourn", "gone"}, "Cid": {"gone"}}[name]
            )
            assert other["steps"] == []
            assert other["dice"] == [6, 1]
        assert state_for(chouette, "Cid")["side"] == 1
        assert state_for(chouette, "")["side"] is None

    def test_the_board_shows_no_cube_of_its_own(self, chouette):
        chouette.begin((6, 1))
        assert state_for(chouette, "Ann")["cube"] is None

    def test_the_captain_sees_that_others_still_speak_and_until_when(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Ann")
        state = state_for(chouette, "Bob")
        assert "roll" in state["can"]
        assert state["until"] > 0
        assert "double" in state["status"]
        chouette.hold("Bob", "Cid", "Dee")
        assert state_for(chouette, "Bob")["until"] == 0

    def test_an_onlooker_is_a_turn_behind_while_something_is_sealed(self, chouette):
        chouette.begin((6, 1))
        before = state_for(chouette, "")["pieces"]
        chouette.play_any("Ann")
        assert state_for(chouette, "")["pieces"] == before
        assert state_for(chouette, "Dee")["pieces"] != before
        chouette.hold("Bob", "Cid", "Dee")
        assert state_for(chouette, "")["pieces"] != before

    def test_the_box_alone_is_asked_what_equal_dice_do(self, chouette):
        chouette.begin((3, 3), (4, 4))
        assert "automatic" in state_for(chouette, "Ann")["can"]
        assert "automatic" not in state_for(chouette, "Bob")["can"]

    def test_those_asked_answer_a_resignation_once(self, chouette):
        chouette.begin((6, 1))
        chouette.act("Ann", "resign", "gammon")
        assert state_for(chouette, "Cid")["can"] == ["accept", "refuse"]
        assert state_for(chouette, "Ann")["can"] == []
        chouette.act("Cid", "accept")
        assert state_for(chouette, "Cid")["can"] == []

    def test_who_speaks_for_the_box_moves_for_it(self, chouette):
        chouette.begin((6, 1))
        chouette.session.proxies.create(player=chouette.ids["Ann"], speaker=chouette.ids["Dee"])
        assert "play" in state_for(chouette, "Dee")["can"]


class TestThePage:
    def test_it_has_the_board_and_the_table_of_the_evening(self, chouette):
        chouette.begin((6, 1))
        page = entered(chouette.users["Ann"]).get(reverse("board", args=[chouette.board.public_id]))
        html = page.content.decode()
        assert page.status_code == 200
        assert "data-board" in html
        assert 'id="table"' in html
        assert len(re.findall('id="board-state"', html)) == 1

    def test_before_the_first_roll_it_asks_for_a_seed(self, chouette):
        chouette.start()
        url = reverse("board", args=[chouette.board.public_id])
        html = entered(chouette.users["Cid"]).get(url).content.decode()
        assert 'data-seat="2"' in html
        assert 'data-stage="commit"' in html

    def test_a_phone_without_an_account_plays_like_everybody(self, chouette):
        chouette.begin((6, 1))
        client = phone_of(chouette, "Ann")
        url = reverse("board_act", args=[chouette.board.public_id])
        answer = client.post(
            url,
            {"do": "type", "text": "13/7 8/7", "version": chouette.board.version, "key": "k"},
            headers={"accept": "application/json"},
        )
        assert answer.status_code == 200, answer.content
        assert answer.json()["state"]["phase"] == "roll"

    @pytest.mark.parametrize("url", ["board", "board_live", "board_proof", "session_board"])
    def test_a_stranger_finds_nothing(self, chouette, url):
        chouette.begin((6, 1))
        of = chouette.session if url == "session_board" else chouette.board
        assert Client().get(reverse(url, args=[of.public_id])).status_code == 404

    def test_an_onlooker_of_a_public_club_sees_it_and_does_nothing(self, chouette):
        Club.objects.update(visibility="public")
        chouette.begin((6, 1))
        client = Client()
        assert client.get(reverse("board", args=[chouette.board.public_id])).status_code == 200
        url = reverse("board_act", args=[chouette.board.public_id])
        answer = client.post(url, {"do": "roll", "version": 1, "key": "k"})
        assert answer.status_code == 403

    def test_a_refusal_says_why_and_keeps_the_page(self, chouette):
        chouette.begin((6, 1))
        url = reverse("board_act", args=[chouette.board.public_id])
        asked = {"do": "roll", "version": chouette.board.version, "key": "k"}
        answer = entered(chouette.users["Bob"]).post(
            url, asked, headers={"accept": "application/json"}
        )
        assert answer.status_code == 422
        assert answer.json()["message"]

    def test_the_ended_board_leads_to_the_next_game(self, chouette):
        chouette.begin((6, 1))
        first = chouette.board
        chouette.act("Ann", "resign", "single")
        for name in ("Bob", "Cid", "Dee"):
            chouette.act(name, "accept")
        chouette.start()
        client = entered(chouette.users["Ann"])
        html = client.get(reverse("board", args=[first.public_id])).content.decode()
        url = reverse("session_board", args=[chouette.session.public_id])
        assert url in html
        assert client.get(url).url == reverse("board", args=[chouette.board.public_id])

    def test_the_evenings_page_leads_to_its_board_and_switches(self, chouette, organizer):
        client = entered(organizer)
        url = reverse("session_board", args=[chouette.session.public_id])
        assert client.get(url).status_code == 200
        client.post(url, {"on_board": "no"})
        chouette.session.refresh_from_db()
        assert not chouette.session.on_board
        client.post(url, {"on_board": "yes"})
        chouette.begin((6, 1))
        answer = client.get(url)
        assert answer.url == reverse("board", args=[chouette.board.public_id])


class TestWhoMustGo:
    def test_a_player_on_a_phone_hands_their_cube_to_a_friend_and_takes_it_back(self, chouette):
        chouette.begin((6, 1))
        ids, board = chouette.ids, chouette.board.public_id
        phone = phone_of(chouette, "Dee")
        url, page = reverse("board_speaker", args=[board]), reverse("board", args=[board])
        assert "Cid decides for me" in phone.get(page).content.decode()
        phone.post(url, {"speaker": ids["Cid"]})
        assert chouette.session.proxies.get().speaker == ids["Cid"]
        assert f'value="{ids["Cid"]}" selected' in phone.get(page).content.decode()
        chouette.play_any("Ann")
        chouette.declare("Dee", "double", by="Cid")
        phone.post(url, {"speaker": "captain"})
        assert chouette.session.proxies.get().speaker == ""
        phone.post(url, {"speaker": "themselves"})
        assert not chouette.session.proxies.exists()

    def test_nobody_else_hands_it_over(self, chouette):
        chouette.begin((6, 1))
        Club.objects.update(visibility="public")
        url = reverse("board_speaker", args=[chouette.board.public_id])
        assert Client().post(url, {"speaker": "captain"}).status_code == 404
        phone = phone_of(chouette, "Dee")
        phone.post(url, {"speaker": chouette.ids["Dee"]})
        phone.post(url, {"speaker": "nobody"})
        assert not chouette.session.proxies.exists()


def test_after_the_game_its_plays_are_read_and_analysed_but_nobody_is_asked_for_a_rematch(chouette):
    chouette.begin((6, 1))
    chouette.act("Ann", "resign", "single")
    for name in ("Bob", "Cid", "Dee"):
        chouette.act(name, "accept")
    page = reverse("board", args=[chouette.board.public_id])
    html = entered(chouette.users["Cid"]).get(page).content.decode()
    for name, is_there in (
        ("board_analyse", True),
        ("board_replay", True),
        ("board_rematch", False),
        ("board_block", False),
    ):
        assert (reverse(name, args=[chouette.board.public_id]) in html) is is_there


class TestTheStream:
    def test_each_seat_is_an_audience_and_phones_too(self, chouette):
        chouette.begin((6, 1))
        holder = pass_create(
            session=chouette.session,
            by=chouette.organizer,
            role=Pass.Role.PLAYER,
            player=chouette.ids["Ann"],
        )
        topic = f"board:{chouette.board.pk}"
        phone = (f"pass:{holder.pk}", "0n|en", "")
        wrong = (f"pass:{holder.pk}", "1n|en", "")
        assert live.look(topic, [phone, wrong])[1] == {phone}

    def test_the_fragment_of_the_crew_has_no_steps_of_the_captain(self, chouette):
        chouette.begin((1, 6))
        board = Board.objects.select_related("club", "session__club").get(pk=chouette.board.pk)
        assert '"steps": []' in fragment_of(board, 2, sees_names=True)
        assert '"steps": []' not in fragment_of(board, 1, sees_names=True)


def test_a_chouette_has_its_big_screen_at_its_table_only(chouette):
    chouette.begin((6, 1))
    for name in ("board_wall", "board_wall_live"):
        address = reverse(name, args=[chouette.board.public_id])
        assert entered(chouette.organizer).get(address).status_code == 404
