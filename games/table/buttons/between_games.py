"""The thumb zone around games: the order, the next line, joins, departures, points."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from games.language import decimal_sign
from games.language import gettext as _
from games.record.values import Plan
from games.rule_texts import Names, sentence
from games.rules.chouette import (
    Action,
    EnterPoints,
    Join,
    Leave,
    Line,
    NamePartner,
    ReleasePartner,
    RuleError,
    SetOrder,
    StartGame,
    Table,
)
from games.table.buttons.fields import Reader, named
from games.web.buttons import Button, Choice, Fields, Pane, Row, winners_by_points
from games.web.input import Input, Unreadable, hundredths

START_PLANNED = "start_planned"
"""Posted by the button that starts a game as planned, instead of a line."""


def order(table: Table, plan: Plan | None = None) -> Pane:
    """Return the three ways to find the first line, and a fourth if it is planned."""
    named = plan is not None and plan.line is not None
    return Pane(
        "order",
        "table/buttons/order.html",
        title="" if named else _("Who is box?"),
        data={
            "play": _play(table, _as_planned()) if named else None,
            "over": plan is not None and plan.is_over,
            "people": Button("people", _("Join, leave …"), pane="people"),
        },
    )


def by_hand(table: Table, names: Names, ask: Input, plan: Plan | None = None) -> Pane:
    """Return the form for a line set by hand, seat by seat."""
    ordered = table.phase != "order"
    standing = table.order if ordered else table.present
    if plan is not None and plan.line is not None and set(plan.line) == set(standing):
        standing = plan.line
    line, picked = moved(standing, ask)
    partner = table.line.partner if table.line else None
    return Pane(
        "line",
        "table/buttons/line.html",
        title=_("Line by hand"),
        sheet="table/sheets/line.html",
        back="between" if ordered else "order",
        data={
            "seats": [
                {
                    "player": player,
                    "name": names[player],
                    "role": _place(place, line, partner),
                    "first": place == 0,
                    "last": place == len(line) - 1,
                    "picked": player in picked,
                    "partner": player == partner,
                }
                for place, player in enumerate(line)
            ],
            "do": "play_by_hand" if ordered else "set_order",
            "label": _("Play game %(number)s so") % {"number": table.played + 1}
            if ordered
            else _("This is the line"),
        },
    )


def _place(place: int, line: tuple[str, ...], partner: str | None) -> str:
    if place == 0:
        return _("Box")
    if line[place] == partner:
        return _("Partner")
    rank = place - (1 if partner in line[1:place] else 0)
    return _("Captain") if rank == 1 else str(rank)


def moved(standing: tuple[str, ...], ask: Input) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the posted line after the tap in it, and who was tapped so far, in that order.

    ``move`` is "up-", "down-" or "next-" and a player. Those tapped as next stand first, in the
    order of the taps; a second tap on one of them takes the first back.
    """
    line, picked = ask.all("line"), ask.all("picked")
    if sorted(line) != sorted(standing):
        line, picked = list(standing), []
    way, _dash, player = ask.one("move").partition("-")
    if player not in line:
        return tuple(line), tuple(picked)
    if way == "next":
        picked = [one for one in picked if one != player] + [player] * (player not in picked)
        rest = [one for one in line if one not in picked]
        return (*picked, *rest), tuple(picked)
    place = line.index(player)
    other = place - 1 if way == "up" else place + 1
    if 0 <= other < len(line):
        line[place], line[other] = line[other], line[place]
    return tuple(line), ()


def between(table: Table, names: Names, plan: Plan | None = None) -> Pane:
    """Return one large button for the next game, and what may change before it."""
    line = table.line
    error = None
    if plan is None or plan.line is None:
        error = table.problem(start_of(line)) if line else RuleError("two_needed")
    over = plan is not None and plan.is_over
    fields = start_fields(line) if plan is None else _as_planned()
    rare = [
        Button("line", _("Change the line …"), pane="line"),
        Button("people", _("Join, leave …"), pane="people"),
        Button("between-more", _("More …"), pane="between-more"),
    ]
    return Pane(
        "between",
        "table/buttons/between.html",
        data={
            "play": None if over else _play_or_partner(table, fields, error, names),
            "over": over,
            "rare": rare,
        },
    )


def _play_or_partner(table: Table, fields: Fields, error: RuleError | None, names: Names) -> Button:
    """Return the button that plays on; where the rules ask for a partner first, it asks, too."""
    if error is not None and error.code == "partner_required":
        return Button("play", _("Choose the box's partner …"), pane="partner", main=True)
    return _play(table, fields, sentence(error, names) if error else "")


