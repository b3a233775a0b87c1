"""Writing ``.csn``: text that ``parse`` reads back to the same table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from games.rules.chouette.actions import (
    BOX,
    LEVELS,
    SELL,
    TEAM,
    Action,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Join,
    Leave,
    NamePartner,
    Open,
    Pairs,
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.notation.tags import Stake, players_text, stakes_text, tag_line
from games.rules.chouette.notation.tokens import name_text
from games.rules.chouette.state import points_text
from games.rules.chouette.table import Table

_TYPED = frozenset({"Rules", "Players", "Stakes", "Stake"})
_LEVEL_WORDS = {number: word for word, number in LEVELS.items()}


def write(
    start: Table,
    actions: Sequence[Action],
    *,
    tags: Iterable[tuple[str, str]] = (),
    stake: Stake | None = None,
    names: Mapping[str, str] | None = None,
    comment: str = "The game in progress is left out.",
) -> str:
    """Write a session as text.

    ``start`` is the table before the order; ``names`` gives the name of each player whom the
    actions know by an identifier. A game that has not ended is left out, and ``comment`` says so.
    Tags that the table itself knows (Rules, Players, Stakes) are written from it.
    """
    called = _Names(names or {})
    finished, end = _finished(start, actions)
    head = [tag_line(name, content) for name, content in tags if name not in _TYPED]
    head.append(tag_line("Rules", start.rules.text()))
    head.append(tag_line("Players", players_text(called.plain(p) for p in start.players)))
    stakes = {called.plain(p): end.stakes[p] for p in end.stakes if end.stakes[p] != 1}
    if stakes:
        head.append(tag_line("Stakes", stakes_text(stakes)))
    if stake is not None:
        head.append(tag_line("Stake", str(stake)))
    body = list(statements(start, finished, called.names))
    if len(finished) < len(actions):
        body.append(f"# {comment}")
    return "\n".join([*head, *body]) + "\n"


def statements(
    table: Table, actions: Iterable[Action], names: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Yield the statements of actions from a table on; those inside a game are indented.

    Raises:
        RuleError: an action is illegal there.
    """
    called = _Names(names or {})
    for action in actions:
        indent = "  " if table.game is not None else ""
        for line in _statements(table, action, called):
            yield indent + line
        table = table.apply(action)


class _Names:
    """The players' names in the text."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def plain(self, player: str) -> str:
        return self.names.get(player, player)

    def __call__(self, *players: str) -> str:
        return " ".join(name_text(self.plain(player)) for player in players)


def _finished(start: Table, actions: Sequence[Action]) -> tuple[Sequence[Action], Table]:
    """Drop the actions of an unfinished game; return the rest and the table after them."""
    table = kept = start
    end = 0
    for count, action in enumerate(actions, start=1):
        table = table.apply(action)
        if table.game is None:
            kept, end = table, count
    return actions[:end], kept


def _statements(table: Table, action: Action, called: _Names) -> list[str]:
    match action:
        case RollOrder():
            dice = (
                f"{called(player)} {' '.join(map(str, rolled))}" for player, rolled in action.dice
            )
            return [f"order {', '.join(dice)}"]
        case SetOrder():
            return [f"order {', '.join(map(called, action.line))}"]
        case StartGame():
            return [_game(table, action, called)]
        case EnterPoints():
            scores = ", ".join(f"{called(m)} {points_text(p)}" for m, p in action.points)
            return [f"points {scores}{_for_side(action.winner)}"]
        case Open():
            choice = {None: "", True: " yes", False: " no"}[action.automatic]
            return [f"open {action.box_die} {action.captain_die}{choice}"]
        case EndGame():
            level = "" if action.level == 1 else f" {_LEVEL_WORDS[action.level]}"
            return [f"{action.winner} wins{level}"]
        case Join():
            return [f"{called(action.player)} joins"]
        case Leave():
            return [f"{called(action.player)} leaves"]
        case NamePartner():
            share = "" if action.percent == "50" else f" {action.percent}%"
            return [f"box partners {called(action.player)}{share}"]
        case _:
            return _cube_statements(table, action, called)


def _cube_statements(table: Table, action: Action, called: _Names) -> list[str]:
    one_cube = table.rules.team_cube
    match action:
        case TeamDoubles():
            who = TEAM if one_cube else called(*action.members)
            plural = len(action.members) > 1 and not one_cube
            return [f"{who} {'double' if plural else 'doubles'}"]
        case BoxDoubles():
            return ["box doubles" if one_cube else f"box doubles {called(*action.members)}"]
        case BoxReplies() | BoxAnimals():
            return [_box_answers(action.replies, one_cube, called)]
        case TeamReplies():
            return list(_members_answers(table, action.replies, called))
        case TeamAnimals():
            if one_cube:
                return [f"{TEAM} {_spelled(action.replies[0][1])}"]
            return list(_members_answers(table, action.replies, called))
        case Settle():
            points = points_text(action.points)
            return [f"{called(action.member)} settles {points}{_for_side(action.side)}"]
        case GiveExtra():
            return [f"{called(action.giver)} gives {called(action.taker)} extra"]
        case ExtraDoubles():
            return [f"{called(action.doubler)} doubles {called(action.other)}"]
        case ExtraReply():
            answer = _spelled(action.reply)
            return [f"{called(action.answerer)} {answer} {called(action.doubler)}"]
    raise AssertionError(action)


def _game(table: Table, action: StartGame, called: _Names) -> str:
    head = called(action.box)
    if action.partner:
        head += f"+{called(action.partner)}"
    proposed = table.seating.line
    same = proposed is not None and proposed.order == (
        action.box,
        *([action.partner] if action.partner else []),
        *action.team,
    )
    by_hand = "" if same else " by hand"
    cube = "" if action.starting_cube is None else f" cube {action.starting_cube}"
    caps = ", ".join(f"{called(player)} {cap}" for player, cap in action.caps)
    return f"game {head} | {called(*action.team)}{by_hand}{cube}{caps and f' cap {caps}'}"


def _box_answers(replies: Pairs, one_cube: bool, called: _Names) -> str:
    if one_cube:
        return f"{BOX} {_spelled(replies[0][1])}"
    clauses = (
        f"{_spelled(word)} {called(*(member for member, _ in group))}"
        for word, group in groupby(replies, key=lambda reply: reply[1])
    )
    return f"{BOX} {', '.join(clauses)}"


def _members_answers(table: Table, replies: Pairs, called: _Names) -> Iterator[str]:
    """Write a line for each run of equal answers."""
    for word, group in groupby(replies, key=lambda reply: reply[1]):
        members = [member for member, _ in group]
        verb = word if len(members) > 1 else _spelled(word)
        buyer = ""
        if word == SELL and table.game is not None and table.game.round is not None:
            buyer = f" {called(table.game.round.captain)}"
        yield f"{called(*members)} {verb}{buyer}"


def _spelled(word: str) -> str:
    return f"{word}s"


def _for_side(side: str | None) -> str:
    return f" for {side}" if side else ""
