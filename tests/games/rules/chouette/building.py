"""Tables for tests, built with the notation."""

from functools import cache
from pathlib import Path

from games.rules.chouette import HouseRules, RuleError, Table
from games.rules.chouette.notation import parse


def table(statements: str = "", players: str = "Ann, Bob, Cid, Dee", rules: str = "", stakes=""):
    """The table after some statements, separated by semicolons, in the middle of a game or not.

    The order is that of the players, and unless the statements begin with ``order`` or ``-`` the
    first game is started: ``table("all double; box takes all; team wins gammon")``.
    """
    lines = [f'[Players "{players}"]', f'[Rules "{rules}"]']
    if stakes:
        lines.append(f'[Stakes "{stakes}"]')
    if not statements.startswith("order"):
        quoted = ", ".join(f'"{name.strip()}"' for name in players.split(","))
        lines.append(f"order {quoted}")
        lines.append("" if statements.startswith("-") else "game")
    lines += [part.strip(" -") for part in statements.split(";")]
    return parse("\n".join(lines), unfinished=True).table


def fold(start: Table, actions) -> Table:
    """A table after many actions."""
    for action in actions:
        start = start.apply(action)
    return start


def points(of: Table) -> dict[str, float]:
    """The points of the last game, in points."""
    return {player: amount / 100 for player, amount in of.last.points.items()}


def code_of(at: Table, action) -> str | None:
    """The code of the rule that forbids an action, or None."""
    problem = at.problem(action)
    assert problem is None or isinstance(problem, RuleError)
    return problem.code if problem else None


def rules(text: str) -> HouseRules:
    """House rules from text."""
    return HouseRules.parse(text)


@cache
def text_of_all_tests() -> str:
    """The text of all tests in this folder."""
    folder = Path(__file__).parent
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("test_*.py")))
