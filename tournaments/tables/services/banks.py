"""Who may buy in again, in an event with banks."""

from dataclasses import replace

from tournaments.errors import EventRefused
from tournaments.format_texts import remark_text
from tournaments.models import Entry
from tournaments.record.selectors.results import names_of
from tournaments.record.selectors.situations import rounds_known
from tournaments.tables.selectors import balances_of, chouettes_now

__all__ = ["balances_of", "require_reentry"]

CODES = {
    "not_out": "reentry_not_out",
    "re_entry_late": "reentry_closed",
    "re_entry_final": "reentry_closed",
}


def require_reentry(entry: Entry) -> None:
    """Check that a player is out and may buy in again by their division's format.

    Raises:
        Refused: the player is not out, it is too late, too often, or the format has no re-entries.
    """
    division = entry.division
    if not division.is_chouette:
        raise EventRefused("reentry_closed")
    played_by, now = chouettes_now(division)
    rounds = rounds_known(division.rounds.order_by("number"))
    why = played_by.re_entry_refused(replace(now, rounds=rounds), str(entry.number))
    if why is None:
        return
    if why.code in CODES:
        raise EventRefused(CODES[why.code], name=entry.name)
    raise EventRefused("result_impossible", reason=remark_text(why, names_of(division)))
