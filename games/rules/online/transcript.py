"""A board's log as other programs and the pages afterwards read it: ply by ply, and as a match."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from games.rules.backgammon import (
    Doubled,
    Dropped,
    Game,
    GameRecord,
    MatchRecord,
    Move,
    Play,
    Position,
    Resigned,
    Rolled,
    Took,
)
from games.rules.backgammon.match_score import LEVELS, How, Level
from games.rules.backgammon.steps import Step as PlayStep
from games.rules.online.board import Board
from games.rules.online.errors import OnlineError
from games.rules.online.steps import Step, applied, begun


@dataclass(frozen=True, slots=True)
class Ply:
    """One thing that happened in a game, with the board before and after it.

    `game` counts the games from 1; `payload` is that of the log.
    """

    sequence: int
    game: int
    kind: str
    side: int | None
    payload: Mapping[str, Any]
    before: Board
    after: Board
    at: int


def plies_of(steps: Iterable[Step]) -> Iterator[Ply]:
    """Return what happened at a board since its seats were taken, turns that were taken back too.

    Raises:
        OnlineError, CodedError: it is not the log of a board.
    """
    board: Board | None = None
    for sequence, step in enumerate(steps, 1):
        if board is None:
            board = begun(step)
            continue
        after, kept = applied(board, step)
        if step.kind not in ("seat", "commit", "reveal", "say", "dice"):
            yield Ply(sequence, after.number, step.kind, step.side, kept, board, after, step.at)
        board = after
    if board is None:
        raise OnlineError("board_malformed")


def match_record(
    steps: Iterable[Step],
    players: tuple[str, str],
    tags: tuple[tuple[str, str], ...] = (),
    *,
    with_unwon: bool = False,
) -> MatchRecord:
    """Return a board of backgammon as a recorded match; a turn that was taken back is not in it.

    A game that was drawn, abandoned or lost by time is left out: no match text can say it.
    `with_unwon`: it is there with its moves and no points, for readers of the plays.

    Raises:
        OnlineError, CodedError: it is not the log of a board.
    """
    games: list[GameRecord] = []
    moves: list[Move] = []
    length, with_crawford = 0, True
    for ply in plies_of(steps):
        game = cast("Game", ply.before.game)
        length, with_crawford = game.score.length or 0, game.score.with_crawford
        if ply.kind == "accept" and ply.before.offer is not None:
            if ply.before.offer.kind == "takeback":
                moves = [*moves[:-1], *_unplayed(moves[-1])]
        elif ply.kind != "next":
            moves = _with(moves, ply, game)
        after = cast("Game", ply.after.game)
        if game.phase != "over" and after.phase == "over":
            if after.result is not None:
                games.append(_recorded(game, after, moves))
            elif with_unwon:
                games.append(_unwon(game, moves))
            moves = []
    if moves and with_unwon:
        games.append(_unwon(game, moves))
    return MatchRecord(length, players, tuple(games), tags, with_crawford)


def _with(moves: list[Move], ply: Ply, game: Game) -> list[Move]:
    side = ply.side or 0
    after = cast("Game", ply.after.game)
    value = game.score.cube.value
    match ply.kind:
        case "roll":
            if after.phase == "opening":
                return moves
            if game.phase == "opening":
                return [*moves, _pending(after.turn or 0, after)]
            roll = ply.payload["dice"]
            if after.phase == "roll":
                result = game.position.flipped()
                return [*moves, Rolled(side, (roll[0], roll[1]), Play((), result))]
            return [*moves, _pending(side, after)]
        case "play":
            assert game.roll is not None
            play = _play_of(ply.payload, game)
            return [*moves[:-1], Rolled(side, game.roll, play)]
        case "double":
            return [*moves, Doubled(side, value * 2)]
        case "beaver":
            return [*moves, Doubled(side, value * 4)]
        case "take":
            return [*moves, Took(side)]
        case "drop":
            return [*moves, Dropped(side)]
        case "accept" if after.phase == "over":  # at a chouette the last of those who agree
            assert game.offer is not None
            return [*_played(moves), Resigned(game.offer.side, game.offer.level)]
        case "resign" if after.phase == "over":
            assert after.result is not None
            level: Level = after.result.level or "single"
            return [*_played(moves), Resigned(side, level)]
    return moves


def _pending(side: int, game: Game) -> Rolled:
    """A roll that has not been played yet."""
    assert game.roll is not None
    return Rolled(side, game.roll, None)


def _played(moves: list[Move]) -> list[Move]:
    """Leave out a roll at the end that was never played."""
    last = moves[-1] if moves else None
    return moves[:-1] if isinstance(last, Rolled) and last.play is None else moves


def _unplayed(move: Move) -> list[Move]:
    return [Rolled(move.side, move.roll, None)] if isinstance(move, Rolled) else []


def _play_of(payload: Mapping[str, Any], game: Game) -> Play:
    """Return the play of a row of the log; its steps are source, target and whether they hit."""
    steps = tuple(
        PlayStep(source, target, max(source - target, 1), hits)
        for source, target, hits in payload["steps"]
    )
    return Play(steps, Position.from_id(payload["result"]))


def _unwon(game: Game, moves: list[Move]) -> GameRecord:
    score, cube = game.score, 1 << game.automatics
    return GameRecord(score.shown, tuple(_played(moves)), 0, 0, "resign", score.is_crawford, cube)


def _recorded(before: Game, after: Game, moves: list[Move]) -> GameRecord:
    result = after.result
    assert result is not None
    score, needs = before.score.shown, before.score.needs
    points = result.points if needs is None else min(result.points, needs[result.winner])
    return GameRecord(
        score,
        tuple(moves),
        result.winner,
        points,
        result.how,
        result.is_crawford,
        1 << before.automatics,
    )


def member_record(
    steps: Iterable[Step],
    member: str,
    players: tuple[str, str],
    tags: tuple[tuple[str, str], ...] = (),
    *,
    is_bought: bool = False,
    told: Container[int] | None = None,
) -> MatchRecord:
    """Return one member's bet of a chouette as a game of two: the same plays, their own cube.

    Where the captain bought the cube, the member dropped it; `is_bought`: the captain takes it and
    plays on, and `players` names them. The box is White. The cube begins at 1, whatever automatics
    and the house rules have made of it. The game ends where the bet was closed; a settlement is
    left out, since no match text can say it, and so is the end of a board that was abandoned.
    `told` are the steps of the session that stand, None for all: what was taken back at the table
    is not in it.

    Raises:
        OnlineError, CodedError: it is not the log of a board.
    """
    bet = _Bet(member, is_bought=is_bought)
    for ply in plies_of(_watched(steps, bet)):
        if bet.closed is not None or bet.is_settled:
            break
        if ply.kind in ("roll", "play"):
            bet.moves = _with(bet.moves, ply, cast("Game", ply.before.game))
        elif ply.kind == "cubes" and (told is None or ply.payload["step"] in told):
            for action in ply.payload["actions"]:
                bet.say(action)
        result = cast("Game", ply.after.game).result
        if ply.after.stage == "over" and result is not None:
            level: Level = result.level or "single"
            points = bet.value * (LEVELS[level] if bet.gammons_count else 1)
            if ply.kind == "accept":
                bet.moves = [*_played(bet.moves), Resigned(1 - result.winner, level)]
            bet.closed = (result.winner, points, "resign" if ply.kind == "accept" else "win")
        ending = ply.after.ending
        if ending is not None and ending.how == "time" and ending.winner is not None:
            bet.moves = [*_played(bet.moves), Resigned(1 - ending.winner, "single")]
            bet.closed = (ending.winner, bet.value, "resign")
    games: tuple[GameRecord, ...] = ()
    if bet.closed is not None:
        winner, points, how = bet.closed
        games = (GameRecord((0, 0), tuple(bet.moves), winner, points, cast("How", how)),)
    return MatchRecord(0, players, games, tags)


@dataclass(slots=True)
class _Bet:
    """A member's bet while its record is made; `asked` is what the open offer would make of it."""

    member: str
    is_bought: bool = False
    moves: list[Move] = field(default_factory=list)
    value: int = 1
    asked: int = 1
    turns: int = 0
    offers: int = 0
    jacoby: str = "off"
    closed: tuple[int, int, str] | None = None
    is_settled: bool = False

    @property
    def gammons_count(self) -> bool:
        """Whether the house rules let gammons count on this cube."""
        if self.jacoby == "off":
            return True
        return self.offers > 0 if self.jacoby == "game" else self.turns > 0

    def say(self, action: Mapping[str, Any]) -> None:
        """Take what an action says about this bet; the box is side 0."""
        kind = action["type"]
        if kind in ("team_doubles", "box_doubles"):
            self.offers += 1
            if self.member in action["members"]:
                self._raise(1 if kind == "team_doubles" else 0, self.value * 2)
        elif kind in ("box_replies", "team_replies", "box_animals", "team_animals"):
            side = 0 if kind.startswith("box") else 1
            for member, word in action["replies"]:
                if member == self.member:
                    self._answer(side, word)
        elif kind == "settle":
            self.is_settled |= action["member"] == self.member

    def _raise(self, side: int, value: int) -> None:
        self.asked = value
        self.moves = [*self.moves, Doubled(side, value)]

    def _answer(self, side: int, word: str) -> None:
        match word:
            case "sell" if self.is_bought:
                self._answer(side, "take")
            case "take" | "accept":
                self.value, self.turns = self.asked, self.turns + 1
                self.moves = [*self.moves, Took(side)]
            case "beaver" | "raccoon":
                self._raise(side, self.asked * 2)
            case _:
                self.moves = [*self.moves, Dropped(side)]
                self.closed = (1 - side, self.asked // 2, "drop")


def _watched(steps: Iterable[Step], bet: _Bet) -> Iterator[Step]:
    """Pass the steps on; the first says whether gammons count without a turned cube."""
    for step in steps:
        if step.kind == "begin":
            bet.jacoby = str(step.payload.get("rules", {}).get("jacoby", "off"))
        yield step
