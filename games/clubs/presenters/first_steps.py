"""The first steps of a new club, crossed off as they are done, for who runs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.clubs.selectors.first_steps import first_steps
from games.models import Club
from games.permissions import Capability, Reader

YOUNG: Final = 3
"""From so many finished evenings on nobody needs the list."""


@dataclass(frozen=True, slots=True)
class Step:
    """One of the steps, the page where it is done, and whether it is."""

    title: str
    where: str
    is_done: bool


def steps(club: Club, reader: Reader, *, played: int, ended: int) -> tuple[Step, ...]:
    """Return the steps of a young club for its organizers; nothing for others, or later.

    `played` and `ended` count its latest evenings, and those of them that are over: once some are,
    the club is under way, and nothing is asked.
    """
    if ended >= YOUNG or club.is_demo or not reader.may(Capability.MANAGE_CLUB):
        return ()
    found = first_steps(club)
    pages = (
        (_("Start the first chouette"), "session_new", played > 0),
        (_("Invite the others"), "invitations", found.has_invited),
        (_("Bring in old results"), "files", found.has_results),
        (_("Show the tables on a big screen"), "club_screens", found.has_wall),
    )
    if all(is_done for _title, _page, is_done in pages):
        return ()
    return tuple(
        Step(title, reverse(page, args=[club.slug]), is_done) for title, page, is_done in pages
    )
