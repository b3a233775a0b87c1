"""What was played on the board: an evening of four, and matches of two at all three games."""

from __future__ import annotations

from typing import Any, Final

from docs.demo.chances import SIDES, Evening
from docs.demo.making import AFTERNOON, PLACE, TITLE, TUESDAYS, Making, day_of
from games.assistant import choose, engine_of
from games.assistant.engine import MONEY
from games.boards.services.acting import board_act
from games.boards.services.assistant import decided
from games.boards.services.boards import Terms, board_for_two
from games.boards.services.sitters import Sitter
from games.chouetteboards.services.acts import chouette_act
from games.chouetteboards.services.following import session_on_board
from games.files.services.analyses import match_judge
from games.files.services.job_files import JobFiles, Progress
from games.models import Board, Job, Player, Session, User
from games.permissions import Reader
from games.record.log.snapshots import position_of
from games.record.services.actions import record_action
from games.rules.backgammon import play_text
from games.rules.chouette import Action
from games.rules.dice import seat_commitment
from games.rules.online import BACKGAMMON, ChouetteBoard, game_type
from games.rules.online import Board as State
from games.rules.online.chouette import chouette_board
from games.sessions.services.sessions import session_create, session_end
from tournaments.tables.services.play import new_key


def of(type: str) -> Terms:
    """Return what two agree on at a game without a cube: its usual options."""
    return Terms(type=type, options=game_type(type).options({}))


GAMES: Final = 3
"""So many games are played on the board that evening."""
SPEAKS: Final = 30
"""Seconds that people have to double, and a little more."""
LONGEST: Final = 400
"""Steps after which a board would not end any more."""
TWO: Final = (
    ("Ann", "Cid", Terms(length=3), ("strong", "medium")),
    ("Bob", "Ann", Terms(length=1), ("medium", "medium")),
    ("Dee", "Ida", of("dame"), ("medium", "strong")),
    ("Ann", "Hal", of("chess"), ("strong", "easy")),
    ("Ida", "Eve", Terms(length=3), ("medium", "strong")),
    ("Cid", "Ann", of("chess"), ("medium", "medium")),
)
"""Who played whom at what, and how well."""


def evening_on_board(making: Making, names: list[str]) -> None:
    """Play an evening of four with checkers, as each does on a phone."""
    users = {name: _account(making.players[name]) for name in names}
    session = session_create(
        club=making.club,
        by=making.by,
        players=making.called(names),
        stake_amount=making.club.stake_amount,
        currency=making.club.currency,
        title=TITLE,
        place=PLACE,
    )
    session_on_board(session=session, by=making.by, on_board=True)
    table = OnBoard(making, session, {making.players[one].public_id: one for one in names}, users)
    table.say(table.evening.order())
    for _game in range(GAMES):
        table.game()
    session.refresh_from_db()
    session_end(session=session, by=making.by, version=session.version, key=new_key())
    for player in making.called(names):
        player.user = None
        player.save(update_fields=["user"])


def _account(player: Player) -> User:
    user = User.objects.create_user(f"{player.name}@demo.example".lower(), name=player.name)
    player.user = user
    player.save(update_fields=["user"])
    return user


