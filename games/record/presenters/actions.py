"""Actions in words, for the undo button and the history: "Dee takes", "Box drops Bob"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Final

from games.language import gettext as _
from games.language import ngettext
from games.record.values import Pending
from games.rule_texts import Names
from games.rules.chouette import Closing, Table
from games.rules.chouette import actions as act
from games.web.figures import signed


@dataclass(frozen=True, slots=True)
class ComesBack(act.Join):
    """Somebody joins who was at the table before; only for telling it."""


Replies = tuple[tuple[str, str], ...]
CUBE_ACTIONS: Final = (
    act.TeamDoubles,
    act.BoxDoubles,
    act.BoxReplies,
    act.TeamReplies,
    act.BoxAnimals,
    act.TeamAnimals,
    act.Settle,
)
"""They name members for their cubes."""


class CubeNames(Names):
    """Members' names for their cubes: who has sold theirs does not play it."""

    def __init__(self, names: Names, sold: Collection[str]) -> None:
        super().__init__()
        self.names, self.sold, self.most = names, sold, names.most

    def __missing__(self, player: str) -> str:
        name = self.names[player]
        return _("captain (%(name)s's cube)") % {"name": name} if player in self.sold else name

    def __contains__(self, player: object) -> bool:
        return player in self.names


def sold_in(table: Table) -> frozenset[str]:
    """Return whose cubes the captain has bought in this game, or the last one."""
    of = table.game or table.last
    return frozenset(bet.member for bet in of.bets if bet.bought) if of else frozenset()


def cube_names(table: Table, names: Names) -> Names:
    """Return the names of members for what their cubes do now."""
    return CubeNames(names, sold_in(table))


def sellers(actions: Iterable[object]) -> frozenset[str]:
    """Return who sells their cubes by these actions."""
    replies = (one.replies for one in actions if isinstance(one, act.TeamReplies))
    return frozenset(member for said in replies for member, word in said if word == act.SELL)


def sold_after(actions: Iterable[object], sold: frozenset[str]) -> frozenset[str]:
    """Return whose cubes have been bought after these actions, if `sold` were before."""
    for one in actions:
        sold = frozenset() if isinstance(one, act.StartGame) else sold | sellers([one])
    return sold


@singledispatch
def in_words(action: object, names: Names) -> str:
    """Return an action as a short phrase."""
    raise TypeError(f"no words for {action!r}")


def as_told(
    steps: Iterable[Pending], known: Iterable[str], sold: frozenset[str] = frozenset()
) -> list[Pending]:
    """Return steps, the oldest first, with what telling them needs to know of earlier ones.

    Who comes back is told from who joins for the first time: `known` are those who had been at the
    table before; who leaves in these steps has been, too. `sold`: whose cubes were bought before;
    those that the first step sells may be among them.
    """
    been, told = set(known), []
    for step in steps:
        leaving = {one.player for one in step.actions if isinstance(one, act.Leave)}
        actions = tuple(
            ComesBack(join.player, join.stake)
            if isinstance(join, act.Join) and join.player in been - leaving
            else join
            for join in step.actions
        )
        sold -= sellers(step.actions)
        told.append(replace(step, actions=actions, sold=sold))
        sold = sold_after(step.actions, sold)
        been |= players_moved([step])
    return told


def players_moved(steps: Iterable[Pending]) -> set[str]:
    """Return who joined or left in these steps."""
    return {
        action.player
        for step in steps
        for action in step.actions
        if isinstance(action, act.Join | act.Leave)
    }


def action_in_words(action: object, names: Names, sold: Collection[str]) -> str:
    """Return an action as a short phrase; whose cubes are `sold` does not play them."""
    return in_words(action, CubeNames(names, sold) if isinstance(action, CUBE_ACTIONS) else names)


