"""The page of a chouette on the board: who sees and does what there."""

import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from games.chouetteboards import live
from games.chouetteboards.presenters.page import chouette_page, fragment_of
from games.models import Board, Club, Membership, Pass
from games.permissions import NOBODY
from games.rules.chouette import BoxDoubles, SetOrder, StartGame, TeamReplies
from games.rules.online.typed import AT_CHOUETTE
from games.sessions.actors import cookie_name
from games.table.selectors.rights import sign_in_of
from games.table.services.passes import pass_create
from games.table.services.proxies import proxy_drop, proxy_set
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
    """A phone without an account, at the board."""
    client = chouette.phone(name)
    answer = client.get(reverse("session_board", args=[chouette.session.public_id]))
    assert answer.cookies[cookie_name(chouette.session)]["path"] == answer.url
    return client


def test_the_page_says_which_side_may_double_now(chouette):
    chouette.begin((6, 1))
    assert state_for(chouette, "Ann")["doubler"] == ""
    chouette.play_any("Ann")
    assert state_for(chouette, "Bob")["doubler"] == "team"
    assert state_for(chouette, "")["doubler"] == ""  # an onlooker is a turn behind
    chouette.hold("Bob", "Cid", "Dee")
    assert state_for(chouette, "Cid")["doubler"] == "team"  # a changed mind
    chouette.act("Bob", "roll")
    for name in ("Ann", "Bob", "Cid"):
        assert state_for(chouette, name)["doubler"] == ""
    chouette.play_any("Bob")
    assert state_for(chouette, "Ann")["doubler"] == "box"
    ids = chouette.ids
    chouette.record(BoxDoubles((ids["Cid"],)), by="Ann")
    assert state_for(chouette, "Ann")["doubler"] == ""
    chouette.record(TeamReplies(((ids["Cid"], "take"),)))
    assert state_for(chouette, "Ann")["doubler"] == ""  # once a turn


def test_open_boards_hear_that_all_have_held_and_who_speaks_for_whom(chouette):
    """No step of the board follows: without its beat a page would go on asking for doubles."""
    chouette.begin((6, 1))
    chouette.play_any("Ann")
    before = chouette.board.beat
    chouette.hold("Bob", "Cid")
    assert chouette.board.beat == before  # Dee is still waited for
    assert "First everybody says" in state_for(chouette, "Bob")["status"]
    chouette.hold("Dee")
    assert chouette.board.beat == before + 1
    assert state_for(chouette, "Bob")["status"] == "Your turn: roll."
    proxy_set(
        session=chouette.session,
        by=chouette.reader("Bob"),
        player=chouette.ids["Bob"],
        speaker=chouette.ids["Cid"],
    )
    assert chouette.board.beat == before + 2
    proxy_drop(session=chouette.session, by=chouette.reader("Bob"), player=chouette.ids["Bob"])
    assert chouette.board.beat == before + 3


class TestWhatEverybodyCanDo:
    def test_only_the_mover_gets_the_steps_of_the_roll(self, chouette):
        chouette.begin((6, 1))
        ann = state_for(chouette, "Ann")
        assert "play" in ann["can"]
        assert ann["steps"]
        assert ann["side"] == 0
        for name in ("Bob", "Cid", ""):
            other = state_for(chouette, name)
            can = {"": set(), "Bob": {"adjourn", "gone", "resign"}, "Cid": {"gone"}}
            assert set(other["can"]) == can[name]
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

    def test_the_captain_resigns_while_the_box_is_to_play(self, chouette):
        chouette.begin((6, 1))
        chouette.act("Bob", "resign", "single")
        assert state_for(chouette, "Bob")["can"] == []
        chouette.act("Ann", "refuse")
        assert "play" in state_for(chouette, "Ann")["can"]
        chouette.act("Bob", "resign", "single")
        for name in ("Ann", "Cid", "Dee"):
            assert state_for(chouette, name)["can"] == ["accept", "refuse"]
            chouette.act(name, "accept")
        assert chouette.names(chouette.table.totals) == {"Ann": 3, "Bob": -1, "Cid": -1, "Dee": -1}

    def test_those_asked_answer_a_resignation_once(self, chouette):
        chouette.begin((6, 1))
        chouette.act("Ann", "resign", "gammon")
        assert state_for(chouette, "Cid")["can"] == ["accept", "refuse"]
        assert state_for(chouette, "Ann")["can"] == []
        chouette.act("Cid", "accept")
        assert state_for(chouette, "Cid")["can"] == []

    def test_who_was_named_moves_for_the_captain_but_never_for_who_they_play_against(
        self, chouette
    ):
        chouette.begin((1, 6))
        for away in ("Ann", "Bob"):
            player = chouette.ids[away]
            chouette.session.proxies.create(player=player, speaker=chouette.ids["Dee"])
        assert "play" in state_for(chouette, "Dee")["can"]
        chouette.play_any("Dee")
        assert "roll" not in state_for(chouette, "Dee")["can"]


