"""Somebody at the board of a chouette vanishes: the others go on, and no point is lost."""

import datetime

import pytest
from django.utils import timezone

from games.assistant.engine import Chances, CubeRating, RatedPlay
from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.selectors.boards import assistant_waits
from games.boards.selectors.places import place_of
from games.boards.services import writing
from games.boards.services.assistant import assistants_due
from games.boards.services.writing import now_ms
from games.chouetteboards.presenters import gone
from games.chouetteboards.presenters.page import chouette_page
from games.chouetteboards.services import assistant as chouette_assistant
from games.chouetteboards.services.assistant import chouette_assist
from games.models import Board, Membership, Pass, Presence, Proxy
from games.rules.backgammon.plays import results
from games.rules.chouette import BoxReplies, TeamDoubles
from games.table.services.passes import pass_create
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db
LATER = 2 * 60 * 1000


class Engine:
    """Says of every position what it is told, for a cube of 1 and above."""

    def __init__(self, hold=0.0, taken=0.0):
        self.hold, self.taken = hold, taken

    def rate_cube(self, position, stakes):
        return CubeRating(self.hold, self.taken, 1.0, Chances(0.5))

    def rate_plays(self, position, roll, stakes):
        return tuple(RatedPlay(one, self.hold) for one in results(position, roll))


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee; Ann is to roll."""
    evening = Chouette(session, organizer, monkeypatch).on_board()
    evening.begin((1, 6), (5, 2))
    evening.play_any("Bob")
    assert evening.state.actor == 0
    return evening


@pytest.fixture
def later(monkeypatch):
    """Let the time pass for which somebody is waited for."""

    def pass_by(milliseconds=LATER):
        monkeypatch.setattr(writing, "now_ms", lambda: now_ms() + milliseconds)

    return pass_by


@pytest.fixture
def judged(monkeypatch):
    def says(**equities):
        monkeypatch.setattr(chouette_assistant, "engine_of", lambda plies: Engine(**equities))

    return says


def page_of(chouette, name):
    board, reader = chouette.board, chouette.reader(name)
    board.session = chouette.session
    chouette.session.refresh_from_db()
    return chouette_page(board, place_of(board, reader.player), reader, scores=name == "Olga")


class TestWaiting:
    def test_the_others_say_who_has_gone_and_go_on_after_two_minutes(self, chouette, later):
        chouette.act("Cid", "gone")
        with pytest.raises(BoardRefused, match=r"Ann is still waited for, 1\d\d seconds more"):
            chouette.act("Cid", "stand")
        later()
        chouette.act("Cid", "stand")
        assert assistant_waits(chouette.board.pk)

    def test_all_see_the_countdown_and_what_follows_it(self, chouette):
        chouette.act("Cid", "gone")
        state = page_of(chouette, "Dee").state
        assert state["count"]["text"] == (
            "Ann does not answer. Waiting {left} more, then you can go on."
        )
        assert 0 < state["count"]["left"] <= LATER
        assert state["then"] == ["stand", "ask"]
        assert "stand" not in state["can"]
        assert "back" in page_of(chouette, "Ann").state["can"]

    def test_whose_page_is_open_has_not_gone(self, chouette, later):
        chouette.act("Cid", "gone")
        later()
        Presence.objects.create(session=chouette.session, user=chouette.users["Ann"])
        for do in ("stand", "ask"):
            with pytest.raises(BoardRefused, match="Ann is here"):
                chouette.act("Cid", do)

    def test_who_acts_again_is_back_and_moves_for_themselves(self, chouette, later):
        chouette.act("Cid", "gone")
        later()
        chouette.act("Cid", "stand")
        chouette.act("Ann", "roll")
        assert chouette.state.team.gone == ()

    def test_who_is_missed_says_that_they_are_here(self, chouette):
        chouette.act("Dee", "gone")
        with pytest.raises(BoardRefused, match="not been reported away"):
            chouette.act("Bob", "back")
        chouette.act("Ann", "back")
        assert chouette.state.team.gone == ()

    @pytest.mark.parametrize("do", ["stand", "ask"])
    def test_without_a_word_nothing_follows(self, chouette, do):
        with pytest.raises(BoardRefused, match="has been reported away"):
            chouette.act("Cid", do)

    def test_nobody_is_gone_twice_or_at_their_own_turn(self, chouette):
        with pytest.raises(BoardRefused, match="your own turn"):
            chouette.act("Ann", "gone")
        chouette.act("Cid", "gone")
        with pytest.raises(RulesRefused):
            chouette.act("Dee", "gone")


class TestCaptain:
    @pytest.fixture
    def captain(self, chouette, later):
        """The captain's turn, and Bob has gone for long."""
        chouette.dice = [(6, 5)]
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        chouette.act("Ann", "gone")
        later()
        chouette.act("Cid", "stand")
        return chouette

    def test_the_next_only_rolls_and_moves(self, captain):
        captain.dice = [(4, 3)]
        captain.hold("Cid", "Dee")
        with pytest.raises(BoardNotAllowed):
            captain.act("Dee", "roll")
        captain.act("Cid", "roll")
        captain.play_any("Cid")
        game = captain.table.game
        assert game.acting_captain == captain.ids["Bob"]
        assert game.bet(captain.ids["Bob"]).live
        assert captain.state.actor == 0

    def test_the_captains_cube_stays_the_captains(self, captain):
        for name in ("Cid", "Dee"):
            assert captain.ids["Bob"] not in page_voices(captain, name)

    def test_everybody_reads_who_moves(self, captain):
        captain.declare("Bob", "hold", by="Olga")
        captain.hold("Cid", "Dee")
        assert (
            page_of(captain, "Ann").state["status"] == "Bob has gone: Cid rolls and moves for them."
        )
        assert page_of(captain, "Cid").state["can"][:1] == ["roll"]
        assert "roll" not in page_of(captain, "Dee").state["can"]


