"""What each of the two players says of a result that nobody has decided: their versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.models import Match, MatchStep

KEPT: Final = (
    "score",
    "state",
    "outcome",
    "winner",
    "goes_on",
    "reported_by",
    "first_points",
    "second_points",
    "first_penalty",
    "second_penalty",
    "reason",
    "is_rated",
    "unrated_reason",
)
"""The columns that a step changes and an undo restores."""
CLOCK: Final = "clock"
SAYING: Final = frozenset({"report", "play", "reject"})
"""The steps in which a player says how a match ended."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a side says: `points`, the first player's first; None: only that the other is wrong.

    `step` is where it was said, `kept` the columns of the match after it.
    """

    side: int
    points: tuple[int, int] | None
    step: MatchStep
    kept: Mapping[str, Any]


Versions = tuple[Version | None, Version | None]
"""What stands of both sides, the first player's first; None: nothing was said."""
NOTHING_SAID: Final[Versions] = (None, None)


def versions_of(match: Match) -> Versions:
    """Return what each side says of a result that awaits its yes; one query, else none."""
    if match.state not in Match.TO_CONFIRM:
        return NOTHING_SAID
    steps = match.log.exclude(kind=CLOCK).select_related("sender", "sent_by__player")
    return versions_in(match, list(steps.order_by("sequence")))


def versions_of_all(matches: Iterable[Match]) -> dict[int, Versions]:
    """Return the versions of the disputed ones of these matches, by their keys; one query."""
    disputed = {one.pk: one for one in matches if one.state == Match.State.DISPUTED}
    if not disputed:
        return {}
    steps: dict[int, list[MatchStep]] = {pk: [] for pk in disputed}
    found = MatchStep.objects.filter(match__in=disputed).exclude(kind=CLOCK)
    for step in found.select_related("sender", "sent_by__player").order_by("sequence"):
        steps[step.match_id].append(step)
    return {pk: versions_in(match, steps[pk]) for pk, match in disputed.items()}


def versions_in(match: Match, steps: Sequence[MatchStep]) -> Versions:
    """Fold the log of a match, in its order and without its clock, into what stands of each side.

    It is read from its end, back to where the match was open: what was taken back counts no more.
    """
    if match.state not in Match.TO_CONFIRM:
        return NOTHING_SAID
    undone = {step.payload["undone"] for step in steps if step.kind == "undo"}
    versions: dict[int, Version] = {}
    after: Mapping[str, Any] = {name: getattr(match, name) for name in KEPT}
    passed = 0
    for step in reversed(steps):
        if passed and step.sequence >= passed:
            continue
        if step.kind == "returned" and step.sequence not in undone:
            # What was said before others met here stands again.
            passed = step.payload["cleared"]
            continue
        before = step.payload.get("before") or {}
        if step.kind != "undo" and step.sequence not in undone:
            if after.get("state") not in Match.TO_CONFIRM:
                break
            said = _said(step, before, after)
            if said is not None:
                versions.setdefault(said.side, said)
            if before.get("state") not in Match.TO_CONFIRM:
                break
        after = before
    return versions.get(0), versions.get(1)


def _said(step: MatchStep, before: Mapping[str, Any], after: Mapping[str, Any]) -> Version | None:
    """Return what a step says for a side: a result, or that there is none that is right."""
    by = after.get("reported_by")
    if by not in (0, 1) or step.kind not in SAYING:
        return None
    if step.kind == "reject":
        # The opponent says no, or the reporter takes their own back and the other's stands again.
        side = 1 - by if before.get("reported_by") == by else before.get("reported_by")
        return None if side not in (0, 1) else Version(side, None, step, after)
    points = (after["first_points"], after["second_points"])
    return Version(by, points, step, after)
