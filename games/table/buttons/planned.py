"""The plan for the next game in words, at tables where more than the house rules decides it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from games.language import gettext as _
from games.record.presenters.outcome import Outcome, outcome
from games.record.values import Plan
from games.rule_texts import Names
from games.rules.chouette import Line, Table


@dataclass(frozen=True, slots=True)
class PlanShown:
    """The line in words, and further remarks before the game, one sentence each."""

    line: str
    notes: tuple[str, ...]


def line_of(plan: Plan | None) -> Line | None:
    """Return the planned line; None if there is none, or dice decide it."""
    if plan is None or plan.line is None:
        return None
    box, *rest = plan.line
    team = tuple(player for player in rest if player != plan.partner)
    return Line(box, plan.partner, team)


def plan_shown(plan: Plan | None, names: Names) -> PlanShown | None:
    """Return a plan as everybody at the table reads it."""
    if plan is None:
        return None
    notes = [*plan.remarks]
    if plan.leaving:
        notes.insert(0, _("Out of it now: %(names)s.") % {"names": names.listed(plan.leaving)})
    if plan.is_over:
        notes.append(_("This table has finished its round."))
    elif plan.starting_cube is not None:
        notes.insert(0, _("The cubes start at %(value)s.") % {"value": plan.starting_cube})
    line = line_of(plan)
    return PlanShown(_in_words(line, names) if line else "", tuple(notes))


def outcome_shown(
    table: Table, names: Names, plan: Plan | None, before: Collection[str] = ()
) -> Outcome | None:
    """Return the last game's sheet, with the planned line if it differs."""
    told, line = outcome(table, names, before), line_of(plan)
    if told is None or plan is None or line is None or table.line is None:
        return told
    if line.order == tuple(one for one in table.line.order if one not in plan.leaving):
        return told
    why = _("The next line is planned. By the house rules alone: %(why)s") % {"why": told.why}
    return replace(told, why=why)


def _in_words(line: Line, names: Names) -> str:
    parts = [_("Box %(name)s") % {"name": names[line.box]}]
    if line.partner:
        parts.append(_("partner %(name)s") % {"name": names[line.partner]})
    captain, *crew = line.team
    parts.append(_("captain %(name)s") % {"name": names[captain]})
    if crew:
        parts.append(_("crew %(names)s") % {"names": names.listed(crew)})
    return " · ".join(parts)
