"""Who may buy in again, in an event with banks."""

from tournaments.errors import EventRefused
from tournaments.format_texts import remark_text
from tournaments.models import Entry, Round
from tournaments.record.selectors.results import names_of
from tournaments.tables.selectors import balances_of, entries_of, table_results, way_of

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
    way = way_of(division) if division.is_chouette else None
    if way is None:
        raise EventRefused("reentry_closed")
    drawn = division.rounds.filter(state=Round.State.RELEASED).count()
    # A new bank is for the next session; chips bought at the table are for this round.
    number = drawn + 1 if way.format.code == "bank" else max(1, drawn)
    why = way.format.re_entry_refused(
        str(entry.number),
        table_results(division),
        way.params,
        round_number=number,
        entries=entries_of(division),
    )
    if why is None:
        return
    if why.code in CODES:
        raise EventRefused(CODES[why.code], name=entry.player.name)
    raise EventRefused("result_impossible", reason=remark_text(why, names_of(division)))
