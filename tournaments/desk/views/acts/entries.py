"""Buttons of those who play: entered, checked in, changed, kept apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.clubs.selectors.players import people_listed
from games.ledger.figures import whole_read
from games.web.input import Unreadable
from tournaments.desk.views.acts.tap import DeskTap, Do
from tournaments.events.selectors.phones import pass_get
from tournaments.events.services import entries, removals
from tournaments.events.services.announcing import names_enter
from tournaments.events.services.naming import abouts_of, people_once
from tournaments.models import ForbiddenPair
from tournaments.pages.forms import entry_fields
from tournaments.record.services.passes import pass_grant
from tournaments.tables.services import moves


def _add(tap: DeskTap) -> None:
    name_list = people_listed(tap.event.club, tap.ask.one("names"))
    if not name_list.people:
        raise Unreadable(_("Type a name."))
    people = people_once(tap.event.club, name_list)
    added = names_enter(
        division=tap.division,
        by=tap.by,
        names=[one.name for one in people],
        abouts=abouts_of(people),
        # Of a list those are entered who are not yet; a single one is told that they are.
        but_entered=len(name_list.people) > 1,
        key=tap.key,
    )
    if added and tap.division.is_chouette and tap.ask.has("seat"):
        for entry in added:
            moves.table_join(entry=entry, by=tap.by)


def _all_here(tap: DeskTap) -> None:
    """Check everybody in but those who are ticked."""
    entries.entries_check_in(division=tap.division, by=tap.by, but=tap.entries(), key=tap.key)


def _claims_grant(tap: DeskTap) -> None:
    """Say yes to the phones that the page showed, but to no two for one player."""
    for public_id in tap.ask.all("claim"):
        pass_grant(holder=pass_get(tap.event, public_id), by=tap.by)


def _entry_restore(tap: DeskTap) -> None:
    public_id = tap.ask.one("value")
    removals.entry_restore(event=tap.event, by=tap.by, public_id=public_id, key=tap.key)


def _check_in(tap: DeskTap) -> None:
    entries.entry_check_in(entry=tap.entry(), by=tap.by)


def _entry_change(tap: DeskTap) -> None:
    """Change the fields of an entry; its name is the player's."""
    entry, name = tap.entry(), " ".join(tap.ask.one("name").split())
    if name and name != entry.name:
        entries.entry_rename(entry=entry, by=tap.by, name=name, key=tap.key)
    entries.entry_change(entry=entry, by=tap.by, **entry_fields(tap.ask))


def _entries_change(tap: DeskTap) -> None:
    """Change the selected entries; blank fields stay as they are."""
    chosen = tap.entries()
    if not chosen:
        raise Unreadable(_("Tick who it is about."))
    typed = {name for name in tap.ask.values if tap.ask.one(name).strip()}
    fields = {name: value for name, value in entry_fields(tap.ask).items() if name in typed}
    if not fields:
        raise Unreadable(_("Type a level, fees or a prize."))
    entries.entries_change(division=tap.division, by=tap.by, entries=chosen, key=tap.key, **fields)


def _forbid(tap: DeskTap) -> None:
    if not (tap.ask.one("first") and tap.ask.one("second")):
        raise Unreadable(_("Choose the two who must not meet."))
    entries.pair_forbid(
        division=tap.division, by=tap.by, first=tap.entry("first"), second=tap.entry("second")
    )


def _allow(tap: DeskTap) -> None:
    pairs = ForbiddenPair.objects.select_related("first", "second", "division__event__club")
    key = tap.ask.one("value")
    pair = pairs.filter(division=tap.division, pk=whole_read(key) or 0).first()
    if pair is not None:
        entries.pair_allow(pair=pair, by=tap.by)


ACTS: Final[Mapping[str, Do]] = {
    "add": _add,
    "all_here": _all_here,
    "claims_grant": _claims_grant,
    "check_in": _check_in,
    "entry_restore": _entry_restore,
    "entry_change": _entry_change,
    "entries_change": _entries_change,
    "forbid": _forbid,
    "allow": _allow,
}