def _play(table: Table, fields: Fields, why: str = "") -> Button:
    label = _("Play game %(number)s") % {"number": table.played + 1}
    return Button("play", label, fields=fields, why=why, main=True)


def _as_planned() -> Fields:
    return (("do", START_PLANNED),)


def start_of(line: Line) -> StartGame:
    return StartGame(line.box, line.partner, line.team)


def start_fields(line: Line | None) -> Fields:
    """Return the line shown on the page as fields, so that exactly this line is recorded."""
    if line is None:
        return ()
    return (("do", "start_game"), *(("line", player) for player in line.order))


def between_more(
    table: Table, names: Names, plan: Plan | None = None, *, cannot_end: str = ""
) -> Pane:
    """Return the rarer actions between games.

    Entering points would start a game with the house rules' line, so a planned game must start
    first.
    """
    partner = _partner_problem(table)
    points = Button("points", _("Enter points only …"), pane="points")
    return Pane(
        "between-more",
        "table/buttons/list.html",
        title=_("Before game %(number)s") % {"number": table.played + 1},
        back="between",
        data={
            "buttons": [
                Button(
                    "partner",
                    _("The box takes a partner …"),
                    pane="partner",
                    why=sentence(partner, names) if partner else "",
                ),
                *_release(table, names),
                *([points] if plan is None else []),
                Button("history", _("What happened …"), pane="history"),
                Button("end", _("End the evening …"), pane="end", why=cannot_end),
            ],
            "empty": "",
        },
    )


def _release(table: Table, names: Names) -> list[Button]:
    """Return the button that ends a partnership which the rules no longer demand."""
    held = table.line.partner if table.line else None
    if held is None or table.problem(ReleasePartner(held)) is not None:
        return []
    fields = (("do", "release_partner"), ("player", held))
    label = _("Play without the partner %(name)s") % {"name": names[held]}
    return [Button("release", label, fields=fields)]


def _partner_problem(table: Table) -> RuleError | None:
    errors = [table.problem(NamePartner(player)) for player in table.order[1:]]
    return None if None in errors or not errors else errors[0]


def partner(table: Table, names: Names, ask: Input) -> Pane:
    """Return the form for the box's partner and the share."""
    chosen = ask.one("player")
    choices = tuple(
        Choice(player, names[player], chosen=player == chosen) for player in table.order[1:]
    )
    return Pane(
        "partner",
        "table/buttons/partner.html",
        title=_("The box's partner"),
        back="between-more",
        data={
            "row": Row("player", _("Who?"), choices),
            "percent": ask.one("percent", "50"),
        },
    )


def people(
    table: Table,
    names: Names,
    ask: Input,
    others: Sequence[tuple[str, str]],
    been: Collection[str] = (),
) -> Pane:
    """Return the form for joins, leaves and sitting out.

    ``others`` are the club's other players; ``been`` who was here when the latest game began: who
    came since has played no game, and is taken off.
    """
    staked = any(stake != 1 for stake in table.stakes.values())
    present = [
        {
            "player": player,
            "name": names[player],
            "sits_out": player in ask.all("sit_out"),
            "may_leave": table.problem(Leave(player)) is None,
            "played": player in been,
        }
        for player in table.present
    ]
    resting = set(ask.all("sit_out"))
    return Pane(
        "people",
        "table/buttons/people.html",
        title=_("Join, leave, sit out") if table.ordered else _("Join, leave"),
        sheet="table/sheets/people.html",
        back="play" if table.game else "between" if table.ordered else "order",
        data={
            "present": present,
            "left": [
                {"player": player, "name": names[player]}
                for player in table.totals
                if player not in table.present
            ],
            "others": [
                {"player": player, "name": name}
                for player, name in others
                if player not in table.present
            ],
            "staked": staked,
            "stake": ask.one("stake", "1"),
            "new_name": ask.one("name"),
            "running": table.game is not None,
            "ordered": table.ordered,
            "comes_back": _("Back after one game, in the same place.")
            if table.rules.keep_place
            else _("Back after one game, like somebody who joins."),
            "play": _("Play game %(number)s without %(names)s")
            % {
                "number": table.played + 1,
                "names": names.listed([one for one in table.present if one in resting]),
            }
            if resting
            else "",
        },
    )


