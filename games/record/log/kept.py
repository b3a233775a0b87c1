"""Reads the tables' data for many sessions at once: a few queries for a hundred of them.

JSON stays text here, so that it is cheap to pass to another process, which parses it.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple

from django.db.models import F, JSONField, TextField
from django.db.models.functions import Cast

from games.models import Action, Game, GameScore, Player, Seat, Session, Transfer
from games.models.ids import ALPHABET, LENGTH
from games.models.packed import ResultField, position_read, result_read
from games.record.log.history import Kind, PlainRow
from games.record.log.projections import Keys

Row = tuple[Any, ...]

_NAMES: Final = re.compile(rf'"([{ALPHABET}]{{1,{LENGTH}}})"')
"""A possible player identifier in the text of a row."""
_MEETS: Final = '"join"'
"""Marks a row that brings a player to the table."""


class Texts(NamedTuple):
    """Rows of some sessions as read, JSON as text; all but the players' begin with a key."""

    sessions: list[Row]
    log: list[Row]
    seats: list[Row]
    games: list[Row]
    scores: list[Row]
    transfers: list[Row]
    players: list[Row]


class KeptSession(NamedTuple):
    """The columns of a session's row that are compared."""

    pk: int
    public_id: str
    club_id: int
    status: str
    version: int
    length: int
    rules: str
    rules_version: int
    is_damaged: bool
    cuts: Any
    rules_json: Any
    snapshot: Any


class KeptGame(NamedTuple):
    """The columns of a game's row that are compared, with its dependent rows."""

    number: int
    box_id: int
    captain_id: int
    partner_id: int | None
    by_hand: bool
    line_differs: bool
    is_void: bool
    winner: str
    level: int | None
    ending: str
    first_sequence: int
    last_sequence: int
    result: Any
    scores: list[Row]
    """Player, role, points, cube, whether it was turned, closing; in the order of the line."""
    transfers: set[Row]


class Kept(NamedTuple):
    """The data of a session in the tables."""

    session: KeptSession
    log: list[PlainRow]
    seats: list[tuple[str, int, int, int | None]]
    """The player's identifier in the log, stake, player and total, in order of arrival."""
    games: list[KeptGame]
    keys: Keys
    """Players of the club by public id; merged ones have the key they count for."""


def texts_of(sessions: Sequence[int]) -> Texts:
    """Read some sessions by their keys, in seven queries."""
    row = _columns(Session, KeptSession._fields)
    rows = list(row.filter(pk__in=sessions).order_by("pk"))
    log = list(
        _columns(Action, ("session_id", *PlainRow._fields[:-1]))
        .filter(session_id__in=sessions)
        .order_by("session_id", "sequence")
    )
    seats = list(
        Seat.objects.filter(session_id__in=sessions)
        .order_by("session_id", "position")
        .values_list("session_id", "logged_as", "stake", "player_id", "total")
    )
    games = list(
        _columns(Game, ("pk", "session_id", *KeptGame._fields[:-2]))
        .filter(session_id__in=sessions)
        .order_by("session_id", "number")
    )
    scores = list(
        GameScore.objects.filter(game__session_id__in=sessions)
        .order_by()
        .values_list(
            "game_id", "place", "player_id", "role", "points", "cube", "cube_turned", "closing"
        )
    )
    transfers = list(
        Transfer.objects.filter(game__session_id__in=sessions)
        .order_by()
        .values_list("game_id", "payer_id", "payee_id", "amount")
    )
    clubs = {KeptSession(*one).club_id for one in rows}
    players = list(
        Player.objects.filter(club_id__in=clubs, public_id__in=_named(log, seats))
        .order_by()
        .values_list("club_id", "public_id", "merged_into_id", "pk")
    )
    return Texts(rows, log, seats, games, scores, transfers, players)


def _columns(model: Any, names: Sequence[str]) -> Any:
    """Return these columns of all rows, JSON as text."""
    fields = {one.attname: one for one in model._meta.concrete_fields}
    columns: list[Any] = []
    for name in names:
        is_text = isinstance(fields.get(name), JSONField | ResultField)
        columns.append(Cast(F(name), TextField()) if is_text else name)
    return model.objects.values_list(*columns)


def _named(log: list[Row], seats: list[Row]) -> set[str]:
    """Return all identifiers of players that occur at these tables."""
    names = {logged_as for _session, logged_as, *_rest in seats}
    for _session, _sequence, kind, payload, _step, _version in log:
        if kind in (Kind.SETUP, Kind.MOVE) or (payload is not None and _MEETS in payload):
            names.update(_NAMES.findall(payload))
    return names


def kept_of(texts: Texts) -> Iterator[Kept]:
    """Group the rows by session, in the order of the sessions."""
    log, seats, games = _by_key(texts.log), _by_key(texts.seats), defaultdict(list)
    scores, transfers = _by_key(texts.scores), _by_key(texts.transfers)
    for key, session, *columns, result in texts.games:
        there = sorted(scores[key], key=itemgetter(0))
        hung = [one[1:] for one in there], set(transfers[key])
        games[session].append(KeptGame._make((*columns, _result(result), *hung)))
    players: dict[int, Keys] = defaultdict(dict)
    for club, public_id, merged, pk in texts.players:
        players[club][public_id] = merged or pk
    for *columns, cuts, rules_json, snapshot in texts.sessions:
        read = _read(cuts), _read(rules_json), position_read(_read(snapshot))
        session = KeptSession._make((*columns, *read))
        rows = [
            PlainRow(sequence, kind, _read(payload), step, version)
            for sequence, kind, payload, step, version in log[session.pk]
        ]
        yield Kept(session, rows, seats[session.pk], games[session.pk], players[session.club_id])


def _by_key(rows: list[Row]) -> defaultdict[int, list[Any]]:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for key, *rest in rows:
        found[key].append(tuple(rest))
    return found


def _read(text: str | None) -> Any:
    """Return JSON data; None if the text is damaged, which the comparison then reports."""
    try:
        return json.loads(text or "null")
    except ValueError:
        return None


def _result(text: str) -> Any:
    try:
        return result_read(text)
    except (IndexError, TypeError, ValueError):
        return None
