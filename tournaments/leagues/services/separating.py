"""Two entries of one again, when it turns out that two players are two people after all."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club, Decision, Player, User
from games.models.locks import rows_lock
from games.sessions.services.sessions import seasons_locked
from tournaments.leagues.services.giving_back import entry_give_back
from tournaments.leagues.services.parted_two import GivingBack
from tournaments.leagues.services.uniting import UNITED
from tournaments.models import Entry, EntryPass, Event, EventStep
from tournaments.record.services.passes import FOLLOWS, phones_part, phones_return
from tournaments.record.services.writing import EventRequest, event_write

PARTED: Final = "entries_parted"
AT_ONCE: Final = datetime.timedelta(seconds=10)
"""How far what one request has written lies apart."""


@dataclass(frozen=True, slots=True)
class _Of:
    """Whose entries are parted: a player, and who they counted as."""

    player: Player
    other: Player
    by: User

    @property
    def names(self) -> dict[str, str]:
        return {"name": self.player.name, "into": self.other.name}

    @property
    def others(self) -> list[int]:
        """The keys of who they counted as, and of who still does."""
        return [pk for pk in self.other.own_keys() if pk != self.player.pk]


def entries_part(*, player: Player, other: Player, by: User) -> tuple[str, ...]:
    """Give each of two their own again in the events in which one entry remained; say what changes.

    No phone of `player` acts or reads for `other` any more, also where nothing else can be parted.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    of = _Of(player, other, by)
    steps = _united(player)
    phones = _phones(of, steps)
    merged = _merged_at(player)
    steps += _removed_at(merged, of, [one.event_id for one in steps])
    unknown = _phones_unknown(of, steps, merged)
    keys = {one.event_id for one in steps} | {one.event_id for one in (*phones, *unknown)}
    rows = list(Event.objects.filter(pk__in=keys).select_related("club").order_by("pk"))
    if not rows:
        return ()
    rows_lock(Club.objects.filter(pk=player.club_id))
    seasons_locked(*(one.season_id for one in rows))
    rows_lock(Event.objects.filter(pk__in=[one.pk for one in rows]))
    said: list[str] = []
    for event in rows:
        here = [[one for one in each if one.event_id == event.pk] for each in (phones, unknown)]
        said += _part(of, event, [one for one in steps if one.event_id == event.pk], *here)
    return tuple(said)


def _united(player: Player) -> list[EventStep]:
    """Return the steps by which an entry of a player became part of another, and was not parted."""
    theirs = EventStep.objects.filter(payload__player=player.public_id).order_by("pk")
    parted = {
        (one.event_id, sequence)
        for one in theirs.filter(kind=PARTED)
        for sequence in one.payload["before"]["steps"]
    }
    united = theirs.filter(kind=UNITED)
    return [one for one in united if (one.event_id, one.sequence) not in parted]


def _merged_at(player: Player) -> datetime.datetime | None:
    """Return when a player was merged last, if that is known."""
    merges = Decision.objects.filter(kind=Decision.Kind.PLAYER_MERGE, player=player)
    return merges.order_by("-pk").values_list("made_at", flat=True).first()


def _removed_at(merged: datetime.datetime | None, of: _Of, known: Sequence[int]) -> list[EventStep]:
    """Return the steps by which an entry of theirs was removed when they were merged, of when
    nothing said that it was for that.
    """
    if merged is None:
        return []
    removed = EventStep.objects.filter(
        kind="entry_remove",
        created_at__range=(merged - AT_ONCE, merged),
        event__own_dates=True,
        event__club=of.player.club_id,
    )
    return list(removed.exclude(event__in=known))


def _phones(of: _Of, steps: Sequence[EventStep]) -> list[EntryPass]:
    """Return the phones and links of a player that act for who they counted as: those that passed
    on with their entry, and those with which these went on in later seasons.
    """
    found = set(of.player.event_passes.values_list("public_id", flat=True))
    for step in steps:
        found.update(step.payload.get("before", {}).get("passes", ()))
    rows = EntryPass.objects.filter(public_id__in=found | _went_on(found))
    return list(rows.exclude(player=of.player).order_by("pk"))


def _went_on(passes: Iterable[str]) -> set[str]:
    """Return the passes with which phones went on in later seasons, by those of before."""
    found, new = set[str](), set(passes)
    while new:
        steps = EventStep.objects.filter(kind=FOLLOWS, payload__before__pass__in=list(new))
        new = {one.payload["before"]["made"] for one in steps} - found
        found |= new
    return found


