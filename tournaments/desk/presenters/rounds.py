"""Rounds at the desk: which are shown, their pairs with their remarks, and what is in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.desk.presenters.matches import DrawRemark, MatchRow, late_since, row_of
from tournaments.desk.presenters.steps import Known, current_round
from tournaments.desk.presenters.tables import TableRow, table_rows
from tournaments.desk.selectors import Directed, round_of
from tournaments.format_texts import remark_text
from tournaments.models import Match, Round
from tournaments.pages.presenters.events_words import round_title
from tournaments.pairing.brackets import Bracket
from tournaments.pairing.remarks import WARNINGS, Remark
from tournaments.record.selectors.times import MatchTime
from tournaments.results.selectors.versions import NOTHING_SAID, versions_of_all


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round, drafted or in play: its pairs or tables and their remarks."""

    round: Round
    title: str
    rows: tuple[MatchRow, ...]
    tables: tuple[TableRow, ...] = ()
    remarks: tuple[DrawRemark, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to another round."""

    number: int
    title: str
    is_here: bool


def drawn_round(
    directed: Directed,
    round: Round,
    bracket: Bracket | None,
    abouts: Mapping[int, str] | None = None,
) -> DrawnRound:
    """Return a round with its pairs, each with its remarks."""
    remarks = [Remark.from_json(row) for row in round.remarks]
    lines = [
        (
            frozenset(remark.players),
            DrawRemark(remark_text(remark, directed.names), remark.code in WARNINGS),
        )
        for remark in remarks
    ]
    numbers = directed.numbers
    rows, told = [], set()
    for match in directed.matches:
        if match.round_id != round.pk:
            continue
        two = {str(numbers[pk]) for pk in (match.first_id, match.second_id) if pk in numbers}
        mine = [place for place, (about, _line) in enumerate(lines) if about and about <= two]
        told.update(mine)
        if match.state != Match.State.WAITING or match.first_id or match.second_id:
            said = [lines[place][1] for place in mine]
            rows.append(row_of(match, directed.people, said, abouts=abouts))
    rest = tuple(line for place, (_about, line) in enumerate(lines) if place not in told)
    tables = table_rows(round, directed.people.reader) if directed.division.is_chouette else ()
    return DrawnRound(round, round_title(round, bracket), tuple(rows), tables, rest)


def shown_rounds(
    directed: Directed, drawn: tuple[Round, ...], number: int | None, known: Known
) -> tuple[Round, ...]:
    """Return the rounds that the desk shows: the requested one, the draft, or the one in play."""
    if chosen_round(directed, number) is not None:
        return tuple(one for one in directed.rounds if one.number == number)
    if known.drafts or (drawn and not known.is_playing):
        return drawn
    now = current_round(directed)
    return drawn if now is None else (now,)


def chosen_round(directed: Directed, number: int | None) -> int | None:
    """Return the requested round, if it exists."""
    return number if any(one.number == number for one in directed.rounds) else None


def round_links(
    directed: Directed, shown: Sequence[Round], bracket: Bracket | None
) -> tuple[RoundLink, ...]:
    """Return the links to all rounds, where there are several."""
    if len(directed.rounds) < 2:
        return ()
    here = {one.pk for one in shown} if len(shown) == 1 else set()
    return tuple(
        RoundLink(round.number, round_title(round, bracket), round.pk in here)
        for round in directed.rounds
    )


def in_play(
    directed: Directed,
    shown: Sequence[Round],
    bracket: Bracket | None,
    abouts: Mapping[int, str],
    times: Mapping[int, MatchTime],
    waits: Mapping[int, str],
) -> tuple[MatchRow, ...]:
    """Return what is undecided, then what is decided in the rounds shown, each as it was drawn.

    Byes are left out: nothing is to be done about them.
    """
    keys = {one.pk for one in shown}
    matches = [
        match
        for match in directed.released
        if match.state in Match.UNDECIDED
        or (
            match.round_id in keys
            and match.state == Match.State.SETTLED
            and match.outcome != Match.Outcome.BYE
            and (match.first_id or match.second_id)
        )
    ]
    rounds = {one.round_id: round_of(one) for one in matches}
    # Where matches of other rounds are among them, each says which it is of.
    has_others = bool(rounds.keys() - keys)
    where = {pk: round_title(one, bracket) for pk, one in rounds.items() if has_others}
    zone = directed.event.club.time_zone
    versions = versions_of_all(matches)
    return tuple(
        row_of(
            match,
            directed.people,
            where=where.get(match.round_id, ""),
            late=late_since(match, times, zone),
            abouts=abouts,
            versions=versions.get(match.pk, NOTHING_SAID),
            waits=waits.get(match.pk, ""),
        )
        for match in sorted(matches, key=lambda one: one.is_settled)
    )
