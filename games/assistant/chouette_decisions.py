"""What everybody decides in a game of a chouette: plays, doubles and answers, each to its account.

The accounts are the seats of the board. A play goes to who made it, judged by the cube of the
captain's own bet; the box plays against all live bets. What is said about a cube goes to its
member, or to the box, as if that bet were played alone. Answers to beavers, extras, settlements and
what the assistant does for somebody are not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from games.assistant.chouette import SIDES, bet_stakes
from games.assistant.engine import Engine, Stakes
from games.assistant.findings import Decision
from games.assistant.judging import Asked, CubeAct, CubeAsked, PlayAsked, above_average
from games.rules.backgammon.game import Game as BoardGame
from games.rules.backgammon.match_score import Cube
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import Roll
from games.rules.chouette import (
    Action,
    Bet,
    BoxDoubles,
    BoxReplies,
    Table,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.actions import DROP, SELL
from games.rules.chouette.legality import able
from games.rules.chouette.state import POINT
from games.rules.online import Ply, Step, plies_of
from games.rules.online.chouette import chouette_board, hand_of

BOX: Final = 0
"""The box's seat, and the side it plays."""
OWNERS: Final[Mapping[str, int | None]] = {"nobody": None, "self": BOX, "other": 1}
"""Whose a cube is, as the box sees it, and the side of the board."""
ASSISTANT: Final = -1
"""The account of what the assistant played for somebody who had vanished."""


@dataclass(frozen=True, slots=True)
class DiceAsked:
    """A roll of a side, and the live bets that it was for: seat, stakes and worth in hundredths."""

    side: int
    state: BoardGame
    roll: Roll
    bets: tuple[tuple[int, Stakes, int], ...]
    is_opening: bool


def chouette_decided(
    steps: Iterable[Step], table: Table, said: Sequence[tuple[int, tuple[Action, ...]]]
) -> Iterator[tuple[Asked | DiceAsked, ...]]:
    """Return what was decided at each ply of a board that was not taken back, and what was rolled.

    `table` is the session's as the game had begun; `said` are the actions of its steps since, each
    with the step's number in the session's log. Steps that were taken back are not among them.

    Raises:
        OnlineError, CodedError: it is not the log of a chouette's board.
    """
    follower = _Follower(table, said)
    for ply in plies_of(steps):
        if ply.kind in ("roll", "play", "cubes"):
            yield tuple(follower.decided(ply))


def bets_luck(asked: DiceAsked, engine: Engine) -> dict[int, float]:
    """Return what a roll did to the bets, in points by seat: the box has the other side of all."""
    found = {BOX: 0.0}
    for seat, stakes, worth in asked.bets:
        rolls = engine.rate_rolls(asked.state.position, stakes)
        luck = above_average(rolls, asked.roll, is_opening=asked.is_opening) * worth / POINT
        of_member = luck if asked.side != BOX else -luck
        found[seat] = found.get(seat, 0.0) + of_member
        found[BOX] -= of_member
    return found


def majority_lost(decisions: Iterable[Decision]) -> dict[int, tuple[float, float]]:
    """Return what each member's own cube decisions cost, and what they had cost by a majority.

    The majority of the members who decide at the same moment; with as many on both sides the one
    who sits highest of them decides, as captain. Where a single member decides, it is their own.
    """
    moments: dict[tuple[int, int, bool], list[Decision]] = {}
    for decision in decisions:
        if decision.act != "play" and decision.side != BOX:
            is_answer = decision.act in ("take", "drop")
            moments.setdefault((decision.game, decision.move, is_answer), []).append(decision)
    lost: dict[int, tuple[float, float]] = {}
    for together in moments.values():
        first = min(together, key=lambda one: one.side)
        acts = [one.act for one in together]
        act = max(dict.fromkeys((first.act, *acts)), key=acts.count)
        for decision in together:
            own, others = lost.get(decision.side, (0.0, 0.0))
            lost[decision.side] = (
                own + _lost_by(decision, decision.act),
                others + _lost_by(decision, act),
            )
    return lost