def _phones_unknown(
    of: _Of, steps: Sequence[EventStep], merged: datetime.datetime | None
) -> list[EntryPass]:
    """Return the phones and links of whom nothing says whether they are of the one or the other:
    what merges and phones that went on have written once did not say so.
    """
    theirs = EntryPass.objects.filter(player__in=of.others, state__in=EntryPass.LET_IN)
    found = EntryPass.objects.none()
    for step in steps:
        if "before" not in step.payload:
            found |= theirs.filter(event=step.event_id, created_at__lte=step.created_at)
    ids = Player.objects.filter(pk__in=of.others).values_list("public_id", flat=True)
    went_on = EventStep.objects.filter(kind=FOLLOWS, payload__player__in=list(ids))
    for step in went_on.filter(created_at__gte=merged) if merged is not None else ():
        if "before" not in step.payload:
            at_once = (step.created_at - AT_ONCE, step.created_at)
            found |= theirs.filter(event=step.event_id, created_at__range=at_once)
    return list(found.order_by("pk"))


def _part(
    of: _Of,
    event: Event,
    steps: Sequence[EventStep],
    phones: Sequence[EntryPass],
    unknown: Sequence[EntryPass],
) -> list[str]:
    """Part what two have in one event."""
    said: list[str] = []

    def change(locked: Event) -> None:
        for step in steps:
            said.extend(_given_back(of, locked, step))
        said.extend(_phones_back(of, locked, phones))
        said.extend(_phones_closed(of, locked, unknown))

    payload: dict[str, Any] = {
        "player": of.player.public_id,
        "before": {"steps": [one.sequence for one in steps]},
    }
    event_write(EventRequest(event, of.by, PARTED, payload), change, is_open=False)
    return said


def _given_back(of: _Of, event: Event, step: EventStep) -> list[str]:
    """Give back what passed on with a step, and say what was made since for the one who stays."""
    names = {**of.names, "event": event.title}
    if "before" not in step.payload:
        text = _("%(event)s: the entry and the results of %(name)s stay with %(into)s.")
        return [text % names]
    ids = [*step.payload["before"]["passes"], *_went_on(step.payload["before"]["passes"])]
    theirs = EntryPass.objects.filter(Q(public_id__in=ids) | Q(player=of.player))
    passes = frozenset(theirs.values_list("pk", flat=True))
    # By now they count as the other: their entry is written as of who does not.
    player = Player.objects.get(pk=of.player.pk)
    player.merged_into = None
    given = GivingBack(player, of.others, names, event, step, passes)
    entry_give_back(given)
    made = event.passes.filter(player__in=of.others, created_at__gt=step.created_at)
    if made.filter(state=EntryPass.State.GRANTED).exclude(pk__in=passes).exists():
        text = _(
            "%(event)s: links that were made since for %(into)s stay theirs. If one of them is on "
            "a phone of %(name)s, sign it out at the desk."
        )
        given.tell(text)
    return given.said


def _phones_back(of: _Of, event: Event, phones: Sequence[EntryPass]) -> list[str]:
    """Let their phones act for them again, or rest as long as they are not entered."""
    rows = _passes(phones)
    let_in = rows.filter(state=EntryPass.State.GRANTED).count()
    rows.update(player=of.player)
    plays = Entry.objects.filter(division__event=event, player=of.player).exists()
    if plays:
        phones_return(event, [of.player])
    else:
        phones_part(_passes(phones))
    if not let_in:
        return []
    names = {**of.names, "event": event.title, "count": let_in}
    if plays:
        text = ngettext(
            "%(event)s: %(count)s phone or link of %(name)s is theirs again.",
            "%(event)s: %(count)s phones and links of %(name)s are theirs again.",
            let_in,
        )
    else:
        text = ngettext(
            "%(event)s: %(count)s phone or link of %(name)s opens nothing of %(into)s any more.",
            "%(event)s: %(count)s phones and links of %(name)s open nothing of %(into)s any more.",
            let_in,
        )
    return [text % names]


def _phones_closed(of: _Of, event: Event, phones: Sequence[EntryPass]) -> list[str]:
    """Close the phones and links of which nobody knows whose they are."""
    if not _passes(phones).update(state=EntryPass.State.REVOKED):
        return []
    text = _(
        "%(event)s: nobody knows any more which phones and links are of %(name)s: those of before "
        "are closed. Make new ones for both."
    )
    return [text % {**of.names, "event": event.title}]


def _passes(phones: Sequence[EntryPass]) -> QuerySet[EntryPass]:
    return EntryPass.objects.filter(pk__in=[one.pk for one in phones])
