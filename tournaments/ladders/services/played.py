"""Reads the games behind ratings: of ended sessions, without void ones."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet, Sum

from games.models import Game, Seat, Session
from tournaments.ladders.services.marks import READ_AS, SITS
from tournaments.models import SessionEvidence
from tournaments.ratings.evidence import BoxGame, evidence_of
from tournaments.ratings.inputs import game_of

CHUNK = 400
"""The number of sessions read at once: a rebuild needs no more memory for a larger club."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a session's evidence depends on: its row, its seats, and the formula."""

    played_on: date
    version: int
    seats: int
    formula: int


def marks_of(club_id: int) -> dict[int, Mark]:
    """Return a club's sessions that count, in one query: those that have ended."""
    rows = (
        Seat.objects.filter(session__club=club_id, session__status=Session.Status.ENDED)
        .order_by()
        .values_list("session_id", "session__played_on", "session__version")
        .annotate(sitting=Sum(SITS))
    )
    return {pk: Mark(day, version, sitting, READ_AS) for pk, day, version, sitting in rows}


def marks_written(club_id: int) -> dict[int, Mark]:
    """Return the marks with which a club's evidence was read."""
    rows = SessionEvidence.objects.filter(club=club_id).order_by()
    found = rows.values_list("pk", "played_on", "version", "seats", "formula")
    return {pk: Mark(day, *numbers) for pk, day, *numbers in found}


def games_of(sessions: Collection[int]) -> Iterator[tuple[int, int, BoxGame]]:
    """Yield the games of sessions in order: session, number, game; players are primary keys.

    Merged players have the key of the player they were merged into.
    """
    named: dict[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(session__in=sessions).order_by()
    for session, logged, player in seats.values_list("session_id", "logged_as", "player_id"):
        named[session][logged] = str(player)
    rows = (
        Game.objects.filter(session__in=sessions, is_void=False)
        .order_by("session_id", "number")
        .values_list("session_id", "number", "result")
    )
    for session, number, result in rows.iterator(chunk_size=2000):
        yield session, number, game_of(result, named[session])


def evidence_rows(
    club_id: int, sessions: Collection[int], marks: dict[int, Mark]
) -> Iterator[SessionEvidence]:
    """Return unsaved rows of evidence for sessions; a session without games has one, too."""
    wanted = sorted(sessions)
    for start in range(0, len(wanted), CHUNK):
        chunk = wanted[start : start + CHUNK]
        played: dict[int, list[BoxGame]] = defaultdict(list)
        for session, _number, game in games_of(chunk):
            played[session].append(game)
        for session in chunk:
            mark = marks[session]
            yield SessionEvidence(
                session_id=session,
                club_id=club_id,
                played_on=mark.played_on,
                version=mark.version,
                seats=mark.seats,
                formula=mark.formula,
                games=len(played[session]),
                data=evidence_of(played[session]).to_bytes(),
            )


def evidence_saved(club_id: int, since: date | None) -> "QuerySet[SessionEvidence]":
    """Return a club's stored evidence, from a day on."""
    rows = SessionEvidence.objects.filter(club=club_id).order_by("played_on", "pk")
    return rows if since is None else rows.filter(played_on__gte=since)
