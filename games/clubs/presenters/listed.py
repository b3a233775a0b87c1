"""How a list of people was read, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.players import Roster
from games.models import Club
from games.names.identity import same_case
from games.names.lists import Listed, NameList


@dataclass(frozen=True, slots=True)
class ListRead:
    """How a list of people was read; a plain one needs no preview: a known or a new name a line.

    `is_known` says that all are of the club, in whatever spelling, and nothing else was told.
    """

    lines: tuple[str, ...]
    is_plain: bool
    is_known: bool


def list_read(club: Club, found: NameList) -> ListRead:
    """Describe how a list was read: who is new, known, or there twice, and what was left out."""
    roster = Roster(club)
    lines, is_plain, is_known = [], True, True
    for one in found.people:
        player = roster.called(one.name)
        is_same = player is None or same_case(player.name) == same_case(one.name)
        is_name = one.rating is None and not one.home_club
        is_plain = is_plain and is_same and is_name
        is_known = is_known and player is not None and is_name
        if player is None:
            lines.append(_("%(name)s: new in the club.") % {"name": listed_said(one)})
        elif is_same:
            lines.append(listed_said(one))
        else:
            said = _("%(name)s: that is %(player)s.")
            lines.append(said % {"name": listed_said(one), "player": player.name})
    notes = tuple(list_notes(found))
    return ListRead((*lines, *notes), is_plain and not notes, is_known)


def founding_list(found: NameList) -> list[str]:
    """Describe how the list of a club that is being founded was read; nothing if it is plain."""
    notes = list(list_notes(found))
    if not notes and all(one.rating is None and not one.home_club for one in found.people):
        return []
    return [*map(listed_said, found.people), *notes]


def listed_said(one: Listed) -> str:
    """Return somebody of a list with the rating and the club that stand beside their name."""
    rating = "" if one.rating is None else f"{one.rating.normalize():f}"
    return " · ".join(filter(None, (one.name, rating, one.home_club)))


def list_notes(found: NameList) -> Iterator[str]:
    """Say what is not plain about a list; nothing where each line is one name."""
    for one in found.twice:
        yield _("%(name)s stands in the list twice.") % {"name": one.name}
    for one in found.people:
        if one.is_turned:
            said = _("“%(name)s” is one person, the surname first; two need a line each.")
            yield said % {"name": one.name}
    for line in found.unread:
        yield _("Line %(number)s is nobody: “%(text)s”.") % {
            "number": line.line,
            "text": line.text[:60],
        }
    if found.skipped:
        yield _("Columns that are left out: %(names)s.") % {"names": ", ".join(found.skipped)}
    if found.unread or found.has_head or len(found.people) != found.rows:
        text = ngettext(
            "%(read)s of %(count)s row read.", "%(read)s of %(count)s rows read.", found.rows
        )
        yield text % {"read": found.read, "count": found.rows}