def points(table: Table, names: Names, ask: Input) -> Pane:
    """Return the form for a game from a paper sheet: each member's points."""
    line = table.line
    team = line.team if line else ()
    rows = [
        {
            "player": player,
            "name": names[player],
            "value": ask.one(f"points-{player}"),
            "lost": ask.one(f"sign-{player}") == "-",
        }
        for player in team
    ]
    return Pane(
        "points",
        "table/buttons/points.html",
        title=_("Points only"),
        sheet="table/sheets/points.html",
        back="play" if table.game else "between-more",
        data={
            "rows": rows,
            "sides": winners_by_points(ask.one("winner")),
            "line": start_fields(line)[1:],
            "box": names[line.box] if line else "",
            "mark": decimal_sign(),
        },
    )


def end() -> Pane:
    return Pane("end", "table/buttons/end.html", title=_("End the evening?"), back="between-more")


# -- what these panes post


def _read_set_order(table: Table, ask: Input) -> list[Action]:
    return [SetOrder(tuple(ask.all("line")))]


def _read_start_game(table: Table, ask: Input) -> list[Action]:
    return [start_of(_line_sent(table, ask))]


def _line_sent(table: Table, ask: Input) -> Line:
    """Return the line of the page, with the table's partner."""
    players = tuple(ask.all("line"))
    if not players:
        raise Unreadable(_("The line is missing. Load the page again."))
    partner = table.line.partner if table.line else None
    if len(players) > 1 and players[1] == partner:
        return Line(players[0], partner, players[2:])
    return Line(players[0], None, players[1:])


def _read_play_by_hand(table: Table, ask: Input) -> list[Action]:
    players = tuple(ask.all("line"))
    partner = table.line.partner if table.line else None
    if not players:
        raise Unreadable(_("The line is missing. Load the page again."))
    team = tuple(player for player in players[1:] if player != partner)
    return [StartGame(players[0], partner, team, by_hand=True)]


def _read_sit_out(table: Table, ask: Input) -> list[Action]:
    """Leave, start, join again: one step, so that one undo takes it back."""
    resting = [player for player in table.present if player in ask.all("sit_out")]
    if not resting:
        raise Unreadable(_("Tick who sits out."))
    leaves = [Leave(player) for player in resting]
    for leave in leaves:
        table = table.apply(leave)
    start = start_of(table.line) if table.line else StartGame("", None, ())
    return [*leaves, start, *(Join(player) for player in resting)]


def _read_enter_points(table: Table, ask: Input) -> list[Action]:
    points = []
    for member, text in ask.prefixed("points-").items():
        if not text.strip():
            raise Unreadable(_("Everybody's points are needed; 0 is a number, too."))
        sign = -1 if ask.one(f"sign-{member}") == "-" else 1
        points.append((member, sign * hundredths(text)))
    entered = EnterPoints(tuple(points), ask.one("winner") or None)
    return [entered] if table.game else [*_read_start_game(table, ask), entered]


def _read_join(table: Table, ask: Input) -> list[Action]:
    player = named(ask, "player", _("Tap who joins, or type a name."))
    stake = stake_of(ask)
    return [Join(player, None if player in table.players else stake)]


def stake_of(ask: Input) -> int | None:
    """Return a newcomer's stake, if the form asks for it.

    Raises:
        Unreadable: it is not a whole number from 1.
    """
    stake = ask.one("stake").strip()
    if not stake:
        return None
    if not (stake.isascii() and stake.isdigit() and len(stake) < 7):
        raise Unreadable(_("A stake is a whole number from 1."))
    return int(stake)


def _read_leave(table: Table, ask: Input) -> list[Action]:
    return [Leave(ask.one("player"))]


def _read_name_partner(table: Table, ask: Input) -> list[Action]:
    player = named(ask, "player", _("Tap who becomes the box's partner."))
    return [NamePartner(player, ask.one("percent", "50").strip().replace(",", "."))]


def _read_release_partner(table: Table, ask: Input) -> list[Action]:
    return [ReleasePartner(ask.one("player"))]


READERS: Final[Mapping[str, Reader]] = {
    "set_order": _read_set_order,
    "start_game": _read_start_game,
    "play_by_hand": _read_play_by_hand,
    "sit_out": _read_sit_out,
    "enter_points": _read_enter_points,
    "join": _read_join,
    "leave": _read_leave,
    "name_partner": _read_name_partner,
    "release_partner": _read_release_partner,
}
"""By the value that a button posts in ``do``."""
