"""What a new club has done already, and what it may do next: one query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q

from games.models import Club, Invitation, Job, Membership, Pass, Session

YOUNG: Final = 3
"""From so many finished evenings on nobody needs the list."""


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which of a club's first steps are done."""

    has_played: bool
    has_invited: bool
    has_results: bool
    has_wall: bool

    @property
    def are_done(self) -> bool:
        return self.has_played and self.has_invited and self.has_results and self.has_wall


def first_steps(club: Club) -> FirstSteps | None:
    """Return a young club's steps; None once it is under way, or has done them all."""
    own = {"club": OuterRef("pk")}
    imports = (Job.Kind.RESULTS, Job.Kind.SCORES, Job.Kind.CLUB)
    row = (
        Club.objects.filter(pk=club.pk)
        .annotate(
            ended=Count("sessions", filter=Q(sessions__status=Session.Status.ENDED), distinct=True),
            played=Exists(Session.objects.filter(**own)),
            invited=Exists(Invitation.objects.filter(**own))
            | Exists(Membership.objects.filter(~Q(role=Membership.Role.OWNER), **own)),
            imported=Exists(Job.objects.filter(kind__in=imports, state=Job.State.DONE, **own)),
            wall=Exists(Pass.objects.filter(session=None, **own)),
        )
        .values("ended", "played", "invited", "imported", "wall")
        .get()
    )
    found = FirstSteps(row["played"], row["invited"], row["imported"], row["wall"])
    return None if row["ended"] >= YOUNG or found.are_done else found
