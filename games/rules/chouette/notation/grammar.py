"""The statements of the notation, one after the other: how each is read, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from games.rules.chouette.actions import (
    BOX,
    LEVELS,
    SELL,
    TEAM,
    Action,
    Automatic,
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
    ReleasePartner,
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.errors import ChouetteError, RuleError
from games.rules.chouette.notation.pieces import (
    ANIMALS,
    WHOLE,
    Called,
    able_of,
    between_commas,
    due_from,
    expected,
    hundredths_of,
    is_all,
    level_of,
    members_of,
    newcomer_of,
    no_names,
    nothing_after,
    player_of,
    side_of,
    side_text,
    text_of,
    whole_of,
)
from games.rules.chouette.notation.tokens import OPENERS, Token
from games.rules.chouette.state import points_text
from games.rules.chouette.table import Table
from games.rules.coded import gettext_noop
from games.rules.values import shared

REPLIES: Final = frozenset({"take", "drop", "beaver"})
_ANSWERS: Final = REPLIES | ANIMALS
_ONE_CUBE: Final = ANIMALS | {"double"}

_CAP: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_PERCENT: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,9})?)%", re.ASCII)
_LEVEL_WORDS: Final = {number: word for word, number in LEVELS.items()}

# What a reader makes again and again.
_start_game: Final = shared(StartGame)
_opened: Final = shared(Open)
_team_doubled: Final = shared(TeamDoubles)
_box_doubled: Final = shared(BoxDoubles)
_team_replied: Final = shared(TeamReplies)
_box_replied: Final = shared(BoxReplies)
_team_raised: Final = shared(TeamAnimals)
_box_raised: Final = shared(BoxAnimals)
_ended: Final = shared(EndGame)


def actions_of(table: Table, line: Sequence[Token]) -> list[Action]:
    """Return the actions a statement stands for at this table.

    Raises:
        ChouetteError: it is not a statement, or it names something that does not exist.
    """
    first = line[0]
    if first.kind == "word" and first.text in OPENERS:
        return [_OPENERS[first.text](table, line[1:])]
    for at, token in enumerate(line):  # noqa: B007 # where the verb stands is needed below
        verb = token.verb
        if verb:
            break
    if verb is None or not at:  # no verb, or no name before it
        raise ChouetteError("statement_unknown", text=" ".join(token.text for token in line))
    subjects, rest = line[:at], line[at + 1 :]
    if verb in _ANYBODYS:
        nothing_after(rest)
        return _ANYBODYS[verb](table, subjects)
    if subjects[0].is_word(BOX):
        if len(subjects) > 1:
            raise expected(gettext_noop("a verb"), subjects[1])
        return _box_statement(table, verb, line[at:])
    if subjects[0].is_word(TEAM):
        if len(subjects) > 1:
            raise expected(gettext_noop("a verb"), subjects[1])
        return [_team_statement(table, verb, rest, line[at].text)]
    return [_members_statement(table, subjects, verb, rest)]


def statements_of(table: Table, action: Action, called: Called) -> list[str]:
    """Return the lines that ``actions_of`` reads as this action."""
    return WRITERS[type(action)](table, action, called)


# -- the order


def _order(table: Table, rest: Sequence[Token]) -> Action:
    items = [(player_of(table, item[0]), item[1:]) for item in between_commas(rest)]
    if not any(dice for _, dice in items):
        return SetOrder(tuple(name for name, _ in items))
    return RollOrder(
        tuple((name, tuple(whole_of(token) for token in dice)) for name, dice in items)
    )


def _write_rolled(table: Table, action: RollOrder, called: Called) -> list[str]:
    dice = (f"{called(player)} {' '.join(map(str, rolled))}" for player, rolled in action.dice)
    return [f"order {', '.join(dice)}"]


def _write_order(table: Table, action: SetOrder, called: Called) -> list[str]:
    return [f"order {', '.join(map(called, action.line))}"]


# -- a game begins


def _game(table: Table, rest: Sequence[Token]) -> Action:
    rest, caps = _caps(table, rest)
    rest, cube = _starting_cube(rest)
    proposed = table.line
    if not rest:
        if table.ordered and table.game is None and (proposed is None or not proposed.team):
            raise RuleError("two_needed")
        if proposed is None:
            raise RuleError("order_missing")
        return _start_game(
            proposed.box, proposed.partner, proposed.team, starting_cube=cube, caps=caps
        )
    by_hand = len(rest) > 2 and rest[-2].is_word("by") and rest[-1].is_word("hand")
    names = list(rest[:-2] if by_hand else rest)
    bars = [place for place, token in enumerate(names) if token.is_symbol("|")]
    if len(bars) != 1:
        raise ChouetteError("expected", expected="box | captain crew", found=text_of(rest))
    head, team = names[: bars[0]], names[bars[0] + 1 :]
    if len(head) == 3 and head[1].is_symbol("+"):
        partner = player_of(table, head[2])
    elif len(head) == 1:
        partner = None
    else:
        raise ChouetteError("expected", expected="box | captain crew", found=text_of(rest))
    if not team:
        raise RuleError("two_needed")
    return _start_game(
        player_of(table, head[0]),
        partner,
        tuple(player_of(table, token) for token in team),
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
        items = list(between_commas(rest[place + 1 :]))
        # A player may be called "cap": it is the keyword only before a name and a number.
        if all(len(item) == 2 and _CAP.fullmatch(item[1].text) for item in items):
            return rest[:place], tuple(
                (player_of(table, item[0]), int(item[1].text)) for item in items
            )
    return rest, ()


def _starting_cube(rest: Sequence[Token]) -> tuple[Sequence[Token], int | None]:
    """Split ``... cube 4`` into what comes before, and the value."""
    if len(rest) < 2 or not rest[-2].is_word("cube"):
        return rest, None
    if rest[-1].kind != "word" or not WHOLE.fullmatch(rest[-1].text):
        raise expected(gettext_noop("a cube value"), rest[-1])
    return rest[:-2], int(rest[-1].text)


def _write_game(table: Table, action: StartGame, called: Called) -> list[str]:
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
    return [f"game {head} | {called(*action.team)}{by_hand}{cube}{caps and f' cap {caps}'}"]


# -- points only


def _points(table: Table, rest: Sequence[Token]) -> Action:
    rest, winner = side_of(rest)
    scores = []
    for item in between_commas(rest):
        if len(item) != 2:
            raise ChouetteError(
                "expected", expected=gettext_noop("a name and its points"), found=text_of(item)
            )
        scores.append((player_of(table, item[0]), hundredths_of(item[1])))
    return EnterPoints(tuple(scores), winner)


def _write_points(table: Table, action: EnterPoints, called: Called) -> list[str]:
    scores = ", ".join(f"{called(m)} {points_text(p)}" for m, p in action.points)
    return [f"points {scores}{side_text(action.winner)}"]


# -- the opening dice


def _open(table: Table, rest: Sequence[Token]) -> Action:
    if len(rest) not in (2, 3):
        raise ChouetteError("expected", expected=gettext_noop("two dice"), found=text_of(rest))
    automatic = None
    if len(rest) == 3:
        if not rest[2].is_word("yes", "no"):
            raise expected("yes or no", rest[2])
        automatic = rest[2].text == "yes"
    return _opened(whole_of(rest[0]), whole_of(rest[1]), automatic)


def _write_open(table: Table, action: Open, called: Called) -> list[str]:
    choice = {None: "", True: " yes", False: " no"}[action.automatic]
    return [f"open {action.box_die} {action.captain_die}{choice}"]


def _automatic(table: Table, rest: Sequence[Token]) -> Action:
    nothing_after(rest)
    return Automatic()


def _write_automatic(table: Table, action: Automatic, called: Called) -> list[str]:
    return ["automatic"]


# -- joins, departures, partners


def _joins(table: Table, subjects: Sequence[Token]) -> list[Action]:
    _require_order(table)
    return [Join(newcomer_of(token)) for token in subjects]


def _write_join(table: Table, action: Join, called: Called) -> list[str]:
    return [f"{called(action.player)} joins"]


def _leaves(table: Table, subjects: Sequence[Token]) -> list[Action]:
    _require_order(table)
    return [Leave(player) for player in _leavers(table, subjects)]


def _require_order(table: Table) -> None:
    """Refuse a statement before the first line: the Players tag says who is in that."""
    if not table.ordered:
        raise RuleError("order_missing")


def _leavers(table: Table, subjects: Sequence[Token]) -> tuple[str, ...]:
    line = table.line
    names = []
    for token in subjects:
        if token.is_word(BOX):
            if line is None:
                raise RuleError("order_missing")
            names.append(line.box)
        else:
            names.append(player_of(table, token))
    return tuple(names)


def _write_leave(table: Table, action: Leave, called: Called) -> list[str]:
    return [f"{called(action.player)} leaves"]


def _partner(table: Table, rest: Sequence[Token]) -> Action:
    if len(rest) not in (1, 2):
        raise ChouetteError("expected", expected=gettext_noop("a name"), found=text_of(rest))
    percent = "50"
    if len(rest) == 2:
        found = _PERCENT.fullmatch(rest[1].text)
        if found is None:
            raise RuleError("percent_invalid")
        percent = found.group(1)
    return NamePartner(player_of(table, rest[0]), percent)


def _release(table: Table, rest: Sequence[Token]) -> Action:
    if len(rest) != 1:
        raise ChouetteError("expected", expected=gettext_noop("a name"), found=text_of(rest))
    return ReleasePartner(player_of(table, rest[0]))


def _write_release(table: Table, action: ReleasePartner, called: Called) -> list[str]:
    return [f"box releases {called(action.player)}"]


def _write_partner(table: Table, action: NamePartner, called: Called) -> list[str]:
    share = "" if action.percent == "50" else f" {action.percent}%"
    return [f"box partners {called(action.player)}{share}"]


# -- what the box does


def _box_statement(table: Table, verb: str, clauses: Sequence[Token]) -> list[Action]:
    """Read a statement of the box. ``clauses`` begins with the verb: an answer may have several
    clauses, separated by commas.
    """
    rest = clauses[1:]
    if verb in _ANSWERS:
        return _box_answers(table, clauses)
    if verb in _BOXES:
        return [_BOXES[verb](table, rest)]
    raise ChouetteError("statement_unknown", text=f"box {text_of(clauses)}")


# -- what the team and its members do


def _team_statement(table: Table, verb: str, rest: Sequence[Token], spelled: str) -> Action:
    if verb == "win":
        return _ended(TEAM, level_of(rest))
    if verb not in _ONE_CUBE:
        raise ChouetteError("statement_unknown", text=f"team {spelled}")
    if not table.rules.team_cube:
        raise ChouetteError("team_cube_only", verb=spelled)
    no_names(rest)
    return _one_cube(table, verb)


def _one_cube(table: Table, verb: str) -> Action:
    """Read what the team does with its only cube."""
    if verb == "double":
        return _team_doubled(able_of(table, TEAM, "nobody_may_double"))
    due = due_from(table, TEAM, verb)
    if not due:
        raise ChouetteError("nothing_for_all")
    return _team_raised(tuple((member, verb) for member in due))


def _members_statement(
    table: Table, subjects: Sequence[Token], verb: str, rest: Sequence[Token]
) -> Action:
    everyone = is_all(subjects)
    one_cube = table.rules.team_cube and verb in _ONE_CUBE and not rest
    if one_cube:
        no_names(subjects)
        return _one_cube(table, verb)
    if verb == "double" and everyone:
        nothing_after(rest)
        return _team_doubled(able_of(table, TEAM, "nobody_may_double"))
    if verb in _ANSWERS and everyone:
        nothing_after(rest)
        names = due_from(table, TEAM, verb)
        if not names:
            raise ChouetteError("nothing_for_all")
    else:
        names = members_of(table, subjects, verb)
    if verb == "double" and not rest:
        return _team_doubled(names)
    if verb in REPLIES and not rest:
        return _team_replied(tuple((name, verb) for name in names))
    if verb in ANIMALS:
        nothing_after(rest)
        return _team_raised(tuple((name, verb) for name in names))
    if verb == "sell":
        return _sells(table, names, rest)
    if len(names) != 1:
        raise expected(gettext_noop("one name"), subjects[1])
    return _one_member_statement(table, names[0], verb, rest)


def _one_member_statement(table: Table, name: str, verb: str, rest: Sequence[Token]) -> Action:
    if verb in _ONES:
        return _ONES[verb](table, name, rest)
    if verb in {"double", "take", "drop"} and len(rest) == 1:
        other = player_of(table, rest[0])
        return ExtraDoubles(name, other) if verb == "double" else ExtraReply(name, other, verb)
    raise ChouetteError("statement_unknown", text=f"{name} {verb} {text_of(rest)}".strip())


# -- offers


def _box_doubles(table: Table, rest: Sequence[Token]) -> Action:
    if table.rules.team_cube:
        no_names(rest)
        return _box_doubled(able_of(table, BOX, "box_may_double_nobody"))
    if is_all(rest):
        return _box_doubled(able_of(table, BOX, "box_may_double_nobody"))
    return _box_doubled(members_of(table, rest, "doubles"))


def _write_box_doubles(table: Table, action: BoxDoubles, called: Called) -> list[str]:
    if table.rules.team_cube:
        return ["box doubles"]
    return [f"box doubles {called(*action.members)}"]


def _write_team_doubles(table: Table, action: TeamDoubles, called: Called) -> list[str]:
    one_cube = table.rules.team_cube
    who = TEAM if one_cube else called(*action.members)
    plural = len(action.members) > 1 and not one_cube
    return [f"{who} {'double' if plural else 'doubles'}"]


# -- answers


def _box_answers(table: Table, clauses: Sequence[Token]) -> list[Action]:
    replies: list[tuple[str, str]] = []
    animals: list[tuple[str, str]] = []
    for clause in between_commas(clauses):
        verb = clause[0].verb
        if verb is None or verb not in REPLIES | ANIMALS:
            raise expected("takes, drops, beavers, accepts, refuses or raccoons", clause[0])
        answers = replies if verb in REPLIES else animals
        due = due_from(table, BOX, verb)
        if table.rules.team_cube:
            no_names(clause[1:])
            names = due
        elif is_all(clause[1:]):
            names = tuple(name for name in due if name not in dict(answers))
        else:
            names = members_of(table, clause[1:], clause[0].text)
        if not names:
            raise ChouetteError("nothing_for_all")
        answers.extend((name, verb) for name in names)
    actions: list[Action] = [_box_replied(tuple(replies))] if replies else []
    return [*actions, _box_raised(tuple(animals))] if animals else actions


def _write_box_answers(table: Table, action: BoxReplies | BoxAnimals, called: Called) -> list[str]:
    if table.rules.team_cube:
        return [f"{BOX} {_spelled(action.replies[0][1])}"]
    clauses = (
        f"{_spelled(word)} {called(*(member for member, _ in group))}"
        for word, group in groupby(action.replies, key=lambda reply: reply[1])
    )
    return [f"{BOX} {', '.join(clauses)}"]


def _sells(table: Table, names: tuple[str, ...], rest: Sequence[Token]) -> Action:
    if len(rest) != 1:
        raise ChouetteError(
            "expected", expected=gettext_noop("the captain's name"), found=text_of(rest)
        )
    buyer = player_of(table, rest[0])
    round = table.game.round if table.game is not None else None
    if round is not None and buyer != round.captain:
        raise RuleError("buy_captain", captain=round.captain)
    return _team_replied(tuple((name, SELL) for name in names))


def _write_team_replies(table: Table, action: TeamReplies, called: Called) -> list[str]:
    return list(_members_answers(table, action.replies, called))


def _write_team_animals(table: Table, action: TeamAnimals, called: Called) -> list[str]:
    if table.rules.team_cube:
        return [f"{TEAM} {_spelled(action.replies[0][1])}"]
    return list(_members_answers(table, action.replies, called))


def _members_answers(table: Table, replies: Pairs, called: Called) -> Iterator[str]:
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


# -- settlements and extras


def _settles(table: Table, name: str, rest: Sequence[Token]) -> Action:
    rest, side = side_of(rest)
    if len(rest) != 1:
        raise ChouetteError("expected", expected=gettext_noop("points"), found=text_of(rest))
    return Settle(name, hundredths_of(rest[0]), side)


def _write_settle(table: Table, action: Settle, called: Called) -> list[str]:
    points = points_text(action.points)
    return [f"{called(action.member)} settles {points}{side_text(action.side)}"]


def _gives(table: Table, name: str, rest: Sequence[Token]) -> Action:
    if len(rest) != 2 or not rest[1].is_word("extra"):
        raise ChouetteError(
            "expected", expected=gettext_noop("a name and “extra”"), found=text_of(rest)
        )
    return GiveExtra(name, player_of(table, rest[0]))


def _write_give(table: Table, action: GiveExtra, called: Called) -> list[str]:
    return [f"{called(action.giver)} gives {called(action.taker)} extra"]


def _write_extra_doubles(table: Table, action: ExtraDoubles, called: Called) -> list[str]:
    return [f"{called(action.doubler)} doubles {called(action.other)}"]


def _write_extra_reply(table: Table, action: ExtraReply, called: Called) -> list[str]:
    return [f"{called(action.answerer)} {_spelled(action.reply)} {called(action.doubler)}"]


# -- the end


def _box_wins(table: Table, rest: Sequence[Token]) -> Action:
    return _ended(BOX, level_of(rest))


def _write_end(table: Table, action: EndGame, called: Called) -> list[str]:
    level = "" if action.level == 1 else f" {_LEVEL_WORDS[action.level]}"
    return [f"{action.winner} wins{level}"]


# -- which function is for what

_OPENERS: Final[Mapping[str, Callable[[Table, Sequence[Token]], Action]]] = {
    "order": _order,
    "game": _game,
    "points": _points,
    "open": _open,
    "automatic": _automatic,
}
"""By the word that opens the statement: ``open 3 5``."""

_ANYBODYS: Final[Mapping[str, Callable[[Table, Sequence[Token]], list[Action]]]] = {
    "join": _joins,
    "leave": _leaves,
}
"""By verb, after any names: ``Ann Bob leave``."""

_BOXES: Final[Mapping[str, Callable[[Table, Sequence[Token]], Action]]] = {
    "double": _box_doubles,
    "win": _box_wins,
    "partner": _partner,
    "release": _release,
}
"""By verb, after ``box``: ``box partners Dee``."""

_ONES: Final[Mapping[str, Callable[[Table, str, Sequence[Token]], Action]]] = {
    "settle": _settles,
    "give": _gives,
}
"""By verb, after one name: ``Bob settles 1.5``."""

WRITERS: Final[Mapping[type[Any], Callable[[Table, Any, Called], list[str]]]] = {
    RollOrder: _write_rolled,
    SetOrder: _write_order,
    StartGame: _write_game,
    EnterPoints: _write_points,
    Open: _write_open,
    Automatic: _write_automatic,
    TeamDoubles: _write_team_doubles,
    BoxDoubles: _write_box_doubles,
    BoxReplies: _write_box_answers,
    TeamReplies: _write_team_replies,
    BoxAnimals: _write_box_answers,
    TeamAnimals: _write_team_animals,
    Settle: _write_settle,
    GiveExtra: _write_give,
    ExtraDoubles: _write_extra_doubles,
    ExtraReply: _write_extra_reply,
    EndGame: _write_end,
    Join: _write_join,
    Leave: _write_leave,
    NamePartner: _write_partner,
    ReleasePartner: _write_release,
}