def actions_in_words(
    actions: Iterable[object], names: Names, sold: frozenset[str] = frozenset()
) -> list[str]:
    """Return actions that follow each other, a phrase for each."""
    words = []
    for action in actions:
        words.append(action_in_words(action, names, sold))
        sold = sold_after([action], sold)
    return words


def steps_in_words(
    actions: Sequence[act.Action], names: Names, sold: frozenset[str] = frozenset()
) -> str:
    """Return the actions of one tap, joined; who leaves and comes back by it sits out."""
    back = {one.player for one in actions if isinstance(one, act.Join)}
    resting = [one.player for one in actions if isinstance(one, act.Leave) and one.player in back]
    moving = (act.Leave, act.Join)
    told = [one for one in actions if not (isinstance(one, moving) and one.player in resting)]
    words = actions_in_words(told, names, sold)
    if resting:
        sits = ngettext("%(names)s sits out", "%(names)s sit out", len(resting))
        words.insert(0, sits % {"names": names.listed(resting)})
    return ", ".join(words)


def pending_in_words(step: Pending, names: Names) -> str:
    """Return what undo or redo concerns; an amendment only has the number of its game."""
    if step.kind == "amend":
        return _("game %(number)s put right") % {"number": step.game}
    return steps_in_words(step.actions, names, step.sold)


@in_words.register
def _roll_order(action: act.RollOrder, names: Names) -> str:
    return _("order rolled")


@in_words.register
def _set_order(action: act.SetOrder, names: Names) -> str:
    return _("order set by hand")


@in_words.register
def _start_game(action: act.StartGame, names: Names) -> str:
    if action.by_hand:
        return _("game started, line by hand")
    return _("game started")


@in_words.register
def _enter_points(action: act.EnterPoints, names: Names) -> str:
    scores = [f"{names[player]} {signed(points)}" for player, points in action.points]
    if names.most is not None and len(scores) > names.most:
        scores[names.most :] = ["…"]
    return _("points entered: %(scores)s") % {"scores": ", ".join(scores)}


@in_words.register
def _open(action: act.Open, names: Names) -> str:
    dice = _("opening %(box)s–%(captain)s") % {
        "box": action.box_die,
        "captain": action.captain_die,
    }
    if action.automatic is None:
        return dice
    choice = _("automatic") if action.automatic else _("no automatic")
    return f"{dice}, {choice}"


@in_words.register
def _automatic(action: act.Automatic, names: Names) -> str:
    return _("automatic double")


@in_words.register
def _team_doubles(action: act.TeamDoubles, names: Names) -> str:
    return ngettext("%(names)s doubles", "%(names)s double", len(action.members)) % {
        "names": names.listed(action.members)
    }


@in_words.register
def _box_doubles(action: act.BoxDoubles, names: Names) -> str:
    return _("box doubles %(names)s") % {"names": names.listed(action.members)}


def _by_verb(replies: Replies, verbs: Mapping[str, Callable[[int], str]], names: Names) -> str:
    """Group answers by word: "takes Bob and Cid, drops Dee"."""
    clauses = []
    for reply, verb in verbs.items():
        members = [member for member, said in replies if said == reply]
        if members:
            clauses.append(verb(len(members)) % {"names": names.listed(members)})
    return ", ".join(clauses)


@in_words.register
def _box_replies(action: act.BoxReplies, names: Names) -> str:
    verbs = {
        act.TAKE: lambda count: _("takes %(names)s"),
        act.BEAVER: lambda count: _("beavers %(names)s"),
        act.DROP: lambda count: _("drops %(names)s"),
    }
    return _("box %(clauses)s") % {"clauses": _by_verb(action.replies, verbs, names)}


@in_words.register
def _team_replies(action: act.TeamReplies, names: Names) -> str:
    verbs = {
        act.TAKE: lambda count: ngettext("%(names)s takes", "%(names)s take", count),
        act.BEAVER: lambda count: ngettext("%(names)s beavers", "%(names)s beaver", count),
        act.SELL: lambda count: ngettext("%(names)s sells", "%(names)s sell", count),
        act.DROP: lambda count: ngettext("%(names)s drops", "%(names)s drop", count),
    }
    return _by_verb(action.replies, verbs, names)


