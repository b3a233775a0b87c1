"""Makes a club from an archive: all of it at once, or nothing."""

import datetime
from decimal import Decimal
from typing import Any, Final, TypeVar

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from games.clubs.services.clubs import club_create
from games.clubs.services.groups import groups_restore
from games.errors import Refused
from games.files.archive.columns import picked
from games.files.archive.problems import MESSAGES, BadArchive
from games.files.archive.shapes import (
    OF_DECISION,
    OF_NOTE,
    OF_PAYMENT,
    OF_PLAYER,
    OF_SEASON,
    OF_SESSION,
)
from games.files.services.archive_parts import Made, contents_said, parts_known
from games.files.services.archive_reading import Archive, Folded, archive_read
from games.files.services.job_files import JobFiles, Progress
from games.files.services.jobs import Commit, JobOutcome, NothingWritten
from games.models import (
    Action,
    Club,
    Decision,
    Game,
    Job,
    Note,
    Payment,
    Player,
    Season,
    Session,
    User,
)
from games.record.log.bulk import BATCH
from games.record.log.history import cuts_of, totals_said
from games.record.log.open_question import question_settle
from games.record.log.projections import games_write, seats_write, totals_write
from games.record.services.actions import snapshot_with
from games.rules.chouette import ChouetteError
from games.sessions.services.debts import Figures, debts_follow, recount_keep
from games.signals import announce, announced_together

Row = TypeVar("Row", bound=Model)

LARGEST: Final = 64
"""Megabytes that a page accepts; the command accepts more."""


