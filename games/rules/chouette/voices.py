"""Who speaks for whom: whose points an action decides, and who has a bet against whom.

Who has a bet never speaks for its other side, whatever role, pass or trust they have besides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.chouette.actions import (
    BOX,
    CAPTAIN,
    SELL,
    Action,
    EndGame,
    EnterPoints,
    Settle,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.questions import speaker
from games.rules.chouette.table import Table


class Stand(StrEnum):
    """How somebody stands to a player for whom something is said or done."""

    SELF = "self"
    STANDS_IN = "stands_in"
    """The player has named them, or follows the captain, who they are."""
    SCORES = "scores"
    """They keep the score, by a role in the club or on a tablet, and have no bet against them."""
    AGAINST = "against"
    """They have a bet against the player, whatever they are besides."""
    OTHER = "other"


class Deed(StrEnum):
    """What is said or done for a player, or for all whom it concerns."""

    SAY = "say"
    """Double, hold, also until they say otherwise, take, drop, beaver; what equal dice do; an
    extra.
    """
    CLOSE = "close"
    """End the team's round of doubles, for its captain."""
    MOVE = "move"
    """Roll, move, resign, offer a pause or go on after it, claim the flag: for who moves."""
    AGREE = "agree"
    """Agree to a resignation, a pause or a settlement, or refuse."""
    RECORD = "record"
    """Write a result, points or a settlement without asking: for all whom it concerns."""
    TAKE_BACK = "take_back"
    """Take back what was said, or bring it back; players only what they alone have said."""
    NAME = "name"
    """Choose who speaks for a player."""


_WRITES: Final = frozenset({Stand.SELF, Stand.SCORES})
_SPEAKS: Final = frozenset({Stand.SELF, Stand.STANDS_IN, Stand.SCORES})
MAY: Final[Mapping[Deed, frozenset[Stand]]] = {
    Deed.SAY: _SPEAKS,
    Deed.CLOSE: _SPEAKS,
    Deed.MOVE: _SPEAKS,
    Deed.AGREE: _SPEAKS,
    Deed.RECORD: _WRITES,
    Deed.TAKE_BACK: _WRITES,
    Deed.NAME: _WRITES,
}
"""The whole table. Whoever stands otherwise to a player does not do it for them."""


@dataclass(frozen=True, slots=True)
class Voice:
    """For whom somebody speaks at a table just now.

    `named` are the players for whom they stand in. `against` are those for whom they do not speak,
    whatever else they are: nobody, where a scorer writes down what was said aloud.
    """

    player: str = ""
    scores: bool = False
    named: frozenset[str] = frozenset()
    against: frozenset[str] = frozenset()

    def stand(self, player: str) -> Stand:
        """Return how they stand to a player."""
        if player and player == self.player:
            return Stand.SELF
        if player in self.against:
            return Stand.AGAINST
        if self.scores:
            return Stand.SCORES
        return Stand.STANDS_IN if player in self.named else Stand.OTHER

    def may(self, deed: Deed, players: Collection[str]) -> bool:
        """Tell whether they do something for all of these players."""
        return all(self.stand(player) in MAY[deed] for player in players)

    @property
    def is_bound(self) -> bool:
        """Whether they keep the score, and may not for everybody."""
        return self.scores and bool(self.against)


def opponents(table: Table, player: str) -> frozenset[str]:
    """Return those against whom a player has points at stake in the game in progress.

    Box and partner play against the whole team, who has a cube in the game against both of them,
    who has an extra against its other party. A member who is out of the game plays against nobody.
    """
    game = table.game
    if game is None or not player:
        return frozenset()
    found: set[str] = set()
    for extra in game.extras:
        if extra.live and player in extra.parties:
            found |= extra.parties
    boxes = {game.box} if game.partner is None else {game.box, game.partner}
    if player in boxes and game.live:
        found |= set(game.team)
    elif any(bet.holder == player for bet in game.live):
        found |= boxes
    return frozenset(found - {player})


def decided(table: Table, action: Action) -> frozenset[str]:
    """Return for whom an action decides about points; nobody where it is about places and order."""
    game = table.game
    if game is None:
        return frozenset()
    if isinstance(action, EndGame | EnterPoints):
        return frozenset(game.line.order)
    if isinstance(action, Settle):
        return frozenset({game.box, speaker(table, action.member)})
    if action.speaker == BOX:
        return frozenset({game.box})
    if action.speaker == CAPTAIN or (
        table.rules.team_cube and isinstance(action, TeamDoubles | TeamAnimals)
    ):
        return frozenset({game.acting_captain})
    if isinstance(action, TeamDoubles):
        return frozenset(speaker(table, member) for member in action.members)
    if isinstance(action, TeamReplies | TeamAnimals):
        return frozenset(speaker(table, member) for member, _word in action.replies)
    if action.speaker in ("giver", "doubler", "answerer"):
        return frozenset({getattr(action, action.speaker)})
    return frozenset()


def buys(table: Table, player: str, replies: Collection[tuple[str, str]]) -> bool:
    """Tell whether a player would sell somebody else's cube to themselves by these answers."""
    game = table.game
    if game is None or game.round is None or game.round.captain != player:
        return False
    return any(word == SELL and speaker(table, member) != player for member, word in replies)
