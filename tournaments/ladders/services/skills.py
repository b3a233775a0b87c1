"""Updates a club's skill ratings: reads changed sessions, and continues from their month.

Everything is a function of the record: starting from nothing gives the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from django.utils import timezone

from tournaments.ladders.services.bulk import rows_insert
from tournaments.ladders.services.marks import RECKONED_AS
from tournaments.ladders.services.played import (
    Mark,
    evidence_rows,
    evidence_saved,
    marks_of,
    marks_written,
)
from tournaments.ladders.services.projecting import projected
from tournaments.models import (
    RatingMonth,
    RatingPoint,
    RatingRun,
    RatingState,
    SessionEvidence,
    SkillRating,
)
from tournaments.ratings.chain import Chain, Evening, Listed, Sums, month_of, months, ranked
from tournaments.ratings.evidence import Evidence
from tournaments.ratings.skill import DEFAULTS, Skill, Spread, is_told

SETTINGS = DEFAULTS
"""The parameters of every club's estimates."""
KEPT: Final = 3
"""This many latest months keep their sums, and before them the last month of every year."""
BATCH: Final = 1000


@dataclass(frozen=True, slots=True)
class Refreshed:
    """How many sessions and games a refresh has read; zeros if everything was up to date."""

    sessions: int = 0
    games: int = 0


Known = dict[str, tuple[str, float, float, int, float]]


@dataclass(frozen=True, slots=True)
class _Month:
    """A month to be written; some keep their sums. `found` is what is told of its estimates."""

    sums: Sums
    found: dict[str, Skill]
    is_kept: bool
    known: Known


@dataclass(slots=True)
class _Plan:
    """What to write, and what it was calculated from."""

    generation: int
    is_all: bool
    marks: dict[int, Mark]
    stale: set[int]
    evidence: list[SessionEvidence]
    since: date
    months: list[_Month] = field(default_factory=list)
    kept: set[date] = field(default_factory=set)
    listed: dict[str, Listed] = field(default_factory=dict)
    sums: Sums | None = None


def ratings_refresh(
    *, club_id: int, everything: bool = False, run: RatingRun | None = None
) -> Refreshed:
    """Write a club's ratings, for changed sessions or for all.

    The same record always gives the same figures, however often and by how many workers at once
    this is called. A deleted club has none. `run` is the rebuild that this is part of.
    """
    done = projected(
        club_id,
        planned=lambda: _planned(club_id, everything),
        is_current=lambda state, plan: (
            state.generation == plan.generation and marks_of(club_id) == plan.marks
        ),
        written=lambda state, plan: _written(state, plan, run),
    )
    return done or Refreshed()


def _planned(club_id: int, everything: bool) -> _Plan:
    state = RatingState.objects.filter(pk=club_id).first()
    # Read before the games: what is written may be newer than its mark, never older.
    marks = marks_of(club_id)
    written = marks_written(club_id)
    # The formula has changed, or a session was deleted with its evidence.
    everything = everything or (
        state is not None and (state.formula, state.sessions) != (RECKONED_AS, len(written))
    )
    changed = {pk for pk in marks.keys() | written.keys() if marks.get(pk) != written.get(pk)}
    stale = marks.keys() | written.keys() if everything else changed
    days = [known[pk].played_on for known in (marks, written) for pk in stale if pk in known]
    since = month_of(min(days, default=date.max))
    read = list(evidence_rows(club_id, stale & marks.keys(), marks))
    plan = _Plan(state.generation if state else 0, everything, marks, set(stale), read, since)
    if stale:
        _reckon(club_id, plan)
    return plan


def _reckon(club_id: int, plan: _Plan) -> None:
    if plan.is_all:
        chain, after = Chain(settings=SETTINGS), None
    else:
        chain, after = _chain_before(club_id, plan.since)
    evenings = [
        Evening(row.played_on, Evidence.from_bytes(bytes(row.data))) for row in plan.evidence
    ]
    if not plan.is_all:
        kept = evidence_saved(club_id, after).exclude(pk__in=plan.stale)
        evenings += [
            Evening(day, Evidence.from_bytes(bytes(data)))
            for day, data in kept.values_list("played_on", "data")
        ]
    ordered = months(one for one in evenings if one.evidence.games)
    kept_months = _keeping([*_months_before(club_id, after), *(month for month, _those in ordered)])
    for month, those in ordered:
        found = chain.play(those)
        assert chain.sums is not None  # games were played
        known = {
            player: (
                *(last.isoformat(), skill.skill, skill.se, skill.games),
                chain.evenings[player],
            )
            for player, (last, skill) in (chain.last.items() if month in kept_months else ())
        }
        told = found if is_told(chain.sums.evidence) else {}
        plan.months.append(_Month(chain.sums, told, month in kept_months, known))
    plan.sums, plan.kept = chain.sums, kept_months
    if chain.sums is not None and is_told(chain.sums.evidence):
        plan.listed = chain.listed()


