"""The stream of boards: what each of their viewers sees, and who still may.

It implements `chouette.live.source.Source` for topics such as "board:5". An audience is a seat, or
none, with whether names are seen, whether they keep the score of a chouette without a seat, and a
language: "0n|de", "-|en", "-ns|de".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from django.utils import translation

from games.boards.presenters.show import fragment_html
from games.boards.selectors.boards import boards_read, seats_of
from games.boards.selectors.places import place_of, places_of
from games.boards.services.presence import seats_forget, seats_note
from games.boards.services.sitters import BoardReader
from games.chouetteboards.presenters.crew import crew_fragment
from games.chouetteboards.presenters.page import fragment_of
from games.chouetteboards.selectors.crew import crew_beat
from games.fast.kept import Kept
from games.fast.queries import Prepared
from games.models import Board, BoardSeat, Pass, User
from games.permissions import Capability
from games.table.selectors.rights import HOLDER, USER, People, lasts, people_read, standings

BOARD: Final = "board"
CREW: Final = "crew"
OF_TEAM: Final = "team"
"""The audience of a crew."""
SEAT: Final = "seat:"
"""A guest's name for the stream: the seat and its nonce, so that a new link ends the old one's."""

Looker = tuple[str, str, str]

_beats: Final = Prepared(
    lambda boards: (
        Board.objects.filter(pk__in=boards)
        .order_by()
        .values_list("pk", "beat", "consultation__beat")
    )
)
_looked: Final = Kept[Board]()


def topic_of(board: Board) -> str:
    return f"{BOARD}:{board.pk}"


def crew_topic_of(board: Board) -> str:
    return f"{CREW}:{board.pk}"


def presence_write(connections: Sequence[Looker]) -> None:
    """Record which players have their board open: topic, who, and the connection's id."""
    seats: dict[int, tuple[BoardSeat, ...]] = {
        board.pk: seats_of(board)
        for board in boards_read(_keys({topic for topic, _who, _name in connections}))
    }
    found: dict[str, int] = {}
    for topic, who, name in connections:
        there = seats.get(_key_of(topic), ())
        side = _side(there, who)
        found.update((name, seat.pk) for seat in there if seat.number == side)
    seats_note(found)


def presence_delete(connections: Collection[str]) -> None:
    seats_forget(connections)


def is_ours(topic: str) -> bool:
    """Tell whether a topic is a board's or a crew's."""
    return topic.partition(":")[0] in (BOARD, CREW)


def audience_of(reader: BoardReader) -> str:
    scores = bool(reader.scores and reader.reader.session_id)
    return _key(reader.side, reader.sees_names, scores=scores)


def who_is(reader: BoardReader) -> str:
    """Return a viewer's name for the stream; blank for a guest without a seat."""
    if isinstance(reader.reader.actor, Pass):
        return f"{HOLDER}{reader.reader.actor.pk}"
    if reader.side is not None and reader.sitter.user is None:
        seat = next(one for one in reader.seats if one.number == reader.side)
        return f"{SEAT}{seat.pk}:{seat.nonce}"
    user = reader.reader.user
    return f"{USER}{user.pk}" if isinstance(user, User) else ""


