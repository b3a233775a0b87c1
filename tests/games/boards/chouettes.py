"""A chouette of the club on the board, as tests play it: people by name, dice by hand."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.test import Client

from games.boards.services import writing
from games.boards.services.writing import Written
from games.chouetteboards.services.acts import chouette_act
from games.chouetteboards.services.following import session_on_board
from games.clubs.services.clubs import club_create, player_create
from games.models import Board, Pass, Session, User
from games.permissions import Reader
from games.record.log.snapshots import position_of
from games.record.services.actions import record_action
from games.record.services.declarations import declaration_make
from games.rules.backgammon import legal_plays, play_text
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import BoxDoubles, SetOrder, StartGame, Table, TeamReplies
from games.rules.dice import seat_commitment
from games.rules.online import Board as State
from games.rules.online import ChouetteBoard
from games.rules.online.chouette import chouette_board
from games.sessions.actors import cookie_name, pass_sealed
from games.sessions.services.sessions import session_create
from games.table.services.passes import pass_create

SEED = "0a" * 16
FOUR = ("Ann", "Bob", "Cid", "Dee")


@contextmanager
def tried() -> Iterator[None]:
    """What is done is taken back afterwards: one evening serves for many cases."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Chouette:
    """A session on the board. `users` are those who sit there, by their players' names."""

    def __init__(self, session: Session, organizer: User, monkeypatch: Any) -> None:
        self.session, self.organizer = session, organizer
        self.users: dict[str, User] = {}
        self.dice: list[tuple[int, int]] = []
        real = writing.dice.roll

        def roll(*given: Any) -> tuple[int, int]:
            return self.dice.pop(0) if self.dice else real(*given)

        monkeypatch.setattr(writing.dice, "roll", roll)
        for player in session.club.players.order_by("pk"):
            user = User.objects.create_user(f"{player.name}@example.org".lower(), name=player.name)
            player.user = user
            player.save()
            self.users[player.name] = user

    @property
    def ids(self) -> dict[str, str]:
        return dict(self.session.club.players.values_list("name", "public_id"))

    @property
    def table(self) -> Table:
        self.session.refresh_from_db()
        return position_of(self.session).table

    @property
    def board(self) -> Board:
        found = self.session.boards.select_related("club").order_by("pk").last()
        assert found is not None
        return found

    @property
    def state(self) -> ChouetteBoard:
        return chouette_board(State.from_json(self.board.snapshot))

    def reader(self, name: str) -> Reader:
        user = self.organizer if name == "Olga" else self.users[name]
        return Reader.of(user, self.session.club, self.session)

    def phone(self, name: str) -> Client:
        """A phone without an account, admitted for a player."""
        player = self.ids[name]
        holder = pass_create(
            session=self.session, by=self.organizer, role=Pass.Role.PLAYER, player=player
        )
        client = Client()
        client.cookies[cookie_name(self.session)] = pass_sealed(holder)
        return client

    def names(self, points: Any) -> dict[str, int]:
        by_id = {public_id: name for name, public_id in self.ids.items()}
        return {by_id[player]: value // 100 for player, value in dict(points).items()}

    def record(self, *actions: RulesAction, by: str = "Olga", **given: Any) -> Any:
        self.session.refresh_from_db()
        request = {"version": self.session.version, "key": uuid.uuid4().hex, **given}
        return record_action(
            session=self.session, actions=actions, sender=self.reader(by), **request
        )

    def declare(self, name: str, word: str, by: str = "") -> Any:
        self.session.refresh_from_db()
        return declaration_make(
            session=self.session,
            question=None,
            player=self.ids[name],
            word=word,
            key=uuid.uuid4().hex,
            sender=self.reader(by or name),
        )

    def on_board(self) -> Chouette:
        session_on_board(session=self.session, by=self.organizer, on_board=True)
        return self

    def act(self, name: str, do: str, text: str = "", **request: Any) -> Written:
        board = self.board
        given = {"version": board.version, "key": uuid.uuid4().hex, **request}
        return chouette_act(board=board, reader=self.reader(name), do=do, text=text, **given)

    def seed(self) -> Chouette:
        """Everybody asked chooses and opens a seed; the opening is rolled by itself."""
        dice, team = self.state.dice, self.state.team
        assert dice is not None
        names = {public_id: name for name, public_id in self.ids.items()}
        for seat in dice.seats:
            digest = seat_commitment(dice.game_id, seat, SEED)
            self.act(names[team.line[seat]], "commit", digest)
        for seat in dice.seats:
            self.act(names[team.line[seat]], "reveal", SEED)
        return self

    def begin(self, *dice: tuple[int, int]) -> Chouette:
        """Start the next game, with these dice for its opening and the rolls after it."""
        return self.start(*dice).seed()

    def start(self, *dice: tuple[int, int]) -> Chouette:
        """Start the next game; nobody has given a seed yet."""
        self.dice = list(dice)
        if not self.table.ordered:
            self.record(SetOrder(tuple(self.ids[name] for name in self.users)))
        line = self.table.line
        assert line is not None
        self.record(StartGame(line.box, line.partner, line.team))
        return self

    def play_any(self, name: str) -> Written:
        game = self.state.game
        return self.act(name, "play", play_text(legal_plays(game.position, game.roll)[0]))

    def hold(self, *names: str) -> None:
        for name in names:
            self.declare(name, "hold")


def with_one_out(patch: Any, *dice: tuple[int, int], **terms: Any) -> Chouette:
    """A club's evening of four: Ann is to roll; Dee alone was doubled, and has dropped."""
    organizer = User.objects.create_user("olga@example.org", name="Olga")
    club = club_create(by=organizer, name="Tuesday Club")
    players = [player_create(club=club, by=organizer, name=one) for one in FOUR]
    session = session_create(club=club, by=organizer, players=players)
    evening = Chouette(session, organizer, patch)
    session_on_board(session=session, by=organizer, on_board=True, **terms)
    evening.begin(*dice)
    evening.play_any("Bob")
    dee = evening.ids["Dee"]
    evening.record(BoxDoubles((dee,)))
    evening.record(TeamReplies(((dee, "drop"),)))
    evening.act("Ann", "roll")
    evening.play_any("Ann")
    evening.hold("Bob", "Cid")
    evening.act("Bob", "roll")
    evening.play_any("Bob")
    return evening
