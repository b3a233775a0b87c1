"""Boards in lists: mine, a club's, and those of a guest's phone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.faces.endings import chouette_points_text, ended_text
from games.boards.presenters.rematch import rematch_text
from games.boards.selectors.boards import (
    PAGE,
    SeatName,
    boards_finished,
    boards_held,
    boards_in,
    boards_now,
    boards_of,
    challenges_for,
    is_turn_of,
    names_at,
    score_of,
    seats_of,
    state_of,
)
from games.boards.selectors.chouettes import points_won
from games.boards.selectors.lists import blocked_by, named_for
from games.boards.selectors.rematches import is_asked_for_rematch, is_rematch_asked
from games.boards.selectors.terms import against, length_text, seat_label
from games.models import Board, Club, User, games_named
from games.names.identity import sort_key
from games.permissions import NOBODY, Capability, Reader
from games.rules.online import game_type
from games.web.waiting import boards_waiting

Status = Board.Status
MOST: Final = 200
"""Open boards of one user in their list; more cannot be begun."""
NOW: Final = 6
"""So many boards stand on a page that is about other things, too."""
HELD_FOR: Final = timedelta(days=30)
"""How long a guest's phone lists a game that is over."""


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board in a list: all names, White or the box first, and in a sentence how it stands."""

    board: Board
    names: tuple[str, ...]
    length: str
    state: str
    score: str = ""
    is_my_turn: bool = False
    due_at: datetime | None = None
    may_join: bool = False
    may_decline: bool = False
    asked: str = ""
    """Who would like a rematch of this reader; blank where nobody asks."""

    @property
    def title(self) -> str:
        """All names."""
        if self.board.session_id is not None:
            box, *team = self.names
            return against(box, team)
        return " – ".join(self.names)

    @property
    def is_late(self) -> bool:
        """Whether the running clock is out; a flag never falls by itself, somebody claims it."""
        return self.due_at is not None and self.due_at <= timezone.now()


def board_cards(
    boards: Iterable[Board],
    *,
    user: User | None = None,
    reader: Reader = NOBODY,
    sees_names: bool = False,
    joinable: bool = False,
    named: frozenset[int] = frozenset(),
) -> list[BoardCard]:
    """Return boards as cards, without a query for each.

    A user sees the names of those they play with; `sees_names`: of all. `named` are the boards to
    which this user is challenged by name; `joinable`: they may sit down where a seat is open.
    """
    rows = list(boards)
    won = points_won(rows)
    cards = []
    for board in rows:
        points = won.get(board.pk, {})
        card = _card(board, user, reader, joinable, board.pk in named, sees_names, points)
        cards.append(card)
    return cards


def held_cards(seats: Mapping[int, str]) -> list[BoardCard]:
    """Return the boards of a phone's guest seats as cards, given with their nonces.

    Where they are asked for a rematch comes first.
    """
    boards = boards_held(seats, since=timezone.now() - HELD_FOR)
    cards = [_held_card(board, set(seats.values())) for board in boards]
    return sorted(cards, key=lambda card: not card.asked)


def _held_card(board: Board, nonces: set[str]) -> BoardCard:
    seats = seats_of(board)
    found = names_at(seats, sees_names=True)
    names = (name_at(found, 0), name_at(found, 1))
    own = next((seat.number for seat in seats if seat.nonce in nonces), None)
    is_mine = board.status == Status.PLAYING and board.waits_for in (own, Board.BOTH)
    return BoardCard(
        board=board,
        names=names,
        length=length_text(board),
        state=state_text(board, names, is_mine=is_mine),
        score=card_score(board),
        is_my_turn=is_mine,
        due_at=board.due_at if board.status == Status.PLAYING else None,
        asked=rematch_text("asked", names[1 - own])
        if own is not None and is_asked_for_rematch(board, own)
        else "",
    )


def _card(
    board: Board,
    user: User | None,
    reader: Reader,
    joinable: bool,
    is_named: bool,
    sees_names: bool,
    points: Mapping[int, int],
) -> BoardCard:
    seats = seats_of(board)
    plays = user is not None and any(
        seat.player is not None and seat.player.user_id == user.pk for seat in seats
    )
    found = names_at(seats, reader, sees_names=sees_names or plays or is_named)
    names = (name_at(found, 0), name_at(found, 1))
    everybody = {seat: name_at(found, seat) for seat in sorted(found)}
    is_mine = user is not None and is_turn_of(user, board)
    waits = board.status == Status.WAITING
    is_pair = board.session_id is None
    return BoardCard(
        board=board,
        names=names if is_pair else tuple(everybody.values()),
        length=length_text(board),
        state=state_text(board, names, is_mine=is_mine),
        score=card_score(board) if is_pair else chouette_points_text(points, everybody),
        is_my_turn=is_mine,
        due_at=board.due_at if board.status == Status.PLAYING else None,
        may_join=waits and not plays and (is_named or (joinable and board.is_challenge)),
        may_decline=waits and is_named,
    )


def card_score(board: Board) -> str:
    """Return the points of both; blank before a game has ended, and where nobody has any.

    A draw is half a point each where the game is not one for points.
    """
    white, black = score_of(board)
    is_draw = board.status == Status.ENDED and board.winner is None
    if is_draw and not game_type(board.type).has_cube:
        return "½ : ½"
    return f"{white} : {black}" if white or black else ""


def name_at(seats: dict[int, SeatName], number: int) -> str:
    """Return who sits on a seat, as this reader knows them."""
    seat = seats.get(number)
    return seat_label(seat) if seat is not None else _("free seat")


def state_text(board: Board, names: tuple[str, str], *, is_mine: bool = False) -> str:
    """Return in a few words what a board waits for, or how it ended."""
    match board.status:
        case Status.WAITING if is_rematch_asked(board):
            return _("a rematch is asked for")
        case Status.WAITING if board.session_id is None:
            return _("waits for a second player")
        case Status.ENDED | Status.ABANDONED:
            return ended_text(state_of(board), names)
        case Status.WITHDRAWN:
            return _("withdrawn")
    if board.session_id is not None:
        return board.get_status_display()
    if board.phase == "seeds":
        return _("the dice wait for your part") if is_mine else _("both choose their seeds")
    if board.actor is None:
        return _("the next game can begin")
    if is_mine:
        return _mine_text(board)
    if board.waits_for is None:
        return pgettext("board", "paused")
    return _("%(name)s to move") % {"name": names[board.actor]}


def _mine_text(board: Board) -> str:
    if board.waits_for == Board.BOTH:
        return _("an offer waits")
    match board.phase:
        case "answer":
            return _("you are doubled: answer")
        case "resignation":
            return _("a resignation waits for your answer")
    return _("your turn")


# my games


@dataclass(frozen=True, slots=True)
class MyBoards:
    """My games: challenges to answer, running ones by whose turn it is, those that are over."""

    challenges: Sequence[BoardCard]
    turns: Sequence[BoardCard]
    others: Sequence[BoardCard]
    waiting: Sequence[BoardCard]
    finished: Sequence[BoardCard]
    clubs: Sequence[Club]
    number: int
    has_more: bool
    blocked: Sequence[User]

    @property
    def is_empty(self) -> bool:
        return not (self.challenges or self.turns or self.others or self.waiting or self.finished)

    @property
    def has_clubs(self) -> bool:
        """Tell whether the games may be of several clubs, so that each names its own."""
        lists = (self.challenges, self.turns, self.others, self.waiting, self.finished)
        of = {card.board.club_id for cards in lists for card in cards}
        return len(of | {club.pk for club in self.clubs}) > 1


def my_boards_page(user: User, number: int = 1) -> MyBoards:
    """Return a user's games; `number` is the page of those that are over."""
    number = max(1, number)
    cards = board_cards(boards_of(user)[:MOST], user=user)
    first = (number - 1) * PAGE
    over = list(boards_finished(user)[first : first + PAGE + 1])
    named = frozenset(named_for(user))
    challenges = board_cards(
        challenges_for(user)[:PAGE], user=user, sees_names=True, joinable=True, named=named
    )
    is_running = [card for card in cards if card.board.status == Status.PLAYING]
    return MyBoards(
        challenges=challenges,
        turns=[card for card in is_running if card.is_my_turn],
        others=[card for card in is_running if not card.is_my_turn],
        waiting=[card for card in cards if card.board.status == Status.WAITING],
        finished=board_cards(over[:PAGE], user=user),
        clubs=list(Club.objects.filter(memberships__user=user).order_by("name")),
        number=number,
        has_more=len(over) > PAGE,
        blocked=sorted(blocked_by(user), key=lambda one: sort_key(one.name)),
    )


