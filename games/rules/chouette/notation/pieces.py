"""The pieces of a statement, read and written: who is meant, numbers, sides, levels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.chouette import legality
from games.rules.chouette.actions import LEVELS, SIDES
from games.rules.chouette.errors import ChouetteError, RuleError
from games.rules.chouette.notation.tokens import RESERVED, Token, name_text
from games.rules.chouette.state import POINT, repeated
from games.rules.chouette.table import Table
from games.rules.coded import gettext_noop

ANIMALS: Final = frozenset({"accept", "refuse", "raccoon"})

WHOLE: Final = re.compile(r"[0-9]{1,4}", re.ASCII)
_POINTS: Final = re.compile(r"([+-]?)([0-9]{1,12})(?:\.([0-9]{1,2}))?", re.ASCII)


class Called:
    """What players are called in the text."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def plain(self, player: str) -> str:
        return self.names.get(player, player)

    def __call__(self, *players: str) -> str:
        return " ".join(name_text(self.plain(player)) for player in players)


# -- who is meant


def player_of(table: Table, token: Token) -> str:
    if token.kind == "symbol":
        raise expected(gettext_noop("a name"), token)
    if token.kind == "word" and token.text in RESERVED:
        raise ChouetteError("name_reserved", name=token.text)
    if token.text not in table.players:
        raise ChouetteError("name_unknown", name=token.text)
    return token.text


def members_of(table: Table, names: Sequence[Token], verb: str) -> tuple[str, ...]:
    if not names:
        raise ChouetteError("names_expected", verb=verb)
    members = tuple(player_of(table, token) for token in names)
    for member in repeated(members):
        raise RuleError("named_twice", player=member)
    return members


def newcomer_of(token: Token) -> str:
    if token.kind == "symbol":
        raise expected(gettext_noop("a name"), token)
    if token.kind == "word" and token.text in RESERVED:
        raise ChouetteError("name_reserved", name=token.text)
    if not token.text:
        raise ChouetteError("name_empty")
    return token.text


def due_from(table: Table, side: str, verb: str) -> tuple[str, ...]:
    """Return the members whose cubes still need this answer from that side."""
    round = table.game.round if table.game is not None else None
    if round is None:
        return ()
    if verb in ANIMALS:
        return tuple(one.member for one in round.animals if one.answerer == side)
    return round.waiting if round.answerer == side and not round.animals else ()


def able_of(table: Table, by: str, otherwise: str) -> tuple[str, ...]:
    if table.game is None:
        raise RuleError("no_game")
    names = tuple(bet.member for bet in legality.able(table.rules, table.game, by))
    if not names:
        raise RuleError(otherwise)
    return names


# -- small pieces of a line


def between_commas(rest: Sequence[Token]) -> list[list[Token]]:
    items: list[list[Token]] = [[]]
    for token in rest:
        if token.is_symbol(","):
            items.append([])
        else:
            items[-1].append(token)
    if not all(items):
        raise ChouetteError("name_empty")
    return items


def side_of(rest: Sequence[Token]) -> tuple[Sequence[Token], str | None]:
    """Read ``... for box`` or ``... for team`` at the end of a line."""
    if len(rest) >= 2 and rest[-2].is_word("for"):
        if not rest[-1].is_word(*SIDES):
            raise expected("box or team", rest[-1])
        return rest[:-2], rest[-1].text
    return rest, None


def side_text(side: str | None) -> str:
    """Return what ``side_of`` reads."""
    return f" for {side}" if side else ""


def level_of(rest: Sequence[Token]) -> int:
    if not rest:
        return LEVELS["single"]
    if len(rest) > 1 or not rest[0].is_word(*LEVELS):
        raise ChouetteError("level_invalid")
    return LEVELS[rest[0].text]


def whole_of(token: Token) -> int:
    if token.kind != "word" or not WHOLE.fullmatch(token.text):
        raise expected(gettext_noop("a die"), token)
    return int(token.text)


def hundredths_of(token: Token) -> int:
    found = _POINTS.fullmatch(token.text) if token.kind == "word" else None
    if found is None:
        raise RuleError("points_invalid")
    sign, whole, part = found.groups()
    amount = int(whole) * POINT + int((part or "").ljust(2, "0"))
    return -amount if sign == "-" else amount


def is_all(names: Sequence[Token]) -> bool:
    return len(names) == 1 and names[0].is_word("all")


def no_names(rest: Sequence[Token]) -> None:
    if rest and not is_all(rest):
        raise ChouetteError("no_names_one_cube")


def nothing_after(rest: Sequence[Token]) -> None:
    if rest:
        raise expected(gettext_noop("the end of the line"), rest[0])


def expected(what: str, token: Token) -> ChouetteError:
    return ChouetteError("expected", expected=what, found=token.text)


def text_of(line: Sequence[Token]) -> str:
    return " ".join(token.text for token in line) or "nothing"
