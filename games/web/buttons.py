"""Buttons and choices of the thumb zone: labels, fields, and why they are disabled."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.language import gettext as _
from games.rules.chouette.actions import BOX, TEAM

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button. ``pane`` opens a pane; ``fields`` post an action; ``why`` says why it is
    disabled.
    """

    name: str
    label: str
    pane: str = ""
    fields: Fields = ()
    why: str = ""
    main: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a field, drawn as a button that stays pressed."""

    value: str
    label: str
    chosen: bool = False
    kind: str = ""
    why: str = ""
    pips: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A field with its choices, one line of a form."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    detail: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """What the thumb zone shows: `zone` is the template of its buttons.

    ``sheet`` is a larger form that replaces the seats; ``answers`` are given on the seats.
    """

    name: str
    zone: str
    title: str = ""
    sheet: str = ""
    back: str = ""
    problem: str = ""
    answers: tuple[Row, ...] = ()
    data: dict[str, object] = field(default_factory=dict)


_PIPS = {
    1: ((18, 18),),
    2: ((10, 10), (26, 26)),
    3: ((10, 10), (18, 18), (26, 26)),
    4: ((10, 10), (26, 10), (10, 26), (26, 26)),
    5: ((10, 10), (26, 10), (18, 18), (10, 26), (26, 26)),
    6: ((10, 9), (26, 9), (10, 18), (26, 18), (10, 27), (26, 27)),
}


def pips(die: int) -> tuple[tuple[int, int], ...]:
    """Return the positions of a die's pips, in a square of 36."""
    return _PIPS[die]


def faces(name: str, label: str, chosen: str, detail: str = "") -> Row:
    """Return a row of six die faces."""
    choices = tuple(
        Choice(str(die), str(die), chosen=chosen == str(die), pips=pips(die)) for die in range(1, 7)
    )
    return Row(name, label, choices, detail)


def winners_by_points(winner: str) -> Row:
    """Offer who won a game of points only: a side, or as the captain's points say."""
    choices = (("", _("By the captain's points")), (BOX, _("Box")), (TEAM, _("Team")))
    return Row(
        "winner",
        _("Who won?"),
        tuple(Choice(side, label, chosen=side == winner) for side, label in choices),
    )
