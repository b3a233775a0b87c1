"""Data for the page of two players side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.privacy import Person
from games.language import decimal_sign
from games.ledger.charts.dots import Scale, dot
from games.ledger.charts.lines import Series, line_chart
from games.ledger.figures import average_text, signed_text
from games.models import Club
from games.permissions import NOBODY, Reader
from games.web.figures import signed, unsigned
from tournaments.ladders.presenters.leaderboards import MIDDLE
from tournaments.ladders.selectors.comparing import Comparison
from tournaments.ladders.selectors.people import Evening, Record
from tournaments.ratings.rates import Rate

LONGEST_CHART = 60


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of both; `better` is 0 or 1 for the one who has more, None where it is equal or
    cannot be said.
    """

    name: str
    first: str
    second: str
    better: int | None = None
    pictures: tuple[SafeString, SafeString] | None = None


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The page: whom to choose from, and, once two are chosen, their figures."""

    club: Club
    reader: Reader
    people: list[Person]
    chosen: tuple[str, str]
    found: Comparison | None
    lines: list[Line]
    said: list[str]
    chart: SafeString


def compare_page(
    club: Club,
    people: list[Person],
    chosen: tuple[str, str],
    comparison: Comparison | None,
    reader: Reader = NOBODY,
) -> ComparePage:
    """Prepare the comparison in words and a chart; nothing where two are not chosen yet."""
    is_told = comparison is not None and comparison.is_known
    return ComparePage(
        club=club,
        reader=reader,
        people=people,
        chosen=chosen,
        found=comparison,
        lines=_lines(comparison) if comparison is not None and is_told else [],
        said=_said(comparison) if comparison is not None and is_told else [],
        chart=_chart(comparison) if comparison is not None else SafeString(""),
    )


def _lines(comparison: Comparison) -> list[Line]:
    per_role = {
        "box": _("Per game as box"),
        "captain": _("Per game as captain"),
        "crew": _("Per game in the crew"),
    }
    lines = [
        _of(comparison, _("Points"), _points, signed),
        _of(comparison, _("Games"), _games, str, is_better=False),
        _of(comparison, _("Points per game"), lambda one: _rate(one, one.average), _average),
        _of(comparison, _("Points per bet"), lambda one: _rate(one, one.per_bet), _average),
        _skill(comparison),
        _of(comparison, _("Place by skill"), _place, lambda minus: str(-minus)),
        _of(comparison, _("Matches (Elo)"), _elo, str),
        _of(comparison, _("Best evening"), lambda one: _evening(one.best), signed),
        _of(comparison, _("Worst evening"), lambda one: _evening(one.worst), signed),
        _of(comparison, _("Longest box streak"), _streak, str),
        *(
            _of(comparison, name, partial(_in_role, role), _average)
            for role, name in per_role.items()
        ),
    ]
    return [one for one in lines if {one.first, one.second} != {NOTHING}]


NOTHING = "–"


def _of(
    comparison: Comparison,
    name: str,
    figure: Callable[[Record], int | None],
    written: Callable[[int], str],
    *,
    is_better: bool = True,
) -> Line:
    one, two = (figure(record) for record in comparison.records)
    better = None
    if is_better and one is not None and two is not None and one != two:
        better = int(two > one)
    texts = [NOTHING if value is None else written(value) for value in (one, two)]
    return Line(name, texts[0], texts[1], better)


def _skill(comparison: Comparison) -> Line:
    line = _of(comparison, _("Skill"), _figure, str)
    known = [record.skill for record in comparison.records if record.skill]
    if len(known) < 2:
        return line
    # Whose intervals overlap are not told apart.
    (low, high), (other_low, other_high) = (skill.interval for skill in known)
    is_open = low <= other_high and other_low <= high
    scale = Scale.of([skill.interval for skill in known], MIDDLE)
    pictures = [
        _markup(dot(skill.figure, skill.interval, scale, label=_interval(skill.interval)))
        for skill in known
    ]
    better = None if is_open else line.better
    return Line(line.name, line.first, line.second, better, (pictures[0], pictures[1]))


def _interval(interval: tuple[float, float]) -> str:
    low, high = interval
    return _("between %(low)s and %(high)s") % {"low": round(low), "high": round(high)}


def _points(record: Record) -> int | None:
    return record.points if record.evenings else None


def _games(record: Record) -> int | None:
    return record.games or None


def _rate(record: Record, rate: Rate) -> int | None:
    return rate.value if record.games else None


def _place(record: Record) -> int | None:
    """Return the place as a figure of which more is better."""
    return None if record.place is None else -record.place


def _elo(record: Record) -> int | None:
    return None if record.match is None else round(record.match.rating.rating)


def _evening(evening: Evening | None) -> int | None:
    return None if evening is None else evening.points


def _streak(record: Record) -> int | None:
    return None if record.streak is None else record.streak.games


def _in_role(role: str, record: Record) -> int | None:
    return next((one.average.value for one in record.roles if one.role == role), None)


def _figure(record: Record) -> int | None:
    return None if record.skill is None else round(record.skill.figure)


def _average(value: int) -> str:
    return average_text(value, point=decimal_sign())


def _said(comparison: Comparison) -> list[str]:
    """Say what happened between the two."""
    first, second = (person.name for person in comparison.people)
    said = []
    if comparison.between is not None:
        balance = comparison.between.balance
        told = {
            "winner": first if balance >= 0 else second,
            "loser": second if balance >= 0 else first,
            "points": unsigned(abs(balance)),
        }
        games = ngettext(
            "in %(count)s game together", "in %(count)s games together", comparison.between.games
        ) % {"count": comparison.between.games}
        words = (
            _("%(winner)s has won %(points)s from %(loser)s, %(games)s.")
            if balance
            else _("Nothing between %(winner)s and %(loser)s, %(games)s.")
        )
        said.append(words % {**told, "games": games})
    if comparison.evenings:
        words = ngettext(
            "On %(count)s evening together %(first)s was ahead %(one)s times, %(second)s %(two)s.",
            "On %(count)s evenings together %(first)s was ahead %(one)s times, %(second)s %(two)s.",
            comparison.evenings,
        )
        one, two = comparison.ahead
        names = {"first": first, "second": second, "one": one, "two": two}
        said.append(words % {"count": comparison.evenings, **names})
    if any(comparison.won):
        one, two = comparison.won
        said.append(
            _("Rated matches: %(first)s %(one)s, %(second)s %(two)s.")
            % {"first": first, "one": one, "second": second, "two": two}
        )
    return said or [_("The two have not met yet.")]


def _chart(comparison: Comparison) -> SafeString:
    """Draw both totals; nothing for fewer than two evenings."""
    totals = [values[-LONGEST_CHART:] for values in comparison.totals]
    if len(totals[0]) < 2:
        return SafeString("")
    point = decimal_sign()
    names = [person.name for person in comparison.people]
    ends = [signed_text(values[-1] or 0, point=point) for values in totals]
    svg = line_chart(
        [Series(name, values) for name, values in zip(names, totals, strict=True)],
        key="compared",
        title=_("Totals"),
        description=", ".join(f"{name} {end}" for name, end in zip(names, ends, strict=True)),
        axis=_("evenings"),
        first=1,
        point=point,
    )
    return _markup(svg)


def _markup(svg: str) -> SafeString:
    return SafeString(svg)  # nosec B703 - the charts escape all their texts
