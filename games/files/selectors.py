"""Reads jobs: a user's own, analyses, and what a club's page about files offers."""

from collections.abc import Sequence

from django.db.models import QuerySet

from games.errors import NotFound
from games.files.importing.results import Evening
from games.files.services.jobs import TASKS
from games.models import Club, Job, Session, User
from games.models.ids import is_public_id
from games.permissions import Somebody, require
from games.sessions.selectors.totals import totals_here

LATEST = 10
MOST_TO_CHOOSE = 200


def job_get(public_id: str, user: Somebody) -> Job:
    """Return a job of this user; analyses have pages of their own.

    Raises:
        NotFound: the job does not exist, or belongs to another user.
        NotAllowed: the user may no longer do this in its club.
    """
    if not is_public_id(public_id) or not isinstance(user, User):
        raise NotFound
    rows = Job.objects.select_related("club", "by").exclude(kind=Job.Kind.ANALYSIS)
    job = rows.filter(public_id=public_id, by=user).first()
    if job is None:
        raise NotFound
    if job.club is not None:
        require(user, TASKS[Job.Kind(job.kind)].capability, job.club)
    return job


def jobs_of(club: Club, user: Somebody) -> QuerySet[Job]:
    """Return the user's latest jobs in a club."""
    return _jobs_of(club, user).exclude(kind=Job.Kind.ANALYSIS)[:LATEST]


def analyses_of(club: Club, user: Somebody) -> QuerySet[Job]:
    """Return the user's latest analyses in a club."""
    return _jobs_of(club, user).filter(kind=Job.Kind.ANALYSIS)[:LATEST]


def _jobs_of(club: Club, user: Somebody) -> QuerySet[Job]:
    return Job.objects.filter(club=club, by_id=user.pk if isinstance(user, User) else 0)


def analysis_find(public_id: str) -> Job:
    """Return an analysis with its club and board, without checking who may see it.

    Raises:
        NotFound: it does not exist.
    """
    if not is_public_id(public_id):
        raise NotFound
    rows = Job.objects.select_related("club", "by", "board").filter(kind=Job.Kind.ANALYSIS)
    job = rows.filter(public_id=public_id).first()
    if job is None:
        raise NotFound
    return job


def sessions_to_choose(club: Club) -> QuerySet[Session]:
    """Return the sessions to choose from for an export, the latest first."""
    return Session.objects.filter(club=club).order_by("-played_on", "-pk")[:MOST_TO_CHOOSE]


def evenings_here(club: Club, evenings: Sequence[Evening]) -> list[Evening]:
    """Return which of these evenings a club has already: of that day, with the same totals."""
    there = totals_here(club, {one.date for one in evenings})
    return [one for one in evenings if (one.date, one.totals) in there]
