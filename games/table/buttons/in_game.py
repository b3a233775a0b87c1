"""The thumb zone during a game: offers, its end, dice, settlements, side bets."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from games.language import gettext as _
from games.language import gettext_noop
from games.record.presenters.actions import cube_names, in_words, level_word
from games.rule_texts import Names, sentence
from games.rules.chouette import (
    Action,
    Automatic,
    BoxDoubles,
    EndGame,
    ExtraDoubles,
    Game,
    GiveExtra,
    Open,
    RuleError,
    Settle,
    Table,
    TeamDoubles,
)
from games.rules.chouette.actions import BOX, TEAM
from games.table.buttons.fields import Reader, named
from games.table.buttons.question import MOST_NAMED
from games.web.buttons import Button, Choice, Pane, Row, faces
from games.web.input import Input, Unreadable, hundredths

DIE = frozenset("123456")
LEVELS = frozenset({"1", "2", "3"})

WHY_NOBODY = {
    "cube_owned_by_box": gettext_noop("The box owns the cube: %(names)s may not double."),
    "cube_owned_by_member": gettext_noop("The box may not double: %(names)s own the cube."),
    "cube_at_limit": gettext_noop("The cube has reached its limit: %(names)s."),
}
"""Why no cube may be turned, one sentence for all players with the same reason."""


def play(table: Table, names: Names, *, on_board: bool = False) -> Pane:
    """Return the four common actions, and three rarer ones; a board rolls its opening itself."""
    return Pane(
        "play",
        "table/buttons/play.html",
        data={
            "buttons": _main_buttons(table, names),
            "rare": _rare_buttons(table, on_board=on_board),
        },
    )


def _main_buttons(table: Table, names: Names) -> list[Button]:
    return [
        replace(_doubles(table, names, TEAM), main=True),
        _doubles(table, names, BOX),
        Button("box-wins", _("Box wins …"), pane="box-wins"),
        Button("team-wins", _("Team wins …"), pane="team-wins"),
    ]


def _doubles(table: Table, names: Names, by: str) -> Button:
    """The next pane asks whose cubes are turned; with one cube for all it is not needed."""
    name = "team-doubles" if by == TEAM else "box-doubles"
    label = _("Team doubles") if by == TEAM else _("Box doubles")
    offers = table.team_offers() if by == TEAM else table.box_offers()
    why = why_nobody(offers, names)
    if table.rules.team_cube and not why:
        able = [member for member, error in offers.items() if error is None]
        do = "team_doubles" if by == TEAM else "box_doubles"
        return Button(name, label, fields=(("do", do), *(("member", one) for one in able)))
    return Button(name, label, pane=name, why=why)


def _rare_buttons(table: Table, *, on_board: bool) -> list[Button]:
    fresh = table.game is not None and not table.game.started
    settle = Button("settle", _("Settle …"), pane="settle")
    if not fresh or on_board:
        side_bets = Button("side-bets", _("Extras …"), pane="side-bets")
        return [settle, *([side_bets] if table.rules.extras else []), _more()]
    opening = Button("opening", _("Opening …"), pane="opening")
    if table.problem(Automatic()) is None:
        automatic = Button("automatic", _("Automatic double"), fields=(("do", "automatic"),))
        return [automatic, opening, _more()]
    return [opening, _points_only(), _more()]


def _points_only() -> Button:
    return Button("points", _("Points only …"), pane="points")


def _more() -> Button:
    return Button("more", _("More …"), pane="more")


def why_nobody(offers: Mapping[str, RuleError | None], names: Names) -> str:
    """Return why nobody's cube may be turned; empty if one may."""
    if any(error is None for error in offers.values()):
        return ""
    members: dict[str, list[str]] = {}
    for member, error in offers.items():
        if error is not None and error.code in WHY_NOBODY:
            members.setdefault(error.code, []).append(member)
    return " ".join(
        _(WHY_NOBODY[code]) % {"names": names.listed(those)} for code, those in members.items()
    )


def doubles(table: Table, names: Names, ask: Input, by: str) -> Pane:
    """Return the form for offers: all possible cubes are preselected."""
    offers = table.team_offers() if by == TEAM else table.box_offers()
    able = [member for member, error in offers.items() if error is None]
    chosen = ask.all("member") if ask.has("sent") else able
    action = (TeamDoubles if by == TEAM else BoxDoubles)(tuple(chosen))
    error = table.problem(action)
    cubes = cube_names(table, names)
    choices = tuple(
        Choice(
            member,
            cubes[member],
            chosen=member in chosen and error is None,
            why=sentence(error, names) if error else "",
        )
        for member, error in offers.items()
        if error is None or error.code != "no_cube"
    )
    label = (_team_doubles if by == TEAM else _box_doubles)(chosen, able, cubes)
    name = "team-doubles" if by == TEAM else "box-doubles"
    return Pane(
        name,
        "table/buttons/doubles.html",
        title=_("Who doubles?") if by == TEAM else _("Whom does the box double?"),
        back="play",
        problem=sentence(error, names) if error else "",
        data={
            "do": "team_doubles" if by == TEAM else "box_doubles",
            "choices": _marked(choices, chosen),
            "label": label if chosen else _("Double"),
        },
    )


