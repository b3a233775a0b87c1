"""A chouette at the board as one reader has it: where they sit, what they may know and do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from games.boards.selectors.chouettes import captain_of, turns_told
from games.boards.services.writing import now_ms
from games.chouetteboards.selectors.crew import asked_by
from games.chouetteboards.selectors.games import BOX_SIDE, TEAM_SIDE, GameOnBoard, game_of
from games.models import Board, Session
from games.permissions import Reader
from games.record.selectors.names import NamesAsNeeded
from games.record.services.speakers import Speaking
from games.rule_texts import Names
from games.rules.backgammon import Game
from games.rules.chouette import Table
from games.rules.chouette.questions import ANIMALS, OFFERS, REPLIES
from games.rules.chouette.voices import Voice
from games.rules.online import ChouetteBoard
from games.rules.online.chouette import hand_of

SEALED: Final = frozenset({OFFERS, REPLIES, ANIMALS})


@dataclass(frozen=True)
class EveningSeen:
    """A board with its session's table, and the reader's place in the line, None for onlookers.

    `voice` says for whom they act. `scores`: they have no place and keep the score, so they act for
    everybody; who plays, too, has their own buttons only, and those of who named them.
    """

    game: GameOnBoard
    names: Names
    place: int | None
    voices: frozenset[str]
    voice: Voice
    scores: bool = False

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def session(self) -> Session:
        return self.game.session

    @property
    def state(self) -> ChouetteBoard:
        return self.game.state

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def line(self) -> tuple[str, ...]:
        return self.game.line

    @property
    def side(self) -> int | None:
        """The side on which the reader sits: the box's partner looks on from there.

        Who keeps the score sits where somebody acts.
        """
        if self.place is None:
            return (self.state.actor or BOX_SIDE) if self.scores and self.is_live else None
        here = self.table.game.line if self.is_live and self.table.game else None
        partner = here.partner if here else None
        return BOX_SIDE if self.place == 0 or self.line[self.place] == partner else TEAM_SIDE

    @property
    def is_live(self) -> bool:
        """Whether the session plays this very game just now."""
        return self.game.is_live

    def mover(self, side: int) -> str:
        """Return who moves for a side; after the game who sat there."""
        if mover := self.game.mover(side):
            return mover
        return self.line[0] if side == BOX_SIDE else self.last_hand or captain_of(self.board)

    def hand(self, side: int) -> str | None:
        """Return who moves for a side with their own hands; None if the assistant does."""
        return hand_of(self.table, self.state, side)

    @cached_property
    def last_hand(self) -> str:
        """Who rolled last for the team; blank if nobody has."""
        turns = [turn.hand for turn in turns_told(self.board) if turn.side == TEAM_SIDE]
        return next((hand for hand in reversed(turns) if hand), "")


def evening_of(
    board: Board, place: int | None, reader: Reader, *, scores: bool = False
) -> EveningSeen:
    """Return a board and its session as a reader at a place sees them."""
    game = game_of(board)
    player = "" if place is None else game.line[place]
    voice = Speaking(player, scores).voice(game.session, game.table, game.proxies)
    scores = scores and place is None
    return EveningSeen(
        game=game,
        names=NamesAsNeeded(game.session, reader),
        place=place,
        voices=frozenset(game.line) if scores else voice.named,
        voice=voice,
        scores=scores,
    )


def state_seen(evening: EveningSeen) -> ChouetteBoard:
    """Return what the reader may know of the board.

    While something is sealed, who only looks on sees the board as it was before the last turn.
    """
    state = evening.state
    if not is_behind(evening) or state.last is None:
        return state
    return replace(state, game=replace(Game.from_json(state.last.before), roll=None), last=None)


def is_behind(evening: EveningSeen) -> bool:
    """Tell whether the reader must not see the last turn yet."""
    question = evening.session.question
    sealed = question is not None and question["kind"] in SEALED
    return evening.place is None and not evening.scores and evening.is_live and sealed


def can_of(evening: EveningSeen) -> tuple[str, ...]:
    """Return what the reader can do at the board, for themselves and those they speak for."""
    if not evening.is_live or evening.table.game is None:
        return ()
    if evening.state.is_adjourned:
        return ("resume",) if sides_of(evening) else ()
    return (*_turn_can(evening), *_beside_can(evening))


def sides_of(evening: EveningSeen) -> list[int]:
    """Return the sides for which the reader moves."""
    hands = ((side, evening.hand(side)) for side in (BOX_SIDE, TEAM_SIDE))
    return [side for side, one in hands if evening.scores or one in evening.voices]


def _beside_can(evening: EveningSeen) -> list[str]:
    """Return what can be done beside the turn: pauses, the flag, asking to wait."""
    state, team = evening.state, evening.state.team
    if state.stage != "playing" or state.phase in ("opening", "resignation"):
        return []
    sides, offer, found = sides_of(evening), state.open_offer, []
    if offer is not None:
        found += ["accept", "refuse"] if 1 - offer.side in sides else []
    elif sides:
        found.append("adjourn")
    late = state.actor
    if late is not None and 1 - late in sides and state.left(late, now_ms()) == 0:
        found.append("flag")
    is_ours = state.phase == "roll" and state.game.turn == TEAM_SIDE and evening.place is not None
    game = evening.table.game
    if is_ours and team.pleads is None and TEAM_SIDE not in sides:
        assert game is not None
        assert evening.place is not None
        found += ["plead"] if evening.line[evening.place] in game.team else []
    return found


def _turn_can(evening: EveningSeen) -> tuple[str, ...]:
    state, table = evening.state, evening.table
    team = state.team
    assert table.game is not None
    if state.phase == "automatic":
        return ("automatic",) if table.game.box in evening.voices else ()
    if state.phase == "resignation":
        asked = {team.line[seat] for seat in team.asked if seat not in team.agreed}
        return ("accept", "refuse") if asked & evening.voices else ()
    side = state.actor
    if side is None or not (evening.scores or evening.hand(side) in evening.voices):
        advice = (
            ("advise",) if side == TEAM_SIDE and state.phase == "play" and advises(evening) else ()
        )
        resigns = any("resign" in state.can(one) for one in sides_of(evening))
        return (*advice, "resign") if resigns else advice
    return tuple(one for one in state.can(side) if one in ("roll", "play", "resign"))


def advises(evening: EveningSeen) -> bool:
    """Tell whether the reader may advise the captain: then they try plays of the roll, too."""
    table, place = evening.table, evening.place
    if place is None or evening.side != TEAM_SIDE:
        return False
    player, line = evening.line[place], evening.line
    if player in table.may_advise():
        return True
    if player not in table.may_advise([player]):
        return False
    return place in asked_by(evening.board, line.index(evening.mover(TEAM_SIDE)))
