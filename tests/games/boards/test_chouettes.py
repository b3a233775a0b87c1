"""A chouette of the club on the board: one evening, two logs, one result."""

import uuid

import pytest

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.services import writing
from games.boards.services.boards import board_abandon
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.boards.services.writing import now_ms
from games.chouetteboards.services.acts import chouette_dice_restart
from games.chouetteboards.services.following import session_on_board
from games.errors import Conflict, KeyReused, NotAllowed, Refused
from games.models import Board, Club, DiceSeed
from games.record.services.actions import redo, undo
from games.record.services.declarations import offers_close
from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    EndGame,
    Open,
    Settle,
    TeamDoubles,
    TeamReplies,
)
from games.sessions.services.csn import csn_export
from games.sessions.services.sessions import session_create, session_void
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee, before their first game on the board."""
    return Chouette(session, organizer, monkeypatch).on_board()


def back(chouette, do=undo, steps=1):
    chouette.session.refresh_from_db()
    return do(
        session=chouette.session,
        version=chouette.session.version,
        key=uuid.uuid4().hex,
        sender=chouette.organizer,
        steps=steps,
    )


class TestBeginning:
    def test_a_game_that_starts_gets_a_board_with_everybodys_seat_and_seed(self, chouette):
        chouette.begin((6, 1))
        board = chouette.board
        assert (board.game_number, board.status, board.phase) == (1, "playing", "play")
        assert [seat.player.name for seat in board.seats.order_by("number")] == [
            "Ann", "Bob", "Cid", "Dee",
        ]  # fmt: skip
        assert len(chouette.state.dice.seeds) == 4
        assert chouette.table.game.opening == "done"

    def test_the_session_knows_the_opening_dice_with_ties_and_automatics(self, chouette):
        chouette.begin((3, 3), (6, 1))
        assert chouette.table.game.automatics == 1
        assert chouette.table.game.bets[0].value == 2

    def test_a_second_tie_is_the_boxs_choice_and_nobody_elses(self, chouette):
        chouette.begin((3, 3), (4, 4), (6, 1))
        assert chouette.state.phase == "automatic"
        with pytest.raises(BoardNotAllowed):
            chouette.act("Bob", "automatic", "yes")
        chouette.act("Ann", "automatic", "yes")
        assert chouette.state.phase == "play"
        assert chouette.table.game.bets[0].value == 4

    def test_without_the_choice_a_game_is_played_on_wood(self, chouette, session, organizer):
        session_on_board(session=session, by=organizer, on_board=False)
        chouette.start((6, 1))
        assert not Board.objects.exists()
        assert not chouette.session.replies_hidden

    def test_it_is_said_between_games_by_who_keeps_the_score(self, chouette, session, organizer):
        with pytest.raises(NotAllowed):
            session_on_board(session=session, by=chouette.users["Ann"], on_board=False)
        chouette.begin((6, 1))
        with pytest.raises(BoardRefused) as refused:
            session_on_board(session=session, by=organizer, on_board=False)
        assert refused.value.code == "board_between"

    def test_who_does_not_give_a_seed_in_time_is_left_out_and_named(self, chouette, monkeypatch):
        board = chouette.start((6, 1)).board
        ann = chouette.reader("Ann")
        with pytest.raises(BoardRefused):
            chouette_dice_restart(board=board, reader=ann, version=board.version)
        monkeypatch.setattr(writing, "now_ms", lambda: now_ms() + 61_000)
        chouette_dice_restart(board=board, reader=ann, version=board.version)
        assert chouette.state.dice.seats == (0,)
        assert DiceSeed.objects.first().failed == [1, 2, 3]


class TestTurns:
    def test_the_box_and_the_acting_captain_move_and_nobody_else(self, chouette):
        chouette.begin((6, 1), (5, 2))
        with pytest.raises(BoardNotAllowed):
            chouette.play_any("Bob")
        chouette.play_any("Ann")
        chouette.hold("Cid", "Dee")
        for name in ("Ann", "Cid"):
            with pytest.raises(BoardNotAllowed):
                chouette.act(name, "roll")
        chouette.act("Bob", "roll")
        chouette.play_any("Bob")
        assert chouette.state.actor == 0

    def test_who_keeps_the_score_moves_for_both(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Olga")
        assert chouette.state.phase == "roll"

    def test_two_who_confirm_at_the_same_moment_count_once(self, chouette):
        chouette.begin((6, 1))
        version = chouette.board.version
        chouette.play_any("Ann")
        with pytest.raises(BoardConflict) as late:
            chouette.act("Olga", "roll", version=version)
        assert late.value.code == "board_stale"

    def test_the_same_key_gets_the_first_answer_again(self, chouette):
        chouette.begin((6, 1), (5, 2))
        chouette.play_any("Ann")
        chouette.hold("Cid", "Dee")
        first = chouette.act("Bob", "roll", key="once")
        again = chouette.act("Bob", "roll", key="once", version=first.version - 1)
        assert again.replayed
        assert again.version == first.version


class TestDoubles:
    def test_the_roll_waits_until_all_have_said_or_the_time_is_over(self, chouette, club):
        chouette.begin((6, 1), (5, 2))
        chouette.play_any("Ann")
        chouette.hold("Cid")
        with pytest.raises(BoardRefused) as early:
            chouette.act("Bob", "roll")
        assert "Dee" in str(early.value)
        Club.objects.update(board_seconds=0)
        chouette.act("Bob", "roll")
        assert chouette.state.phase == "play"

    def test_no_key_of_an_earlier_step_rolls_over_a_sealed_double(self, chouette):
        chouette.begin((6, 1), (5, 2))
        chouette.play_any("Ann")
        chouette.declare("Cid", "double")
        board = chouette.board
        for key in board.log.exclude(key="").values_list("key", flat=True):
            with pytest.raises((BoardRefused, KeyReused)):
                chouette.act("Bob", "roll", key=key)
        assert chouette.board.version == board.version

    def test_nobody_closes_the_round_before_its_time(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Ann")
        chouette.session.refresh_from_db()
        asked = {"session": chouette.session, "question": None, "sender": chouette.reader("Bob")}
        with pytest.raises(Refused) as early:
            offers_close(**asked, key="early")
        assert early.value.code == "offers_early"
        chouette.hold("Cid", "Dee")
        assert offers_close(**asked, key="late").is_settled

    def test_a_cube_that_was_bought_is_its_buyers_to_hold_and_not_waited_for(
        self, organizer, club, players, monkeypatch
    ):
        rules = "canberra; captain_may_buy=on; automatics=0"
        session = session_create(
            club=club, by=organizer, players=list(players.values()), rules=rules
        )
        chouette = Chouette(session, organizer, monkeypatch).on_board()
        chouette.begin((1, 6), (4, 3), (6, 5), (5, 2))
        chouette.play_any("Bob")
        members = [chouette.ids[name] for name in ("Bob", "Cid", "Dee")]
        chouette.record(BoxDoubles(tuple(members)), by="Ann")
        chouette.record(TeamReplies(tuple(zip(members, ("take", "sell", "drop"), strict=True))))
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        chouette.act("Bob", "roll")  # who rolls holds, for both cubes
        assert chouette.state.phase == "play"
        assert chouette.state.game.turn == 1

    def test_a_double_said_in_time_comes_before_the_roll(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Ann")
        chouette.declare("Dee", "double")
        chouette.hold("Cid")
        chouette.act("Bob", "roll")
        assert chouette.state.phase == "cubes"
        assert chouette.table.game.round.members == (chouette.ids["Dee"],)
        chouette.record(BoxReplies(((chouette.ids["Dee"], "take"),)), by="Ann")
        chouette.act("Bob", "roll")

    def test_a_double_at_another_moment_is_refused_wherever_it_is_said(self, chouette):
        chouette.begin((6, 1))
        for late in (
            lambda: chouette.declare("Dee", "double"),
            lambda: chouette.record(TeamDoubles((chouette.ids["Dee"],))),
            lambda: chouette.record(BoxDoubles((chouette.ids["Dee"],)), by="Ann"),
        ):
            with pytest.raises(RulesRefused) as refused:
                late()
            assert refused.value.cause.code == "double_turn"
        assert chouette.session.question is None
        assert chouette.table.game.round is None

    def test_answers_to_the_box_stay_hidden_until_all_are_in(self, chouette):
        chouette.begin((1, 6))
        chouette.play_any("Bob")
        ids = chouette.ids
        chouette.record(BoxDoubles((ids["Bob"], ids["Cid"], ids["Dee"])), by="Ann")
        chouette.declare("Bob", "drop")
        chouette.declare("Bob", "take")
        chouette.declare("Cid", "take")
        assert chouette.table.game.round.replies == ()
        chouette.declare("Dee", "drop")
        assert [bet.live for bet in chouette.table.game.bets] == [True, True, False]
        assert chouette.state.phase == "roll"

    def test_an_answer_after_the_round_was_closed_says_so(self, chouette):
        chouette.begin((1, 6))
        chouette.play_any("Bob")
        chouette.record(BoxDoubles((chouette.ids["Bob"],)), by="Ann")
        chouette.declare("Bob", "take")
        with pytest.raises((Conflict, RulesRefused)):
            chouette.declare("Bob", "drop")

    def test_the_dice_cannot_be_typed_at_the_table(self, chouette):
        chouette.start()
        with pytest.raises(RulesRefused) as refused:
            chouette.record(Open(6, 1))
        assert refused.value.cause.code == "dice_of_board"


class TestTheEnd:
    def test_an_agreed_end_writes_the_result_and_the_next_game_a_board_of_its_own(self, chouette):
        chouette.begin((6, 1))
        first = chouette.board
        chouette.act("Ann", "resign", "gammon")
        chouette.act("Bob", "accept")
        chouette.act("Cid", "accept")
        assert chouette.state.phase == "resignation"
        chouette.act("Dee", "accept")
        assert chouette.names(chouette.table.totals) == {"Ann": -3, "Bob": 1, "Cid": 1, "Dee": 1}
        first.refresh_from_db()
        assert (first.status, first.ended_how, first.winner) == ("ended", "played", 1)
        chouette.begin((6, 1))
        assert chouette.board.game_number == 2
        assert chouette.board.seats.get(number=0).player.name == "Bob"

    def test_a_drop_by_everybody_ends_the_board(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Ann")
        for name in ("Bob", "Cid", "Dee"):
            chouette.declare(name, "double")
        ids = chouette.ids
        chouette.record(BoxReplies(tuple((ids[one], "drop") for one in ("Bob", "Cid", "Dee"))))
        assert (chouette.board.ended_how, chouette.board.winner) == ("cubes", 1)
        assert chouette.table.played == 1

    def test_an_end_at_the_table_ends_the_board(self, chouette):
        chouette.begin((6, 1))
        chouette.record(EndGame("box", 2))
        assert (chouette.board.ended_how, chouette.board.winner) == ("table", 0)

    def test_a_settlement_closes_a_bet_at_any_moment(self, chouette):
        chouette.begin((6, 1))
        chouette.record(Settle(chouette.ids["Dee"], 50))
        assert not chouette.table.game.bet(chouette.ids["Dee"]).live
        assert chouette.state.phase == "play"

    def test_the_export_is_that_of_any_session(self, chouette):
        chouette.begin((3, 3), (6, 1))
        chouette.act("Ann", "resign", "single")
        for name in ("Bob", "Cid", "Dee"):
            chouette.act(name, "accept")
        chouette.session.refresh_from_db()
        text = csn_export(session=chouette.session, reader=chouette.reader("Olga"))
        assert "open 3 3" in text
        assert "open 6 1" in text
        assert "team wins" in text


SEATS = {"Bob": 1, "Cid": 2, "Dee": 3}
ASKED = {
    # what comes after the box has resigned: who is asked then, and who of them has agreed
    "settled": (["Dee settles"], ["Bob", "Cid"], []),
    "settled after an answer": (["Cid accept", "Dee settles"], ["Bob", "Cid"], ["Cid"]),
    "settled after their own": (["Dee accept", "Dee settles"], ["Bob", "Cid"], []),
    "settled and taken back": (
        ["Cid accept", "Dee settles", "back"],
        ["Bob", "Cid", "Dee"],
        ["Cid"],
    ),
    "settled before, taken back": (["back"], ["Bob", "Cid", "Dee"], []),
    "nobody is left to agree": (["Bob accept", "Cid accept", "Dee settles"], [], []),
}


@pytest.mark.parametrize("case", ASKED)
def test_those_agree_to_a_resignation_whose_bets_are_open_now(chouette, case):
    steps, asked, agreed = ASKED[case]
    chouette.begin((6, 1))
    if case == "settled before, taken back":
        chouette.record(Settle(chouette.ids["Dee"], 50))
    chouette.act("Ann", "resign", "single")
    for one in steps:
        name, _, do = one.partition(" ")
        if name == "back":
            back(chouette)
        elif do == "settles":
            chouette.record(Settle(chouette.ids[name], 50))
        else:
            chouette.act(name, do)
    team = chouette.state.team
    assert team.asked == tuple(SEATS[one] for one in asked)
    assert team.agreed == tuple(SEATS[one] for one in agreed)
    if not asked:  # the others have said yes to something else: it is off, and they play on
        assert chouette.state.phase == "play"
        chouette.act("Ann", "resign", "single")
        asked = ["Bob", "Cid"]
    for one in set(asked) - set(agreed):
        assert chouette.table.game is not None
        chouette.act(one, "accept")
    assert chouette.table.game is None


def test_who_plays_for_the_team_from_now_on_has_not_resigned(chouette):
    chouette.begin((6, 1))
    chouette.play_any("Ann")
    chouette.act("Bob", "resign", "single")
    chouette.record(Settle(chouette.ids["Bob"], 50))
    assert chouette.state.team.asked == (0, SEATS["Cid"], SEATS["Dee"])
    chouette.record(Settle(chouette.ids["Dee"], 50))
    assert chouette.state.team.asked == (0, SEATS["Cid"])


class TestWhatIsTakenBackAtTheTable:
    def test_a_double_is_taken_back_and_the_position_stays(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Ann")
        position = chouette.state.game.position
        chouette.record(TeamDoubles((chouette.ids["Bob"],)))
        back(chouette)
        assert chouette.state.phase == "roll"
        assert chouette.state.game.position == position
        chouette.record(TeamDoubles((chouette.ids["Cid"],)))
        assert chouette.state.phase == "cubes"

    def test_the_dice_are_not_taken_back(self, chouette):
        chouette.begin((6, 1))
        with pytest.raises(BoardConflict) as refused:
            back(chouette)
        assert refused.value.code == "board_rolled"
        assert chouette.table.game.opening == "done"

    def test_a_start_before_the_first_roll_takes_its_board_along(self, chouette):
        chouette.start()
        back(chouette)
        assert chouette.board.status == "withdrawn"
        back(chouette, do=redo)
        assert chouette.board.status == "playing"
        assert Board.objects.count() == 2

    def test_what_was_taken_back_is_said_again_and_not_redone(self, chouette):
        chouette.begin((6, 1))
        chouette.play_any("Ann")
        chouette.record(TeamDoubles((chouette.ids["Bob"],)))
        back(chouette)
        with pytest.raises(BoardConflict) as refused:
            back(chouette, do=redo)
        assert refused.value.code == "board_redo"

    def test_a_result_taken_back_leaves_the_board_as_it_ended(self, chouette):
        chouette.begin((6, 1))
        chouette.record(EndGame("box", 1))
        back(chouette)
        assert chouette.table.game is not None
        assert chouette.board.status == "ended"

    def test_a_session_declared_void_abandons_its_board(self, chouette, session, organizer):
        chouette.begin((6, 1))
        session.refresh_from_db()
        session_void(session=session, by=organizer, version=session.version, key="void")
        assert chouette.board.status == "abandoned"

    def test_an_abandoned_board_leaves_the_game_on_wood(self, chouette, organizer):
        chouette.begin((6, 1))
        board_abandon(board=chouette.board, by=organizer, reason="No network.")
        chouette.record(TeamDoubles((chouette.ids["Bob"],)))
        assert chouette.table.game.round is not None


def test_nobody_is_invited_to_a_seat_of_a_chouette(chouette):
    chouette.begin((3, 1))
    for seat, name in enumerate(("Ann", "Bob", "Cid", "Dee")):
        with pytest.raises(BoardRefused, match="chouette"):
            invitation_make(board=chouette.board, by=Sitter(seat, chouette.users[name]))
