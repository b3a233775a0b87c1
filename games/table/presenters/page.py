"""The data of the table page: header, line, quiet line, thumb zone, the last game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from games.language import gettext as _
from games.record.presenters.actions import level_word
from games.record.presenters.outcome import Outcome
from games.rule_texts import Names
from games.rules.chouette import Table
from games.rules.chouette.actions import BOX, TEAM
from games.table.buttons import between_games, in_game, own_phone, planned, replies, rolling
from games.table.buttons.others import others_of
from games.table.buttons.question import Banner, Others, banner, replaced
from games.table.presenters.seats import (
    Exposure,
    Risk,
    Seat,
    answering,
    changed,
    risks,
    seats,
    spoken,
)
from games.table.presenters.values import Evening, LateNotice, Own, Reading
from games.web.buttons import Pane, pips
from games.web.figures import unsigned
from games.web.input import Input

PANES_BY_PHASE = {
    "order": ("order", "dice", "line", "people"),
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


OWN_PANES = ("own", "own-more", "opening", "box-doubles", "history")
"""What a player's own phone may open; the first is what it shows unasked."""


MOST_ADVISERS = 2
"""So many who may advise are named in the quiet line; of more it has the number."""


WITH_PLAN = frozenset({"order", "between", "own", "watching"})
"""The panes that show the plan for the next game."""


HIDDEN = Markup(
    '<input type="hidden" name="version" value="{}">'
    '<input type="hidden" name="key" value="{}">'
    '<input type="hidden" name="pane" value="{}">'
)


@dataclass(frozen=True, slots=True)
class Roll:
    """One player's rolls for the order: pips and numbers."""

    name: str
    dice: list[tuple[tuple[int, int], ...]]
    words: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """The data of the table's templates."""

    reading: Reading
    own: Own
    game: str
    """Which game: "game 7"; blank before the first."""
    seats: list[Seat]
    quiet: str
    risks: list[Risk]
    risk_names: list[str]
    pane: Pane
    outcome: Outcome | None
    broadcast: bool
    key: str
    hidden: Markup
    """The hidden fields of every form, rendered once because a page has many forms."""
    url: str
    act_url: str
    undo_url: str
    rolls: list[Roll]
    conflict: LateNotice | None = None
    problem: str = ""
    moves: list[str] = field(default_factory=list)
    asked: Banner | None = None
    turn: int | None = None
    may_undo: bool = False
    may_redo: bool = False
    plan: planned.PlanShown | None = None

    @property
    def evening(self) -> Evening:
        return self.reading.evening

    @property
    def day(self) -> str:
        return self.reading.evening.day

    @property
    def title(self) -> str:
        """The day and the game: "Tuesday · game 7"."""
        return f"{self.day} · {self.game}" if self.game else self.day

    @property
    def may_score(self) -> bool:
        return self.own.audience.may_score

    @property
    def settles(self) -> bool:
        """Whether they see what is open for those who have left."""
        return self.own.audience.sees_money and self.reading.evening.is_open

    @property
    def undo_by(self) -> str:
        """Who did what the next undo would undo."""
        reading = self.reading
        return reading.steps[0].by if reading.steps and reading.undo else ""


def page_from_reading(
    reading: Reading,
    own: Own,
    ask: Input,
    problem: str = "",
    *,
    conflict: LateNotice | None = None,
    broadcast: bool = False,
    key: str = "",
) -> TablePage:
    """Return the page of what was read for all and for one audience, without asking anybody.

    ``problem`` is a sentence about what was just refused, ``key`` the one of this page's taps,
    random if none is given.
    """
    evening, table, names, plan = reading.evening, reading.table, reading.names, reading.plan
    pane = _pane(reading, own, ask)
    choice = _present_choice(table, pane, ask)
    key = "" if broadcast else key or secrets.token_hex(16)
    return TablePage(
        reading=reading,
        own=own,
        game=_game(table),
        seats=_seats(reading, own, pane),
        quiet=_quiet(table, reading.exposure, names),
        risks=risks(table, reading.exposure if choice is None else table.exposure(choice)),
        risk_names=[names[player] for player in table.game.line.order] if table.game else [],
        pane=pane,
        outcome=planned.outcome_shown(table, names, plan, reading.before)
        if table.game is None
        else None,
        broadcast=broadcast,
        key=key,
        hidden=HIDDEN.format(evening.version, key, pane.name),
        url=evening.url,
        act_url=evening.act_url,
        undo_url=evening.undo_url,
        rolls=_rolls(reading) if table.phase == "between" else [],
        conflict=conflict,
        problem=problem or reading.damage or _explained(pane, ask),
        moves=_moves(table, names),
        asked=_banner(reading, own, pane),
        turn=own.question_view.question.number
        if own.question_view.question and own.question_view.turn
        else None,
        may_undo=own.takes_back > 0,
        may_redo=own.may_redo,
        plan=planned.plan_shown(plan, names) if pane.name in WITH_PLAN else None,
    )


def panes_of(reading: Reading, whole: Reading, own: Own) -> list[TablePage]:
    """Return the page with each pane that its reader can open now, the present one first."""
    is_own = _has_own_page(own)
    names = (*OWN_PANES, *_more_panes(own)) if is_own else PANES_BY_PHASE[reading.table.phase]
    found: dict[str, TablePage] = {}
    for name in ("", *names):
        read = whole if name == "history" else reading
        page = page_from_reading(read, own, Input(name), broadcast=True)
        found.setdefault(page.pane.name, page)
    return list(found.values())


def _game(table: Table) -> str:
    number = table.game.number if table.game else table.played
    return _("game %(number)s") % {"number": number} if number else ""


