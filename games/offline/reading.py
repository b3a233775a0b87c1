"""Shows the table of a position, by the presenters and templates that the server has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.fast.jinja import environment_of_files, spoken
from games.language import decimal_sign
from games.language import gettext as _
from games.names.identity import sort_key
from games.offline.position import Position, Step
from games.record.presenters.actions import players_moved
from games.record.values import By, LoggedStep, Pending, QuestionView, StepKind
from games.rule_texts import Names
from games.rules.chouette.questions import question_at
from games.table.presenters.history import dice_of, step_of, steps_as_told, words_of
from games.table.presenters.page import PANES_BY_PHASE, TablePage, page_from_reading
from games.table.presenters.parts import SWAP, context_of
from games.table.presenters.values import RECENT, Audience, Evening, HistoryLine, Own, Reading
from games.web.input import Input

if TYPE_CHECKING:
    from jinja2 import Environment

NEVER: Final = datetime.min
"""The time of a step stands as text in it."""

SCORER: Final = Audience(may_score=True, signed_in=True, sees_names=True)

TEMPLATES: Final = tuple(
    Path(__file__).resolve().parent.parent.parent / folder
    for folder in ("templates/jinja", "chouette/shipped/templates/jinja", "templates")
)
"""Where templates lie: in a checkout, in an installed package, in the code packed for browsers."""

Addresses = Callable[..., str]
"""Gives the address of a page by the name and the arguments that the server's `reverse` takes."""

PHONES: Final = "speak"
"""The pane that is about the phones of others."""

WHOLE: Final = "history"
"""The pane that tells the whole evening."""


def render_table(
    position: Position,
    language: str = "en",
    ask: Input | None = None,
    problem: str = "",
    *,
    addresses: Addresses | None = None,
    key: str = "",
    template: str = SWAP,
) -> str:
    """Return the table's changing part and the title above it, as the server answers a tap.

    `language` is the code of the one that is plugged in (`games.language`); `ask` a pane and what
    was chosen in it; `problem` why the last tap was refused; `key` the one that this page's taps
    have, random if none is given.
    """
    address = addresses or here
    ask = ask or Input()
    page = page_of(position, ask, problem, addresses=address, key=key)
    context = {**context_of(page, language), "url": address}
    return str(_environment().get_template(template).render(context))


def part_of(template: str, language: str, **content: object) -> str:
    """Return another template of the same environment, in the language that is plugged in."""
    context = {"point": decimal_sign(), **spoken(language), **content}
    return str(_environment().get_template(template).render(context))


def page_of(
    position: Position,
    ask: Input,
    problem: str = "",
    *,
    addresses: Addresses,
    key: str = "",
) -> TablePage:
    """Return what the templates show."""
    reading = reading_of(position, addresses, whole=ask.pane == WHOLE)
    return page_from_reading(reading, own_of(position), ask, problem, key=key)


def here(name: str, *_arguments: object) -> str:
    """Return an address that stays on the page; its last part says what a form does."""
    return "" if name == "table" else f"{name.removeprefix('table_')}/"


def reading_of(position: Position, addresses: Addresses, *, whole: bool = False) -> Reading:
    """Return what the server reads from its tables, from a position."""
    base, table = position.base, position.table
    names = Names({**position.names})
    began = 0 if whole else position.game_began
    before = position.before
    logged = [_logged(position, step, place) for place, step in enumerate(position.done, 1)]
    standing = steps_as_told(logged[began:], base.before if whole else before)
    moved = [step for told in standing for step in reversed(told.steps)]
    undoable = _pending(position.done[-1]) if position.done and position.is_open else None
    redoable = _pending(position.undone[-1]) if position.undone and position.is_open else None
    return Reading(
        evening=evening_of(position, addresses),
        table=table,
        names=names,
        steps=[
            _line(told, position.done[len(position.done) - back], names, back)
            for back, told in enumerate(reversed(standing[-RECENT:]), 1)
        ],
        latest=_latest(position, standing, names),
        undo=words_of(undoable, table, names, _been(before, moved[:-1])),
        redo=words_of(redoable, table, names, _been(before, moved)),
        dice=dice_of(undoable),
        retractable=len(position.done),
        exposure=table.exposure() if table.game else {},
        before=before,
    )


def own_of(position: Position) -> Own:
    """Return what is for the scorer alone; on one device nobody else taps."""
    table = position.table
    known = {*position.base.others, *table.players}
    return Own(
        audience=replace(SCORER, may_reopen=position.base.alone),
        others=sorted(
            ((one, position.names[one]) for one in known if one not in table.present),
            key=lambda one: sort_key(one[1]),
        ),
        claims=(),
        question_view=QuestionView(may_ask=question_at(table) if table.game else None),
        takes_back=len(position.done) if position.is_open else 0,
        may_redo=position.is_open and bool(position.undone),
    )


def evening_of(position: Position, addresses: Addresses) -> Evening:
    base = position.base
    return Evening(
        public_id=base.public_id,
        day=base.day,
        club_name=base.club,
        version=position.version,
        beat=position.version,
        url=addresses("table", base.public_id),
        act_url=addresses("table_act", base.public_id),
        undo_url=addresses("table_undo", base.public_id),
        is_open=position.is_open,
        cannot_end="" if base.alone else _("The evening is ended when the network is back."),
        is_kept=True,
    )


def panes_now(position: Position) -> tuple[str, ...]:
    """Return the names of the panes that may be opened now, the one that is shown first."""
    names = PANES_BY_PHASE[position.table.phase] if position.is_open else ("ended",)
    return tuple(name for name in names if name != PHONES)


def _pending(step: Step) -> Pending:
    return Pending(StepKind.PLAY, 0, step.actions)


def _logged(position: Position, step: Step, sequence: int) -> LoggedStep:
    return LoggedStep(
        StepKind.PLAY,
        (_pending(step),),
        By(name=step.by),
        NEVER,
        position.version,
        sequence,
        step.rolled,
    )


def _line(told: LoggedStep, step: Step, names: Names, back: int) -> HistoryLine:
    return step_of(told, names, step.at, back)


def _latest(position: Position, standing: Sequence[LoggedStep], names: Names) -> HistoryLine | None:
    """Return what happened last, as it is told where it still stands."""
    if position.latest is StepKind.PLAY:
        return step_of(standing[-1], names, position.latest_at) if standing else None
    told = LoggedStep(
        position.latest,
        tuple(map(_pending, position.about)),
        By(name=position.base.scorer),
        NEVER,
        position.version,
        0,
    )
    return step_of(told, names, position.latest_at)


def _been(before: frozenset[str], moved: Sequence[Pending]) -> frozenset[str]:
    return before | players_moved(moved)


@cache
def _environment() -> Environment:
    return environment_of_files([folder for folder in TEMPLATES if folder.is_dir()])