@in_words.register
def _box_animals(action: act.BoxAnimals, names: Names) -> str:
    verbs = {
        act.ACCEPT: lambda count: _("accepts %(names)s"),
        act.REFUSE: lambda count: _("refuses %(names)s"),
        act.RACCOON: lambda count: _("raccoons %(names)s"),
    }
    return _("box %(clauses)s") % {"clauses": _by_verb(action.replies, verbs, names)}


@in_words.register
def _team_animals(action: act.TeamAnimals, names: Names) -> str:
    verbs = {
        act.ACCEPT: lambda count: ngettext("%(names)s accepts", "%(names)s accept", count),
        act.REFUSE: lambda count: ngettext("%(names)s refuses", "%(names)s refuse", count),
        act.RACCOON: lambda count: ngettext("%(names)s raccoons", "%(names)s raccoon", count),
    }
    return _by_verb(action.replies, verbs, names)


@in_words.register
def _settle(action: act.Settle, names: Names) -> str:
    return _("%(name)s settles for %(points)s") % {
        "name": names[action.member],
        "points": signed(action.points),
    }


@in_words.register
def _give_extra(action: act.GiveExtra, names: Names) -> str:
    return _("%(giver)s gives %(taker)s an extra") % {
        "giver": names[action.giver],
        "taker": names[action.taker],
    }


@in_words.register
def _extra_doubles(action: act.ExtraDoubles, names: Names) -> str:
    return _("%(doubler)s redoubles the extra with %(other)s") % {
        "doubler": names[action.doubler],
        "other": names[action.other],
    }


@in_words.register
def _extra_reply(action: act.ExtraReply, names: Names) -> str:
    if action.reply == act.TAKE:
        return _("%(name)s takes the extra") % {"name": names[action.answerer]}
    return _("%(name)s drops the extra") % {"name": names[action.answerer]}


def level_word(level: int) -> str:
    return {1: _("single"), 2: _("gammon"), 3: _("backgammon")}[level]


@in_words.register
def _end_game(action: act.EndGame, names: Names) -> str:
    winner = _("box wins") if action.winner == act.BOX else _("team wins")
    return winner if action.level == 1 else f"{winner} {level_word(action.level)}"


@in_words.register
def _join(action: act.Join, names: Names) -> str:
    return _("%(name)s joins") % {"name": names[action.player]}


@in_words.register
def _comes_back(action: ComesBack, names: Names) -> str:
    return _("%(name)s returns") % {"name": names[action.player]}


@in_words.register
def _leave(action: act.Leave, names: Names) -> str:
    return _("%(name)s leaves") % {"name": names[action.player]}


@in_words.register
def _name_partner(action: act.NamePartner, names: Names) -> str:
    return _("%(name)s is the box's partner") % {"name": names[action.player]}


@in_words.register
def _release_partner(action: act.ReleasePartner, names: Names) -> str:
    return _("%(name)s is the box's partner no longer") % {"name": names[action.player]}


def closing_words(closed: Closing) -> str:
    """Return how a bet was closed, for the seat of a player who is out."""
    if closed.side == act.TEAM and closed.kind in ("drop", "refusal"):
        return _("box dropped") if closed.kind == "drop" else _("box refused")
    return {
        "drop": _("dropped"),
        "refusal": _("refused"),
        "settlement": _("settled"),
        "points": _("points"),
        "board": _("played out"),
    }[closed.kind]


def line_words(order: tuple[str, ...], names: Names) -> str:
    """Write a line as people do: "Ann | Bob Cid Dee"."""
    if not order:
        return ""
    team = [names[player] for player in order[1:]]
    between = ", " if any(" " in name for name in team) else " "
    return f"{names[order[0]]} | {between.join(team)}"