def _lost_by(decision: Decision, act: str) -> float:
    if not decision.counts:
        return 0.0
    hold, taken, dropped = decision.equities
    doubled = min(taken, dropped)
    values: Mapping[str, float] = {
        "hold": max(hold, doubled) - hold,
        "double": max(hold, doubled) - doubled,
        "take": taken - doubled,
        "drop": dropped - doubled,
    }
    return values[act]


class _Follower:
    """Follows a board and its session's game, and says what each ply decided."""

    def __init__(self, table: Table, said: Sequence[tuple[int, tuple[Action, ...]]]) -> None:
        self.table = table
        self.said = list(said)
        self.standing = {step for step, _actions in said}
        self.rolls = 0
        self.offered: frozenset[str] = frozenset()
        self.before_roll: BoardGame | None = None

    def decided(self, ply: Ply) -> Iterator[Asked | DiceAsked]:
        """Return what a ply decided, and go on to what follows it."""
        game = cast("BoardGame", ply.before.game)
        match ply.kind:
            case "cubes":
                yield from self._cubes(ply, game)
            case "roll":
                yield from self._rolled(ply, game)
            case "play":
                yield from self._played(ply, game)

    def _cubes(self, ply: Ply, game: BoardGame) -> Iterator[Asked]:
        step = ply.payload["step"]
        if step not in self.standing:
            return  # taken back at the table
        for number, actions in self._until(step):
            for action in actions:
                if number == step:
                    yield from self._action(ply, game, action)
                self.table = self.table.apply_recorded(action)

    def _until(self, step: int) -> Iterator[tuple[int, tuple[Action, ...]]]:
        """Take the session's steps up to one, also what the table alone has said."""
        while self.said and self.said[0][0] <= step:
            yield self.said.pop(0)

    def _action(self, ply: Ply, game: BoardGame, action: Action) -> Iterator[Asked]:
        match action:
            case TeamDoubles(members=members) | BoxDoubles(members=members):
                side = 1 if isinstance(action, TeamDoubles) else BOX
                for bet in self._able(side):
                    act: CubeAct = "double" if bet.member in members else "hold"
                    yield self._cube(ply, game, bet, side, side, act)
                self.offered = frozenset(members) | {bet.member for bet in self._able(side)}
            case BoxReplies(replies=replies) | TeamReplies(replies=replies):
                answerer = BOX if isinstance(action, BoxReplies) else 1
                for member, word in replies:
                    asked = self._bet(member)
                    answer: CubeAct = "drop" if word in (DROP, SELL) else "take"
                    if asked is not None:
                        yield self._cube(ply, game, asked, 1 - answerer, answerer, answer)

    def _rolled(self, ply: Ply, game: BoardGame) -> Iterator[Asked | DiceAsked]:
        after = cast("BoardGame", ply.after.game)
        if after.phase == "opening":
            return
        is_opening = game.turn is None
        # The side that wins the opening has the first turn; from then on the cubes count as the
        # opening left them.
        self._open()
        self.before_roll = replace(game, turn=after.turn) if is_opening else game
        if not is_opening:
            side = game.turn or 0
            for bet in self._able(side):
                if bet.member not in self.offered:
                    yield self._cube(ply, game, bet, side, side, "hold")
            if after.phase == "roll":
                yield from self._play(ply, game.position.flipped())
        self.offered = frozenset()

    def _open(self) -> None:
        """Take what stands in the session before the first word about cubes."""
        while self.said and not self._is_about_cubes(self.said[0][1]):
            for action in self.said.pop(0)[1]:
                self.table = self.table.apply_recorded(action)

    @staticmethod
    def _is_about_cubes(actions: Iterable[Action]) -> bool:
        return any(one.kind not in ("open", "join", "leave", "automatic") for one in actions)

    def _played(self, ply: Ply, game: BoardGame) -> Iterator[Asked | DiceAsked]:
        yield from self._play(ply, Position.from_id(ply.payload["result"]))

    def _play(self, ply: Ply, result: Position) -> Iterator[Asked | DiceAsked]:
        state = self.before_roll
        if state is None or state.turn is None:
            return
        number, self.rolls = self.rolls, self.rolls + 1
        account = self._account(ply, state.turn)
        roll = _roll_of(ply)
        bets = self._bets(state.turn)
        if not bets:
            return  # only extras are left
        yield self._dice(ply, state, state.turn, roll, is_opening=number == 0)
        stakes = tuple(one for one, _weight in bets)
        weights = tuple(weight for _one, weight in bets)
        shown = self._shown(state, self._led()[0])
        yield PlayAsked(
            0, number, account, shown, roll, result, stakes, number == 0, weights=weights
        )

    def _dice(
        self, ply: Ply, state: BoardGame, side: int, roll: Roll, *, is_opening: bool
    ) -> DiceAsked:
        game, team = self.table.game, chouette_board(ply.before).team
        assert game is not None
        bets = tuple(
            (team.line.index(bet.holder), self._stakes(bet, side), bet.worth(bet.value))
            for bet in game.live
        )
        return DiceAsked(side, state, roll, bets, is_opening)

    def _account(self, ply: Ply, side: int) -> int:
        """Return the seat that played, or the assistant."""
        board = chouette_board(ply.before)
        hand = hand_of(self.table, board, side)
        return ASSISTANT if hand is None else board.team.line.index(hand)

    def _bets(self, side: int) -> tuple[tuple[Stakes, int], ...]:
        """Return what a side plays for, and how much of it: the box against all live bets, the
        team for its acting captain's.
        """
        bets = self._led()
        if side == BOX:
            return tuple((self._stakes(bet, side), bet.worth(bet.value)) for bet in bets)
        return tuple((self._stakes(bet, side), 1) for bet in bets[:1])

    def _led(self) -> tuple[Bet, ...]:
        """Return the live bets, that of the acting captain first."""
        game = self.table.game
        assert game is not None  # a board ends with its game
        return tuple(sorted(game.live, key=lambda bet: bet.holder != game.acting_captain))

    def _shown(self, state: BoardGame, bet: Bet) -> BoardGame:
        """Return the board's game with the cube of a bet: what is judged is shown, and read by
        other programs.
        """
        stakes = self._stakes(bet, BOX)
        cube = Cube(stakes.cube, OWNERS[stakes.holder])
        animals = int(stakes.beavers)
        options = replace(state.options, jacoby=stakes.jacoby, animals=animals)
        return replace(state, score=replace(state.score, cube=cube), options=options)

    def _able(self, side: int) -> tuple[Bet, ...]:
        """Return the cubes that a side may turn; a cube of the whole team is its captain's."""
        game = self.table.game
        assert game is not None
        found = able(self.table.rules, game, SIDES[side])
        if self.table.rules.team_cube and side != BOX:
            return tuple(bet for bet in found if bet.holder == game.acting_captain)
        return found

    def _bet(self, member: str) -> Bet | None:
        game = self.table.game
        return None if game is None else game.bet(member)

    def _stakes(self, bet: Bet, side: int) -> Stakes:
        game = self.table.game
        assert game is not None
        return bet_stakes(self.table.rules, game, bet, side)

    def _cube(
        self, ply: Ply, game: BoardGame, bet: Bet, doubler: int, by: int, act: CubeAct
    ) -> CubeAsked:
        """A decision about a bet's cube; the member decides for the team, or who has bought it."""
        team = chouette_board(ply.before).team
        account = BOX if by == BOX else team.line.index(bet.holder)
        stakes = self._stakes(bet, doubler)
        return CubeAsked(0, self.rolls, account, self._shown(game, bet), act, stakes)


def _roll_of(ply: Ply) -> Roll:
    """Return the dice of a play, or of a roll with which nothing could be played."""
    if ply.kind == "roll":
        first, second = ply.payload["dice"]
        return first, second
    game = cast("BoardGame", ply.before.game)
    assert game.roll is not None
    return game.roll
