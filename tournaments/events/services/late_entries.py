"""Late entries into a field drawn as a whole: they take the place of a bye."""

from tournaments.errors import EventRefused
from tournaments.formats.situation import NotNow
from tournaments.models import Division, Entry
from tournaments.record.selectors.situations import format_of, situation_of


def late_place(division: Division, entry: Entry) -> None:
    """Give a late entry the place in the draw that the format has for them, if any.

    Raises:
        Refused: the field is fixed, and a player would lose a result.
    """
    try:
        order = format_of(division).late(situation_of(division), entry.number)
    except NotNow as error:
        raise EventRefused(error.code, **error.params) from error
    if order is not None:
        division.order = dict(order)
        division.save(update_fields=["order"])
