"""A chouette on the board, played by a machine: board, table of its session, and logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from games.rules.backgammon import legal_plays, play_text
from games.rules.chouette import (
    Action,
    BoxDoubles,
    ExtraDoubles,
    GiveExtra,
    HouseRules,
    Leave,
    Open,
    SetOrder,
    Settle,
    StartGame,
    Table,
    TeamDoubles,
)
from games.rules.dice import seat_commitment, server_commitment
from games.rules.online import Board, Step, acted
from games.rules.online.chouette import (
    NO_CUBE,
    chouette_board,
    cubes_said,
    end_action,
    line_of,
    opening_action,
)
from games.rules.online.steps import begun

GAME_ID = "g2x4"
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
SEED = "0a" * 16


class Evening:
    """Games on the board, one after the other; `actions` is what the session's log has."""

    def __init__(self, rules: str = "", players: int = 4) -> None:
        names = NAMES[:players]
        self.start = Table.new(names, HouseRules.parse(rules))
        self.table = self.start
        self.actions: list[Action] = []
        self.say(SetOrder(names))

    def say(self, *actions: Action) -> None:
        for action in actions:
            self.table = self.table.apply(action)
            self.actions.append(action)

    def begin(self, seats: Sequence[int] = (0,)) -> Evening:
        line = self.table.line
        assert line is not None
        start = StartGame(line.box, line.partner, line.team)
        self.say(start)
        dice = {"game_id": GAME_ID, "commitment": server_commitment(GAME_ID, "5e" * 32)}
        given = {"type": "backgammon", "length": None, "options": NO_CUBE, "with_draws": False}
        begin = {**given, "line": list(line_of(start)), "dice": {**dice, "seats": list(seats)}}
        self.at = 0
        self.log = [Step("begin", None, 0, begin)]
        self.board: Board = begun(self.log[0])
        for seat in seats:
            digest = seat_commitment(GAME_ID, seat, SEED)
            self.do("commit", seat, commitment=digest)
        for seat in seats:
            self.do("reveal", seat, seed=SEED)
        return self

    def do(self, kind: str, side: int | None = None, **payload: object) -> Board:
        """One step of the board; where it ends the game, the session has the result."""
        self.at += 1000
        for board, step in acted(self.board, Step(kind, side, self.at, payload)):
            self.board = board
            self.log.append(step)
        ending = self.board.ending
        if ending is not None and ending.how == "played":
            self.say(end_action(self.board))
        return self.board

    def roll(self, first: int, second: int, automatic: bool = False) -> Board:
        """A roll; at equal opening dice the session is told what they do."""
        assert self.board.dice is not None
        is_opening = self.board.phase == "opening"
        self.do("roll", self.board.actor, dice=[first, second], number=self.board.dice.rolled)
        if is_opening:
            action = opening_action(self.table, (first, second))
            self.say(action or Open(first, second, automatic))
            if first == second:
                self.do("opened")
        return self.board

    def opened(self, first: int = 6, second: int = 1) -> Evening:
        self.begin().roll(first, second)
        return self

    def play(self, text: str) -> Board:
        return self.do("play", self.board.actor, text=text)

    def play_any(self, chance: Random | None = None) -> Board:
        assert self.board.game.roll is not None
        plays = legal_plays(self.board.game.position, self.board.game.roll)
        return self.play(play_text(chance.choice(plays) if chance else plays[0]))

    def cubes(self, *actions: Action) -> Board:
        """Something is said about cubes, at the board or at the table."""
        after = self.table
        for action in actions:
            after = after.apply(action)
        said = cubes_said(self.table, after, actions, len(self.actions) + 1)
        self.do("cubes", **said)
        self.say(*actions)
        if self.table.game is None:
            last = self.table.last
            assert last is not None
            self.do("settled", how="cubes", winner=("box", "team").index(last.winner))
        return self.board


def played_at_random(evening: Evening, chance: Random) -> Iterator[Board]:
    """Play a game as a machine does: whatever the rules allow, whenever the board does."""
    evening.begin()
    while evening.board.stage != "over":
        board, table = evening.board, evening.table
        match board.phase:
            case "opening" | "roll":
                cubes = _cubes_now(evening, chance) if board.phase == "roll" else None
                if cubes is not None:
                    evening.cubes(cubes)
                else:
                    dice = chance.randint(1, 6), chance.randint(1, 6)
                    evening.roll(*dice, automatic=chance.random() < 0.5)
            case "cubes":
                replies = [one for one in table.legal_actions() if not isinstance(one, Leave)]
                evening.cubes(chance.choice(replies))
            case "play":
                evening.play_any(chance)
        yield evening.board


def _cubes_now(evening: Evening, chance: Random) -> Action | None:
    """What the side to roll says about its cubes, if anything; a settlement now and then."""
    board, table = chouette_board(evening.board), evening.table
    assert table.game is not None
    if chance.random() < 0.01 and table.rules.settlements:
        bet = chance.choice(table.game.live)
        points = chance.choice([-150, 100, 200])
        settle = Settle(bet.member, points)
        return settle if table.problem(settle) is None else None
    if chance.random() > 0.15:
        return None
    offer = TeamDoubles if board.game.turn else BoxDoubles
    kinds: tuple[type, ...] = () if board.team.offered else (offer,)
    if board.team.offered and board.game.turn == 0:
        kinds = (GiveExtra,)
    found = [one for one in table.legal_actions() if isinstance(one, kinds)]
    extras = [one for one in table.legal_actions() if isinstance(one, ExtraDoubles)]
    for extra in extras:
        given = {(one.giver, one.taker) for one in table.game.extras}
        if ((extra.doubler, extra.other) in given) == (board.game.turn == 0):
            found.append(extra)
    return chance.choice(found) if found else None
