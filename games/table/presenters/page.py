"""The data of the table page: header, line, quiet line, thumb zone, the last game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Session
from games.record.presenters.outcome import Outcome
from games.record.selectors.questions import Talk
from games.record.services.plans import Plan
from games.rule_texts import Names
from games.rules.chouette import Table
from games.rules.chouette.actions import BOX, TEAM
from games.table.presenters.audience import Audience
from games.table.presenters.claims import Claim
from games.table.presenters.conflict import Conflict
from games.table.presenters.history import Step
from games.table.presenters.seats import Exposure, Risk, Seat, risks, seats
from games.table.thumb import between_games, in_game, own_phone, planned, replies
from games.table.thumb.question import Banner, banner, replaced
from games.web.buttons import Pane, pips
from games.web.figures import unsigned
from games.web.input import Ask

PANES_BY_PHASE = {
    "order": ("order", "dice", "line"),
    "between": ("between", "line", "people", "between-more", "partner", "points", "end", "history"),
    "opening": ("opening", "history"),
    "play": (
        "play",
        "team-doubles",
        "box-doubles",
        "box-wins",
        "team-wins",
        "opening",
        "settle",
        "side-bets",
        "points",
        "people",
        "more",
        "speak",
        "history",
    ),
    "replies": ("replies", "speak", "history"),
    "animals": ("animals", "speak", "history"),
    "extra_reply": ("extra-reply", "history"),
}
"""The possible panes in each phase of a chouette; the first is the default."""


WITH_PLAN = frozenset({"order", "between", "own", "watching"})
"""The panes that show the plan for the next game."""


HIDDEN = (
    '<input type="hidden" name="version" value="{}">'
    '<input type="hidden" name="key" value="{}">'
    '<input type="hidden" name="pane" value="{}">'
)


@dataclass(frozen=True, slots=True)
class Sources:
    """The page's data besides the table: the selector reads it in a constant number of queries."""

    names: Names
    audience: Audience
    others: Sequence[tuple[str, str]] = ()
    steps: Sequence[Step] = ()
    latest: Step | None = None
    claims: Sequence[Claim] = ()
    undo: str = ""
    redo: str = ""
    dice: Sequence[tuple[str, tuple[int, ...]]] = ()
    exposure: Exposure = field(default_factory=dict)
    plan: Plan | None = None
    talk: Talk = field(default_factory=Talk)


@dataclass(frozen=True, slots=True)
class Roll:
    """One player's rolls for the order: pips and numbers."""

    name: str
    dice: list[tuple[tuple[int, int], ...]]
    words: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """The data of the table's templates."""

    session: Session
    title: str
    subtitle: str
    seats: list[Seat]
    quiet: str
    risks: list[Risk]
    risk_names: list[str]
    pane: Pane
    outcome: Outcome | None
    steps: Sequence[Step]
    undo: str
    redo: str
    audience: Audience
    version: int
    beat: int
    broadcast: bool
    key: str
    hidden: SafeString
    """The hidden fields of every form, rendered once because a page has many forms."""
    url: str
    act_url: str
    undo_url: str
    rolls: list[Roll]
    latest: Step | None = None
    conflict: Conflict | None = None
    problem: str = ""
    claims: Sequence[Claim] = ()
    moves: list[str] = field(default_factory=list)
    asked: Banner | None = None
    turn: int | None = None
    may_undo: bool = False
    plan: planned.PlanShown | None = None

    @property
    def may_score(self) -> bool:
        return self.audience.may_score

    @property
    def undo_by(self) -> str:
        """Who did what the next undo would undo."""
        return self.steps[0].by if self.steps and self.undo else ""


def table_page(
    session: Session,
    table: Table,
    ask: Ask,
    sources: Sources,
    problem: str = "",
    *,
    conflict: Conflict | None = None,
    broadcast: bool = False,
) -> TablePage:
    """Build the page; ``problem`` explains a tap that was just refused."""
    names, audience = sources.names, sources.audience
    pane = _pane(session, table, ask, sources)
    choice = _present_choice(table, pane, ask)
    risk = risks(table, sources.exposure if choice is None else table.exposure(choice))
    key = "" if broadcast else secrets.token_hex(16)
    return TablePage(
        session=session,
        title=_title(session, table),
        subtitle=session.club.name,
        seats=seats(
            table, names, audience.may_score and session.is_open, planned.line_of(sources.plan)
        ),
        quiet=_quiet(table, sources.exposure, names),
        risks=risk,
        risk_names=[names[player] for player in table.game.line.order] if table.game else [],
        pane=pane,
        outcome=planned.outcome_shown(table, names, sources.plan) if table.game is None else None,
        steps=sources.steps,
        undo=sources.undo,
        redo=sources.redo,
        audience=audience,
        version=session.version,
        beat=session.beat,
        broadcast=broadcast,
        key=key,
        hidden=format_html(HIDDEN, session.version, key, pane.name),
        url=reverse("table", args=[session.public_id]),
        act_url=reverse("table_act", args=[session.public_id]),
        undo_url=reverse("table_undo", args=[session.public_id]),
        rolls=_rolls(table, sources) if table.phase == "between" else [],
        latest=sources.latest,
        conflict=conflict,
        problem=problem or _explained(pane, ask),
        claims=sources.claims,
        moves=_moves(table, names),
        asked=_banner(session, sources, pane),
        turn=sources.talk.question.number if sources.talk.question and sources.talk.turn else None,
        may_undo=audience.may_score or sources.talk.own_undo,
        plan=planned.plan_shown(sources.plan, names) if pane.name in WITH_PLAN else None,
    )


