"""The state of a board: what its log leads to."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal, cast

from games.rules.clock import Clock, ClockError
from games.rules.codec import from_plain, to_plain
from games.rules.online.errors import OnlineError
from games.rules.online.seeds import Dice
from games.rules.online.types import GameType, game_type

RULES_VERSION: Final = 2
"""Raised when the same log could lead to another board than before, or has steps that earlier
programs do not know."""

Stage = Literal["waiting", "seeds", "playing", "over"]
How = Literal["played", "time", "draw", "abandoned", "cubes", "table"]
CUBE_ACTS: Final = frozenset({"double", "take", "drop", "beaver"})
"""What the cube of a board is for; a chouette has the cubes of its session instead."""

DAY: Final = 24 * 60 * 60 * 1000
"""In milliseconds, as clocks count."""
PATIENCE: Final = 7
"""Days without a move after which who waits need not wait any longer, where no clock runs."""
LONGEST_SERIES: Final = 20


def moment(milliseconds: int) -> datetime.datetime:
    """Return a time of a board's log as a date and time."""
    return datetime.datetime.fromtimestamp(milliseconds / 1000, tz=datetime.UTC)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a side offers besides the moves: the other accepts or refuses, or just plays on."""

    kind: Literal["draw", "takeback", "adjourn"]
    side: int


@dataclass(frozen=True, slots=True)
class Turned:
    """The last turn, to show it: who, their roll and steps, and the game before it as saved.

    `steps` are the game's own, as its log has them.
    """

    side: int
    dice: tuple[int, ...]
    text: str
    steps: tuple[tuple[Any, ...], ...]
    before: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Holiday:
    """Days on which a side's clock stands still, in milliseconds like the clock."""

    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Who should move for a side and has vanished; from `until` on others may go on without them.

    `stand` is the seat that then rolls and moves for them, `BY_ASSISTANT` the assistant's.
    """

    side: int
    seat: int
    until: int
    stand: int | None = None


BY_ASSISTANT: Final = -1


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the bets of a vanished box are worth, as the assistant has worked it out.

    `points` are hundredths for each member, positive where the box pays; None until they are there.
    The seats `asked` agree or refuse; those in `agreed` have said yes.
    """

    asked: tuple[int, ...]
    points: tuple[tuple[str, int], ...] | None = None
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """What a chouette adds to a board: who sits at it, box first, and what its session does.

    `line` names them as the session's log does; a seat's number is its place there. `offered` is
    the session's step in which the side to roll has doubled in this turn; `waits` is the side
    whose answers about cubes are outstanding. `tie` are equal opening dice whose effect on the
    cubes the box still chooses. A resignation needs the seats `asked`; those in `agreed` have said
    yes. `gone` are movers who have vanished, one a side at most; then a settlement may be proposed.
    `pleads`: who has asked the team to wait with the roll, and until when; once a turn.
    """

    line: tuple[str, ...]
    offered: int | None = None
    waits: int | None = None
    tie: tuple[int, int] | None = None
    asked: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()
    gone: tuple[Gone, ...] = ()
    proposal: Proposal | None = None
    pleads: tuple[int, int] | None = None

    def gone_at(self, side: int) -> Gone | None:
        """Return who has vanished at a side; None if nobody has."""
        return next((one for one in self.gone if one.side == side), None)

    @property
    def phase(self) -> str:
        """What comes before the next roll or play; blank if nothing does."""
        if self.tie is not None:
            return "automatic"
        return "cubes" if self.waits is not None else ""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a board ended: the winner, None after a draw or an abandonment, and both scores.

    `points` are what a single game counted. A chouette ends by its cubes, or by what is said at
    the table, too.
    """

    how: How
    winner: int | None
    score: tuple[int, int]
    points: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """A series of games of the same two, colours changing; each game has a board of its own.

    This is game `number` of `games`; `before` are the games that its White and its Black have won
    earlier. A draw counts for nobody.
    """

    games: int
    number: int = 1
    before: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            OnlineError: there is no such series.
        """
        if not 2 <= self.games <= LONGEST_SERIES or not 1 <= self.number <= self.games:
            raise OnlineError("series_length", most=LONGEST_SERIES)

    def score(self, winner: int | None) -> tuple[int, int]:
        """Return the games won by White and Black of this game once it has ended so."""
        white, black = self.before
        return white + (winner == 0), black + (winner == 1)

    def following(self, winner: int | None) -> Series | None:
        """Return the series as the next game has it, White there who has Black here."""
        if self.number == self.games:
            return None
        white, black = self.score(winner)
        return Series(self.games, self.number + 1, (black, white))


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its game as the game's own value, and all that is around it.

    `with_draws`: not in a knock-out. `before` is the saved game before the last turn, as long as
    it can be taken back. `number` counts the games of the match from 1. `series` is only where a
    game without a cube is one of several. `patience` is after how many days without a move the side
    that waits may claim a game without a clock; None at boards from before that was said.
    """

    type: GameType
    game: Any
    stage: Stage = "waiting"
    seated: tuple[int, ...] = ()
    number: int = 1
    with_draws: bool = True
    dice: Dice | None = None
    clock: Clock | None = None
    holidays: tuple[Holiday | None, Holiday | None] = (None, None)
    holiday_left: tuple[int, int] = (0, 0)
    offer: Offer | None = None
    is_adjourned: bool = False
    before: Mapping[str, Any] | None = None
    last: Turned | None = None
    ending: Ending | None = None
    series: Series | None = None
    patience: int | None = None

    @property
    def phase(self) -> str:
        """What the board waits for: a stage, or what the game waits for."""
        return self.type.phase(self.game) if self.stage == "playing" else self.stage

    @property
    def actor(self) -> int | None:
        """The side whose turn it is; None where either may act, or nobody."""
        return self.type.actor(self.game) if self.stage == "playing" else None

    @property
    def score(self) -> tuple[int, int]:
        """The points of both: a single game that was lost by time counts, too.

        A match that was lost by time stays at the score at which it stopped.
        """
        ending, score = self.ending, self.type.score(self.game)
        if ending is None or ending.how != "time" or ending.winner is None:
            return score
        if self.type.length(self.game) is not None:
            return score
        points = self.type.forfeit_points(self.game)
        return (points, 0) if ending.winner == 0 else (0, points)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the board waits for: to move, to answer, or for their part in the dice.

        Between two games that is both: either begins the next one. Nobody during a pause.
        """
        if self.is_adjourned:
            return ()
        if self.stage == "seeds" and self.dice is not None:
            return self.dice.missing or self.dice.closed
        if self.stage != "playing":
            return ()
        if self.actor is None:
            return (0, 1)
        offer = self.open_offer
        answers = set() if offer is None else {1 - offer.side}
        return tuple(sorted({self.actor, *answers}))

    @property
    def is_asking(self) -> bool:
        """Whether the game waits for an answer, or for its next one: nothing else is open then."""
        return self.phase in ("answer", "resignation", "over")

    @property
    def open_offer(self) -> Offer | None:
        """What is offered beside the moves and waits for an answer: what Accept then means.

        Boards from before kept one while a double or a resignation was open.
        """
        return None if self.is_asking else self.offer

    def can(self, side: int) -> tuple[str, ...]:
        """Return what a side can do now, by the names of steps."""
        if self.stage != "playing":
            return ()
        if self.is_adjourned:
            return ("resume",)
        if self.phase == "over":
            return ("next",)
        found = self.may_act(side)
        offer = self.open_offer
        if offer is not None:
            found += ["accept", "refuse"] if offer.side != side else []
        elif self.phase != "opening" and not self.is_asking:
            found += self.may_offer(side)
        return tuple(found)

    def may_act(self, side: int) -> list[str]:
        """Return what a side may do in the game, offers beside the moves apart."""
        return list(self.type.can(self.game, side))

    def may_offer(self, side: int) -> list[str]:
        """Return what a side may offer beside the moves, if nothing else is open."""
        found = ["draw"] if self.with_draws else []
        found += ["takeback"] if self.may_take_back(side) else []
        return [*found, "adjourn"] if self.may_adjourn else found

    def can_by_time(self, side: int, now: int, since: int) -> tuple[str, ...]:
        """Return what a side can do because the other has let time pass; `since` the last step."""
        if self.stage == "playing" and not self.is_adjourned and self.left(1 - side, now) == 0:
            return ("flag",)
        if not self.may_leave(side) or now < self.leaves_at(since):
            return ()
        return ("claim_win", "abandon") if self.may_claim_win else ("abandon",)

    def may_leave(self, side: int) -> bool:
        """Tell whether a side only waits for the other, and no clock runs that would end it."""
        if self.clock is not None and self.stage != "seeds":
            return False
        return 1 - side in self.awaited and side not in self.awaited

    def leaves_at(self, since: int) -> int:
        """Return when who waits has waited enough, if nothing has happened `since` then."""
        return since + (self.patience or PATIENCE) * DAY

    @property
    def may_claim_win(self) -> bool:
        """Whether a win can be claimed then: in a game that has begun, if both were told before."""
        return self.stage == "playing" and self.patience is not None

    @property
    def may_adjourn(self) -> bool:
        """Whether both sides may agree on a pause: with a clock."""
        return self.clock is not None

    def may_take_back(self, side: int) -> bool:
        """Tell whether the last turn was this side's, and nothing has followed it."""
        return self.before is not None and self.last is not None and self.last.side == side

    def now_for(self, now: int) -> int:
        """Return the time as the running clock counts it: a holiday of the actor does not count."""
        clock = self.clock
        if clock is None or clock.turn is None or clock.since is None:
            return now
        away = self.holidays[clock.turn]
        if away is None:
            return now
        return now - max(0, min(now, away.ends) - max(clock.since, away.begins))

    def left(self, side: int, now: int) -> int | None:
        """Return a side's reserve in milliseconds; None without a clock."""
        return None if self.clock is None else self.clock.remaining(side, self.now_for(now))

    def delay_left(self, now: int) -> int:
        """Return how long the reserve of whose turn it is still waits, in milliseconds."""
        return 0 if self.clock is None else self.clock.delay_left(self.now_for(now))

    def deadline(self, now: int) -> int | None:
        """Return when the running clock will be out if nobody moves; None if none runs."""
        clock = self.clock
        if clock is None or clock.turn is None or clock.since is None:
            return None
        counted = self.now_for(now)
        due = now + clock.delay_left(counted) + clock.remaining(clock.turn, counted)
        away = self.holidays[clock.turn]
        return due + max(0, away.ends - max(now, away.begins)) if away and away.ends > now else due

    def to_json(self) -> dict[str, Any]:
        """Return the board as JSON can hold it."""
        return {
            "type": self.type.name,
            "game": self.type.dump(self.game),
            "stage": self.stage,
            "seated": list(self.seated),
            "number": self.number,
            "with_draws": self.with_draws,
            "dice": to_plain(self.dice),
            "clock": None if self.clock is None else self.clock.to_json(),
            "holidays": to_plain(self.holidays),
            "holiday_left": list(self.holiday_left),
            "offer": to_plain(self.offer),
            "is_adjourned": self.is_adjourned,
            "before": self.before,
            "last": None if self.last is None else _turned_json(self.last),
            "ending": to_plain(self.ending),
            **self.added(),
            **({} if self.series is None else {"series": to_plain(self.series)}),
            **({} if self.patience is None else {"patience": self.patience}),
        }

    def added(self) -> dict[str, Any]:
        """Return what stands in the JSON of this kind of board only."""
        return {}

    @staticmethod
    def from_json(data: Any) -> Board:
        """Read what `to_json` wrote: a board of two, or that of a chouette.

        Raises:
            OnlineError: it is not a saved board.
        """
        try:
            of, kind = game_type(data["type"]), cast("Callable[..., Board]", Board)
            if data.get("team"):
                kind = partial(ChouetteBoard, team=from_plain(Team, data["team"]))
            away = [None if one is None else Holiday(**one) for one in data["holidays"]]
            return kind(
                type=of,
                game=of.read(data["game"]),
                stage=data["stage"],
                seated=tuple(data["seated"]),
                number=data["number"],
                with_draws=data["with_draws"],
                dice=None if data["dice"] is None else from_plain(Dice, data["dice"]),
                clock=None if data["clock"] is None else Clock.from_json(data["clock"]),
                holidays=(away[0], away[1]),
                holiday_left=(data["holiday_left"][0], data["holiday_left"][1]),
                offer=None if data["offer"] is None else Offer(**data["offer"]),
                is_adjourned=data["is_adjourned"],
                before=data["before"],
                last=None if data["last"] is None else _turned(data["last"]),
                ending=None if data["ending"] is None else from_plain(Ending, data["ending"]),
                series=from_plain(Series, data["series"]) if data.get("series") else None,
                patience=data.get("patience"),
            )
        except (TypeError, ValueError, KeyError, IndexError, ClockError):
            raise OnlineError("board_malformed") from None