class TestThePage:
    def test_each_id_stands_once_on_the_page_of_board_and_table(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Ann")
        for name in ("Ann", "Bob", "Olga"):
            user = chouette.organizer if name == "Olga" else chouette.users[name]
            page = entered(user).get(reverse("board", args=[chouette.board.public_id]))
            ids = re.findall(r'\bid="([^"]+)"', page.content.decode())
            assert "notice" in ids
            assert [one for one, count in Counter(ids).items() if count > 1] == [], name

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

    def test_the_help_of_typed_moves_names_what_works_there(self, chouette):
        chouette.begin((6, 1))
        client = entered(chouette.users["Ann"])
        board = reverse("board", args=[chouette.board.public_id])
        help = re.search('id="typed-help">(.*?)</p>', client.get(board).content.decode())[1]
        named = set(re.findall(r"\$\w+", help))
        assert named == {"$undo", *AT_CHOUETTE}  # the page itself takes steps back
        sent = {"do": "type", "text": "$double", "version": chouette.board.version, "key": "k"}
        answer = client.post(
            reverse("board_act", args=[chouette.board.public_id]),
            sent,
            headers={"accept": "application/json"},
        )
        assert answer.status_code == 422
        said = set(re.findall(r"\$\w+", answer.json()["message"]))
        assert said == {"$double", "$undo", *AT_CHOUETTE}
        sent |= {"text": "$quit gammon"}
        assert client.post(reverse("board_act", args=[chouette.board.public_id]), sent).url == board
        assert chouette.state.phase == "resignation"

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


def test_a_big_screen_shows_what_onlookers_see_also_to_who_plays(chouette, organizer):
    chouette.begin((6, 1))
    chouette.play_any("Ann")
    wall, stream = (
        reverse(name, args=[chouette.board.public_id]) for name in ("board_wall", "board_wall_live")
    )
    captain = chouette.users["Bob"]
    Membership.objects.create(club=chouette.session.club, user=captain, role="player")
    for client in (entered(organizer), entered(captain)):
        html = client.get(wall).content.decode()
        assert "You see the board as it was a turn ago" in html  # doubles are sealed just now
        assert "Bob: cube at 1, in the middle" in html
        assert 'name="do" value="roll" data-do="roll" data-can="roll" hidden' in html
        assert stream in html
        said = client.get(stream).content.decode()
        assert "Bob: cube at 1, in the middle" in said
    topic = f"board:{chouette.board.pk}"
    sign_in = sign_in_of(client.session.session_key, captain)
    onlooker = (f"user:{captain.pk}", "-n|en", sign_in)
    scoring = (f"user:{captain.pk}", "-ns|en", sign_in)
    assert onlooker in live.look(topic, [onlooker, scoring])[1]
    assert scoring not in live.look(topic, [onlooker, scoring])[1]
    assert Client().get(wall).status_code == 404


def test_in_lists_a_chouette_names_everybody_and_who_has_won_it(chouette, organizer):
    listed = reverse("club_boards", args=[chouette.session.club.slug])
    client = entered(organizer)
    chouette.begin((6, 1))
    html = client.get(listed).content.decode()
    assert "Ann against Bob, Cid and Dee" in html
    assert "game 1 of a chouette" in html
    assert "paused" not in html
    chouette.act("Ann", "resign", "single")
    for name in ("Bob", "Cid", "Dee"):
        chouette.act(name, "accept")
    html = client.get(listed).content.decode()
    assert "The team has won this game." in html
    assert "0 : 1" not in html  # its cubes say how much


class TestAMeeting:
    """An address elsewhere, for those who play and who keeps the score alone."""

    ADDRESS = "https://meet.example.org/chouette?room=1"

    @pytest.fixture
    def page(self, chouette):
        return reverse("session_board", args=[chouette.session.public_id])

    def test_those_who_play_open_it_apart_and_strangers_never_see_it(
        self, chouette, page, organizer
    ):
        Club.objects.update(visibility=Club.Visibility.PUBLIC)
        scorer = entered(organizer)
        assert scorer.post(page, {"meeting": f" {self.ADDRESS} "}).status_code == 302
        board = reverse("board", args=[chouette.begin((6, 1)).board.public_id])
        for client in (entered(chouette.users["Dee"]), chouette.phone("Cid"), scorer):
            for address in (f"{page}?all=1", board):
                html = client.get(address).content.decode()
                link = f'href="{self.ADDRESS}" target="_blank" rel="noopener noreferrer"'
                assert link in html
                assert "<iframe" not in html
        for address in (f"{page}?all=1", board):
            shown = Client().get(address)
            assert shown.status_code == 200
            assert "meet.example.org" not in shown.content.decode()

    @pytest.mark.parametrize(
        "address",
        [
            "javascript:alert(1)",
            "http://meet.example.org",
            "https://",
            "https://[",
            "//x.org",
            "https://a b",
            "data:text/html,x",
            "https://x.org/" + "a" * 300,
        ],
    )
    def test_what_a_browser_should_not_open_is_refused_with_a_sentence(
        self, chouette, page, organizer, address
    ):
        scorer = entered(organizer)
        said = scorer.post(page, {"meeting": address}, follow=True).content.decode()
        assert "A meeting&#x27;s address begins with https://" in said
        chouette.session.refresh_from_db()
        assert chouette.session.meeting == ""

    def test_only_who_keeps_the_score_sets_it(self, chouette, page):
        said = entered(chouette.users["Ann"]).post(page, {"meeting": self.ADDRESS}, follow=True)
        assert said.status_code == 200
        chouette.session.refresh_from_db()
        assert chouette.session.meeting == ""


class TestWhoPlaysAndKeepsTheScore:
    """On a board their own cube comes first, what they say for others apart from it."""

    @pytest.fixture
    def scorer(self, chouette):
        """Dee of the crew keeps the score; the box has doubled all."""
        Membership.objects.create(
            club=chouette.session.club, user=chouette.users["Dee"], role="scorer"
        )
        chouette.begin((1, 6))
        chouette.play_any("Bob")
        chouette.record(BoxDoubles(tuple(chouette.ids[one] for one in ("Bob", "Cid", "Dee"))))
        return entered(chouette.users["Dee"])

    def thumb(self, chouette, client, pane=""):
        url = reverse("table", args=[chouette.session.public_id])
        html = client.get(url, {"pane": pane} if pane else {}).content.decode()
        return html[html.index('id="thumb"') :]

    def test_their_own_answer_stands_there_and_nobody_elses(self, chouette, scorer):
        ids, html = chouette.ids, self.thumb(chouette, scorer)
        assert f'id="b-say-{ids["Dee"]}-take"' in html
        assert f'id="b-say-{ids["Bob"]}-take"' not in html
        assert "For somebody else" in html

    def test_for_somebody_else_it_is_said_whose_own_phone_is_there(self, chouette, scorer):
        phone_of(chouette, "Cid")
        ids, html = chouette.ids, self.thumb(chouette, scorer, "speak")
        bob, cid = html.index(f"own-{ids['Bob']}"), html.index(f"own-{ids['Cid']}")
        assert f'id="b-say-{ids["Dee"]}-take"' not in html
        assert "Their own phone is at the table." not in html[bob:cid]
        assert "Their own phone is at the table." in html[cid:]

    def test_what_remains_to_others_is_said(self, chouette, scorer):
        html = self.thumb(chouette, scorer, "speak")
        assert "You play against Ann in this game and say nothing for them" in html

    @pytest.mark.parametrize("pane", ["team-wins", "settle", "replies", "play"])
    def test_what_decides_for_both_sides_is_not_offered(self, chouette, scorer, pane):
        html = self.thumb(chouette, scorer, pane)
        for one in ('value="end_game"', "b-team-wins", 'value="settle"', 'value="team_replies"'):
            assert one not in html

    def test_on_wood_everything_is_there_as_ever(self, session, organizer, monkeypatch):
        wood = Chouette(session, organizer, monkeypatch)
        Membership.objects.create(club=session.club, user=wood.users["Dee"], role="scorer")
        wood.record(SetOrder(tuple(wood.ids.values())))
        line = wood.table.line
        wood.record(StartGame(line.box, line.partner, line.team))
        html = self.thumb(wood, entered(wood.users["Dee"]))
        assert "Team wins" in html
        assert "For somebody else" not in html