def boards_now_cards(user: User) -> list[BoardCard]:
    """Return what concerns a user now: boards that wait for them first, with few queries."""
    rows = list(boards_now(user, boards_waiting(user))[:NOW])
    # Where they do not sit yet they are challenged by name.
    named = frozenset(board.pk for board in rows if board.status == Status.WAITING)
    return board_cards(rows, user=user, named=named)


# a club's games


@dataclass(frozen=True, slots=True)
class ClubBoards:
    """A club's games under two filters; `lobby` are seats that are open to its members.

    `kinds` are the games that have been played there, if there are several.
    """

    club: Club
    show: str
    filters: Sequence[tuple[str, str]]
    kind: str
    kinds: Sequence[tuple[str, str]]
    lobby: Sequence[BoardCard]
    cards: Sequence[BoardCard]
    number: int
    has_more: bool
    may_start: bool
    tag: str

    @property
    def show_name(self) -> str:
        return dict(self.filters).get(self.show, "")

    @property
    def kind_name(self) -> str:
        return dict(self.kinds).get(self.kind, "") if self.kind else ""


def club_boards_page(
    club: Club,
    reader: Reader,
    user: User | None,
    show: str = "",
    number: int = 1,
    kind: str = "",
) -> ClubBoards:
    """Return a club's games as one reader may see them, with a constant number of queries.

    A board that waits for the holder of a link concerns nobody else until it begins.
    """
    filters = {
        "": _("All"),
        "playing": _("Running"),
        "ended": _("Finished"),
        "abandoned": _("Abandoned"),
    }
    show = show if show in filters else ""
    number = max(1, number)
    played = set(club.boards.order_by().values_list("type", flat=True).distinct())
    kinds = [(value, str(label)) for value, label in games_named() if value in played]
    kind = kind if kind in played else ""
    found = boards_in(club, status=show, kind=kind).exclude(status=Status.WAITING)
    first = (number - 1) * PAGE
    rows = list(found[first : first + PAGE + 1])
    waiting = boards_in(club, status=Status.WAITING, kind=kind).filter(is_challenge=True)
    open_rows = list(waiting[:PAGE])
    may_start = reader.may(Capability.START_MATCH)
    cards = board_cards(rows[:PAGE], user=user, reader=reader)
    lobby = board_cards(open_rows, user=user, reader=reader, joinable=may_start)
    said = [(one.board.pk, one.board.version, one.board.beat) for one in (*lobby, *cards)]
    return ClubBoards(
        club=club,
        show=show,
        filters=list(filters.items()),
        kind=kind,
        kinds=[("", _("All")), *kinds] if len(kinds) > 1 else [],
        lobby=lobby,
        cards=cards,
        number=number,
        has_more=len(rows) > PAGE,
        may_start=may_start,
        tag=hashlib.sha256(repr((said, number, show, kind)).encode()).hexdigest()[:16],
    )
