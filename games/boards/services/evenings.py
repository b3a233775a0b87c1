"""Who acts at the board of a chouette: for whom they speak, and what is written for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.boards.errors import BoardNotAllowed
from games.boards.services.chouettes import writing_itself
from games.models import Board, Session, public_id
from games.models.locks import rows_locked
from games.permissions import Actor, Reader, acting
from games.record.log.history import Kind
from games.record.log.snapshots import position_of
from games.record.log.writing import Request, append, require_open
from games.record.selectors.names import names_in
from games.record.services.actions import played_on
from games.record.services.declarations import offers_ask
from games.record.services.speakers import Proxies, proxies_of, speaker_of
from games.rules.chouette import Action, Table, action_to_json
from games.rules.online import Board as State
from games.rules.online.chouette import hand_of

BOX: Final = 0
TEAM: Final = 1


@dataclass(slots=True)
class Evening:
    """A session whose game is on a board, its row locked, and who acts there.

    `voices` are the players they speak for; None for who keeps the score, and acts for all.
    """

    session: Session
    board: Board
    reader: Reader
    sender: Actor
    voices: frozenset[str] | None
    proxies: Proxies

    @classmethod
    def of(cls, board: Board, reader: Reader) -> Evening:
        """Return the evening of a board; the caller holds a transaction.

        Raises:
            NotAllowed: they play no part here.
            Conflict: the session has ended.
        """
        assert board.session_id is not None  # the board of a chouette
        session = rows_locked(Session.objects).select_related("club").get(pk=board.session_id)
        speaker = speaker_of(session, reader)
        require_open(session)
        proxies = proxies_of(session)
        table = position_of(session).table
        voices = None if speaker is None else proxies.speaks_for(table, speaker)
        return cls(session, board, reader, acting(reader), voices, proxies)

    @classmethod
    def of_program(cls, board: Board, session: Session) -> Evening:
        """Return the evening for what the program does; the log names who has set it up.

        Raises:
            Conflict: the session has ended.
        """
        locked = rows_locked(Session.objects).select_related("club").get(pk=session.pk)
        require_open(locked)
        last = locked.log.select_related("sender", "sent_by").latest("sequence")
        sender = locked.started_by or last.sender or last.sent_by
        assert sender is not None  # somebody has begun the game
        return cls(locked, board, Reader.system(), sender, None, proxies_of(locked))

    @property
    def table(self) -> Table:
        return position_of(self.session).table

    def may(self, player: str) -> bool:
        return self.voices is None or player in self.voices

    def name(self, player: str) -> str:
        return names_in(self.session, self.reader)[player]

    def require_mover(self, state: State, side: int) -> None:
        """Check that they move for a side.

        Raises:
            BoardNotAllowed: somebody else does.
        """
        hand = hand_of(self.table, state, side)
        if self.voices is not None and hand not in self.voices:
            raise BoardNotAllowed("not_the_mover")

    def sides(self, state: State) -> list[int]:
        """Return the sides for which they move; the one that is to act comes first."""
        acts = state.actor or BOX
        hands = ((side, hand_of(self.table, state, side)) for side in (acts, 1 - acts))
        return [side for side, hand in hands if self.voices is None or hand in self.voices]

    def say(self, *actions: Action) -> None:
        """Write a step of the session's log, for the board itself."""
        content = [action_to_json(action) for action in actions]
        request = Request(
            self.session, self.sender, Kind.PLAY, content, self.session.version, public_id()
        )
        with writing_itself(self.board):
            append(request, lambda locked: played_on(locked, actions))

    def ask_team(self, state: State) -> None:
        """Ask the team who doubles, where its roll is next."""
        team = state.team
        if state.phase == "roll" and state.game.turn == TEAM and team and team.offered is None:
            offers_ask(self.session)
