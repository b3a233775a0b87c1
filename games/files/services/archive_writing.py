"""Writes a club as one file that another installation can read back to the same figures.

Players, seasons and sessions are numbered in order of creation, and nothing in the file depends on
where it was written: a club made from it writes the same file again. Accounts, roles, invitations,
idempotency keys and addresses are not exported.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.clubs.services.clubs import CLUB_FIELDS
from games.files.archive.columns import written
from games.files.archive.form import Writer
from games.files.archive.ids import numbered
from games.files.archive.shapes import (
    OF_DECISION,
    OF_NOTE,
    OF_PAYMENT,
    OF_PLAYER,
    OF_SEASON,
    OF_SESSION,
)
from games.files.services.archive_parts import contents_said, parts_known
from games.files.services.job_files import JobFiles, Progress
from games.files.services.jobs import Commit, JobOutcome
from games.models import Action, Club, Game, GameScore, Job, Note, Payment, Seat, Session
from games.models.locks import rows_locked
from games.record.log.history import is_cut
from games.rules.chouette import RULES_VERSION

LOGGED: Final = ("kind", "step", "version", "created_at", "payload")
TOGETHER: Final = 50
"""Sessions that are read in one transaction, and whose tables wait for a moment meanwhile."""


def club_pack(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Write the archive of a club into the job's result."""
    assert job.club is not None  # exports of clubs have a club
    with files.result.open("wb") as file:
        counts = archive_write(club=job.club, file=file, progress=progress)
    text = _("The club with %(contents)s.")
    return lambda: JobOutcome(text % {"contents": contents_said(counts)})


def archive_write(*, club: Club, file: IO[bytes], progress: Progress) -> Mapping[str, int]:
    """Write a club into a file and return how many rows each part of it has, by name.

    A few sessions at a time are read in one transaction, so that tables can go on playing.
    """
    sessions = list(Session.objects.filter(club=club).order_by("pk").values_list("pk", flat=True))
    progress.expect(len(sessions))
    seasons = list(club.seasons.order_by("pk"))
    writer = Writer(file, RULES_VERSION)
    writer.one("club", written(club, CLUB_FIELDS))
    writer.many("seasons", (written(season, OF_SEASON) for season in seasons))
    season_numbers = {season.pk: number for number, season in enumerate(seasons, 1)}
    reader = _Sessions(club, sessions, season_numbers)
    writer.many("sessions", reader.rows(progress))
    for part in parts_known():
        writer.many(part.name, part.write(club, season_numbers, reader.numbers))
    players = club.players.order_by("pk").values_list("pk", flat=True)
    player_numbers = {pk: number for number, pk in enumerate(players, 1)}
    writer.many("players", _players(club, player_numbers))
    writer.many("decisions", _decisions(club, player_numbers, season_numbers, reader.numbers))
    writer.close()
    return {name: int(one["count"]) for name, one in writer.manifest.items() if "count" in one}


