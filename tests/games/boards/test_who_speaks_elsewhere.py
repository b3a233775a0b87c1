"""Who speaks for whom on wood, and at boards of two."""

import pytest

from games.boards.errors import BoardNotAllowed
from games.boards.services.acting import SEED_ACTS, board_act
from games.boards.services.boards import board_abandon
from games.boards.services.sitters import Sitter
from games.errors import NotAllowed
from games.models import Membership
from games.rules.chouette import BoxDoubles, BoxReplies, EndGame, SetOrder, Settle, StartGame
from games.rules.online.acts import ACTS
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db
PLAYERS = ("Ann", "Bob", "Cid", "Dee")


class TestOnWood:
    """One phone on the table is enough there: who keeps the score writes down what was said."""

    @pytest.fixture
    def wood(self, session, organizer, monkeypatch):
        evening = Chouette(session, organizer, monkeypatch)
        Membership.objects.create(club=session.club, user=evening.users["Ann"], role="scorer")
        evening.record(SetOrder(tuple(evening.ids[name] for name in PLAYERS)))
        evening.record(
            StartGame(evening.ids["Ann"], None, tuple(evening.ids[one] for one in PLAYERS[1:]))
        )
        return evening

    def test_a_scorer_who_plays_writes_everything_for_everybody(self, wood):
        for word in ("double", "hold", "double"):
            name = PLAYERS[1 + wood.session.declarations.count()]
            wood.declare(name, word, by="Ann")
        ids = wood.ids
        wood.record(BoxReplies(((ids["Bob"], "take"), (ids["Dee"], "drop"))), by="Ann")
        wood.record(Settle(ids["Cid"], 100), by="Ann")
        wood.record(EndGame("team", 1), by="Ann")
        assert wood.names(wood.table.totals) == {"Ann": -4, "Bob": 2, "Cid": 1, "Dee": 1}

    def test_nobody_stands_in_for_who_they_play_against_there_either(self, wood):
        wood.session.proxies.create(player=wood.ids["Bob"], speaker=wood.ids["Dee"])
        wood.session.proxies.create(player=wood.ids["Ann"], speaker=wood.ids["Dee"])
        wood.declare("Bob", "double", by="Dee")
        with pytest.raises(NotAllowed):
            wood.record(BoxDoubles((wood.ids["Cid"],)), by="Dee")


class TestAtBoardsOfTwo:
    """Each acts by their own seat: no role and no trust moves for somebody else."""

    @pytest.mark.parametrize("do", sorted({*ACTS, *SEED_ACTS}))
    def test_who_keeps_scores_and_who_organizes_has_no_hand_there(self, playing, organizer, do):
        with pytest.raises(BoardNotAllowed):
            board_act(board=playing.board, sitter=Sitter(None, organizer), do=do, version=1)

    def test_an_organizer_does_not_abandon_the_game_that_they_play(self, playing, club, ann):
        Membership.objects.filter(club=club, user=ann).update(role="owner")
        with pytest.raises(BoardNotAllowed, match="another organizer"):
            board_abandon(board=playing.board, by=ann, reason="I am losing")