def _pane(reading: Reading, own: Own, ask: Input) -> Pane:
    evening, table, names = reading.evening, reading.table, reading.names
    if not evening.is_open:
        return Pane("ended", "table/buttons/ended.html")
    if ask.over is not None:
        return replaced(names, ask, ask.over)
    if _has_own_page(own):
        if not own.audience.player:
            return Pane("watching", "table/buttons/watching.html")
        if ask.pane in ("history", *_more_panes(own)):
            made = _makers(reading, own, ask)[ask.pane]()
            return replace(made, back="own")
        return own_phone.pane(table, names, ask, own.question_view)
    shown = PANES_BY_PHASE[table.phase]
    name = ask.pane if ask.pane in shown else shown[0]
    is_rolled = evening.on_board or (table.game is not None and table.game.started)
    if name == "opening" and is_rolled:
        name = shown[0]
    return _makers(reading, own, ask)[name]()


def _has_own_page(own: Own) -> bool:
    """Tell whether a player's own cube comes first: on a board also for a scorer who plays."""
    return not own.audience.may_score or own.question_view.is_bound


def _more_panes(own: Own) -> tuple[str, ...]:
    """Return what a scorer who plays on a board opens besides a player's panes."""
    return ("speak", "people") if own.question_view.is_bound else ()


def _seats(reading: Reading, own: Own, pane: Pane) -> list[Seat]:
    may_tap = not _has_own_page(own) and reading.evening.is_open
    line = seats(reading.table, reading.names, may_tap, planned.line_of(reading.plan))
    table = reading.table
    if table.game is None and table.last is not None:
        return changed(line, table.last, table.totals, reading.names)
    return answering(spoken(line, table, own.question_view), pane.answers)


def _banner(reading: Reading, own: Own, pane: Pane) -> Banner | None:
    """Return the question open on phones, shown above whatever a scorer is doing."""
    if _has_own_page(own) or pane.name in ("speak", "replace"):
        return None
    others = _others(reading, own)
    hidden = reading.evening.replies_hidden
    return banner(reading.names, own.question_view, hidden=hidden, others=others)


def _others(reading: Reading, own: Own) -> Others | None:
    hidden = reading.evening.replies_hidden
    return others_of(reading.table, reading.names, own.question_view, hidden=hidden)


def _makers(reading: Reading, own: Own, ask: Input) -> dict[str, Callable[[], Pane]]:
    table, names, plan = reading.table, reading.names, reading.plan
    return {
        "order": lambda: between_games.order(table, plan),
        "dice": lambda: rolling.dice(table, names, ask),
        "line": lambda: between_games.by_hand(table, names, ask, plan),
        "between": lambda: between_games.between(table, names, plan),
        "between-more": lambda: between_games.between_more(
            table, names, plan, cannot_end=reading.evening.cannot_end
        ),
        "partner": lambda: between_games.partner(table, names, ask),
        "people": lambda: between_games.people(table, names, ask, own.others, reading.before),
        "points": lambda: between_games.points(table, names, ask),
        "end": between_games.end,
        "play": lambda: in_game.play(table, names, on_board=reading.evening.on_board),
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
        "speak": lambda: own_phone.for_others(
            table, names, own.question_view, _others(reading, own)
        ),
        "history": lambda: _history(table),
    }


def _history(table: Table) -> Pane:
    return Pane(
        "history",
        "table/buttons/back.html",
        title=_("What happened"),
        sheet="table/sheets/history.html",
        back=PANES_BY_PHASE[table.phase][0],
    )


def _present_choice(table: Table, pane: Pane, ask: Input) -> dict[str, str] | None:
    """Return the answers chosen so far, if they are legal together."""
    if pane.name != "replies" or pane.problem:
        return None
    return replies.present_choice(table, ask)


def _explained(pane: Pane, ask: Input) -> str:
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
    if len(advisers) > MOST_ADVISERS:
        parts.append(_("%(count)s may advise") % {"count": len(advisers)})
    elif advisers:
        parts.append(_("%(names)s may advise") % {"names": names.listed(advisers)})
    # A gammon or backgammon that counts no more than less is not named.
    lost, level = min((exposure["team", level][game.box], level) for level in (1, 2, 3))
    # While cubes are offered, what the answers would cost stands beside them.
    if lost < 0 and game.round is None:
        told = {"name": names[game.box], "points": unsigned(-lost), "level": level_word(level)}
        if level > 1:
            parts.append(_("At worst %(name)s −%(points)s (%(level)s)") % told)
        else:
            parts.append(_("At worst %(name)s −%(points)s") % told)
    return " · ".join(parts) or _("What each end of this game would bring")


def _rolls(reading: Reading) -> list[Roll]:
    """Return the dice that gave the first line, until the first game begins."""
    rolled = dict(reading.dice)
    return [
        Roll(
            reading.names[player],
            [pips(die) for die in rolled[player]],
            ", ".join(str(die) for die in rolled[player]),
        )
        for player in reading.table.order
        if player in rolled
    ]


def _moves(table: Table, names: Names) -> list[str]:
    """Return joins and departures that wait for the end of the game."""
    if not table.ordered:
        return []
    words = {
        "join": _("%(name)s joins after this game"),
        "leave": _("%(name)s leaves after this game"),
        "return": _("%(name)s returns after this game"),
    }
    been = {*table.line_before, *(one for one, amount in table.totals.items() if amount)}
    gone = {player for kind, player in table.moves if kind == "leave"}
    idle = gone - {*been, *(table.game.line.order if table.game else ())}
    return [
        words["return" if kind == "join" and player in been else kind] % {"name": names[player]}
        for kind, player in table.moves
        if player not in idle  # came by mistake, and goes again before a game
    ]
