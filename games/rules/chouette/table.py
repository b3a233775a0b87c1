"""A chouette as one immutable value: which actions are legal, applying them, and the results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.rules.chouette import choices, legality, scoring, steps
from games.rules.chouette.actions import (
    ACCEPT,
    BOX,
    LEVELS,
    SIDES,
    TEAM,
    Action,
    BoxAnimals,
    BoxReplies,
    TeamAnimals,
    TeamReplies,
)
from games.rules.chouette.choices import Coach
from games.rules.chouette.errors import RuleError, StateError
from games.rules.chouette.options import HouseRules
from games.rules.chouette.state import Json, repeated
from games.rules.chouette.table_state import TableState
from games.rules.codec import from_plain, to_plain

RULES_VERSION: Final = 3
"""Raised whenever the same actions could give another state or result than before."""

FORBIDDEN_SINCE: Final[Mapping[str, Mapping[str, Any]]] = {
    "lone_captain_beaver": {"lone_captain_beaver": False},
}
"""What an earlier version of the rules allowed: the code of the refusal, and the options with
which an action that was recorded then is carried out.

Version 3 asks for the lone captain's beaver in every team, the versions before in a team of two.
"""


@dataclass(frozen=True, slots=True)
class Table(TableState):
    """The state of one chouette: a pure function of its actions.

    >>> table = Table.new(["Ann", "Bob", "Cid"]).apply(SetOrder(("Ann", "Bob", "Cid")))
    >>> table = table.apply(StartGame("Ann", None, ("Bob", "Cid"))).apply(EndGame("box"))
    >>> table.totals
    {'Ann': 200, 'Bob': -100, 'Cid': -100}
    >>> table.order
    ('Ann', 'Cid', 'Bob')

    What it consists of stands in `TableState`.
    """

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        rules: HouseRules | None = None,
        stakes: Mapping[str, int] | None = None,
    ) -> Table:
        """Return a table before the order is rolled.

        ``stakes`` are whole numbers from 1 by player (later joiners included); others play for 1.

        Raises:
            RuleError: a player is named twice, or a stake is invalid.
        """
        for player in repeated(players):
            raise RuleError("order_twice", player=player)
        for stake in (stakes or {}).values():
            if stake < 1:
                raise RuleError("stake_invalid")
        return cls(
            rules or HouseRules(), tuple(players), (0,) * len(players), stakes=dict(stakes or {})
        )

    def may_advise(self, asked: Collection[str] = ()) -> tuple[str, ...]:
        """Return the live members who may advise: their own cube was turned, or the captain has
        asked them.
        """
        if self.game is None:
            return ()
        captain = self.game.acting_captain
        others = [bet for bet in self.game.live if bet.member != captain and not bet.bought]
        return tuple(bet.member for bet in others if bet.turned or bet.member in asked)

    def exposure(
        self, replies: Mapping[str, str] | None = None
    ) -> dict[tuple[str, int], dict[str, int]]:
        """Return everyone's result if the board game ended now, by winner and level, in hundredths.

        With ``replies`` the pending offers are answered first (beavers count as accepted).

        Raises:
            RuleError: the replies are illegal, or no game is in progress.
        """
        table = self if replies is None else self._answered(replies)
        if table.game is None:
            if table.last is None or replies is None:
                raise RuleError("no_game")
            points = dict(table.last.points)
            return {(side, level): points for side in SIDES for level in LEVELS.values()}
        return scoring.exposure(self.rules, table.game)

    def _answered(self, replies: Mapping[str, str]) -> Table:
        game = self.game
        if game is None or game.round is None or game.round.animals:
            raise RuleError("no_game")
        given = dict(game.round.replies)
        due = tuple((m, word) for m, word in replies.items() if m not in given)
        answer = BoxReplies(due) if game.round.answerer == BOX else TeamReplies(due)
        table = self.apply(answer)
        if table.game is not None and table.game.round is not None:
            accepted = tuple((one.member, ACCEPT) for one in table.game.round.animals)
            side = BoxAnimals if table.game.round.by == BOX else TeamAnimals
            table = table.apply(side(accepted))
        return table

    # -- legal actions

    def team_offers(self) -> dict[str, RuleError | None]:
        """Return for every member of the game why they may not double now, or None if they may."""
        return self._offers(TEAM)

    def box_offers(self) -> dict[str, RuleError | None]:
        """Return for every member of the game why the box may not double them now, or None."""
        return self._offers(BOX)

    def _offers(self, by: str) -> dict[str, RuleError | None]:
        if self.game is None:
            return {}
        return {b.member: legality.may_double(self.rules, b, by) for b in self.game.bets}

    def problem(self, action: Action) -> RuleError | None:
        """Return why an action is illegal now, or None if it is legal."""
        return steps.problem(self, action)

    def reply_problem(self, vector: Mapping[str, str]) -> RuleError | None:
        """Return why a complete vector of replies to the pending round is illegal, or None."""
        game = self.game
        if game is None or game.round is None or game.round.animals:
            return RuleError("no_game")
        for member, word in vector.items():
            bet = game.bet(member)
            if bet is None or member not in game.round.members:
                return RuleError("answer_not_due", player=member)
            problem = legality.reply_refused_at_once(self.rules, game, game.round, bet, word)
            if problem is not None:
                return problem
        missing = tuple(m for m in game.round.members if m not in vector)
        if missing:
            return RuleError("answers_due", players=missing)
        return legality.vector_problem(self.rules, game, game.round, vector)

    def legal_replies(self) -> Iterator[dict[str, str]]:
        """Yield every legal complete vector of replies to the pending round."""
        if self.game is not None and self.game.round is not None and not self.game.round.animals:
            yield from legality.legal_vectors(self.rules, self.game, self.game.round)

    def coach(self) -> Coach | None:
        """Return what the legal replies have in common, or None where none are pending.

        Looks at all of them in rounds of up to eight cubes; beyond that it returns None.
        """
        return choices.coach(self)

    def legal_actions(self) -> Iterator[Action]:
        """Yield every legal action now; ``apply`` accepts each.

        Values that people choose freely are not enumerated: dice for the order, a line by hand,
        newcomers, partners' shares other than half, agreed points, games of points only.
        """
        return choices.legal_actions(self)

    # -- applying actions

    def apply(self, action: Action) -> Table:
        """Return the table after an action.

        Raises:
            RuleError: the rules forbid it; this table is a value and never changes.
        """
        return steps.carried_out(self, action)

    def apply_recorded(self, action: Action) -> Table:
        """Return the table after an action that a log has recorded.

        What was allowed when it was recorded stands, even if this version of the rules forbids it.

        Raises:
            RuleError: every version of the rules forbids it.
        """
        try:
            return self.apply(action)
        except RuleError as error:
            if error.code not in FORBIDDEN_SINCE:
                raise
            then = replace(self.rules, **FORBIDDEN_SINCE[error.code])
            return replace(replace(self, rules=then).apply(action), rules=self.rules)

    # -- JSON

    def to_json(self) -> Json:
        """Return the table as JSON data; ``from_json`` reads it back to an equal value."""
        data: Json = to_plain(self)
        for name in ("caps", "beavered") if data["game"] is not None else ():
            if not data["game"][name]:
                del data["game"][name]  # as in tables saved before caps existed
        return data

    @classmethod
    def from_json(cls, data: Any) -> Table:
        """Read what ``to_json`` wrote.

        Raises:
            StateError: the data are not a table.
        """
        try:
            table: Table = from_plain(cls, data)
        except (TypeError, ValueError) as error:
            raise StateError("state_malformed") from error
        return table
