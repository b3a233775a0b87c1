"""A finished game as rows: each step with what can be tapped in it, and reading the taps."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.record.presenters.actions import in_words, level_word
from games.rule_texts import Names
from games.rules.chouette import Action, action_from_json, action_to_json
from games.rules.chouette.actions import (
    ACCEPT,
    BEAVER,
    BOX,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    TAKE,
    TEAM,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    Open,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.errors import StateError
from games.sessions.selectors.amendment import ANSWERS, GameText
from games.web.buttons import Choice, Row, winners_by_points
from games.web.figures import unsigned
from games.web.input import Input, Unreadable, hundredths

MOST_STEPS: Final = 200
"""The most rows that are read of a form; no game has as many."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step: its title, who takes part, what each answers, figures, or just its words.

    ``sent`` is the step itself, for what is only left out or kept. ``box`` is who gets the
    opposite of the figures, and ``rest`` what that is.
    """

    at: int
    kind: str
    title: str
    checks: tuple[Choice, ...] = ()
    answers: tuple[Row, ...] = ()
    figures: tuple[tuple[str, str, str], ...] = ()
    """Field, label, value."""
    sent: str = ""
    box: str = ""
    rest: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won, and how high; nobody if the cubes or a settlement ended the game.

    Of a game of points only nobody knows how high, or who doubled.
    """

    winner: Row
    level: Row | None


def rows_of(before: GameText, steps: Sequence[Action]) -> tuple[StepRow, ...]:
    """Return the rows of these steps, all but the one that ends the game."""
    inside = [step for step in steps if not isinstance(step, EndGame)]
    return tuple(_row(before, at, step, _title(inside[: at + 1])) for at, step in enumerate(inside))


def _row(before: GameText, at: int, step: Action, asked: str) -> StepRow:
    if isinstance(step, TeamDoubles | BoxDoubles):
        title = (
            _("Who doubles?") if isinstance(step, TeamDoubles) else _("Whom does the box double?")
        )
        checks = tuple(
            Choice(str(place), name, chosen=name in step.members)
            for place, name in enumerate(before.order)
            if name in before.start.team
        )
        return StepRow(at, step.kind, title, checks=checks)
    if isinstance(step, ANSWERS):
        answers = tuple(
            Row(f"answer-{at}-{before.order.index(member)}", member, _words(before, step, said))
            for member, said in step.replies
        )
        return StepRow(at, step.kind, asked, answers=answers)
    if isinstance(step, EnterPoints):
        figures = tuple(
            (f"points-{at}-{before.order.index(member)}", member, unsigned(points))
            for member, points in step.points
        )
        return StepRow(
            at,
            step.kind,
            _("Points only"),
            figures=figures,
            sent=_sent(step),
            box=before.start.box,
            rest=-sum(points for _member, points in step.points),
        )
    if isinstance(step, Open) and step.automatic is None:
        figures = (
            (f"die-{at}-0", _("Box"), str(step.box_die)),
            (f"die-{at}-1", _("Captain"), str(step.captain_die)),
        )
        return StepRow(at, step.kind, _("Opening dice"), figures=figures)
    return StepRow(at, "same", in_words(step, Names()), sent=_sent(step))


def _title(steps: Sequence[Action]) -> str:
    """Return what the last of these steps answers; blank if it is no answer.

    A beaver is answered by who doubled, and what they make of it, a raccoon, by the others.
    """
    match steps[-1]:
        case BoxReplies():
            return _("The box answers")
        case TeamReplies():
            return _("The team answers")
        case BoxAnimals() | TeamAnimals() as answer:
            replied = (BoxReplies, TeamReplies)
            doubled = next(one for one in reversed(steps) if isinstance(one, replied))
            beavered = isinstance(answer, BoxAnimals) == isinstance(doubled, TeamReplies)
            if isinstance(answer, BoxAnimals):
                text = _("The box answers the beaver"), _("The box answers the raccoon")
            else:
                text = _("The team answers the beaver"), _("The team answers the raccoon")
            return text[0] if beavered else text[1]
        case _:
            return ""


def _sent(step: Action) -> str:
    return json.dumps(action_to_json(step))


