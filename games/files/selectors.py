"""Reads jobs: a user's own, and what a club's page about files offers."""

from django.db.models import QuerySet

from games.errors import NotFound
from games.files.services.jobs import TASKS
from games.models import Club, Job, Session, User
from games.models.ids import is_public_id
from games.permissions import Somebody, require

LATEST = 10
MOST_TO_CHOOSE = 200


def job_get(public_id: str, user: Somebody) -> Job:
    """Return a job of this user.

    Raises:
        NotFound: the job does not exist, or belongs to another user.
        NotAllowed: the user may no longer do this in its club.
    """
    if not is_public_id(public_id) or not isinstance(user, User):
        raise NotFound
    job = Job.objects.select_related("club", "by").filter(public_id=public_id, by=user).first()
    if job is None:
        raise NotFound
    if job.club is not None:
        require(user, TASKS[Job.Kind(job.kind)].capability, job.club)
    return job


def jobs_of(club: Club, user: Somebody) -> QuerySet[Job]:
    """Return the user's latest jobs in a club."""
    return Job.objects.filter(club=club, by_id=user.pk if isinstance(user, User) else 0)[:LATEST]


def sessions_to_choose(club: Club) -> QuerySet[Session]:
    """Return the sessions to choose from for an export, the latest first."""
    return Session.objects.filter(club=club).order_by("-played_on", "-pk")[:MOST_TO_CHOOSE]
