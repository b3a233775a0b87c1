"""The boards of a chouette: one for each game, begun with it, following its cubes, over with it.

The session is what counts. Whatever is said about cubes is a step of its log, wherever it was
said; the board's log notes when. Both are written in one transaction, the session's row first.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.boards.errors import BoardConflict, BoardRefused, RulesRefused
from games.boards.services.dice import dice_choose
from games.boards.services.writing import BoardRequest, Writing, board_begin, board_write
from games.models import Board, BoardSeat, DiceSeed, Pass, Player, Presence, Session, User
from games.models.locks import rows_locked
from games.permissions import Actor, Capability, Reader, require
from games.record.log.history import Kind
from games.record.log.snapshots import position_of
from games.record.log.writing import Change, require_open
from games.rules.chouette import (
    Action,
    EndGame,
    EnterPoints,
    Game,
    Join,
    Leave,
    StartGame,
    Table,
    action_to_json,
)
from games.rules.clock import MINUTE, Control
from games.rules.coded import CodedError
from games.rules.online import BACKGAMMON
from games.rules.online import Board as State
from games.rules.online.chouette import (
    NO_CUBE,
    SIDES,
    asked_to_agree,
    chouette_board,
    cubes_said,
    mover_of,
    waits_of,
)
from games.signals import board_beat, table_beat

ON_THE_PAGE: Final = datetime.timedelta(minutes=2)
"""How long ago somebody's stream was seen who counts as being on the page."""
BANKS: Final = (0, 10, 15, 20, 30, 45)
"""The minutes that a side may have for a game; 0 without a clock."""
NOT_ABOUT_CUBES: Final = (EndGame, EnterPoints, StartGame, Join, Leave)

_writing: ContextVar[int | None] = ContextVar("board_writing", default=None)


@transaction.atomic
def session_on_board(
    *, session: Session, by: Actor | Reader, on_board: bool, minutes: int = 0
) -> None:
    """Say whether the games of a session are played on the board, from the next one on.

    `minutes` is the bank of each side for a game, beside a delay for each turn; 0 without a clock.

    On the board answers are always hidden until all are in, whatever the club does at tables.

    Raises:
        NotAllowed: they do not keep the score here.
        Conflict: the session has ended.
        BoardRefused: a game is in progress, or there is no such clock.
    """
    require(by, Capability.SCORE, session.club, session)
    locked = rows_locked(Session.objects).select_related("club").get(pk=session.pk)
    require_open(locked)
    if position_of(locked).table.game is not None:
        raise BoardRefused("board_between")
    if minutes not in BANKS:
        raise BoardRefused("clock_invalid")
    locked.on_board, locked.board_minutes = on_board, minutes
    locked.replies_hidden = on_board or locked.club.replies_hidden
    locked.save(update_fields=["on_board", "board_minutes", "replies_hidden"])
    for name in ("on_board", "board_minutes", "replies_hidden"):
        setattr(session, name, getattr(locked, name))
    table_beat(locked)


def running_board(session: Session) -> Board | None:
    """Return the board on which a session's game is played just now, locked."""
    found = rows_locked(Board.objects).filter(session=session, status__in=Board.RUNNING)
    return found.select_related("club").first()


@contextmanager
def writing_itself(board: Board) -> Iterator[None]:
    """Let a board write to its session's log, and not follow that as news."""
    token = _writing.set(board.pk)
    try:
        yield
    finally:
        _writing.reset(token)


def session_followed(*, session: Session, kind: str, change: Change, by: Actor) -> None:
    """Take a step of a session to its board; called inside the step's transaction.

    A game that begins gets a board. What is said about cubes has its moment: before a side's own
    roll. Taking cubes back at the table leaves the position as it is; the dice are not taken back.

    Raises:
        RulesRefused, BoardConflict: it cannot be said now; then the step is not written either.
    """
    before, after = position_of(session).table, change.position.table
    board = running_board(session)
    if board is not None and _writing.get() != board.pk:
        _followed(board, before, change, kind, session.length + 1)
    game = after.game
    is_fresh = game is not None and not game.started and game.opening == "none"
    if game is not None and is_fresh and (before.game is None or _is_over(before, after)):
        chouette_begin(session, game, by)


def offers_checked(*, session: Session) -> None:
    """Check that the team may be asked for its doubles now: on the board, before its roll.

    Raises:
        RulesRefused: it is another moment.
    """
    board = running_board(session)
    if board is None:
        return
    state = State.from_json(board.snapshot)
    said = {"actions": [], "step": 1, "offers": 1, "redoubles": [], "gives": False, "waits": 0}
    Writing(board, state, 0).do("cubes", None, **said)


def _is_over(before: Table, after: Table) -> bool:
    """Tell whether the game in progress is over after a step."""
    if before.game is None:
        return False
    return after.game is None or after.game.number != before.game.number


def _followed(board: Board, before: Table, change: Change, kind: str, step: int) -> None:
    after = change.position.table

    def make(writing: Writing) -> None:
        if kind == Kind.PLAY:
            cubes_note(writing, before, after, change.actions, step)
        elif kind in (Kind.VOID, Kind.CUT):
            _abandoned(writing)
        elif not _is_same(before.game, after.game):
            _taken_back(writing)
        elif kind == Kind.REDO:
            raise BoardConflict("board_redo")
        elif kind == Kind.UNDO:
            offered, back = chouette_board(writing.state).team.offered, change.back or 0
            still = offered is None or offered < back
            again = _asked_again(writing, before, after)
            writing.do("undone", None, still=still, waits=waits_of(after), **again)

    board_write(BoardRequest(board, None, "cubes"), make)


