"""The facts from which the next step of a division follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tournaments.desk.presenters.steps import Known, matches_in, step_of
from tournaments.desk.selectors import Directed, results_since, tables_taken
from tournaments.events.services.events import still_playing
from tournaments.events.services.made_players import made_for
from tournaments.formats.chouette import TABLES
from tournaments.models import Match, Round
from tournaments.pairing.remarks import BREACHES
from tournaments.record.selectors.situations import format_of
from tournaments.results.selectors.brackets import bracket_of
from tournaments.tables.selectors import finish_of

OVER: Final = frozenset({"finish", "over", "closed"})
"""The steps at which everything was played."""


def all_played(directed: Directed) -> bool:
    """Tell whether everything of a division was played, so that its places are final."""
    return step_of(known_of(directed)).code in OVER


def known_of(directed: Directed) -> Known:
    """Gather the facts of a division."""
    drafts = _rounds(directed, Round.State.DRAFT)
    confirmed = _rounds(directed, Round.State.CONFIRMED)
    open_ones = matches_in(directed, [Match.State.OPEN])
    reported = matches_in(directed, [Match.State.REPORTED])
    disputed = matches_in(directed, [Match.State.DISPUTED])
    open_tables = sum(one.session is not None and one.session.is_open for one in directed.tables)
    released = _rounds(directed, Round.State.RELEASED)
    latest = (*confirmed, *released[-1:]) if not directed.division.has_places else directed.rounds
    breaches = sum(row["code"] in BREACHES for one in drafts for row in one.remarks)
    rest = 0
    if len(directed.divisions) > 1:
        here = len(open_ones) + len(reported) + len(disputed) + open_tables
        rest = max(0, still_playing(directed.event) - here)
    coming = directed.next_step if directed.event.is_open else ""
    if coming == TABLES and released and finish_of(directed.division).is_over:
        coming = "over"
    return Known(
        directed=directed,
        next=coming,
        drafts=drafts,
        confirmed=confirmed,
        released=released,
        open=open_ones,
        reported=reported,
        disputed=disputed,
        open_tables=open_tables,
        is_played=_is_played(directed, latest),
        breaches=breaches,
        rest=rest,
        made=len(made_for(directed.event)),
        bracket=bracket_of(directed.division),
        waits=_waits(directed, drafts),
        is_mispaired=_is_mispaired(directed, (*drafts, *confirmed)),
    )


def _is_mispaired(directed: Directed, coming: Sequence[Round]) -> bool:
    """Tell whether a round that is not out yet was paired before a result of an earlier one was
    put right.
    """
    division = directed.division
    if not coming:
        return False
    played_by = format_of(division)
    if not (played_by.is_drawn_by_round and played_by.is_paired_by_score):
        return False
    return results_since(division, min(one.created_at for one in coming))


def _waits(directed: Directed, drafts: Iterable[Round]) -> int:
    """Count the matches that find no table when these rounds are released."""
    tables = directed.event.tables
    keys = {one.pk for one in drafts}
    if tables is None or not keys:
        return 0
    busy: set[int | None] = {None}
    count = 0
    for match in directed.matches:
        two = {match.first_id, match.second_id}
        if match.round_id in keys and match.state == Match.State.OPEN and not busy & two:
            busy |= two
            count += 1
    return max(0, count - max(0, tables - tables_taken(directed.event)))


def _is_played(directed: Directed, rounds: Iterable[Round]) -> bool:
    """Tell whether anything of these rounds was entered or played, except byes."""
    keys = {one.pk for one in rounds}
    matches = any(
        match.round_id in keys
        and match.outcome != Match.Outcome.BYE
        and (match.score is not None or match.state in Match.ENTERED)
        for match in directed.matches
    )
    tables = any(
        table.round_id in keys
        and table.session is not None
        and (not table.session.is_open or table.session.version > 1)
        for table in directed.tables
    )
    return matches or tables


def _rounds(directed: Directed, state: str) -> tuple[Round, ...]:
    return tuple(one for one in directed.rounds if one.state == state)
