"""Reads the front page: the user's clubs and their running sessions."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from games.clubs.selectors.clubs import clubs_of
from games.models import Club, Membership, Session, User
from games.permissions import TABLE, Capability, Somebody

MOST_RUNNING = 20
SHOWN = (Capability.START_SESSION, Capability.IMPORT_SESSION, Capability.INVITE)


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club on the front page, and the buttons its reader has there."""

    club: Club
    players: int
    may_start: bool
    may_import: bool
    may_invite: bool


@dataclass(frozen=True, slots=True)
class HomePage:
    """The content of the front page."""

    running: list[Session]
    clubs: list[ClubCard]
    demo: Club | None = None
    """The demo, shown to those who may remove it; it is none of their clubs."""
    is_new: bool = False
    """Whether its reader has no club of their own yet, and may found one."""

    @property
    def only(self) -> Club | None:
        """The one club of a member of one, where nothing is running elsewhere."""
        if self.is_new or len(self.clubs) != 1:
            return None
        club = self.clubs[0].club
        return club if all(one.club_id == club.pk for one in self.running) else None


def home_page(user: Somebody) -> HomePage:
    """The front page for one reader, their own clubs first; three queries, a founder's four."""
    if not isinstance(user, User):
        return HomePage([], [])
    roles = dict(Membership.objects.filter(user=user).values_list("club_id", "role"))
    # The founder sees every club; the demo is only theirs who were invited into it.
    seen = clubs_of(user).filter(Q(is_demo=False) | Q(pk__in=roles))
    clubs = seen.annotate(active=Count("players", filter=Q(players__is_active=True), distinct=True))
    running = Session.objects.filter(
        Q(club__in=seen) | Q(seats__player__user=user), status=Session.Status.OPEN
    )
    return HomePage(
        running=list(running.select_related("club").distinct()[:MOST_RUNNING]),
        clubs=[
            ClubCard(
                club,
                club.active,
                *(
                    user.is_superuser or roles.get(club.pk) in TABLE[capability]
                    for capability in SHOWN
                ),
            )
            for club in sorted(clubs.order_by("name", "pk"), key=lambda club: club.pk not in roles)
        ],
        demo=Club.objects.filter(is_demo=True).first() if user.is_superuser else None,
        is_new=not roles and not user.is_demo,
    )
