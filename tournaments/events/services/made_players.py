"""Players added to a club only for an event that was cancelled: they can be removed again."""

from collections.abc import Sequence

from django.db.models import ProtectedError, RestrictedError
from django.db.models.fields.reverse_related import ForeignObjectRel

from games.models import Player, User
from tournaments.errors import EventConflict
from tournaments.models import (
    Division,
    Entry,
    EntryPass,
    EntryWish,
    Event,
    EventStep,
    MatchStep,
    RemovedEntry,
    Round,
)
from tournaments.record.selectors.rounds import is_played
from tournaments.record.services.writing import EventRequest, event_write

OF_THE_EVENT = (Entry, EntryPass, EntryWish, RemovedEntry)
"""The rows a player may have through being entered; with any others they belong to the club."""


def made_for(event: Event) -> list[Player]:
    """Return the players of a cancelled event about whom the club has no other data.

    They were added after its announcement, have no account, and have not played anywhere.
    """
    if event.status != Event.Status.CANCELLED:
        return []
    found = Player.objects.filter(
        entries__division__in=_unplayed(event),
        created_at__gte=event.created_at,
        user=None,
        merged_into=None,
    )
    return [one for one in found.distinct().order_by("name_key", "pk") if _is_only_here(one, event)]


def made_players_remove(
    *, event: Event, by: User, version: int | None = None, key: str = ""
) -> list[str]:
    """Remove the players added for a cancelled event; returns their names.

    Their entries go with them, and draws in which nothing was played.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: the event was not cancelled, or there is nobody to remove.
    """
    names: list[str] = []

    def change(locked: Event) -> None:
        players = made_for(locked)
        if not players:
            raise EventConflict("nobody_made")
        names.extend(one.name for one in players)
        divisions = _unplayed(locked)
        Division.objects.filter(pk__in=[one.pk for one in divisions]).update(order=None)
        Round.objects.filter(division__in=divisions).delete()
        Entry.objects.filter(division__event=locked, player__in=players).delete()
        for one in players:
            one.delete()

    payload = {"count": len(made_for(event))}
    asked = EventRequest(event, by, "made_players_remove", payload, version, key)
    try:
        event_write(asked, change, is_open=False)
    except (ProtectedError, RestrictedError) as error:
        raise EventConflict("nobody_made") from error
    return names


def _unplayed(event: Event) -> Sequence[Division]:
    """Return the divisions in which nothing was played and no table was set up."""
    found = []
    for division in event.divisions.all():
        rounds = list(division.rounds.all())
        if any(is_played(one) or one.tables.exists() for one in rounds):
            continue
        found.append(division)
    return found


def _is_only_here(player: Player, event: Event) -> bool:
    if player.entries.exclude(division__in=_unplayed(event)).exists():
        return False
    return is_bare(player, event, with_entries=True)


def is_bare(player: Player, event: Event, *, with_entries: bool = False) -> bool:
    """Tell whether nothing is known of a player but matches and phones of an event.

    `with_entries`: entries do not count.
    """
    if player.event_passes.exclude(event=event).exists():
        return False
    if not with_entries and player.entries.exists():
        return False
    if any(log.objects.filter(sent_by__player=player).exists() for log in (EventStep, MatchStep)):
        return False
    # Relations without a reverse accessor, as those of matches, are hidden but count.
    for relation in Player._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.field.model in OF_THE_EVENT:
            continue
        model = relation.field.model
        rows = model._default_manager.filter(**{relation.field.name: player})
        if model._meta.model_name == "match":
            rows = rows.exclude(round__division__event=event)
        if rows.exists():
            return False
    return True