def _title(session: Session, table: Table) -> str:
    """Return the day and the game: "Tuesday · game 7"."""
    day = session.title or date_format(session.played_on, "l")
    number = table.game.number if table.game else table.played
    if not number:
        return str(day)
    return _("%(day)s · game %(number)s") % {"day": day, "number": number}


def _pane(session: Session, table: Table, ask: Ask, sources: Sources) -> Pane:
    if not session.is_open:
        return Pane("ended", "table/thumb/ended.html")
    if ask.over is not None:
        return replaced(sources.names, ask, ask.over)
    if not sources.audience.may_score:
        if not sources.audience.player:
            return Pane("watching", "table/thumb/watching.html")
        if ask.pane == "history":
            return _history(table)
        return own_phone.pane(table, sources.names, ask, sources.talk)
    shown = PANES_BY_PHASE[table.phase]
    name = ask.pane if ask.pane in shown else shown[0]
    if name == "opening" and table.game is not None and table.game.started:
        name = shown[0]
    return _makers(table, ask, sources)[name]()


def _banner(session: Session, sources: Sources, pane: Pane) -> Banner | None:
    """Return the question open on phones, shown above whatever a scorer is doing."""
    if not sources.audience.may_score or pane.name in ("speak", "replace"):
        return None
    return banner(sources.names, sources.talk, hidden=session.replies_hidden)


def _makers(table: Table, ask: Ask, sources: Sources) -> dict[str, Callable[[], Pane]]:
    names, plan = sources.names, sources.plan
    return {
        "order": lambda: between_games.order(table, plan),
        "dice": lambda: between_games.dice(table, names, ask),
        "line": lambda: between_games.hand(table, names, ask, plan),
        "between": lambda: between_games.between(table, names, plan),
        "between-more": lambda: between_games.between_more(table, names, plan),
        "partner": lambda: between_games.partner(table, names, ask),
        "people": lambda: between_games.people(table, names, ask, sources.others),
        "points": lambda: between_games.points(table, names, ask),
        "end": between_games.end,
        "play": lambda: in_game.play(table, names),
        "team-doubles": lambda: in_game.doubles(table, names, ask, TEAM),
        "box-doubles": lambda: in_game.doubles(table, names, ask, BOX),
        "box-wins": lambda: in_game.wins(table, BOX),
        "team-wins": lambda: in_game.wins(table, TEAM),
        "opening": lambda: in_game.opening(table, names, ask),
        "settle": lambda: in_game.settle(table, names, ask),
        "side-bets": lambda: in_game.side_bets(table, names),
        "more": lambda: in_game.more(table),
        "replies": lambda: replies.replies(table, names, ask),
        "animals": lambda: replies.animals(table, names, ask),
        "extra-reply": lambda: replies.extra_reply(table, names),
        "speak": lambda: own_phone.for_others(table, names, sources.talk),
        "history": lambda: _history(table),
    }


def _history(table: Table) -> Pane:
    return Pane(
        "history",
        "table/thumb/back.html",
        title=_("What happened"),
        sheet="table/sheets/history.html",
        back=PANES_BY_PHASE[table.phase][0],
    )


def _present_choice(table: Table, pane: Pane, ask: Ask) -> dict[str, str] | None:
    """Return the answers chosen so far, if they are legal together."""
    if pane.name != "replies" or pane.problem:
        return None
    return replies.present_choice(table, ask)


def _explained(pane: Pane, ask: Ask) -> str:
    """Return why a disabled button that was tapped is not available."""
    if not ask.why:
        return ""
    for item in (pane.data.get("buttons"), pane.data.get("rare"), [pane.data.get("play")]):
        for button in item if isinstance(item, list) else []:
            if getattr(button, "name", None) == ask.why:
                return str(button.why)
    return ""


def _quiet(table: Table, exposure: Exposure, names: Names) -> str:
    """Return who may advise, and the box's worst outcome, in one line."""
    game = table.game
    if game is None:
        return ""
    parts = []
    advisers = table.may_advise()
    if advisers:
        parts.append(_("%(names)s may advise") % {"names": names.listed(advisers)})
    for level in (2, 1):
        lost = exposure["team", level][game.box]
        if lost < 0:
            word = {2: _("gammon"), 1: _("single")}[level]
            parts.append(
                _("%(name)s risks −%(points)s (%(level)s)")
                % {"name": names[game.box], "points": unsigned(-lost), "level": word}
            )
            break
    return " · ".join(parts) or _("What each end of this game would bring")


def _rolls(table: Table, sources: Sources) -> list[Roll]:
    """Return the dice that gave the first line, until the first game begins."""
    rolled = dict(sources.dice)
    return [
        Roll(
            sources.names[player],
            [pips(die) for die in rolled[player]],
            ", ".join(str(die) for die in rolled[player]),
        )
        for player in table.order
        if player in rolled
    ]


def _moves(table: Table, names: Names) -> list[str]:
    """Return joins and departures that wait for the end of the game."""
    words = {
        "join": _("%(name)s joins after this game"),
        "leave": _("%(name)s leaves after this game"),
    }
    return [words[kind] % {"name": names[player]} for kind, player in table.moves]