def page_voices(chouette, name):
    return page_of(chouette, name).evening.voices


class TestSettlement:
    @pytest.fixture
    def asked(self, chouette, later, judged, monkeypatch):
        """Ann has gone; Cid's cube is at 2 with Ann, the others are in the middle."""
        monkeypatch.setattr(gone, "has_sage", lambda: True)
        ids = chouette.ids
        chouette.dice = [(6, 5), (4, 3)]
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        chouette.record(TeamDoubles((ids["Cid"],)))
        chouette.record(BoxReplies(((ids["Cid"], "take"),)))
        chouette.act("Bob", "roll")
        chouette.play_any("Bob")
        chouette.act("Cid", "gone")
        later()
        chouette.act("Bob", "ask")
        judged(hold=0.314, taken=0.2)
        return chouette

    def test_the_assistant_says_what_each_bet_is_worth_on_its_own_cube(self, asked):
        assert assistant_waits(asked.board.pk)
        assert chouette_assist(board_id=asked.board.pk) == 1
        ids = asked.ids
        # Ann is to roll and stands at 0.314 cubes: 0.31 on a cube of 1, 0.63 on that of 2
        assert asked.state.team.proposal.points == (
            (ids["Bob"], -31),
            (ids["Cid"], -63),
            (ids["Dee"], -31),
        )
        assert not assistant_waits(asked.board.pk)
        assert page_of(asked, "Dee").state["proposal"] == (
            "Settlement, if all agree: Bob pays Ann 0.31; Cid pays Ann 0.63; Dee pays Ann 0.31."
            " Still to agree: Ann, Bob, Cid, Dee. For Ann agrees who stands in for them, or "
            "somebody without a bet who keeps the score."
        )

    def test_a_server_without_the_engine_says_that_it_reckons_by_chances(self, asked, monkeypatch):
        chouette_assist(board_id=asked.board.pk)
        assert "winning chances" not in page_of(asked, "Dee").state["proposal"]
        monkeypatch.setattr(gone, "has_sage", lambda: False)
        said = page_of(asked, "Dee").state["proposal"]
        assert said.endswith(" This server reckons by winning chances alone.")

    def test_a_double_that_is_right_is_reckoned_with_where_it_is_allowed(self, asked, judged):
        judged(hold=0.7, taken=0.9)
        chouette_assist(board_id=asked.board.pk)
        points = dict(asked.state.team.proposal.points)
        # Ann may double all three cubes: 0.9 cubes instead of 0.7
        assert [points[asked.ids[name]] for name in ("Bob", "Cid", "Dee")] == [-90, -180, -90]

    def test_when_all_agree_it_is_written_once_and_sums_to_zero(self, asked):
        chouette_assist(board_id=asked.board.pk)
        for name in ("Bob", "Cid", "Dee"):
            asked.act(name, "agree")
            assert asked.table.game is not None
        asked.act("Olga", "agree")  # who keeps the score agrees for Ann
        table = asked.table
        assert table.game is None
        ids = asked.ids
        assert dict(table.totals) == {
            ids["Ann"]: 125,
            ids["Bob"]: -31,
            ids["Cid"]: -63,
            ids["Dee"]: -31,
        }
        assert (asked.board.status, asked.board.ended_how) == ("ended", "cubes")

    def test_a_member_whom_the_box_has_named_agrees_for_their_own_bet_alone(self, asked):
        chouette_assist(board_id=asked.board.pk)
        Proxy.objects.create(
            session=asked.session, player=asked.ids["Ann"], speaker=asked.ids["Dee"]
        )
        asked.act("Dee", "agree")
        assert asked.state.team.proposal.agreed == (3,)
        with pytest.raises(BoardNotAllowed):
            asked.act("Dee", "agree")

    def test_who_keeps_the_score_leaves_it_to_those_whose_page_is_open(self, asked):
        chouette_assist(board_id=asked.board.pk)
        for name in ("Bob", "Cid", "Dee"):
            user = asked.users[name]
            Presence.objects.create(session=asked.session, user=user, connection=name)
        asked.act("Olga", "agree")
        assert asked.state.team.proposal.agreed == (0,)
        with pytest.raises(BoardRefused, match="answer themselves: Bob, Cid, Dee"):
            asked.act("Olga", "agree")

    def test_where_all_who_keep_the_score_have_a_bet_nothing_is_left_but_to_play_on(
        self, chouette, later
    ):
        Membership.objects.filter(club=chouette.session.club).update(user=chouette.users["Cid"])
        chouette.act("Cid", "gone")
        later()
        assert page_of(chouette, "Cid").state["then"] == ["stand"]
        with pytest.raises(BoardRefused, match="Nobody stands in for Ann"):
            chouette.act("Cid", "ask")
        chouette.session.proxies.create(player=chouette.ids["Ann"], speaker=chouette.ids["Dee"])
        with pytest.raises(BoardRefused, match="Nobody stands in for Ann"):
            chouette.act("Cid", "ask")
        pass_create(session=chouette.session, by=chouette.users["Cid"], role=Pass.Role.SCORER)
        chouette.act("Cid", "ask")

    def test_who_refuses_lets_all_play_on_and_nothing_is_half_settled(self, asked):
        chouette_assist(board_id=asked.board.pk)
        asked.act("Bob", "agree")
        asked.act("Cid", "decline")
        assert asked.state.team.proposal is None
        assert all(bet.live for bet in asked.table.game.bets)
        with pytest.raises(BoardRefused, match="No settlement"):
            asked.act("Dee", "agree")

    def test_nobody_agrees_twice(self, asked):
        chouette_assist(board_id=asked.board.pk)
        asked.act("Bob", "agree")
        with pytest.raises(BoardNotAllowed):
            asked.act("Bob", "agree")

    def test_what_is_worked_out_too_late_is_thrown_away(self, asked, monkeypatch):
        real = chouette_assistant.settlements

        def meanwhile(*given):
            found = real(*given)
            asked.act("Ann", "roll")
            return found

        monkeypatch.setattr(chouette_assistant, "settlements", meanwhile)
        assert chouette_assist(board_id=asked.board.pk) == 1
        assert asked.state.team.proposal is None
        assert asked.state.phase == "play"

    def test_playing_on_takes_the_proposal_away(self, asked):
        chouette_assist(board_id=asked.board.pk)
        asked.act("Ann", "roll")
        assert asked.state.team.proposal is None

    def test_a_killed_worker_is_asked_again(self, asked):
        Board.objects.update(changed_at=timezone.now() - datetime.timedelta(minutes=1))
        assert assistants_due() == [asked.board.pk]
        chouette_assist(board_id=asked.board.pk)
        Board.objects.update(changed_at=timezone.now() - datetime.timedelta(minutes=1))
        assert assistants_due() == []

    def test_the_engine_itself_gives_hundredths(self, asked, monkeypatch):
        monkeypatch.undo()
        chouette_assist(board_id=asked.board.pk)
        points = dict(asked.state.team.proposal.points)
        assert all(abs(value) < 200 for value in points.values())


