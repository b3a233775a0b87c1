"""Who usually plays together: saved groups, last time's players, the regulars of a day."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _

from games.clubs.services.groups import groups_of
from games.models import Club, Seat, Session

LAST: Final = "last"
SESSIONS_LOOKED_AT: Final = 60
EVENINGS_OF_A_DAY: Final = 6
FEWEST_EVENINGS: Final = 3
"""A day of the week has regulars once so many evenings were played on it."""
FEWEST_PLAYERS: Final = 3
MOST_AT_FIRST: Final = 8
"""Players of a new club who are all seated to begin with."""


@dataclass(frozen=True, slots=True)
class Circle:
    """Players who can be seated with one tap, by public id."""

    key: str
    title: str
    players: tuple[str, ...]
    is_saved: bool = False


@dataclass(frozen=True, slots=True)
class Circles:
    """The circles of a club; `begins` is the one that a new session begins with, if any."""

    all: tuple[Circle, ...]
    begins: Circle | None


def circles_of(club: Club, today: datetime.date) -> Circles:
    """Return last time's players, the saved groups, and each day's regulars, today's first.

    Regulars of a day were there on at least half of its last six evenings. While another session
    runs no circle is proposed to begin with: those players sit there. A new club begins with
    everybody, if these are not too many.
    """
    found = _played(club)
    rows = list(found.values_list("pk", "played_on", "status")[:SESSIONS_LOOKED_AT])
    ended = {pk: day for pk, day, status in rows if status == Session.Status.ENDED}
    saved = [
        Circle(group.public_id, group.name, group.players, is_saved=True)
        for group in groups_of(club)
    ]
    if not ended:
        is_new = not rows and not club.sessions.exists()
        return Circles(tuple(saved), _everybody(club) if is_new else None)
    seated: dict[int, list[str]] = defaultdict(list)
    seats = Seat.objects.filter(session__in=ended, player__is_active=True)
    for session, player in seats.values_list("session_id", "player__public_id"):
        seated[session].append(player)
    last = Circle(LAST, _("As last time"), tuple(seated[next(iter(ended))]))
    circles = [last, *saved]
    for ahead in range(7):
        weekday = (today.weekday() + ahead) % 7
        regulars = _regulars(ended, seated, weekday)
        if len(regulars) >= FEWEST_PLAYERS and all(
            set(regulars) != set(circle.players) for circle in circles
        ):
            title = _("Regulars on %(day)s") % {"day": WEEKDAYS[weekday]}
            circles.append(Circle(f"day-{weekday}", title, regulars))
    is_free = all(status == Session.Status.ENDED for _pk, _day, status in rows)
    return Circles(tuple(circles), last if is_free else None)


def _everybody(club: Club) -> Circle | None:
    """Return everybody of a new club, where all of them fit at its first table."""
    players = club.players.filter(is_active=True).order_by("name_key", "pk")
    found = tuple(players.values_list("public_id", flat=True)[: MOST_AT_FIRST + 1])
    is_table = FEWEST_PLAYERS <= len(found) <= MOST_AT_FIRST
    return Circle("all", _("Everybody"), found) if is_table else None


def _played(club: Club) -> QuerySet[Session]:
    """Return the club's evenings at a table, the latest first."""
    played = club.sessions.filter(by_totals=False).exclude(status=Session.Status.VOID)
    return played.order_by("-played_on", "-pk")


@dataclass(frozen=True, slots=True)
class Usual:
    """How the club played last time: its house rules, what a point was worth, where, and whether
    replies stayed hidden.
    """

    rules: str
    stake_amount: Decimal | None
    currency: str
    place: str
    replies_hidden: bool


def usual_of(club: Club) -> Usual | None:
    """Return how the club played last time; None before the first time."""
    columns = ("rules", "stake_amount", "currency", "place", "replies_hidden", "on_board")
    last = _played(club).values(*columns).first()
    if last is None:
        return None
    if last.pop("on_board"):  # there they always are
        last["replies_hidden"] = club.replies_hidden
    return Usual(**last)


def _regulars(
    ended: Mapping[int, datetime.date], seated: Mapping[int, Sequence[str]], weekday: int
) -> tuple[str, ...]:
    evenings: dict[datetime.date, set[str]] = defaultdict(set)
    for session, day in ended.items():
        if day.weekday() == weekday:
            evenings[day].update(seated[session])
    latest = list(evenings.values())[:EVENINGS_OF_A_DAY]
    if len(latest) < FEWEST_EVENINGS:
        return ()
    times = Counter(player for evening in latest for player in evening)
    return tuple(player for player, count in times.items() if 2 * count >= len(latest))
