"""A chouette on the board: whose turn it is, when one may double, and what its end gives."""

from random import Random

import pytest

from games.rules.backgammon.mat import read_mat, write_mat
from games.rules.chouette import (
    PRESETS,
    BoxDoubles,
    BoxReplies,
    EndGame,
    Open,
    Settle,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.notation import parse, write
from games.rules.chouette.notation.report import scores
from games.rules.dice import seat_commitment
from games.rules.online import Board, OnlineError, board_of, member_record
from games.rules.online.chouette import mover_of
from tests.games.rules.online.chouettes import GAME_ID, SEED, Evening, played_at_random

MORE = "extras=on; captain_may_buy=on; cube_limit=none"


def code_of(do, *args, **given):
    with pytest.raises(OnlineError) as refused:
        do(*args, **given)
    return refused.value.code


class TestRandomEvenings:
    @pytest.mark.parametrize("number", range(50))
    def test_the_session_scores_as_a_plain_file_of_the_same_cubes_and_results(self, number):
        rules = [*PRESETS, MORE, "cubes=team; animals=3"][number % (len(PRESETS) + 2)]
        evening = Evening(rules, players=3 + number % 4)
        for _ in played_at_random(evening, Random(number)):
            pass
        text = write(evening.start, evening.actions)
        record = parse(text)
        assert record.table.totals == evening.table.totals
        assert record.table.order == evening.table.order
        assert len(scores(record)["games"]) == 1

    def test_the_log_leads_to_the_same_board_at_every_step(self):
        evening = Evening(MORE)
        for count, board in enumerate(played_at_random(evening, Random(7))):
            if count % 25 == 0:
                assert board_of(evening.log) == board
                assert Board.from_json(board.to_json()) == board


class TestTurns:
    def test_a_side_doubles_before_its_own_roll_only(self):
        evening = Evening().opened(1, 6)
        assert code_of(evening.cubes, TeamDoubles(("Bob",))) == "double_turn"
        evening.play_any()
        assert code_of(evening.cubes, TeamDoubles(("Bob",))) == "double_turn"
        assert evening.cubes(BoxDoubles(("Bob",))).phase == "cubes"

    def test_nobody_rolls_while_an_answer_is_outstanding(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        evening.cubes(TeamDoubles(("Bob", "Cid")))
        assert evening.board.actor == 0
        assert evening.board.can(1) == evening.board.can(0) == ("adjourn",)  # a pause
        assert code_of(evening.roll, 3, 2) == "cubes_of_session"
        evening.cubes(BoxReplies((("Bob", "take"), ("Cid", "take"))))
        assert evening.board.phase == "roll"
        assert evening.board.actor == 1

    def test_one_turn_has_one_round_of_doubles_and_the_next_turn_another(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        evening.cubes(TeamDoubles(("Bob",)))
        evening.cubes(BoxReplies((("Bob", "take"),)))
        assert code_of(evening.cubes, TeamDoubles(("Cid",))) == "double_once"
        evening.roll(4, 3)
        evening.play_any()
        evening.roll(4, 3)
        evening.play_any()
        assert evening.cubes(TeamDoubles(("Cid",))).phase == "cubes"

    def test_a_beaver_waits_for_the_side_that_doubled(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        evening.cubes(TeamDoubles(("Bob",)))
        assert evening.cubes(BoxReplies((("Bob", "beaver"),))).actor == 1
        assert evening.cubes(TeamAnimals((("Bob", "accept"),))).phase == "roll"

    def test_a_cube_of_the_board_itself_does_not_exist(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        assert "double" not in evening.board.can(1)
        assert code_of(evening.do, "double", 1) == "cubes_of_session"

    def test_the_next_member_moves_where_the_captain_has_dropped(self):
        evening = Evening().opened(1, 6)
        evening.play_any()
        evening.cubes(BoxDoubles(("Bob", "Cid", "Dee")))
        evening.cubes(TeamReplies((("Bob", "drop"), ("Cid", "take"), ("Dee", "take"))))
        assert mover_of(evening.table, 1) == "Cid"

    def test_the_dice_are_rolled_on_the_board_and_come_first(self):
        evening = Evening().begin()
        assert code_of(evening.cubes, Open(6, 1)) == "dice_of_board"
        assert code_of(evening.cubes, Settle("Bob", 100)) == "opening_first"


class TestEqualDice:
    def test_the_first_automatic_is_mandatory_and_the_next_is_the_boxs_choice(self):
        evening = Evening().begin()
        evening.roll(4, 4)
        assert evening.table.game.automatics == 1
        assert evening.board.phase == "opening"
        evening.roll(5, 5, automatic=True)
        assert evening.table.game.bets[0].value == 4

    def test_nobody_rolls_before_the_box_has_chosen(self):
        evening = Evening("cambridge").begin()
        number = evening.board.dice.rolled
        evening.do("roll", None, dice=[2, 2], number=number)
        assert evening.board.phase == "automatic"
        assert evening.board.actor == 0
        refused = code_of(evening.do, "roll", None, dice=[3, 1], number=number + 1)
        assert refused == "automatic_due"
        evening.say(Open(2, 2, False))
        assert evening.do("opened").phase == "opening"


class TestTheEnd:
    def test_the_last_drop_ends_the_board(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        evening.cubes(TeamDoubles(("Bob", "Cid", "Dee")))
        board = evening.cubes(BoxReplies((("Bob", "drop"), ("Cid", "drop"), ("Dee", "drop"))))
        assert board.ending.how == "cubes"
        assert board.ending.winner == 1
        assert evening.table.totals == {"Ann": -300, "Bob": 100, "Cid": 100, "Dee": 100}

    def test_a_resignation_needs_everybody_who_is_asked(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        evening.do("resign", 1, level="gammon", asked=[0, 2, 3])
        assert evening.do("accept", None, seat=2).stage == "playing"
        assert code_of(evening.do, "accept", None, seat=2) == "agreed_already"
        assert code_of(evening.do, "accept", None, seat=1) == "offer_own"
        evening.do("accept", None, seat=3)
        assert evening.do("accept", None, seat=0).stage == "over"
        assert evening.actions[-1] == EndGame("box", 2)

    def test_one_refusal_means_playing_on(self):
        evening = Evening().opened(6, 1)
        evening.do("resign", 0, level="single", asked=[1, 2, 3])
        evening.do("accept", None, seat=1)
        assert evening.do("refuse", None, seat=3).phase == "play"
        assert evening.board.team.agreed == ()

    def test_a_cube_taken_back_at_the_table_leaves_the_position(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        position = evening.board.game.position
        evening.cubes(TeamDoubles(("Bob",)))
        board = evening.do("undone", None, still=False, waits=None)
        assert board.phase == "roll"
        assert board.game.position == position
        assert board.team.offered is None


class TestSeeds:
    def test_everybody_on_a_phone_gives_a_seed_and_nobody_else(self):
        evening = Evening().begin(seats=(0, 2, 3))
        assert evening.board.dice.seats == (0, 2, 3)
        assert [one.seat for one in evening.board.dice.seeds] == [0, 2, 3]
        assert evening.board.phase == "opening"
        refused = code_of(evening.do, "commit", 1, commitment=seat_commitment(GAME_ID, 1, SEED))
        assert refused == "dice_open"

    def test_a_board_without_any_seed_does_not_begin(self):
        assert code_of(Evening().begin, seats=()) == "board_malformed"


class TestMembersRecords:
    def of(self, evening, member):
        return member_record(evening.log, member, ("Ann", member))

    def test_a_members_game_has_the_same_plays_and_their_own_cube(self):
        evening = Evening().opened(6, 1)
        evening.play_any()
        evening.cubes(TeamDoubles(("Cid", "Dee")))
        evening.cubes(BoxReplies((("Cid", "beaver"), ("Dee", "drop"))))
        evening.cubes(TeamAnimals((("Cid", "accept"),)))
        evening.roll(4, 3)
        evening.play_any()
        evening.do("resign", 0, level="gammon", asked=[1, 2])
        for seat in (1, 2):
            evening.do("accept", None, seat=seat)
        (bob,) = self.of(evening, "Bob").games
        (cid,) = self.of(evening, "Cid").games
        (dee,) = self.of(evening, "Dee").games
        assert (bob.winner, bob.points, bob.plies) == (1, 2, 2)
        assert (cid.winner, cid.points) == (1, 8)
        assert [type(move).__name__ for move in cid.moves[1:4]] == ["Doubled", "Doubled", "Took"]
        assert (dee.winner, dee.points, dee.how, dee.plies) == (1, 1, "drop", 1)

    def test_a_sold_cube_is_dropped_by_its_seller_and_played_by_the_captain(self):
        evening = Evening("canberra; captain_may_buy=on; jacoby=off").opened(1, 6)
        evening.play_any()
        evening.cubes(BoxDoubles(("Bob", "Cid", "Dee")))
        evening.cubes(TeamReplies((("Bob", "take"), ("Cid", "sell"), ("Dee", "take"))))
        evening.roll(4, 3)
        evening.play_any()
        evening.do("resign", 1, level="gammon", asked=[0, 3])
        for seat in (0, 3):
            evening.do("accept", None, seat=seat)
        (sold,) = self.of(evening, "Cid").games
        bought = member_record(evening.log, "Cid", ("Ann", "Bob"), is_bought=True)
        (played,) = bought.games
        assert (sold.winner, sold.points, sold.how, sold.plies) == (0, 1, "drop", 1)
        assert (played.winner, played.points, played.how, played.plies) == (0, 4, "resign", 2)
        assert bought.players == ("Ann", "Bob")

    def test_random_games_are_read_back_by_the_rules_of_two(self):
        for number in range(12):
            evening = Evening("rotterdam; settlements=off", players=4)
            for _ in played_at_random(evening, Random(number)):
                pass
            for member in ("Bob", "Cid", "Dee"):
                record = self.of(evening, member)
                (game,) = read_mat(write_mat(record)).games
                assert (game.winner, game.points) == (
                    record.games[0].winner,
                    record.games[0].points,
                )
