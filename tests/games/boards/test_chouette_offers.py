"""The round of doubles on a board: a short time for several, and no word after it."""

import uuid

import pytest

from games.boards.services import writing
from games.boards.services.boards import board_abandon
from games.chouetteboards.services.following import BANKS, session_on_board
from games.errors import Conflict, ServiceError
from games.record.services.holding import holding_say
from games.rules.chouette import BoxDoubles, BoxReplies, ChouetteError, Settle, TeamDoubles
from games.rules.coded import CodedError
from tests.games.boards.chouettes import Chouette, tried

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


def refused(do):
    """Whether a deed is refused, and nothing written."""
    with tried():
        try:
            do()
        except (ServiceError, ChouetteError, CodedError):
            return True
    return False


def flagged(chouette):
    """The box's bank has run out, and the team has claimed the game."""
    writing_now = writing.now_ms
    writing.now_ms = lambda: writing_now() + 3_600_000
    try:
        chouette.act("Bob", "flag")
    finally:
        writing.now_ms = writing_now


DEEDS = {
    "double": lambda c: c.declare("Cid", "double"),
    "double, by who keeps the score": lambda c: c.record(TeamDoubles((c.ids["Cid"],))),
    "hold": lambda c: c.declare("Cid", "hold"),
    "hold until they say otherwise": lambda c: holding_say(
        session=c.session,
        player=c.ids["Cid"],
        stands=True,
        key=uuid.uuid4().hex,
        sender=c.reader("Cid"),
    ),
    "the box doubles": lambda c: c.record(BoxDoubles((c.ids["Cid"],)), by="Ann"),
    "take": lambda c: c.declare("Cid", "take"),
    "drop": lambda c: c.declare("Cid", "drop"),
    "beaver": lambda c: c.declare("Cid", "beaver"),
    "the box takes": lambda c: c.record(BoxReplies(((c.ids["Cid"], "take"),)), by="Ann"),
    "settle": lambda c: c.record(Settle(c.ids["Cid"], 100, None)),
    "roll": lambda c: c.act("Bob", "roll"),
    "resign": lambda c: c.act("Bob", "resign", "single"),
    "do not roll yet": lambda c: c.act("Dee", "plead"),
}
AFTER_THE_ROUND = {"settle", "roll", "resign", "do not roll yet"}
"""What is possible once the short time is over: silence has held, and the game goes on."""


class TestTheTime:
    def test_when_it_is_over_what_is_asked_is_not_answered_any_more(self, chouette):
        time_is_over(chouette)
        possible = {what for what, do in DEEDS.items() if not refused(lambda do=do: do(chouette))}
        assert possible == AFTER_THE_ROUND

    def test_when_the_game_is_lost_by_time_nothing_is(self, session, organizer, monkeypatch):
        evening = Chouette(session, organizer, monkeypatch)
        session_on_board(session=evening.session, by=organizer, on_board=True, minutes=BANKS[1])
        evening.begin((6, 1))
        flagged(evening)
        assert evening.state.stage == "over"
        assert [what for what, do in DEEDS.items() if not refused(lambda do=do: do(evening))] == []

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