class OnBoard:
    """A session whose games are on the board."""

    def __init__(
        self, making: Making, session: Session, names: dict[str, str], users: dict[str, User]
    ) -> None:
        self.making, self.session, self.names, self.users = making, session, names, users
        self.evening = Evening(position_of(session).table, making.dice, names)

    def say(self, *actions: Action) -> None:
        """Record what was said at the table, and follow it here."""
        self.making.clock.wait(seconds=8)
        self.session.refresh_from_db()
        record_action(
            session=self.session,
            actions=actions,
            version=self.session.version,
            key=new_key(),
            sender=self.making.by,
        )
        self.look()

    def look(self) -> None:
        self.session.refresh_from_db()
        self.evening.table = position_of(self.session).table

    @property
    def board(self) -> Board:
        found = self.session.boards.select_related("club").order_by("pk").last()
        assert found is not None
        return found

    def act(self, player: str, do: str, text: str = "") -> None:
        self.making.clock.wait(seconds=self.making.dice.randint(3, 14))
        board = self.board
        reader = Reader.of(self.users[self.names[player]], self.making.club, self.session)
        chouette_act(
            board=board, reader=reader, do=do, text=text, version=board.version, key=new_key()
        )
        self.look()

    def game(self) -> None:
        """Play one game, from its seeds to its result."""
        for actions in self.evening.start():
            self.say(*actions)
        board = self.board
        state = chouette_board(State.from_json(board.snapshot))
        assert state.dice is not None
        line, game_id = state.team.line, state.dice.game_id
        seeds = {seat: f"{self.making.dice.getrandbits(128):032x}" for seat in state.dice.seats}
        for seat, seed in seeds.items():
            self.act(line[seat], "commit", seat_commitment(game_id, seat, seed))
        for seat, seed in seeds.items():
            self.act(line[seat], "reveal", seed)
        for _step in range(LONGEST):
            board = self.board
            state = chouette_board(State.from_json(board.snapshot))
            if not board.is_open:
                return
            self.step(board, state)
        raise RuntimeError("a game on the board has not ended")

    def step(self, board: Board, state: ChouetteBoard) -> None:
        """Do what the board waits for."""
        game = self.evening.table.game
        assert game is not None
        if state.team.tie is not None:
            self.act(game.box, "automatic", "yes")
            return
        side = state.game.turn or 0
        mover = game.box if side == 0 else game.acting_captain
        if state.phase == "play":
            choice = choose(state.game, "strong" if mover in self.best() else "medium")
            assert choice.play is not None
            self.act(mover, "play", play_text(choice.play))
            return
        win = engine_of(1).rate_cube(state.game.position, MONEY).chances.win
        before = self.evening.table
        for actions in self.evening.cubes(SIDES[side], win if side == 0 else 1 - win):
            self.evening.table = before  # it was played here already: the session says it anew
            self.say(*actions)
            before = self.evening.table
        if self.board.is_open and State.from_json(self.board.snapshot).phase == "roll":
            game = self.evening.table.game
            assert game is not None
            self.making.clock.wait(seconds=SPEAKS)
            self.act(game.box if side == 0 else game.acting_captain, "roll")

    def best(self) -> set[str]:
        return {one for one, name in self.names.items() if self.evening.style(one).skill > 0.01}


def boards_of_two(making: Making) -> None:
    """Play the finished boards, one each Sunday."""
    for number, (first, second, terms, levels) in enumerate(TWO, TUESDAYS - 1 - len(TWO)):
        making.at(day_of(number, after=5), AFTERNOON)
        players = making.players[first], making.players[second]
        board = board_for_two(club=making.club, by=making.by, terms=terms, players=players)
        _played(making, board, levels)


def _played(making: Making, board: Board, levels: tuple[str, str]) -> None:
    """Let both sides play, each as well as its level."""

    def act(side: int, do: str, text: str = "") -> None:
        making.clock.wait(seconds=making.dice.randint(4, 40))
        board.refresh_from_db()
        board_act(
            board=board,
            sitter=Sitter(side),
            do=do,
            text=text,
            version=board.version,
            key=new_key(),
        )
        board.refresh_from_db()

    moves = 0
    while board.is_open:
        state = State.from_json(board.snapshot)
        if state.stage == "seeds" and state.dice is not None:
            game, seeds = state.dice.game_id, [f"{making.dice.getrandbits(128):032x}" for _ in "12"]
            for side, seed in enumerate(seeds):
                act(side, "commit", seat_commitment(game, side, seed))
            for side, seed in enumerate(seeds):
                act(side, "reveal", seed)
            continue
        side = state.actor
        if state.phase == "over" or side is None:
            act(0, "next")
            continue
        found = decided(state, side, levels[side], may_resign=True, seconds=0.05)
        assert found is not None
        act(side, *found)
        moves += 1
        if moves > LONGEST and game_type(board.type).has_cube is False:
            act(0, "draw")
            act(1, "accept")


def analyses(making: Making) -> list[dict[str, Any]]:
    """Have the boards that were played to their end judged, and return what is kept of each.

    A board is named by its place in the archive.
    """
    found = []
    for place, board in enumerate(making.club.boards.order_by("pk")):
        if board.type != BACKGAMMON.name:
            continue
        job = Job.objects.create(
            kind=Job.Kind.ANALYSIS, club=making.club, board=board, by=making.by
        )
        files = JobFiles.of(job)
        files.make()
        match_judge(job, files, Progress())()
        board.refresh_from_db()
        found.append(
            {
                "board": place,
                "findings": files.result.read_text(encoding="utf-8"),
                "luck": board.luck,
                "figures": [seat.figures for seat in board.seats.order_by("number")],
            }
        )
    return found