def _players(club: Club, numbers: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    groups = defaultdict(list)
    for group in sorted(club.groups, key=lambda one: one["name"]):
        for public_id in group["players"]:
            groups[public_id].append(group["name"])
    for player in club.players.filter(pk__in=numbers).order_by("pk"):
        yield {
            **written(player, OF_PLAYER),
            "merged_into": numbers.get(player.merged_into_id or 0),
            "groups": groups[player.public_id],
        }


def _decisions(
    club: Club,
    players: Mapping[int, int],
    seasons: Mapping[int, int],
    sessions: Mapping[int, int],
) -> Iterator[dict[str, Any]]:
    """Yield the decisions and their reasons, without who decided: accounts are not exported."""
    for decision in club.decisions.order_by("pk"):
        yield {
            **written(decision, OF_DECISION),
            "session": sessions.get(decision.session_id or 0),
            "season": seasons.get(decision.season_id or 0),
            "player": players.get(decision.player_id or 0),
            "other_player": players.get(decision.other_player_id or 0),
        }


class _Sessions:
    """Turns sessions into rows, and numbers everything that has an identifier."""

    def __init__(self, club: Club, sessions: list[int], seasons: Mapping[int, int]) -> None:
        self.club = club
        self.sessions = sessions
        self.seasons = seasons
        self.numbers = {pk: number for number, pk in enumerate(sessions, 1)}
        self.players: dict[int, int] = {}
        """Numbers by primary key."""
        self.ids: dict[str, str] = {}

    def rows(self, progress: Progress) -> Iterator[dict[str, Any]]:
        for start in range(0, len(self.sessions), TOGETHER):
            with transaction.atomic():
                keys = self.sessions[start : start + TOGETHER]
                sessions = list(rows_locked(Session.objects).filter(pk__in=keys))
                parts = _Parts.of(sessions)
                self.meet_players({player for seats in parts.seats.values() for player in seats})
            for session in sessions:
                yield self.row(session, parts)
                progress.step()

    def meet_players(self, seated: set[int]) -> None:
        """Number the players; called again if a player who came in the meantime sits here."""
        if self.players.keys() >= seated:
            return
        there = self.club.players.order_by("pk").values_list("pk", "public_id")
        for number, (pk, public_id) in enumerate(there, 1):
            self.players[pk] = number
            self.ids[public_id] = f"p{number}"

    def row(self, session: Session, parts: "_Parts") -> dict[str, Any]:
        notes = parts.notes[session.pk]
        ids = self.ids
        if notes:
            ids = ids | {note.public_id: f"n{n}" for n, note in enumerate(notes, 1)}
        return {
            **written(session, OF_SESSION),
            "season": self.seasons.get(session.season_id or 0),
            "log": [
                [kind, step, version, at.isoformat(), numbered(payload, ids)]
                for kind, step, version, at, payload in _gapless(session, parts.log[session.pk])
            ],
            "games": [
                [
                    finished_at.isoformat(),
                    [[self.players[player], points] for player, points in parts.scores[game]],
                ]
                for game, finished_at in parts.games[session.pk]
            ],
            "notes": [{**written(note, OF_NOTE), "game": note.game_number} for note in notes],
            "payments": self.payments(parts.payments[session.pk], parts.seats[session.pk]),
        }

    def payments(self, rows: list[Payment], seats: Mapping[int, str]) -> list[dict[str, Any]]:
        """Return payments and their withdrawals, without who recorded them."""
        places = {row.pk: place for place, row in enumerate(rows, 1)}
        named = {logged_as: player for player, logged_as in seats.items()}
        payments = []
        for row in rows:
            # The log of another club may name players without a number here.
            payer, payee = (
                self.players.get(one.pk) or self.players[named[one.public_id]]
                for one in (row.payer, row.payee)
            )
            payments.append(
                {
                    **written(row, OF_PAYMENT),
                    "payer": payer,
                    "payee": payee,
                    "takes_back": places.get(row.takes_back_id or 0),
                }
            )
        return payments


@dataclass(frozen=True, slots=True)
class _Parts:
    """What hangs on some sessions, each by the session's key, and scores by the game's."""

    seats: Mapping[int, dict[int, str]]
    """As whom the log knows a player."""
    log: Mapping[int, list[Any]]
    games: Mapping[int, list[Any]]
    scores: Mapping[int, list[Any]]
    notes: Mapping[int, list[Note]]
    payments: Mapping[int, list[Payment]]

    @classmethod
    def of(cls, sessions: Sequence[Session]) -> "_Parts":
        """Read them; six queries, however many they are."""
        keys = [session.pk for session in sessions]
        rows = Action.objects.filter(session_id__in=keys).order_by("session_id", "sequence")
        games = Game.objects.filter(session_id__in=keys).order_by("session_id", "number")
        scores = GameScore.objects.filter(game__session_id__in=keys).order_by("game_id", "place")
        notes, payments = defaultdict(list), defaultdict(list)
        for note in Note.objects.filter(session_id__in=keys).order_by("pk"):
            notes[note.session_id].append(note)
        paid = Payment.objects.filter(session_id__in=keys).select_related("payer", "payee")
        for payment in paid.order_by("pk"):
            payments[payment.session_id].append(payment)
        seats: defaultdict[int, dict[int, str]] = defaultdict(dict)
        for session, player, logged_as in Seat.objects.filter(session_id__in=keys).values_list(
            "session_id", "player_id", "logged_as"
        ):
            seats[session][player] = logged_as
        return cls(
            seats,
            _by_first(rows.values_list("session_id", "sequence", *LOGGED)),
            _by_first(games.values_list("session_id", "pk", "finished_at")),
            _by_first(scores.values_list("game_id", "player_id", "points")),
            notes,
            payments,
        )


def _gapless(session: Session, rows: list[Any]) -> Iterator[list[Any]]:
    """Yield the columns of a log's rows; an empty play for one that was missing and then cut away.

    The file numbers the rows by their places. What was not cut away stays missing.
    """
    place = 1
    for sequence, *logged in rows:
        for missing in range(place, sequence):
            if is_cut(session.cuts, missing):
                yield [Action.Kind.PLAY, missing, logged[2], logged[3], {}]
        yield logged
        place = sequence + 1


def _by_first(rows: Iterable[tuple[Any, ...]]) -> defaultdict[int, list[Any]]:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for first, *rest in rows:
        found[first].append(rest)
    return found
