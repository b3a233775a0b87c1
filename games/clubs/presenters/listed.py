"""How a list of people was read, in sentences."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.players import Roster
from games.models import Club, Player
from games.names import heads
from games.names.identity import same_case
from games.names.lines import is_club
from games.names.lists import NameList

MOST_BESIDE: Final = 5
"""So many texts beside names are quoted."""


@dataclass(frozen=True, slots=True)
class ListRead:
    """How a list of people was read; a plain one needs no preview: a known or a new name a line.

    So does a clear one: several names on a line, all of the club and in its spelling. `is_known`
    says that all are of the club, in whatever spelling.
    """

    lines: tuple[str, ...]
    is_plain: bool
    is_known: bool
    is_clear: bool


def list_read(club: Club, name_list: NameList, kept: Container[str] = heads.OF_ENTRIES) -> ListRead:
    """Describe how a list was read: who is new, known, or there twice, and what was left out.

    `kept` are the kinds of what stands beside names for which there is a place here.
    """
    roster = Roster(club)
    lines, is_plain, is_known = [], True, True
    again = {id(one) for one in name_list.twice}
    for listed in name_list.people:
        if id(listed) in again:
            continue  # it is among the notes
        player = roster.called(listed.name)
        is_same = player is None or same_case(player.name) == same_case(listed.name)
        is_plain = is_plain and is_same and listed.is_name
        is_known = is_known and player is not None and listed.is_name
        if player is None:
            near = roster.resembling(listed.name)
            is_plain = is_plain and near is None
            lines.append(_new(listed.said(kept), near))
        elif is_same:
            lines.append(listed.said(kept))
        else:
            said = _("%(name)s: that is %(player)s.")
            lines.append(said % {"name": listed.said(kept), "player": player.name})
    notes = (*numbers_differ(name_list, roster), *list_notes(name_list, kept))
    is_cut = len(name_list.people) > name_list.rows and name_list.is_whole
    is_cut = is_cut and not name_list.unread and not name_list.has_head
    is_clear = is_plain and (not notes or (is_cut and is_known and len(notes) == 1))
    return ListRead((*notes, *lines), is_plain and not notes, is_known, is_clear)


def _new(name: str, near: Player | None) -> str:
    """Say that somebody is new, and whom the club has whose name resembles theirs."""
    if near is None:
        return _("%(name)s: new in the club.") % {"name": name}
    said = {"name": name, "player": near.name}
    return _("%(name)s: new in the club. Or is that %(player)s, mistyped?") % said


def founding_list(name_list: NameList) -> list[str]:
    """Describe how the list of a club that is being founded was read; nothing if it is plain."""
    notes = list(list_notes(name_list, heads.OF_PLAYERS))
    if not notes and all(one.is_name for one in name_list.people):
        return []
    again = {id(one) for one in name_list.twice}
    once = [one for one in name_list.people if id(one) not in again]
    return [*notes, *(one.said(heads.OF_PLAYERS) for one in once)]


def numbers_differ(name_list: NameList, roster: Roster) -> Iterator[str]:
    """Name those who have another federation number in the club: they may be two people."""
    for listed in name_list.people:
        player = roster.called(listed.name) if listed.federation_number else None
        known = "" if player is None else player.federation_number
        if player is not None and known and known != listed.federation_number:
            said = _(
                "%(name)s has the federation number %(known)s in the club and %(number)s in the "
                "list: is that the same person?"
            )
            params = {"name": player.name, "known": known, "number": listed.federation_number}
            yield said % params


def list_notes(name_list: NameList, kept: Container[str] = heads.ALL) -> Iterator[str]:
    """Say what is not plain about a list; nothing where each line is one name."""
    if name_list.unread or name_list.has_head or len(name_list.people) != name_list.rows:
        text = ngettext(
            "%(read)s of %(count)s row read.", "%(read)s of %(count)s rows read.", name_list.rows
        )
        yield text % {"read": name_list.read, "count": name_list.rows}
    for listed in name_list.twice:
        said = _("%(name)s stands in the list twice (line %(number)s): once is enough.")
        yield said % {"name": listed.name, "number": listed.line}
    for listed in name_list.people:
        if listed.is_turned:
            said = _("“%(name)s” is one person, the surname first; two need a line each.")
            yield said % {"name": listed.name}
    for cell in name_list.doubtful:
        yield _("Line %(number)s: “%(text)s” is not a rating; it is left out.") % {
            "number": cell.line,
            "text": cell.text[:60],
        }
    for number in name_list.more_heads:
        yield _("Line %(number)s is another heading: the rows below it are read by it.") % {
            "number": number
        }
    for line in name_list.unread:
        yield _("Line %(number)s is nobody: “%(text)s”.") % {
            "number": line.line,
            "text": line.text[:60],
        }
    left_out = name_list.left_out(kept)
    if left_out:
        yield _("Columns that are left out: %(names)s.") % {"names": ", ".join(left_out)}
    beside = {kind for one in name_list.people for kind in one.beside if kind not in kept}
    if beside and not name_list.kinds:
        yield _("Ratings and clubs beside the names are left out: events keep them.")
    if not name_list.has_head:
        yield from _no_club(name_list, kept)


def _no_club(name_list: NameList, kept: Container[str]) -> Iterator[str]:
    """Name what stood beside names and does not look like a club: it may be somebody."""
    beside = [(one.name, one.home_club) for one in name_list.people if one.home_club]
    doubtful = [(name, text) for name, text in beside if not is_club(text)]
    if doubtful and heads.HOME_CLUB not in kept:
        shown = "; ".join(f"{text} ({name})" for name, text in doubtful[:MOST_BESIDE])
        more = ", …" if len(doubtful) > MOST_BESIDE else ""
        said = _("Taken for clubs: %(texts)s. Who of these plays needs a line of their own.")
        yield said % {"texts": shown + more}