@dataclass(frozen=True, slots=True)
class ChouetteBoard(Board):
    """The board of a game of a chouette: White is the box's, Black the team's.

    Its cubes are those of the session, and the table says who is asked. Nothing is taken back:
    others have looked on, and said what they would do with their cubes.
    """

    team: Team = field(kw_only=True)

    @property
    def phase(self) -> str:
        """What the board waits for: a stage, the table, or what the game waits for."""
        if self.stage != "playing":
            return self.stage
        return self.team.phase or self.type.phase(self.game)

    @property
    def actor(self) -> int | None:
        """The side whose turn it is, or that answers about cubes."""
        if self.stage != "playing":
            return None
        if self.team.phase:
            return self.team.waits or 0  # the box chooses what equal dice do
        return self.type.actor(self.game)

    @property
    def score(self) -> tuple[int, int]:
        """The points of the board's own game; what each cube counts, the session says."""
        return self.type.score(self.game)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Nobody: the table says who is asked."""
        return ()

    def may_act(self, side: int) -> list[str]:
        """Return what a side may do in the game: nothing about cubes, and after them only."""
        if self.team.phase:
            return []
        return [one for one in self.type.can(self.game, side) if one not in CUBE_ACTS]

    def may_leave(self, side: int) -> bool:
        """Tell whether a side only waits for the other: at a table others go on without them."""
        return False

    @property
    def may_adjourn(self) -> bool:
        """Whether both sides may agree on a pause: always."""
        return True

    def may_take_back(self, side: int) -> bool:
        """Tell whether the last turn can be taken back: never."""
        return False

    def added(self) -> dict[str, Any]:
        """Return what stands in the JSON of this kind of board only."""
        return {"team": to_plain(self.team)}


def _turned_json(last: Turned) -> dict[str, Any]:
    return {
        "side": last.side,
        "dice": list(last.dice),
        "text": last.text,
        "steps": [list(step) for step in last.steps],
        "before": last.before,
    }


def _turned(data: Mapping[str, Any]) -> Turned:
    steps = tuple(tuple(step) for step in data["steps"])
    return Turned(data["side"], tuple(data["dice"]), data["text"], steps, data["before"])
