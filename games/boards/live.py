"""The stream of boards: what each of their viewers sees, and who still may.

It implements `chouette.live.source.Source` for topics such as "board:5". An audience is a seat, or
none, with whether names are seen, and a language: "0n|de", "-|en".
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import QuerySet
from django.utils import translation

from games.boards.presenters.show import fragment_html
from games.boards.services.sitters import BoardReader
from games.models import Board, BoardSeat, User
from games.permissions import Capability
from games.table.selectors.rights import USER, People, lasts, people_read, standings

BOARD: Final = "board"
SEAT: Final = "seat:"
"""A guest's name for the stream: the seat and its nonce, so that a new link ends the old one's."""

Looker = tuple[str, str, str]


def topic_of(board: Board) -> str:
    return f"{BOARD}:{board.pk}"


def audience_of(reader: BoardReader) -> str:
    return _key(reader.side, reader.sees_names)


def who_is(reader: BoardReader) -> str:
    """Return a viewer's name for the stream; blank for a guest without a seat."""
    if reader.side is not None and reader.sitter.user is None:
        seat = next(one for one in reader.seats if one.number == reader.side)
        return f"{SEAT}{seat.pk}:{seat.nonce}"
    user = reader.reader.user
    return f"{USER}{user.pk}" if isinstance(user, User) else ""


def beats(topics: Collection[str]) -> dict[str, int]:
    found = Board.objects.filter(pk__in=_keys(topics)).order_by().values_list("pk", "beat")
    return {f"{BOARD}:{pk}": beat for pk, beat in found}


def fragment(topic: str, audience: str, beat: int | None = None) -> tuple[int, str] | None:
    """Return what an audience sees of a board, and its beat; None if the board is gone."""
    key, _, language = audience.rpartition("|")
    board = _boards([topic]).first()
    if board is None:
        return None
    side = None if key.startswith("-") else int(key[0])
    with translation.override(language):
        return board.beat, fragment_html(board, side, sees_names=key.endswith("n"))


def pace(topic: str) -> float:
    return 0.0


def look(topic: str, lookers: Collection[Looker]) -> tuple[int | None, set[Looker]]:
    """Return a board's beat, and the lookers who still have the same access."""
    board = _boards([topic]).first()
    if board is None:
        return None, set()
    people = people_read([board.club_id], [], _users(lookers))
    return board.beat, _holding(board, lookers, people)


def still(lookers: Collection[tuple[str, Looker]]) -> set[tuple[str, Looker]]:
    """Return the lookers who still have access to their boards; in a constant number of queries."""
    at: dict[str, set[Looker]] = {}
    for topic, looker in lookers:
        at.setdefault(topic, set()).add(looker)
    boards = list(_boards(at))
    everybody = [looker for _topic, looker in lookers]
    people = people_read({board.club_id for board in boards}, [], _users(everybody))
    return {
        (topic_of(board), looker)
        for board in boards
        for looker in _holding(board, at[topic_of(board)], people)
    }


def _boards(topics: Collection[str]) -> QuerySet[Board]:
    return (
        Board.objects.select_related("club")
        .prefetch_related("seats__player__merged_into")
        .filter(pk__in=_keys(topics))
    )


def _keys(topics: Collection[str]) -> list[int]:
    return [int(topic.partition(":")[2]) for topic in topics if topic.startswith(f"{BOARD}:")]


def _users(lookers: Collection[Looker]) -> set[str]:
    return {who for who, _audience, _by in lookers if who.startswith(USER)}


def _holding(board: Board, lookers: Collection[Looker], people: People) -> set[Looker]:
    seats = tuple(board.seats.all())
    known = standings(board.club, None, {*_users(lookers), ""}, people)
    found = set()
    for looker in lookers:
        who, audience, sign_in = looker
        is_user = who.startswith(USER)
        allowed = known[who if is_user else ""].allowed
        lives = not is_user or lasts(who, sign_in, people)
        if lives and _holds(seats, who, audience, allowed):
            found.add(looker)
    return found


def _holds(
    seats: tuple[BoardSeat, ...], who: str, audience: str, allowed: frozenset[Capability]
) -> bool:
    side = _side(seats, who)
    may = set() if side is None else {_key(side, True)}
    if Capability.VIEW_CLUB in allowed:  # players, too, on a big screen
        may.add(_key(None, Capability.SEE_NAMES in allowed))
    return audience.rpartition("|")[0] in may


def _side(seats: tuple[BoardSeat, ...], who: str) -> int | None:
    for seat in seats:
        if who == f"{SEAT}{seat.pk}:{seat.nonce}":
            return seat.number
        if seat.player is not None and who == f"{USER}{seat.player.user_id}":
            return seat.number
    return None


def _key(side: int | None, sees_names: bool) -> str:
    return f"{'-' if side is None else side}{'n' if sees_names else ''}"
