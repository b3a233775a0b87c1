"""Brings in old evenings by totals from a table: what a job has chosen, and the writing."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.files.importing.columns import BOX, guessed
from games.files.importing.names import Known
from games.files.importing.players import NameProblem
from games.files.importing.problems import Unusable
from games.files.importing.tables import Spreadsheet, TabSheet, read_tabs
from games.files.importing.totals import OldTotals, TotalsEvening, is_totals, read_totals
from games.files.services.job_files import Progress
from games.files.services.jobs import JobOutcome, NothingWritten
from games.models import Club, Job, Player, Session, User
from games.sessions.selectors.totals import totals_here
from games.sessions.services.debts import debts_lock
from games.sessions.services.sessions import seasons_locked, session_void
from games.sessions.services.totals import evening_enter
from games.signals import announced_together

GAMES: Final = "games"
TOTALS: Final = "totals"
"""What a row of a table of results is: a game, or an evening by totals."""


def shape_of(job: Job, data: bytes, sheet: Spreadsheet | None, kinds: Sequence[str]) -> str:
    """Return what the rows of a table of results are: as chosen, or as it looks."""
    chosen = job.options.get("shape")
    if chosen in (GAMES, TOTALS):
        return str(chosen)
    if BOX in job.options.get("columns", ()):
        return GAMES
    if sheet is not None and BOX in guessed(sheet, kinds):
        return GAMES
    try:
        return TOTALS if is_totals(read_tabs(data)[0]) else GAMES
    except Unusable:
        return GAMES


def totals_of(
    job: Job, data: bytes, known: Sequence[Known], name_problem: NameProblem
) -> tuple[OldTotals, list[str]]:
    """Read the evenings of a job's file with the choices made so far, and the hidden sheets' names.

    Raises:
        Unusable: the file cannot be used at all.
    """
    assert job.club is not None  # imports of tables have a club
    sheets, hidden = read_tabs(data)
    return (
        read_totals(
            _filled(sheets),
            known,
            job.options.get("people", {}),
            name_problem,
            job.club.today,
            order=job.options.get("order", ""),
            zeros=job.options.get("zeros", ""),
        ),
        hidden,
    )


def _filled(sheets: Sequence[TabSheet]) -> list[TabSheet]:
    return [sheet for sheet in sheets if sheet.rows]


def is_settled(job: Job) -> bool:
    """Tell whether the evenings of a job come in as paid: so they do unless somebody says no."""
    return bool(job.options.get("settled", True))


def as_they_are(job: Job) -> bool:
    """Tell whether somebody agreed to points that do not sum to zero."""
    return bool(job.options.get("as_they_are", False))


def trouble_of(job: Job, totals: OldTotals) -> str:
    """Return why the evenings cannot be brought in yet, if so."""
    if not totals.evenings:
        return _("There is no evening in this file.")
    if totals.odd and not as_they_are(job):
        return _(
            "Some points do not sum to zero: put them right in the file, or tick the box below."
        )
    if totals.odd and not is_settled(job):
        return _("Points that do not sum to zero make no debts: bring these evenings in as paid.")
    return ""


def new_evenings(club: Club, old_totals: OldTotals) -> list[TotalsEvening]:
    """Return the evenings that the club does not have yet: of that day, with these totals."""
    there = totals_here(club, {one.date for one in old_totals.evenings})
    known = [(day, _some(totals)) for day, totals in there]
    return [one for one in old_totals.evenings if (one.date, _some(one.totals)) not in known]


def _some(totals: Mapping[str, int]) -> dict[str, int]:
    """Leave out who has 0: a table may not tell them from those who were not there."""
    return {key: points for key, points in totals.items() if points}


def totals_import(
    job: Job,
    totals: OldTotals,
    players: Mapping[str, Player],
    progress: Progress,
) -> JobOutcome:
    """Write the evenings; call it in the transaction of the job."""
    club = job.club
    assert club is not None  # imports of tables have a club
    new = new_evenings(club, totals)
    if not new:
        raise NothingWritten(_("All of these evenings are here already."))
    progress.expect(len(new))
    debts_lock(club.pk)
    # All at once, before any row of an evening: one evening after the other is written.
    seasons_locked(*club.seasons.filter(closed_at__isnull=True).values_list("pk", flat=True))
    made = []
    with announced_together():
        for evening in new:
            made.append(_entered(club, job.by, evening, players, is_settled=is_settled(job)))
            progress.step()
    job.options = {**job.options, "made": made}
    Job.objects.filter(pk=job.pk).update(options=job.options)
    text = ngettext("%(count)s evening entered.", "%(count)s evenings entered.", len(new))
    text %= {"count": len(new)}
    if left := len(totals.evenings) - len(new):
        known = ngettext("%(count)s was here already.", "%(count)s were here already.", left)
        text += " " + known % {"count": left}
    return JobOutcome(text)


@transaction.atomic
def evenings_take_back(*, job: Job, by: User) -> int:
    """Remove the evenings that an import has made, as far as they count still, and return how many.

    Raises:
        NotAllowed: the user may not do this.
    """
    made = Session.objects.filter(
        club=job.club, public_id__in=job.options.get("made", ()), status=Session.Status.ENDED
    )
    with announced_together():
        for session in made.select_related("club").order_by("pk"):
            session_void(
                session=session, by=by, version=session.version, key=f"back-{job.public_id}"
            )
    removed = len(job.options.get("made", ()))
    job.options = {**job.options, "made": []}
    text = ngettext("%(count)s evening removed.", "%(count)s evenings removed.", removed)
    job.message = text % {"count": removed}
    job.save(update_fields=["options", "message"])
    return removed


def _entered(
    club: Club,
    by: User,
    evening: TotalsEvening,
    players: Mapping[str, Player],
    *,
    is_settled: bool,
) -> str:
    totals = {players[key]: points for key, points in evening.totals.items()}
    session = evening_enter(
        club=club,
        by=by,
        totals=totals,
        played_on=evening.date,
        title=evening.title,
        place=evening.place,
        is_settled=is_settled,
        as_it_is=True,
    )
    return session.public_id
