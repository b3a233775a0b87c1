"""The demo, or a club of a rehearsal, is deleted with all that is in it; any other club stays."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, models, transaction
from django.db.models import CASCADE, PROTECT

from games.clubs.services.logos import logo_remove
from games.errors import NotAllowed, Refused
from games.models import Club, Membership, User
from games.models.locks import ORDER, rows_lock

Model = type[models.Model]
DEPENDS: Final = (CASCADE, PROTECT)
"""What refers to a row in these ways cannot be without it."""


@transaction.atomic
def club_delete(*, club: Club, by: User) -> None:
    """Delete the demo, or a club of a rehearsal, and everything that hangs on it, logs included.

    Raises:
        NotAllowed: the user does not own it, or, of the demo, did not found this installation.
        Refused: it is neither.
    """
    own = Membership.objects.filter(club=club, user=by, role=Membership.Role.OWNER)
    if not (own.exists() or (club.is_demo and by.is_superuser)):
        raise NotAllowed
    if not (club.is_rehearsal or (club.is_demo and by.is_superuser)):
        raise Refused("club_stays")
    rows_lock(Club.objects.filter(pk=club.pk))
    if club.logo:
        logo_remove(club=club, by=by)
    rows = _everything(club)
    for label in ORDER:
        model = apps.get_model(label)
        if model in rows:
            rows_lock(_rows(model, rows[model]))
    # Other rows may go in any order: foreign keys are checked at the end of the transaction. Rows
    # of logs refuse to be deleted, and here a log goes with what it is about.
    for model in sorted(rows, key=_place):
        _rows(model, rows[model])._raw_delete(DEFAULT_DB_ALIAS)


def _everything(club: Club) -> dict[Model, set[Any]]:
    """Return the keys of all rows that cannot be without this club, its own included."""
    found: dict[Model, set[Any]] = defaultdict(set)
    fresh: list[tuple[Model, set[Any]]] = [(Club, {club.pk})]
    while fresh:
        model, keys = fresh.pop()
        found[model] |= keys
        for dependent, field in _dependents(model):
            rows = dependent._base_manager.filter(**{f"{field}__in": keys})
            further = set(rows.values_list("pk", flat=True)) - found[dependent]
            if further:
                fresh.append((dependent, further))
    return {model: keys for model, keys in found.items() if keys}


def _dependents(model: Model) -> Iterator[tuple[Model, str]]:
    for field in model._meta.get_fields(include_hidden=True):
        if isinstance(field, models.ForeignObjectRel) and field.on_delete in DEPENDS:
            yield field.related_model, field.field.name


def _rows(model: Model, keys: set[Any]) -> models.QuerySet[Any]:
    """Return rows as Django deletes them: the managers of logs would refuse."""
    return models.QuerySet(model).filter(pk__in=keys)


def _place(model: Model) -> int:
    label = model._meta.label
    return ORDER.index(label) if label in ORDER else len(ORDER)