def club_unpack(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Make a club from the archive of a job."""
    try:
        archive = archive_read(data=files.upload.read_bytes(), progress=progress)
    except BadArchive as error:
        raise NothingWritten(archive_sentence(error)) from error

    def commit() -> JobOutcome:
        club = archive_club_create(archive=archive, by=job.by, progress=progress)
        job.club = club
        Job.objects.filter(pk=job.pk).update(club=club)
        counts = {name: len(rows) for name, rows in archive.more.items()}
        contents = contents_said({**counts, "sessions": len(archive.sessions)})
        text = _("%(club)s is here, with %(contents)s.")
        return JobOutcome(text % {"club": club.name, "contents": contents})

    return commit


def archive_sentence(error: BadArchive) -> str:
    return _(MESSAGES[error.code]) % error.params


@transaction.atomic
def archive_club_create(
    *, archive: Archive, by: User, progress: Progress, is_demo: bool = False
) -> Club:
    """Write the club; its owner is the user who imports it, and nobody else has a role in it.

    Raises:
        Refused: a row cannot be stored.
    """
    try:
        club = club_create(by=by, is_demo=is_demo, **archive.club)
        seasons = Season.objects.bulk_create(
            _clean(Season(club=club, **picked(data, OF_SEASON))) for data in archive.seasons
        )
        players = Player.objects.bulk_create(
            _clean(Player(club=club, public_id=one, **picked(data, OF_PLAYER)))
            for one, data in zip(archive.ids, archive.players, strict=True)
        )
        groups = (data["groups"] for data in archive.players)
        groups_restore(club=club, names_of=dict(zip(archive.ids, groups, strict=True)))
        for player, data in zip(players, archive.players, strict=True):
            if data["merged_into"]:
                player.merged_into = players[data["merged_into"] - 1]
        Player.objects.bulk_update(players, ["merged_into"], batch_size=BATCH)
        with announced_together():
            written = []
            for folded in archive.sessions:
                written.append(_session(club, folded, seasons))
                progress.step()
        _payments(club, archive.sessions, written, players)
        Decision.objects.bulk_create(
            _clean(
                Decision(
                    club=club,
                    session=_numbered(written, decision["session"]),
                    season=_numbered(seasons, decision["season"]),
                    player=_numbered(players, decision["player"]),
                    other_player=_numbered(players, decision["other_player"]),
                    **picked(decision, OF_DECISION),
                )
            )
            for decision in archive.decisions
        )
        made = Made(club, players, seasons, written)
        for part in parts_known():
            part.create(made, archive.more.get(part.name, ()))
    except DatabaseError as error:
        reason = _(
            "This club cannot be read in: two rows contradict each other, or one is too long."
        )
        raise Refused("invalid", reason=reason) from error
    except ValidationError as error:
        raise _refusal(" ".join(error.messages)) from error
    except (ChouetteError, TypeError) as error:
        raise _refusal(str(error)) from error
    return club


def _refusal(detail: str) -> Refused:
    return Refused(
        "invalid", reason=_("This club cannot be read in: %(reason)s") % {"reason": detail}
    )


def _numbered(rows: list[Row], number: int | None) -> Row | None:
    return rows[number - 1] if number else None


def _clean(row: Row) -> Row:
    # The user who made a decision is known only to the installation it came from.
    row.full_clean(exclude=["made_by"], validate_unique=False, validate_constraints=False)
    return row


def _session(club: Club, folded: Folded, seasons: list[Season]) -> Session:
    data, position = folded.data, folded.position
    session = Session(
        club=club,
        season=_numbered(seasons, data["season"]),
        rules=folded.rules.text(),
        rules_json=folded.rules.to_json(),
        length=len(folded.rows),
        version=folded.rows[-1].version,
        snapshot=snapshot_with(position, folded.history),
        is_damaged=folded.is_damaged,
        cuts=cuts_of(folded.rows),
        **picked(data, OF_SESSION),
    )
    question_settle(session, Action.Kind.PLAY, position.table)
    session.clean_fields(exclude=["club", "season", "rules_json", "snapshot", "started_by"])
    session.save(force_insert=True)
    for row in folded.rows:
        row.session = session
    Action.objects.bulk_create(folded.rows, batch_size=BATCH)
    seats_write(session, position.table)
    if session.by_totals:
        totals_write(session, totals_said(folded.rows).items())
    games_write(session, folded.games)
    _finished_at(session, data["games"])
    Note.objects.bulk_create(
        Note(
            public_id=one,
            session=session,
            game_number=note["game"],
            **picked(note, OF_NOTE),
        )
        for one, note in zip(folded.notes, data["notes"], strict=True)
    )
    announce(session, session.version, results_changed=bool(folded.games) or session.by_totals)
    return session


def _finished_at(session: Session, games: list[tuple[datetime.datetime, Any]]) -> None:
    """Set the recorded end of games that were amended."""
    rows = list(session.games.order_by("number").only("number", "finished_at"))
    moved = []
    for game, (at, _points) in zip(rows, games, strict=False):  # a damaged log shows fewer
        if game.finished_at != at:
            game.finished_at = at
            moved.append(game)
    Game.objects.bulk_update(moved, ["finished_at"])


def _payments(
    club: Club, sessions: list[Folded], written: list[Session], players: list[Player]
) -> None:
    """Write the payments and recalculate the debts; organizers see which debts changed."""
    before: Figures = {}
    for folded, session in zip(sessions, written, strict=True):
        made: list[Payment] = []
        for payment in folded.data["payments"]:
            taken_back = _numbered(made, payment["takes_back"])
            row = Payment(
                session=session,
                payer=players[payment["payer"] - 1],
                payee=players[payment["payee"] - 1],
                takes_back=taken_back,
                **picked(payment, OF_PAYMENT),
            )
            row.clean_fields(exclude=["session", "payer", "payee", "takes_back", "made_by"])
            row.save(force_insert=True)
            made.append(row)
        for debt in folded.data["debts"]:
            if debt["paid_at"] is None and debt["carried_to"] is None:
                people = (players[debt[side] - 1] for side in ("debtor", "creditor"))
                debtor, creditor = (one.merged_into_id or one.pk for one in people)
                key = debtor, creditor, debt["currency"]
                before[key] = before.get(key, Decimal(0)) + debt["amount"]
    debts_follow(club_id=club.pk)
    if any(folded.data["debts"] for folded in sessions):
        recount_keep(club_id=club.pk, before=before)
