"""Who acts at the board of a chouette: for whom they speak, and what is written for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.errors import BoardNotAllowed, BoardRefused
from games.chouetteboards.selectors.games import BOX_SIDE, TEAM_SIDE, game_known
from games.chouetteboards.services.following import seats_present, writing_itself
from games.models import Board, Session, public_id
from games.models.locks import rows_locked
from games.permissions import Actor, Reader, acting
from games.record.log.history import Kind
from games.record.log.snapshots import position_of
from games.record.log.writing import Request, append, require_open
from games.record.selectors.names import names_in
from games.record.services.actions import played_on
from games.record.services.declarations import offers_ask
from games.record.services.speakers import Proxies, proxies_of, speaking_of
from games.rules.chouette import Action, Table, action_to_json
from games.rules.chouette.voices import Deed, Voice
from games.rules.online import Board as State
from games.rules.online.chouette import chouette_board, hand_of


@dataclass(slots=True)
class EveningHeld:
    """A session whose game is on a board, its row locked, and who acts there.

    `voice` says for whom they act: who keeps the score for all, but never for who has a bet
    against them.
    """

    session: Session
    board: Board
    reader: Reader
    sender: Actor
    voice: Voice
    proxies: Proxies

    @classmethod
    def of(cls, board: Board, reader: Reader) -> EveningHeld:
        """Return the evening of a board; the caller holds a transaction.

        Raises:
            NotAllowed: they play no part here.
            Conflict: the session has ended.
        """
        assert board.session_id is not None  # the board of a chouette
        session = rows_locked(Session.objects).select_related("club").get(pk=board.session_id)
        speaking = speaking_of(session, reader)
        require_open(session)
        proxies = proxies_of(session)
        voice = speaking.voice(session, position_of(session).table, proxies)
        return cls(session, board, reader, acting(reader), voice, proxies)

    @classmethod
    def of_program(cls, board: Board, session: Session) -> EveningHeld:
        """Return the evening for what the program does; the log names who has set it up.

        Raises:
            Conflict: the session has ended.
        """
        locked = rows_locked(Session.objects).select_related("club").get(pk=session.pk)
        require_open(locked)
        last = locked.log.select_related("sender", "sent_by").latest("sequence")
        sender = locked.started_by or last.sender or last.sent_by
        assert sender is not None  # somebody has begun the game
        everybody = Voice(scores=True)
        return cls(locked, board, Reader.system(), sender, everybody, proxies_of(locked))

    @property
    def table(self) -> Table:
        return position_of(self.session).table

    def give_back(self) -> None:
        """Show whose request it was the session as it is now, without reading it again."""
        game_known(self.board, self.session, self.proxies)

    def may(self, deed: Deed, player: str | None) -> bool:
        """Tell whether they do something for a player; None is the assistant."""
        if player is None:
            return self.voice.scores and not self.voice.against
        return self.voice.may(deed, [player])

    def refusal(self, code: str) -> BoardNotAllowed:
        """Return why they may not: they have a bet against who may, or it is for others."""
        return BoardNotAllowed("bet_against" if self.voice.is_bound else code)

    def name(self, player: str) -> str:
        return names_in(self.session, self.reader)[player]

    def agreeing(self, seats: Sequence[int], line: Sequence[str], code: str) -> list[int]:
        """Return those of these seats for which they agree or refuse now.

        Their own and those of who named them come first. Who keeps the score agrees for who has
        no page open: the others do so themselves.

        Raises:
            BoardNotAllowed: for none.
            BoardRefused: those have the page open.
        """
        own = [seat for seat in seats if line[seat] in self.voice.named]
        if own:
            return own
        found = [seat for seat in seats if self.may(Deed.AGREE, line[seat])]
        if not found:
            raise self.refusal(code)
        there = seats_present(self.session, tuple(line))
        away = [seat for seat in found if seat not in there]
        if not away:
            raise BoardRefused("answers_self", names=", ".join(self.name(line[s]) for s in found))
        return away

    def require_mover(self, state: State, side: int) -> None:
        """Check that they move for a side.

        Raises:
            BoardNotAllowed: somebody else does.
        """
        if not self.may(Deed.MOVE, hand_of(self.table, chouette_board(state), side)):
            raise self.refusal("not_the_mover")

    def sides(self, state: State, deed: Deed = Deed.MOVE) -> list[int]:
        """Return the sides for which they act; the one that is to act comes first."""
        acts = state.actor or BOX_SIDE
        here = chouette_board(state)
        hands = ((side, hand_of(self.table, here, side)) for side in (acts, 1 - acts))
        return [side for side, hand in hands if self.may(deed, hand)]

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
        offered = chouette_board(state).team.offered
        if state.phase == "roll" and state.game.turn == TEAM_SIDE and offered is None:
            offers_ask(self.session)