class TestAssistantForTheBox:
    def test_it_rolls_and_plays_for_the_box_until_the_team_is_to_act(self, chouette, later):
        chouette.dice = [(6, 5)]
        chouette.act("Cid", "gone")
        later()
        chouette.act("Cid", "stand")
        chouette_assist(board_id=chouette.board.pk)
        assert (chouette.state.actor, chouette.state.phase) == (1, "roll")
        with pytest.raises(BoardNotAllowed):
            chouette.act("Cid", "play", "24/18")

    def test_a_phone_that_dies_with_three_cubes_offered_loses_nothing(
        self, chouette, later, judged
    ):
        ids = chouette.ids
        chouette.dice = [(6, 5), (4, 3)]
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        chouette.record(TeamDoubles((ids["Bob"], ids["Cid"], ids["Dee"])))
        chouette.act("Bob", "gone")
        later()
        with pytest.raises(BoardRefused, match="Cubes come first"):
            chouette.act("Bob", "ask")
        chouette.act("Bob", "stand")
        judged(hold=0.6, taken=0.8)
        chouette_assist(board_id=chouette.board.pk)
        game = chouette.table.game
        assert [(bet.value, bet.owner) for bet in game.bets] == [(2, "box")] * 3
        assert chouette.state.phase == "roll"

    def test_it_drops_what_is_to_be_dropped(self, chouette, later, judged):
        ids = chouette.ids
        chouette.dice = [(6, 5)]
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        chouette.record(TeamDoubles((ids["Bob"], ids["Cid"], ids["Dee"])))
        chouette.act("Bob", "gone")
        later()
        chouette.act("Bob", "stand")
        judged(hold=0.6, taken=1.2)
        chouette_assist(board_id=chouette.board.pk)
        assert chouette.table.game is None
        assert chouette.names(chouette.table.totals) == {"Ann": -3, "Bob": 1, "Cid": 1, "Dee": 1}


def test_the_scorekeeper_without_a_seat_acts_for_who_is_to_act(chouette):
    page = page_of(chouette, "Olga")
    assert page.state["can"][:1] == ["roll"]
    assert (page.state["side"], page.state["by_hand"]) == (0, True)
    chouette.dice = [(6, 5)]
    chouette.act("Olga", "roll")
    assert page_of(chouette, "Olga").state["steps"]
    chouette.play_any("Olga")
    assert page_of(chouette, "Olga").state["side"] == 1
    with pytest.raises(BoardConflict):
        chouette.act("Olga", "roll", version=1)