def _words(before: GameText, step: Action, said: str) -> tuple[Choice, ...]:
    labels = {
        TAKE: _("Take"),
        DROP: _("Drop"),
        BEAVER: _("Beaver"),
        SELL: _("Sell"),
        ACCEPT: _("Accept"),
        REFUSE: _("Refuse"),
        RACCOON: _("Raccoon"),
    }
    colours = {ACCEPT: TAKE, REFUSE: DROP, RACCOON: BEAVER}
    words = [TAKE, DROP, BEAVER]
    if isinstance(step, BoxAnimals | TeamAnimals):
        words = [ACCEPT, REFUSE, RACCOON]
    elif isinstance(step, TeamReplies) and before.table.rules.captain_may_buy:
        words.append(SELL)
    return tuple(
        Choice(word, labels[word], chosen=word == said, kind=colours.get(word, word))
        for word in words
    )


def ending_of(steps: Sequence[Action]) -> Ending:
    """Return who won by the last step, if one says so."""
    entered = next((step for step in steps if isinstance(step, EnterPoints)), None)
    if entered is not None:
        return Ending(winners_by_points(entered.winner or ""), None)
    end = next((step for step in steps if isinstance(step, EndGame)), None)
    winners = [(BOX, _("Box wins")), (TEAM, _("Team wins"))]
    if end is None:
        winners.append(("", _("Decided earlier")))
    return Ending(
        Row(
            "winner",
            _("Who won?"),
            tuple(
                Choice(word, label, chosen=word == (end.winner if end else ""))
                for word, label in winners
            ),
        ),
        Row(
            "level",
            _("How high?"),
            tuple(
                Choice(str(level), level_word(level), chosen=level == (end.level if end else 1))
                for level in (1, 2, 3)
            ),
        ),
    )


def steps_read(before: GameText, ask: Input) -> list[Action]:
    """Return the steps that the rows say, by name; those ticked to be left out are.

    Raises:
        Unreadable: a field is missing or malformed.
    """
    steps = list[Action]()
    for at in range(MOST_STEPS):
        kind = ask.one(f"kind-{at}")
        if not kind:
            break
        if not ask.has(f"out-{at}"):
            steps.append(_read(before, ask, at, kind))
    team = before.start.team
    if ask.one("do") == "add-team":
        steps.append(TeamDoubles(team))
    if ask.one("do") == "add-box":
        steps.append(BoxDoubles(team))
    winner = ask.one("winner")
    if winner in (BOX, TEAM) and not any(isinstance(step, EnterPoints) for step in steps):
        level = ask.one("level", "1")
        steps.append(EndGame(winner, int(level) if level in ("2", "3") else 1))
    return steps


def _read(before: GameText, ask: Input, at: int, kind: str) -> Action:
    if kind in (TeamDoubles.kind, BoxDoubles.kind):
        chosen = ask.all(f"member-{at}")
        members = tuple(name for place, name in enumerate(before.order) if str(place) in chosen)
        return TeamDoubles(members) if kind == TeamDoubles.kind else BoxDoubles(members)
    for answers in ANSWERS:
        if kind == answers.kind:
            return answers(tuple(_by_name(before, ask, f"answer-{at}-").items()))
    if kind == Open.kind:
        dice = [ask.one(f"die-{at}-{side}").strip() for side in (0, 1)]
        if not set(dice) <= set("123456"):
            raise Unreadable(_("A die shows 1 to 6."))
        return Open(int(dice[0]), int(dice[1]))
    same = _same(ask.one(f"sent-{at}"))
    if kind == EnterPoints.kind and isinstance(same, EnterPoints):
        points = _by_name(before, ask, f"points-{at}-")
        winner = ask.one("winner") if ask.has("winner") else same.winner
        return EnterPoints(
            tuple((name, hundredths(text)) for name, text in points.items()),
            winner if winner in (BOX, TEAM) else None,
        )
    return same


def _by_name(before: GameText, ask: Input, prefix: str) -> dict[str, str]:
    sent = ask.prefixed(prefix)
    return {name: sent[str(place)] for place, name in enumerate(before.order) if str(place) in sent}


def _same(text: str) -> Action:
    try:
        return action_from_json(json.loads(text))
    except (ValueError, StateError) as error:
        raise Unreadable(_("This page is out of date. Load it again.")) from error