def _team_doubles(chosen: list[str], able: list[str], names: Names) -> str:
    """Return who doubles, in words; where many do, their number says it sooner than their names."""
    if _are_all(chosen, able):
        return _("All %(count)s double") % {"count": len(chosen)}
    return in_words(TeamDoubles(tuple(chosen)), names)


def _box_doubles(chosen: list[str], able: list[str], names: Names) -> str:
    """Return whom the box doubles, in words; where it is everybody, how many they are."""
    if _are_all(chosen, able):
        return _("Box doubles all %(count)s") % {"count": len(chosen)}
    return _("Box doubles %(names)s") % {"names": names.listed(chosen)}


def _are_all(chosen: list[str], able: list[str]) -> bool:
    return len(chosen) > MOST_NAMED and set(chosen) == set(able)


def _marked(choices: tuple[Choice, ...], chosen: list[str]) -> list[Choice]:
    return [
        Choice(choice.value, choice.label, chosen=choice.value in chosen, why=choice.why)
        for choice in choices
    ]


def wins(table: Table, winner: str) -> Pane:
    """Return the levels: a single game, a gammon, a backgammon."""
    levels = [
        Button(
            f"level-{level}",
            level_word(level),
            fields=(("do", "end_game"), ("winner", winner), ("level", str(level))),
            main=level == 1,
        )
        for level in (1, 2, 3)
    ]
    return Pane(
        "box-wins" if winner == BOX else "team-wins",
        "table/buttons/levels.html",
        title=_("Box wins") if winner == BOX else _("Team wins"),
        back="play",
        data={"buttons": levels, "jacoby": _jacoby(table)},
    )


def _jacoby(table: Table) -> str:
    """Return the effect of the Jacoby rule on a gammon now; empty if it has none."""
    game, rules = table.game, table.rules
    if game is None or rules.jacoby == "off" or (rules.jacoby_automatics and game.automatics):
        return ""
    if rules.jacoby == "game":
        if game.offered:
            return ""
        return _("Jacoby: no cube was offered, so a gammon counts single.")
    unturned = [bet for bet in game.live if not bet.turned]
    if not unturned:
        return ""
    if len(unturned) == len(game.live):
        return _("Jacoby: no cube was turned, so a gammon counts single.")
    return _("Jacoby: on cubes that were not turned a gammon counts single.")


def opening(table: Table, names: Names, ask: Input) -> Pane:
    """Return the form for the opening dice and, if they are equal, the effect on the cubes."""
    game = table.game
    assert game is not None  # the pane exists only during a game
    dice = [ask.one("box_die"), ask.one("captain_die")]
    rows = [
        faces("box_die", names[game.box], dice[0], _("Box")),
        faces("captain_die", names[game.captain], dice[1], _("Captain")),
    ]
    complete = all(die in {"1", "2", "3", "4", "5", "6"} for die in dice)
    choice, note = (
        False,
        _("Equal dice were rolled: roll again.") if table.phase == "opening" else "",
    )
    if complete and dice[0] == dice[1]:
        choice, note = _automatic(table, int(dice[0]), names)
    return Pane(
        "opening",
        "table/buttons/opening.html",
        title=_("Opening dice"),
        back="" if table.phase == "opening" else "play",
        data={"rows": rows, "complete": complete, "choice": choice, "note": note},
    )


def _automatic(table: Table, die: int, names: Names) -> tuple[bool, str]:
    """Return whether the box has a choice at equal dice, and their effect otherwise."""
    error = table.problem(Open(die, die))
    if error is not None and error.code == "automatic_choice_missing":
        return True, _("An automatic double is the box's choice.")
    if error is not None:
        return False, sentence(error, names)
    after = table.apply(Open(die, die)).game
    if after is None or table.game is None or after.automatics == table.game.automatics:
        return False, _("Equal dice have no effect here: roll again.")
    return False, _("Automatic double: every cube starts at %(value)s. Roll again.") % {
        "value": after.bets[0].value
    }


def settle(table: Table, names: Names, ask: Input) -> Pane:
    """Return the form for settling a bet."""
    game = table.game
    assert game is not None  # the pane exists only during a game
    alone = game.live[0].member if len(game.live) == 1 else ""
    cubes = cube_names(table, names)
    members = tuple(
        Choice(bet.member, cubes[bet.member], chosen=bet.member in (ask.one("settled"), alone))
        for bet in game.live
    )
    payer = ask.one("payer", BOX)
    payers = (
        Choice(BOX, _("Box pays"), chosen=payer == BOX),
        Choice(TEAM, _("Member pays"), chosen=payer == TEAM),
    )
    side = ask.one("side")
    sides = (
        Choice("", _("Who gets the points"), chosen=side == ""),
        Choice(BOX, _("Box"), chosen=side == BOX),
        Choice(TEAM, _("Team"), chosen=side == TEAM),
    )
    return Pane(
        "settle",
        "table/buttons/settle.html",
        title=_("Settle a bet"),
        back="play",
        problem="" if table.rules.settlements else sentence(RuleError("settlements_off"), names),
        data={
            "members": Row("settled", _("Whose bet?"), members),
            "payers": Row("payer", _("Who pays?"), payers),
            "sides": Row("side", _("Who counts as the winner of this bet?"), sides),
            "points": ask.one("points"),
        },
    )


