"""Writing ``.csn``: text that ``parse`` reads back to the same table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from games.rules.chouette.actions import Action, Join, Leave
from games.rules.chouette.notation.grammar import statements_of
from games.rules.chouette.notation.pieces import Called
from games.rules.chouette.notation.tags import Stake, players_text, stakes_text, tag_line
from games.rules.chouette.table import Table

_TYPED = frozenset({"Rules", "Players", "Stakes", "Stake"})


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
    Tags that the table itself knows (Rules, Players, Stakes) are written from it. Players are those
    who were there when the first line was set.
    """
    called = Called(names or {})
    start, actions = _first_seated(start, actions)
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
    called = Called(names or {})
    for action in actions:
        indent = "  " if table.game is not None else ""
        for line in statements_of(table, action, called):
            yield indent + line
        table = table.apply(action)


def _first_seated(start: Table, actions: Sequence[Action]) -> tuple[Table, Sequence[Action]]:
    """Return the table with those who are put in the first line, and the actions from then on."""
    table = start
    moves = tuple(takewhile(lambda one: isinstance(one, Join | Leave), actions))
    if start.ordered or not moves:
        return start, actions
    for move in moves:
        table = table.apply(move)
    return Table.new(table.present, start.rules, table.stakes), actions[len(moves) :]


def _finished(start: Table, actions: Sequence[Action]) -> tuple[Sequence[Action], Table]:
    """Drop the actions of an unfinished game; return the rest and the table after them."""
    table = kept = start
    end = 0
    for count, action in enumerate(actions, start=1):
        table = table.apply(action)
        if table.game is None:
            kept, end = table, count
    return actions[:end], kept
