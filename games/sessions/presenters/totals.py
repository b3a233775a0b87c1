"""What the form of an evening by totals shows: everybody of the club, and what was typed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from games.clubs.selectors.clubs import seatable_players
from games.ledger.figures import points_text
from games.models import Club, Player, Session
from games.permissions import Reader
from games.web.input import Input

POINTS: Final = "points-"
"""Begins the name of the field of somebody's points."""


@dataclass(frozen=True, slots=True)
class TotalsLine:
    """A player, and the points that stand in their field."""

    player: Player
    field: str
    points: str


@dataclass(frozen=True, slots=True)
class TotalsPage:
    """The form; `session` is the evening that is put right, if one is."""

    club: Club
    reader: Reader
    session: Session | None
    lines: list[TotalsLine]
    played_on: str
    title: str
    place: str
    is_settled: bool
    asks_sum: bool
    """Whether the points that were sent do not sum to zero."""
    version: int
    key: str
    problem: str = ""


def totals_page(
    club: Club,
    reader: Reader,
    ask: Input,
    session: Session | None = None,
    *,
    problem: str = "",
) -> TotalsPage:
    """Gather the form: as it was sent, else as the evening is, else empty for today."""
    was_sent = ask.has("sent")
    there = _points_of(session) if session is not None else {}
    players = {player.pk: player for player in seatable_players(club)}
    for player in Player.objects.filter(pk__in=there.keys() - players.keys()):
        players[player.pk] = player
    lines = [
        TotalsLine(
            player,
            f"{POINTS}{player.public_id}",
            ask.one(f"{POINTS}{player.public_id}")
            if was_sent
            else points_text(there[player.pk])
            if player.pk in there
            else "",
        )
        for player in players.values()
    ]
    settled = session.is_settled if session is not None else True
    return TotalsPage(
        club=club,
        reader=reader,
        session=session,
        lines=lines,
        played_on=ask.one("played_on") if was_sent else club.today.isoformat(),
        title=ask.one("title"),
        place=ask.one("place"),
        is_settled=ask.has("settled") if was_sent else settled,
        asks_sum=bool(problem) and was_sent,
        version=session.version if session is not None else 0,
        key=secrets.token_urlsafe(12),
        problem=problem,
    )


def _points_of(session: Session) -> dict[int, int]:
    seats = session.seats.filter(total__isnull=False).order_by("position")
    return {player: total or 0 for player, total in seats.values_list("player_id", "total")}
