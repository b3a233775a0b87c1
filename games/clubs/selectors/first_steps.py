"""What a new club has done already beside playing: one query."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from games.models import Club, Invitation, Job, Membership, Pass


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which of a club's first steps are done."""

    has_invited: bool
    has_results: bool
    has_wall: bool


def first_steps(club: Club) -> FirstSteps:
    """Return whether somebody was invited, old results came in, and a screen was set up."""
    own = {"club": OuterRef("pk")}
    imports = (Job.Kind.RESULTS, Job.Kind.SCORES, Job.Kind.CLUB)
    others = Membership.objects.filter(~Q(role=Membership.Role.OWNER), **own)
    return FirstSteps(
        *Club.objects.filter(pk=club.pk)
        .annotate(
            invited=Exists(Invitation.objects.filter(**own)) | Exists(others),
            imported=Exists(Job.objects.filter(kind__in=imports, state=Job.State.DONE, **own)),
            wall=Exists(Pass.objects.filter(session=None, **own)),
        )
        .values_list("invited", "imported", "wall")
        .get()
    )
