"""The round of doubles on a board: a short time for several, and no word after it."""

import pytest

from games.boards.services.boards import board_abandon
from games.errors import Conflict
from games.rules.chouette import BoxReplies
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee: the team is asked before its first roll."""
    evening = Chouette(session, organizer, monkeypatch).on_board()
    evening.begin((6, 1))
    evening.play_any("Ann")
    return evening


def time_is_over(chouette):
    chouette.session.refresh_from_db()
    chouette.session.question["at"] = 0
    chouette.session.save()


class TestTheTime:
    @pytest.mark.parametrize("name", ["Bob", "Cid"])
    @pytest.mark.parametrize("word", ["double", "hold"])
    def test_when_it_is_over_nothing_is_said_any_more(self, chouette, name, word):
        time_is_over(chouette)
        with pytest.raises(Conflict, match="The time to double is over"):
            chouette.declare(name, word)
        with pytest.raises(Conflict, match="The time to double is over"):
            chouette.declare(name, word, by="Olga")

    def test_who_has_doubled_in_time_doubles_with_the_captains_roll(self, chouette):
        chouette.declare("Cid", "double")
        time_is_over(chouette)
        chouette.act("Bob", "roll")
        assert [bet.member for bet in chouette.table.game.bets if bet.value == 1]
        assert chouette.table.game.round.members == (chouette.ids["Cid"],)

    def test_who_asks_not_to_roll_yet_gives_all_their_time_again(self, chouette):
        time_is_over(chouette)
        chouette.act("Dee", "plead")
        chouette.declare("Cid", "double")

    def test_who_decides_alone_has_all_the_time_of_their_clock(self, chouette):
        ids = chouette.ids
        chouette.declare("Cid", "double")
        chouette.declare("Dee", "double")
        chouette.declare("Bob", "hold")
        chouette.record(BoxReplies(((ids["Cid"], "drop"), (ids["Dee"], "drop"))))
        chouette.act("Bob", "roll")
        chouette.play_any("Bob")
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        time_is_over(chouette)
        chouette.declare("Bob", "double")
        assert chouette.table.game.round.members == (ids["Bob"],)

    def test_on_wood_after_an_abandoned_board_nobody_is_hurried(self, chouette):
        time_is_over(chouette)
        board_abandon(board=chouette.board, by=chouette.organizer, reason="power cut")
        chouette.declare("Cid", "double")