def beats(topics: Collection[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for pk, beat, crews in _beats(_keys(topics)):
        found |= {f"{BOARD}:{pk}": beat, f"{CREW}:{pk}": beat + (crews or 0)}
    return {topic: found[topic] for topic in topics if topic in found}


def fragment(topic: str, audience: str, beat: int | None = None) -> tuple[int, str] | None:
    """Return what an audience sees of a board, and its beat; None if the board is gone.

    `beat` is the one `look` has just returned: all audiences are shown the row that was read then.
    """
    key, _, language = audience.rpartition("|")
    board = _looked.find((topic, beat)) or _board(topic)
    if board is None:
        return None
    if topic.startswith(f"{CREW}:"):
        with translation.override(language):
            return crew_fragment(board)
    seat = key.rstrip("ns")
    side, sees_names = None if seat == "-" else int(seat), "n" in key
    with translation.override(language):
        if board.session is not None:
            scores = "s" in key
            return board.beat, fragment_of(board, side, sees_names=sees_names, scores=scores)
        return board.beat, fragment_html(board, side, sees_names=sees_names)


def pace(topic: str) -> float:
    return 0.0


def look(topic: str, lookers: Collection[Looker]) -> tuple[int | None, set[Looker]]:
    """Return a topic's beat, and the lookers who still have the same access."""
    board = _board(topic)
    if board is None:
        return None, set()
    people = people_read([board.club_id], _sessions([board]), _known(lookers))
    if topic.startswith(f"{CREW}:"):
        return crew_beat(board), _team(board, places_of([board]), lookers, people)
    _looked.keep((topic, board.beat), board)
    return board.beat, _holding(board, lookers, people)


def still(lookers: Collection[tuple[str, Looker]]) -> set[tuple[str, Looker]]:
    """Return the lookers who still have access to their boards; in a constant number of queries."""
    at: dict[str, set[Looker]] = {}
    for topic, looker in lookers:
        at.setdefault(topic, set()).add(looker)
    boards = {board.pk: board for board in boards_read(_keys(at))}
    everybody = [looker for _topic, looker in lookers]
    clubs = {board.club_id for board in boards.values()}
    people = people_read(clubs, _sessions(boards.values()), _known(everybody))
    places = places_of(boards[key] for key in _keys(at, CREW) if key in boards)
    found = set()
    for topic, there in at.items():
        board = boards.get(_key_of(topic))
        if board is None:
            continue
        is_crew = topic.startswith(f"{CREW}:")
        still_here = (
            _team(board, places, there, people) if is_crew else _holding(board, there, people)
        )
        found |= {(topic, looker) for looker in still_here}
    return found


def _board(topic: str) -> Board | None:
    return next(iter(boards_read(_keys([topic]))), None)


def _keys(topics: Collection[str], *kinds: str) -> list[int]:
    wanted = kinds or (BOARD, CREW)
    return [_key_of(topic) for topic in topics if topic.partition(":")[0] in wanted]


def _key_of(topic: str) -> int:
    return int(topic.partition(":")[2])


def _known(lookers: Collection[Looker]) -> set[str]:
    """Return the lookers with an account or a pass; guests of a board have a seat only."""
    return {who for who, _audience, _by in lookers if who.startswith((USER, HOLDER))}


def _sessions(boards: Iterable[Board]) -> list[int]:
    return [board.session_id for board in boards if board.session_id is not None]


def _team(
    board: Board,
    places: Mapping[int, tuple[int, ...]],
    lookers: Collection[Looker],
    people: People,
) -> set[Looker]:
    """Return who of the lookers is captain or crew of a board."""
    known = standings(board.club, board.session, _known(lookers), people)
    team = places.get(board.pk, ())
    return {
        looker
        for looker in lookers
        if looker[0] in known
        and Capability.VIEW_CLUB in known[looker[0]].allowed
        and place_of(board, known[looker[0]].player) in team
        and lasts(looker[0], looker[2], people)
    }


def _holding(board: Board, lookers: Collection[Looker], people: People) -> set[Looker]:
    seats = seats_of(board)
    known = standings(board.club, board.session, {*_known(lookers), ""}, people)
    found = set()
    for looker in lookers:
        who, audience, sign_in = looker
        is_known = who.startswith((USER, HOLDER))
        rights = known[who if is_known else ""]
        allowed = rights.allowed
        lives = not is_known or lasts(who, sign_in, people)
        if board.session_id is not None:
            place = place_of(board, rights.player)
            sees = place is not None or Capability.SEE_NAMES in allowed
            scores = Capability.SCORE in allowed
            may = _key(place, sees, scores=scores), _key(None, Capability.SEE_NAMES in allowed)
            holds = audience.rpartition("|")[0] in may  # who plays, too, on a big screen
            if lives and holds and Capability.VIEW_CLUB in allowed:
                found.add(looker)
        elif lives and _holds(seats, who, audience, allowed):
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


def _key(side: int | None, sees_names: bool, *, scores: bool = False) -> str:
    return f"{'-' if side is None else side}{'n' if sees_names else ''}{'s' if scores else ''}"