def side_bets(table: Table, names: Names) -> Pane:
    """Return the extras that may be given or redoubled now."""
    game = table.game
    assert game is not None  # the pane exists only during a game
    everybody = game.line.order
    buttons = extras_of(table, game, names, everybody)
    return Pane(
        "side-bets",
        "table/buttons/list.html",
        title=_("Extras"),
        back="play",
        data={
            "buttons": buttons,
            "empty": _("An extra is given right after the box's double was answered."),
        },
    )


def extras_of(table: Table, game: Game, names: Names, players: Collection[str]) -> list[Button]:
    """Return these players' actions with extras: give one, redouble one."""
    return [
        *_extras_to_give(game, names, players),
        *_extras_to_double(table, game, names, players),
    ]


def _extras_to_give(game: Game, names: Names, players: Collection[str]) -> list[Button]:
    return [
        Button(
            f"extra-{giver}-{taker}",
            _("%(giver)s gives %(taker)s an extra")
            % {"giver": names[giver], "taker": names[taker]},
            fields=(("do", "give_extra"), ("giver", giver), ("taker", taker)),
        )
        for giver in game.givers
        for taker in game.takers
        if giver in players
    ]


def _extras_to_double(
    table: Table, game: Game, names: Names, players: Collection[str]
) -> list[Button]:
    buttons = []
    for extra in game.extras:
        for doubler in (extra.taker, extra.giver):
            [other] = extra.parties - {doubler}
            may = doubler in players and extra.live
            if may and table.problem(ExtraDoubles(doubler, other)) is None:
                label = _("%(doubler)s redoubles the extra with %(other)s") % {
                    "doubler": names[doubler],
                    "other": names[other],
                }
                fields = (("do", "extra_doubles"), ("doubler", doubler), ("other", other))
                buttons.append(Button(f"redouble-{doubler}-{other}", label, fields=fields))
    return buttons


def more(table: Table) -> Pane:
    """Return the rarer actions during a game."""
    fresh = table.game is not None and not table.game.started
    buttons = [Button("people", _("Somebody joins or leaves …"), pane="people")]
    if fresh:
        buttons.append(_points_only())
        buttons.append(Button("settle", _("Settle …"), pane="settle"))
    if table.rules.extras:
        buttons.append(Button("side-bets", _("Extras …"), pane="side-bets"))
    buttons.append(Button("history", _("What happened in this game …"), pane="history"))
    return Pane(
        "more",
        "table/buttons/list.html",
        title=_("More"),
        back="play",
        data={"buttons": buttons, "empty": ""},
    )


# -- what these panes post


def _read_open(table: Table, ask: Input) -> list[Action]:
    dice = ask.one("box_die"), ask.one("captain_die")
    if not set(dice) <= DIE:
        raise Unreadable(_("Tap both dice: the box's and the captain's."))
    automatic = {"yes": True, "no": False}.get(ask.one("automatic"))
    return [Open(int(dice[0]), int(dice[1]), automatic)]


def _read_automatic(table: Table, ask: Input) -> list[Action]:
    return [Automatic()]


def _read_team_doubles(table: Table, ask: Input) -> list[Action]:
    return [TeamDoubles(tuple(ask.all("member")))]


def _read_box_doubles(table: Table, ask: Input) -> list[Action]:
    return [BoxDoubles(tuple(ask.all("member")))]


def _read_settle(table: Table, ask: Input) -> list[Action]:
    member = named(ask, "settled", _("Tap whose bet is settled."))
    points = hundredths(ask.one("points") or _missing_points())
    sign = -1 if ask.one("payer") == TEAM else 1
    return [Settle(member, sign * points, ask.one("side") or None)]


def _missing_points() -> str:
    raise Unreadable(_("For how many points do they settle?"))


def _read_give_extra(table: Table, ask: Input) -> list[Action]:
    return [GiveExtra(ask.one("giver"), ask.one("taker"))]


def _read_extra_doubles(table: Table, ask: Input) -> list[Action]:
    return [ExtraDoubles(ask.one("doubler"), ask.one("other"))]


def _read_end_game(table: Table, ask: Input) -> list[Action]:
    winner, level = ask.one("winner"), ask.one("level")
    if winner not in (BOX, TEAM) or level not in LEVELS:
        raise Unreadable(_("Who won, and how high? Tap both."))
    return [EndGame(winner, int(level))]


READERS: Final[Mapping[str, Reader]] = {
    "open": _read_open,
    "automatic": _read_automatic,
    "team_doubles": _read_team_doubles,
    "box_doubles": _read_box_doubles,
    "settle": _read_settle,
    "give_extra": _read_give_extra,
    "extra_doubles": _read_extra_doubles,
    "end_game": _read_end_game,
}
"""By the value that a button posts in ``do``."""