def _chain_before(club_id: int, since: date) -> tuple[Chain, date | None]:
    """Return the chain as of a month or earlier, and the day from which to continue."""
    row = (
        RatingMonth.objects.filter(club=club_id, month__lt=since, sums__isnull=False)
        .order_by("-month")
        .first()
    )
    if row is None or row.sums is None:
        return Chain(settings=SETTINGS), None
    evidence = Evidence.from_bytes(bytes(row.sums))
    judged = Spread(row.judged_sigma2, row.judged_rho, row.judged_tau)
    sums = Sums(row.played_on, evidence, judged, Spread(row.sigma2, row.rho, row.tau))
    chain = Chain(sums, settings=SETTINGS)
    for player, (month, *estimate, evenings) in (row.known or {}).items():
        chain.last[player] = date.fromisoformat(month), Skill(*estimate)
        chain.evenings[player] = evenings
    return chain, _next(row.month)


def _written(state: RatingState, plan: _Plan, run: RatingRun | None) -> Refreshed:
    club_id = state.club_id
    if run is not None:
        state.rebuilt_in = run
    elif not plan.stale and not plan.is_all:
        return Refreshed()
    SessionEvidence.objects.filter(pk__in=plan.stale).delete()
    SessionEvidence.objects.bulk_create(plan.evidence, batch_size=BATCH)
    # The first recalculated month may be before the first changed one.
    since = min([plan.since, *(month_of(one.sums.day) for one in plan.months[:1])])
    since = date.min if plan.is_all else since
    RatingMonth.objects.filter(club=club_id, month__gte=since).delete()
    RatingPoint.objects.filter(club=club_id, month__gte=since).delete()
    _months_write(club_id, plan)
    _list_write(club_id, plan.listed)
    state.generation += 1
    state.formula = RECKONED_AS
    sums = plan.sums
    state.played_on = None if sums is None else sums.day
    state.games = 0 if sums is None else sums.evidence.games
    state.sessions = len(plan.marks)
    spread = sums.spread if sums is not None and plan.listed else None
    state.sigma2 = None if spread is None else spread.sigma2
    state.rho = None if spread is None else spread.rho
    state.tau = None if spread is None else spread.tau
    state.written_at = timezone.now()
    state.save(
        update_fields=[
            "generation",
            "formula",
            "rebuilt_in",
            "played_on",
            "games",
            "sessions",
            "sigma2",
            "rho",
            "tau",
            "written_at",
        ]
    )
    return Refreshed(len(plan.stale), sum(row.games for row in plan.evidence))


def _months_write(club_id: int, plan: _Plan) -> None:
    RatingMonth.objects.filter(club=club_id, sums__isnull=False).exclude(
        month__in=plan.kept
    ).update(sums=None, known=None)
    RatingMonth.objects.bulk_create(
        (
            RatingMonth(
                club_id=club_id,
                month=month_of(month.sums.day),
                played_on=month.sums.day,
                judged_sigma2=month.sums.spread.sigma2,
                judged_rho=month.sums.spread.rho,
                judged_tau=month.sums.spread.tau,
                sigma2=month.sums.following.sigma2,
                rho=month.sums.following.rho,
                tau=month.sums.following.tau,
                sums=month.sums.evidence.to_bytes() if month.is_kept else None,
                known=month.known if month.is_kept else None,
            )
            for month in plan.months
        ),
        batch_size=BATCH,
    )
    rows_insert(
        RatingPoint,
        ("club_id", "player_id", "month", "played_on", "skill", "se", "games"),
        [
            (
                *(club_id, int(player), month_of(month.sums.day).isoformat()),
                *(month.sums.day.isoformat(), skill.skill, skill.se, skill.games),
            )
            for month in plan.months
            for player, skill in month.found.items()
        ],
    )


def _months_before(club_id: int, after: date | None) -> list[date]:
    if after is None:
        return []
    rows = RatingMonth.objects.filter(club=club_id, month__lt=after)
    return list(rows.values_list("month", flat=True))


def _keeping(months: Iterable[date]) -> set[date]:
    ordered = sorted(set(months))
    return {*ordered[-KEPT:], *{month.year: month for month in ordered}.values()}


def _list_write(club_id: int, listed: Mapping[str, Listed]) -> None:
    SkillRating.objects.filter(club=club_id).delete()
    rows_insert(SkillRating, LINE, list(_lines(club_id, listed)))


LINE: Final = (
    *("player_id", "club_id", "row", "place", "skill", "se", "games", "lower"),
    *("first", "last", "above_next", "is_wide", "evenings", "is_settled", "month"),
)


def _lines(club_id: int, listed: Mapping[str, Listed]) -> Iterable[tuple[Any, ...]]:
    for row, player in enumerate(ranked(listed), 1):
        line, skill, stand = listed[player], listed[player].skill, listed[player].stand
        place = None if line.is_settled else row
        yield (
            *(int(player), club_id, row, place, skill.skill, skill.se, skill.games, skill.lower),
            *((None, None, None, False, None) if stand is None else astuple(stand)),
            *(line.is_settled, line.month.isoformat()),
        )


def _next(month: date) -> date:
    return month_of(month + timedelta(days=31))
