"""The first steps of a new club, crossed off as they are done, for who runs it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.clubs.selectors.first_steps import first_steps
from games.models import Club
from games.permissions import Capability, Reader


@dataclass(frozen=True, slots=True)
class Step:
    """One of the steps, the page where it is done, and whether it is."""

    title: str
    where: str
    is_done: bool


def steps(club: Club, reader: Reader) -> tuple[Step, ...]:
    """Return the steps of a young club for its organizers; nothing for others, or later."""
    if club.is_demo or not reader.may(Capability.MANAGE_CLUB):
        return ()
    found = first_steps(club)
    if found is None:
        return ()
    done = (found.has_played, found.has_invited, found.has_results, found.has_wall)
    return tuple(
        Step(title, reverse(page, args=[club.slug]), is_done)
        for (title, page), is_done in zip(_pages(), done, strict=True)
    )


def _pages() -> tuple[tuple[str, str], ...]:
    return (
        (_("Start the first chouette"), "session_new"),
        (_("Invite the others"), "invitations"),
        (_("Bring in old results"), "files"),
        (_("Show the tables on a big screen"), "club_screens"),
    )