def cubes_note(
    writing: Writing, before: Table, after: Table, actions: tuple[Action, ...], step: int
) -> None:
    """Note in a board's log what a step of the session has done, its end included.

    Raises:
        RulesRefused: it cannot be said now.
    """
    about = [one for one in actions if not isinstance(one, NOT_ABOUT_CUBES)]
    if about:
        try:
            said = cubes_said(before, after, about, step)
        except CodedError as error:
            raise RulesRefused(error) from error
        writing.do("cubes", None, **said, **_asked_again(writing, before, after))
    if _is_over(before, after):
        last = after.last if after.played > before.played else None
        by_cubes = last is not None and last.ending == "cubes"
        winner = None if last is None else SIDES.index(last.winner)
        writing.do("settled", None, how="cubes" if by_cubes else "table", winner=winner)


def _asked_again(writing: Writing, before: Table, after: Table) -> dict[str, Any]:
    """Return who is asked about an open resignation once a step has changed the bets."""
    team, offer = chouette_board(writing.state).team, writing.state.game.offer
    if offer is None or _is_over(before, after):
        return {}
    mover = mover_of(before, offer.side)  # has resigned, unless they came to move afterwards
    by = "" if team.line.index(mover) in team.asked else mover
    return {"asked": asked_to_agree(after, team.line, offer.side, by)}


def _is_same(before: Game | None, after: Game | None) -> bool:
    """Tell whether undo and the like left the game and its dice as they were."""
    if before is None or after is None:
        return False
    kept = ("number", "opening", "automatics", "line")
    return all(getattr(before, name) == getattr(after, name) for name in kept)


def _taken_back(writing: Writing) -> None:
    """The game's beginning was taken back at the table: before the first roll only.

    Raises:
        BoardConflict: dice were rolled already.
    """
    if writing.state.dice is not None and writing.state.dice.rolled:
        raise BoardConflict("board_rolled")
    writing.do("abandon", None, reason="")
    writing.columns = {"status": Board.Status.WITHDRAWN}


def _abandoned(writing: Writing) -> None:
    with override(writing.board.club.language or None):
        reason = _("its evening was declared void or cut back")
    writing.do("abandon", None, reason=reason)


def chouette_begin(session: Session, game: Game, by: Actor) -> Board:
    """Set up the board of a game that has just begun in a locked session."""
    players = {seat.logged_as: seat.player for seat in session.seats.select_related("player").all()}
    line = game.line
    game_id, seed, commitment = dice_choose()
    seats = _on_the_page(session, line.order, players) or (0,)
    start = StartGame(line.box, line.partner, line.team, starting_cube=game.start)
    payload: dict[str, Any] = {
        "type": BACKGAMMON.name,
        "length": None,
        "options": NO_CUBE,
        "with_draws": False,
        **_control(session.board_minutes),
        "line": list(line.order),
        "rules": session.rules_json,
        "start": action_to_json(start),
        "dice": {"game_id": game_id, "commitment": commitment, "seats": list(seats)},
    }
    former = session.boards.order_by("pk").last()
    user = by if isinstance(by, User) else None
    board = Board(
        club=session.club,
        session=session,
        game_number=game.number,
        type=BACKGAMMON.name,
        options=NO_CUBE,
        pace=Board.Pace.BANK if session.board_minutes else Board.Pace.FREE,
        started_by=user,
    )
    board_begin(board, payload, by=user)
    DiceSeed.objects.create(board=board, game_id=game_id, server_seed=seed, commitment=commitment)
    BoardSeat.objects.bulk_create(
        BoardSeat(board=board, number=number, kind=BoardSeat.Kind.PLAYER, player=players[one])
        for number, one in enumerate(line.order)
    )
    if former is not None:
        board_beat(former)  # who still looks at it goes on from there
    return board


def _control(minutes: int) -> dict[str, Any]:
    """Return the clock of a board, as its first step has it; nothing without one."""
    if not minutes:
        return {}
    control = Control(minutes * MINUTE)
    return {"control": [control.reserve, control.delay, control.mode]}


def seats_present(session: Session, line: tuple[str, ...]) -> tuple[int, ...]:
    """Return the seats of a line whose players have the table or its board open just now."""
    players = {seat.logged_as: seat.player for seat in session.seats.select_related("player")}
    return _present(session, line, players)


def _on_the_page(
    session: Session, line: tuple[str, ...], players: Mapping[str, Player]
) -> tuple[int, ...]:
    """Return the seats that give a seed: who has the page open, else who has a phone."""
    there = _present(session, line, players)
    if there:
        return there
    passes = session.passes.filter(role=Pass.Role.PLAYER, state=Pass.State.GRANTED)
    known = set(passes.values_list("player", flat=True))
    known |= {one for one, player in players.items() if player.user_id is not None}
    return tuple(number for number, one in enumerate(line) if one in known)


def _present(
    session: Session, line: tuple[str, ...], players: Mapping[str, Player]
) -> tuple[int, ...]:
    since = timezone.now() - ON_THE_PAGE
    rows = Presence.objects.filter(session=session, seen_at__gt=since)
    seen = list(rows.values_list("user_id", "holder__player"))
    users = {user for user, _player in seen if user}
    found = {player for _user, player in seen if player}
    found |= {one for one, player in players.items() if player.user_id in users}
    return tuple(number for number, one in enumerate(line) if one in found)
