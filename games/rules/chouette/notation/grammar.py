"""The statements of the notation: the actions that each line stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.rules.chouette import legality
from games.rules.chouette.actions import (
    BOX,
    LEVELS,
    SELL,
    SIDES,
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
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.errors import ChouetteError, RuleError, gettext_noop
from games.rules.chouette.notation.tokens import OPENERS, RESERVED, Token
from games.rules.chouette.state import POINT, repeated
from games.rules.chouette.table import Table

REPLIES: Final = frozenset({"take", "drop", "beaver"})
ANIMALS: Final = frozenset({"accept", "refuse", "raccoon"})

_WHOLE: Final = re.compile(r"[0-9]{1,4}", re.ASCII)
_CAP: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_POINTS: Final = re.compile(r"([+-]?)([0-9]{1,12})(?:\.([0-9]{1,2}))?", re.ASCII)
_PERCENT: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,9})?)%", re.ASCII)


def actions_of(table: Table, line: Sequence[Token]) -> list[Action]:
    """Return the actions a statement stands for at this table.

    Raises:
        ChouetteError: it is not a statement, or it names something that does not exist.
    """
    first = line[0]
    if first.is_word(*OPENERS):
        return [_OPENERS[first.text](table, line[1:])]
    at = next((place for place, token in enumerate(line) if token.verb), None)
    if not at:  # no verb, or no name before it
        raise ChouetteError("statement_unknown", text=" ".join(token.text for token in line))
    subjects, verb, rest = line[:at], str(line[at].verb), line[at + 1 :]
    if verb == "leave":
        _nothing(rest)
        return [Leave(player) for player in _leavers(table, subjects)]
    if verb == "join":
        _nothing(rest)
        return [Join(_newcomer(token)) for token in subjects]
    if subjects[0].is_word(BOX):
        if len(subjects) > 1:
            raise _expected(gettext_noop("a verb"), subjects[1])
        return _box_statement(table, verb, line[at:])
    if subjects[0].is_word(TEAM):
        if len(subjects) > 1:
            raise _expected(gettext_noop("a verb"), subjects[1])
        return [_team_statement(table, verb, rest, line[at].text)]
    return [_members_statement(table, subjects, verb, rest)]


# -- order, game, points, open


def _order(table: Table, rest: Sequence[Token]) -> Action:
    items = [(_player(table, item[0]), item[1:]) for item in _between_commas(rest)]
    if not any(dice for _, dice in items):
        return SetOrder(tuple(name for name, _ in items))
    return RollOrder(tuple((name, tuple(_whole(token) for token in dice)) for name, dice in items))


def _game(table: Table, rest: Sequence[Token]) -> Action:
    rest, caps = _caps(table, rest)
    rest, cube = _starting_cube(rest)
    proposed = table.line
    if not rest:
        if table.ordered and table.game is None and (proposed is None or not proposed.team):
            raise RuleError("two_needed")
        if proposed is None:
            raise RuleError("order_missing")
        return StartGame(
            proposed.box, proposed.partner, proposed.team, starting_cube=cube, caps=caps
        )
    by_hand = len(rest) > 2 and rest[-2].is_word("by") and rest[-1].is_word("hand")
    names = list(rest[:-2] if by_hand else rest)
    bars = [place for place, token in enumerate(names) if token.is_symbol("|")]
    if len(bars) != 1:
        raise ChouetteError("expected", expected="box | captain crew", found=_text(rest))
    head, team = names[: bars[0]], names[bars[0] + 1 :]
    if len(head) == 3 and head[1].is_symbol("+"):
        partner = _player(table, head[2])
    elif len(head) == 1:
        partner = None
    else:
        raise ChouetteError("expected", expected="box | captain crew", found=_text(rest))
    if not team:
        raise RuleError("two_needed")
    return StartGame(
        _player(table, head[0]),
        partner,
        tuple(_player(table, token) for token in team),
        by_hand,
        cube,
        caps,
    )


def _caps(
    table: Table, rest: Sequence[Token]
) -> tuple[Sequence[Token], tuple[tuple[str, int], ...]]:
    """Split ``... cap Ann 13, Bob 5`` into what comes before, and the caps."""
    for place, token in enumerate(rest):
        if not token.is_word("cap") or place + 1 == len(rest):
            continue
        items = list(_between_commas(rest[place + 1 :]))
        # A player may be called "cap": it is the keyword only before a name and a number.
        if all(len(item) == 2 and _CAP.fullmatch(item[1].text) for item in items):
            return rest[:place], tuple(
                (_player(table, item[0]), int(item[1].text)) for item in items
            )
    return rest, ()


def _starting_cube(rest: Sequence[Token]) -> tuple[Sequence[Token], int | None]:
    """Split ``... cube 4`` into what comes before, and the value."""
    if len(rest) < 2 or not rest[-2].is_word("cube"):
        return rest, None
    if rest[-1].kind != "word" or not _WHOLE.fullmatch(rest[-1].text):
        raise _expected(gettext_noop("a cube value"), rest[-1])
    return rest[:-2], int(rest[-1].text)


def _points(table: Table, rest: Sequence[Token]) -> Action:
    rest, winner = _for_side(rest)
    scores = []
    for item in _between_commas(rest):
        if len(item) != 2:
            raise ChouetteError(
                "expected", expected=gettext_noop("a name and its points"), found=_text(item)
            )
        scores.append((_player(table, item[0]), _hundredths(item[1])))
    return EnterPoints(tuple(scores), winner)


def _open(table: Table, rest: Sequence[Token]) -> Action:
    if len(rest) not in (2, 3):
        raise ChouetteError("expected", expected=gettext_noop("two dice"), found=_text(rest))
    automatic = None
    if len(rest) == 3:
        if not rest[2].is_word("yes", "no"):
            raise _expected("yes or no", rest[2])
        automatic = rest[2].text == "yes"
    return Open(_whole(rest[0]), _whole(rest[1]), automatic)


_OPENERS: Final[Mapping[str, Callable[[Table, Sequence[Token]], Action]]] = {
    "order": _order,
    "game": _game,
    "points": _points,
    "open": _open,
}


# -- what the box does


def _box_statement(table: Table, verb: str, clauses: Sequence[Token]) -> list[Action]:
    """Read a statement of the box. ``clauses`` begins with the verb: an answer may have several
    clauses, separated by commas.
    """
    rest = clauses[1:]
    if verb in REPLIES | ANIMALS:
        return _box_answers(table, clauses)
    if verb == "double":
        return [_box_doubles(table, rest)]
    if verb == "win":
        return [EndGame(BOX, _level(rest))]
    if verb == "partner":
        return [_partner(table, rest)]
    raise ChouetteError("statement_unknown", text=f"box {_text(clauses)}")


def _box_doubles(table: Table, rest: Sequence[Token]) -> Action:
    if table.rules.team_cube:
        _no_names(rest)
        return BoxDoubles(_able(table, BOX, "box_may_double_nobody"))
    if _is_all(rest):
        return BoxDoubles(_able(table, BOX, "box_may_double_nobody"))
    return BoxDoubles(_members(table, rest, "doubles"))


def _box_answers(table: Table, clauses: Sequence[Token]) -> list[Action]:
    replies: list[tuple[str, str]] = []
    animals: list[tuple[str, str]] = []
    for clause in _between_commas(clauses):
        verb = clause[0].verb
        if verb is None or verb not in REPLIES | ANIMALS:
            raise _expected("takes, drops, beavers, accepts, refuses or raccoons", clause[0])
        answers = replies if verb in REPLIES else animals
        due = _due(table, BOX, verb)
        if table.rules.team_cube:
            _no_names(clause[1:])
            names = due
        elif _is_all(clause[1:]):
            names = tuple(name for name in due if name not in dict(answers))
        else:
            names = _members(table, clause[1:], clause[0].text)
        if not names:
            raise ChouetteError("nothing_for_all")
        answers.extend((name, verb) for name in names)
    actions: list[Action] = [BoxReplies(tuple(replies))] if replies else []
    return [*actions, BoxAnimals(tuple(animals))] if animals else actions


def _partner(table: Table, rest: Sequence[Token]) -> Action:
    if len(rest) not in (1, 2):
        raise ChouetteError("expected", expected=gettext_noop("a name"), found=_text(rest))
    percent = "50"
    if len(rest) == 2:
        found = _PERCENT.fullmatch(rest[1].text)
        if found is None:
            raise RuleError("percent_invalid")
        percent = found.group(1)
    return NamePartner(_player(table, rest[0]), percent)


# -- what the team and its members do


def _team_statement(table: Table, verb: str, rest: Sequence[Token], spelled: str) -> Action:
    if verb == "win":
        return EndGame(TEAM, _level(rest))
    if verb not in ANIMALS | {"double"}:
        raise ChouetteError("statement_unknown", text=f"team {spelled}")
    if not table.rules.team_cube:
        raise ChouetteError("team_cube_only", verb=spelled)
    _no_names(rest)
    return _one_cube(table, verb)


def _one_cube(table: Table, verb: str) -> Action:
    """Read what the team does with its only cube."""
    if verb == "double":
        return TeamDoubles(_able(table, TEAM, "nobody_may_double"))
    due = _due(table, TEAM, verb)
    if not due:
        raise ChouetteError("nothing_for_all")
    return TeamAnimals(tuple((member, verb) for member in due))


def _members_statement(
    table: Table, subjects: Sequence[Token], verb: str, rest: Sequence[Token]
) -> Action:
    everyone = _is_all(subjects)
    one_cube = table.rules.team_cube and verb in ANIMALS | {"double"} and not rest
    if one_cube:
        _no_names(subjects)
        return _one_cube(table, verb)
    if verb == "double" and everyone:
        _nothing(rest)
        return TeamDoubles(_able(table, TEAM, "nobody_may_double"))
    if verb in REPLIES | ANIMALS and everyone:
        _nothing(rest)
        names = _due(table, TEAM, verb)
        if not names:
            raise ChouetteError("nothing_for_all")
    else:
        names = _members(table, subjects, verb)
    if verb == "double" and not rest:
        return TeamDoubles(names)
    if verb in REPLIES and not rest:
        return TeamReplies(tuple((name, verb) for name in names))
    if verb in ANIMALS:
        _nothing(rest)
        return TeamAnimals(tuple((name, verb) for name in names))
    if verb == "sell":
        return _sells(table, names, rest)
    if len(names) != 1:
        raise _expected(gettext_noop("one name"), subjects[1])
    return _one_member_statement(table, names[0], verb, rest)


def _one_member_statement(table: Table, name: str, verb: str, rest: Sequence[Token]) -> Action:
    if verb == "settle":
        rest, side = _for_side(rest)
        if len(rest) != 1:
            raise ChouetteError("expected", expected=gettext_noop("points"), found=_text(rest))
        return Settle(name, _hundredths(rest[0]), side)
    if verb == "give":
        if len(rest) != 2 or not rest[1].is_word("extra"):
            raise ChouetteError(
                "expected", expected=gettext_noop("a name and “extra”"), found=_text(rest)
            )
        return GiveExtra(name, _player(table, rest[0]))
    if verb in {"double", "take", "drop"} and len(rest) == 1:
        other = _player(table, rest[0])
        return ExtraDoubles(name, other) if verb == "double" else ExtraReply(name, other, verb)
    raise ChouetteError("statement_unknown", text=f"{name} {verb} {_text(rest)}".strip())


def _sells(table: Table, names: tuple[str, ...], rest: Sequence[Token]) -> Action:
    if len(rest) != 1:
        raise ChouetteError(
            "expected", expected=gettext_noop("the captain's name"), found=_text(rest)
        )
    buyer = _player(table, rest[0])
    round = table.game.round if table.game is not None else None
    if round is not None and buyer != round.captain:
        raise RuleError("buy_captain", captain=round.captain)
    return TeamReplies(tuple((name, SELL) for name in names))


# -- who is meant


def _player(table: Table, token: Token) -> str:
    if token.kind == "symbol":
        raise _expected(gettext_noop("a name"), token)
    if token.kind == "word" and token.text in RESERVED:
        raise ChouetteError("name_reserved", name=token.text)
    if token.text not in table.players:
        raise ChouetteError("name_unknown", name=token.text)
    return token.text


def _members(table: Table, names: Sequence[Token], verb: str) -> tuple[str, ...]:
    if not names:
        raise ChouetteError("names_expected", verb=verb)
    members = tuple(_player(table, token) for token in names)
    for member in repeated(members):
        raise RuleError("named_twice", player=member)
    return members


def _newcomer(token: Token) -> str:
    if token.kind == "symbol":
        raise _expected(gettext_noop("a name"), token)
    if token.kind == "word" and token.text in RESERVED:
        raise ChouetteError("name_reserved", name=token.text)
    if not token.text:
        raise ChouetteError("name_empty")
    return token.text


def _leavers(table: Table, subjects: Sequence[Token]) -> tuple[str, ...]:
    line = table.line
    names = []
    for token in subjects:
        if token.is_word(BOX):
            if line is None:
                raise RuleError("order_missing")
            names.append(line.box)
        else:
            names.append(_player(table, token))
    return tuple(names)


def _due(table: Table, side: str, verb: str) -> tuple[str, ...]:
    """Return the members whose cubes still need this answer from that side."""
    round = table.game.round if table.game is not None else None
    if round is None:
        return ()
    if verb in ANIMALS:
        return tuple(one.member for one in round.animals if one.answerer == side)
    return round.waiting if round.answerer == side and not round.animals else ()


def _able(table: Table, by: str, otherwise: str) -> tuple[str, ...]:
    if table.game is None:
        raise RuleError("no_game")
    names = tuple(bet.member for bet in legality.able(table.rules, table.game, by))
    if not names:
        raise RuleError(otherwise)
    return names


# -- small pieces of a line


def _between_commas(rest: Sequence[Token]) -> list[list[Token]]:
    items: list[list[Token]] = [[]]
    for token in rest:
        if token.is_symbol(","):
            items.append([])
        else:
            items[-1].append(token)
    if not all(items):
        raise ChouetteError("name_empty")
    return items


def _for_side(rest: Sequence[Token]) -> tuple[Sequence[Token], str | None]:
    """Read ``... for box`` or ``... for team`` at the end of a line."""
    if len(rest) >= 2 and rest[-2].is_word("for"):
        if not rest[-1].is_word(*SIDES):
            raise _expected("box or team", rest[-1])
        return rest[:-2], rest[-1].text
    return rest, None


def _level(rest: Sequence[Token]) -> int:
    if not rest:
        return LEVELS["single"]
    if len(rest) > 1 or not rest[0].is_word(*LEVELS):
        raise ChouetteError("level_invalid")
    return LEVELS[rest[0].text]


def _whole(token: Token) -> int:
    if token.kind != "word" or not _WHOLE.fullmatch(token.text):
        raise _expected(gettext_noop("a die"), token)
    return int(token.text)


def _hundredths(token: Token) -> int:
    found = _POINTS.fullmatch(token.text) if token.kind == "word" else None
    if found is None:
        raise RuleError("points_invalid")
    sign, whole, part = found.groups()
    amount = int(whole) * POINT + int((part or "").ljust(2, "0"))
    return -amount if sign == "-" else amount


def _is_all(names: Sequence[Token]) -> bool:
    return len(names) == 1 and names[0].is_word("all")


def _no_names(rest: Sequence[Token]) -> None:
    if rest and not _is_all(rest):
        raise ChouetteError("no_names_one_cube")


def _nothing(rest: Sequence[Token]) -> None:
    if rest:
        raise _expected(gettext_noop("the end of the line"), rest[0])


def _expected(what: str, found: Token) -> ChouetteError:
    return ChouetteError("expected", expected=what, found=found.text)


def _text(line: Sequence[Token]) -> str:
    return " ".join(token.text for token in line) or "nothing"
