"""Answers that are due: on the seat of each offered cube, with one button for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.language import gettext as _
from games.language import ngettext
from games.record.presenters.actions import cube_names, in_words
from games.rule_texts import Names, sentence
from games.rules.chouette import (
    Action,
    Animal,
    BoxAnimals,
    BoxReplies,
    Coach,
    ExtraReply,
    Game,
    Round,
    RuleError,
    Table,
    TeamAnimals,
    TeamReplies,
)
from games.rules.chouette.actions import (
    ACCEPT,
    BEAVER,
    BOX,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    TAKE,
    TEAM,
)
from games.table.buttons.fields import Reader
from games.web.buttons import Button, Choice, Pane, Row
from games.web.figures import signed
from games.web.input import Input, Unreadable

REPLIES = frozenset({TAKE, DROP, BEAVER, SELL})
ANIMALS = frozenset({ACCEPT, REFUSE, RACCOON})

ALL = "all"
"""Stands for every member if one cube has one answer."""

TIMES: Final = {TAKE: 2, BEAVER: 4, DROP: 1, SELL: 1}
"""What an answer makes of the cube that was offered, or what it costs."""

MANY = 6
"""With more cubes than this in a round, taps do not search all vectors."""


def replies(table: Table, names: Names, ask: Input) -> Pane:
    """Return take, drop or beaver for every offered cube; the whole round is sent at once."""
    game, round = _round(table)
    names = cube_names(table, names)
    one_answer = table.rules.team_cube and round.answerer == BOX
    named = bool(round.replies)
    vector = present_choice(table, ask)
    error = table.reply_problem(vector)
    forbidden = _never_legal(table, round, vector)
    members = (round.waiting[0],) if one_answer else round.waiting
    rows = [
        Row(
            f"reply-{ALL if one_answer else member}",
            _("Team") if one_answer else names[member],
            _words(table, names, member, vector[member], forbidden),
            detail=_cube_step(game, member),
            key=member,
        )
        for member in members
    ]
    return Pane(
        "replies",
        "table/buttons/answers.html",
        title=_("The box answers") if round.answerer == BOX else _("The team answers"),
        problem=sentence(error, names) if error else "",
        answers=tuple(rows),
        data={
            "do": "box_replies" if round.answerer == BOX else "team_replies",
            "all": _all_replies(table, names, round) if len(rows) > 1 else [],
            "coach": "" if one_answer else _coach(table.coach(), table, names),
            "result": "" if error else _result(table, vector, game, names),
            "label": _summary(game, _due(round, vector), one_answer, names, named=named),
        },
    )


def _round(table: Table) -> tuple[Game, Round]:
    assert table.game is not None  # guaranteed by the phase
    assert table.game.round is not None
    return table.game, table.game.round


def _chosen(round: Round, ask: Input, default: str) -> dict[str, str]:
    sent = ask.prefixed("reply-")
    return {member: sent.get(member, sent.get(ALL, default)) for member in round.waiting}


def present_choice(table: Table, ask: Input) -> dict[str, str]:
    """Return the complete vector chosen on the page, legal or not."""
    round = _round(table)[1]
    return {**_chosen(round, ask, default=TAKE), **dict(round.replies)}


def _all_replies(table: Table, names: Names, round: Round) -> list[Choice]:
    """Return the answers that can be given to every cube by one tap."""
    fixed = dict(round.replies)
    found = []
    for word, label in ((TAKE, _("Take all")), (DROP, _("Drop all"))):
        error = table.reply_problem({**dict.fromkeys(round.waiting, word), **fixed})
        why = sentence(error, names) if error else ""
        found.append(Choice(word, label, kind=word, why=why))
    return found


def _never_legal(
    table: Table, round: Round, vector: dict[str, str]
) -> dict[tuple[str, str], RuleError]:
    """Return answers that occur in no legal vector, and why the nearest vector with them is
    illegal.
    """
    reply_words = _reply_words(table, round)
    seen = set()
    if len(round.members) <= MANY:
        seen = {pair for legal in table.legal_replies() for pair in legal.items()}
    found = {}
    for member in round.waiting:
        for word in reply_words:
            if (member, word) in seen:
                continue
            error = table.reply_problem({**vector, member: word})
            if error is not None and (seen or _at_once(error)):
                found[member, word] = error
    return found


def _at_once(error: RuleError) -> bool:
    return error.code.startswith("beaver_")


def _reply_words(table: Table, round: Round) -> tuple[str, ...]:
    if round.by == BOX and table.rules.captain_may_buy:
        return TAKE, DROP, BEAVER, SELL
    return TAKE, DROP, BEAVER


def _words(
    table: Table,
    names: Names,
    member: str,
    chosen: str,
    forbidden: dict[tuple[str, str], RuleError],
) -> tuple[Choice, ...]:
    labels = {TAKE: _("Take"), DROP: _("Drop"), BEAVER: _("Beaver"), SELL: _("Sell")}
    return tuple(
        Choice(
            word,
            labels[word],
            chosen=word == chosen,
            kind=word,
            why=sentence(forbidden[member, word], names) if (member, word) in forbidden else "",
        )
        for word in _reply_words(table, _round(table)[1])
    )


def _cube_step(game: Game, member: str) -> str:
    bet = game.bet(member)
    return f"→ {bet.value * 2}" if bet else ""


def _coach(coach: Coach | None, table: Table, names: Names) -> str:
    """Return what the legal answers have in common, in one sentence."""
    round = _round(table)[1]
    if coach is None or round.answerer != BOX or len(round.members) < 2:
        return ""
    if not coach.fewest_takes:
        return _("Everything must be dropped.")
    if not coach.may_drop_all and coach.fewest_with_beavers == len(round.members):
        return _("Everything must be taken.")
    least = ngettext("Take at least %(count)s", "Take at least %(count)s", coach.fewest_takes) % {
        "count": coach.fewest_takes
    }
    if coach.fewest_with_beavers < coach.fewest_takes:
        least = _("%(least)s (%(count)s with a beaver)") % {
            "least": least,
            "count": coach.fewest_with_beavers,
        }
    if coach.always_taken:
        least = _("%(least)s, %(names)s among them") % {
            "least": least,
            "names": names.listed(coach.always_taken),
        }
    if coach.fewest_takes <= 1 and not coach.always_taken and coach.may_drop_all:
        return _("Take or drop as you like.")
    return _("%(least)s; or drop all.") % {"least": least} if coach.may_drop_all else f"{least}."


def _result(table: Table, vector: dict[str, str], game: Game, names: Names) -> str:
    """Return the box's result at every level, won and lost, for the present choice."""
    exposure = table.exposure(vector)

    def at(side: str, level: int) -> str:
        return signed(exposure[side, level][game.box])

    if len({at(side, level) for side in (BOX, TEAM) for level in (1, 2, 3)}) == 1:
        return _("The game ends: %(name)s %(points)s.") % {
            "name": names[game.box],
            "points": at("box", 1),
        }
    return _(
        "%(name)s: win %(win)s · %(gammon)s · %(backgammon)s, "
        "loss %(loss)s · %(lost_gammon)s · %(lost_backgammon)s."
    ) % {
        "name": names[game.box],
        "win": at(BOX, 1),
        "gammon": at(BOX, 2),
        "backgammon": at(BOX, 3),
        "loss": at(TEAM, 1),
        "lost_gammon": at(TEAM, 2),
        "lost_backgammon": at(TEAM, 3),
    }


def _due(round: Round, vector: Mapping[str, str]) -> dict[str, str]:
    """Return the answers that are still to be sent: others may have been given on phones."""
    return {member: vector[member] for member in round.waiting}


def _summary(
    game: Game, vector: dict[str, str], one_answer: bool, names: Names, *, named: bool = False
) -> str:
    """Return what the button will send, in words; `named` if it is not for everybody."""
    if one_answer or (len(vector) == 1 and not named):
        member, word = next(iter(vector.items()))
        bet = game.bet(member)
        value = bet.value if bet else 0
        return {
            TAKE: _("Take for %(value)s") % {"value": 2 * value},
            BEAVER: _("Beaver to %(value)s") % {"value": 4 * value},
            DROP: _("Drop for %(value)s") % {"value": value},
            SELL: _("Sell the cube"),
        }[word]
    words = {
        TAKE: _("take %(names)s"),
        BEAVER: _("beaver %(names)s"),
        DROP: _("drop %(names)s"),
        SELL: _("sell %(names)s"),
    }
    by_team = game.round is not None and game.round.answerer != BOX
    if len(set(vector.values())) == 1 and not named:
        word = next(iter(vector.values()))
        values = {bet.value for member in vector if (bet := game.bet(member))}
        if len(values) == 1:
            said = _of_all_members(word) if by_team else _for_all(word)
            return said % {"value": values.pop() * TIMES[word]}
        if by_team:
            return {TAKE: _("All take"), BEAVER: _("All beaver"), DROP: _("All drop")}.get(
                word, _("Sell all cubes")
            )
        return {
            TAKE: _("Box takes all"),
            BEAVER: _("Box beavers all"),
            DROP: _("Box drops all"),
            SELL: _("Sell all cubes"),
        }[word]
    if by_team:
        return in_words(TeamReplies(tuple(vector.items())), names)
    return _clauses(vector, words, names)


def _of_all_members(word: str) -> str:
    """Return what the same answer of all members to cubes of one `value` says."""
    return {
        TAKE: _("All take, cubes to %(value)s"),
        BEAVER: _("All beaver, cubes to %(value)s"),
        DROP: _("All drop for %(value)s each"),
        SELL: _("Sell all cubes for %(value)s each"),
    }[word]


def _for_all(word: str) -> str:
    """Return what the box's one answer to all cubes of one `value` says."""
    return {
        TAKE: _("Box takes all, cubes to %(value)s"),
        BEAVER: _("Box beavers all, cubes to %(value)s"),
        DROP: _("Box drops all for %(value)s each"),
        SELL: _("Sell all cubes for %(value)s each"),
    }[word]


def _clauses(vector: Mapping[str, str], words: Mapping[str, str], names: Names) -> str:
    """Return who gets which answer, in one sentence."""
    clauses = []
    for word, clause in words.items():
        members = [member for member, answer in vector.items() if answer == word]
        if members:
            clauses.append(clause % {"names": names.listed(members)})
    text = ", ".join(clauses)
    return text[:1].upper() + text[1:]


def animals(table: Table, names: Names, ask: Input) -> Pane:
    """Return accept, refuse or raccoon for every beaver and later animal."""
    game, round = _round(table)
    names = cube_names(table, names)
    side = round.animals[0].answerer
    due = [animal for animal in round.animals if animal.answerer == side]
    one_answer = table.rules.team_cube
    sent = ask.prefixed("reply-")
    asked = due[:1] if one_answer else due
    chosen = {one.member: sent.get(one.member, sent.get(ALL, ACCEPT)) for one in asked}
    rows = []
    for animal in asked:
        field = ALL if one_answer else animal.member
        rows.append(
            Row(
                f"reply-{field}",
                _("Team") if one_answer else names[animal.member],
                _animal_words(table, names, animal.member, side, chosen[animal.member]),
                detail=f"→ {animal.value}",
                key=animal.member,
            )
        )
    who = names[game.box] if side == BOX else names.listed([animal.member for animal in due])
    return Pane(
        "animals",
        "table/buttons/answers.html",
        title=_animal_title(due[0].count) % {"name": who},
        answers=tuple(rows),
        data={
            "do": "box_animals" if side == BOX else "team_animals",
            "all": [
                Choice(ACCEPT, _("Accept all"), kind=TAKE),
                Choice(REFUSE, _("Refuse all"), kind=DROP),
            ]
            if len(rows) > 1
            else [],
            "coach": _refusal({animal.value // 2 for animal in asked}),
            "result": "",
            "label": _animal_summary(asked, chosen, names),
        },
    )


def _refusal(values: set[int]) -> str:
    """Return what refusing costs: the cube as it was before the last redouble."""
    if len(values) > 1:
        return _("Refusing costs half of the number at the arrow.")
    return _("Refusing costs %(value)s.") % {"value": values.pop()}


def _animal_title(count: int) -> str:
    """Return the title that names the `count`-th redouble on the spot, for a `name`."""
    if count == 1:
        return _("Beaver: %(name)s to answer")
    if count == 2:
        return _("Raccoon: %(name)s to answer")
    return _("Redoubled again: %(name)s to answer")


def _animal_summary(due: Sequence[Animal], chosen: Mapping[str, str], names: Names) -> str:
    """Return what the button will send, with its price where that is one and the same."""
    words, values = set(chosen.values()), {animal.value for animal in due}
    if len(words) > 1 or len(values) > 1:
        clauses = {
            ACCEPT: _("accept %(names)s"),
            RACCOON: _("raccoon %(names)s"),
            REFUSE: _("refuse %(names)s"),
        }
        return _clauses(chosen, clauses, names)
    [word], [value] = words, values
    labels = {
        ACCEPT: _("Accept for %(value)s") % {"value": value},
        RACCOON: _("Raccoon to %(value)s") % {"value": 2 * value},
        REFUSE: _("Refuse and pay %(value)s") % {"value": value // 2},
    }
    return labels.get(word, labels[ACCEPT])


def _animal_words(
    table: Table, names: Names, member: str, side: str, chosen: str
) -> tuple[Choice, ...]:
    answer = BoxAnimals if side == BOX else TeamAnimals
    labels = {ACCEPT: _("Accept"), REFUSE: _("Refuse"), RACCOON: _("Raccoon")}
    kinds = {ACCEPT: TAKE, REFUSE: DROP, RACCOON: BEAVER}
    return tuple(
        Choice(
            word,
            label,
            chosen=word == chosen,
            kind=kinds[word],
            why=_animal_problem(table, answer, member, word, names),
        )
        for word, label in labels.items()
    )


def _animal_problem(
    table: Table,
    answer: type[BoxAnimals] | type[TeamAnimals],
    member: str,
    word: str,
    names: Names,
) -> str:
    round = _round(table)[1]
    members = round.waiting if table.rules.team_cube else (member,)
    error = table.problem(answer(tuple((one, word) for one in members)))
    return sentence(error, names) if error else ""


def extra_reply(table: Table, names: Names) -> Pane:
    """Return the answers to a redoubled extra."""
    assert table.game is not None  # guaranteed by the phase
    extra = table.game.open_extra
    assert extra is not None
    assert extra.offered_by is not None
    [answerer] = extra.parties - {extra.offered_by}
    fields = (("do", "extra_reply"), ("answerer", answerer), ("doubler", extra.offered_by))
    buttons = []
    for word, label in ((TAKE, _("Take")), (DROP, _("Drop"))):
        error = table.problem(ExtraReply(answerer, extra.offered_by, word))
        buttons.append(
            Button(
                f"extra-{word}",
                label,
                fields=(*fields, ("reply", word)),
                why=sentence(error, names) if error else "",
                main=word == TAKE,
            )
        )
    return Pane(
        "extra-reply",
        "table/buttons/play.html",
        title=_("%(name)s answers the extra") % {"name": names[answerer]},
        data={"buttons": buttons, "rare": []},
    )


# -- what these panes post


def _read_box_replies(table: Table, ask: Input) -> list[Action]:
    return [BoxReplies(_answers(table, ask, REPLIES))]


def _read_team_replies(table: Table, ask: Input) -> list[Action]:
    return [TeamReplies(_answers(table, ask, REPLIES))]


def _read_box_animals(table: Table, ask: Input) -> list[Action]:
    return [BoxAnimals(_answers(table, ask, ANIMALS))]


def _read_team_animals(table: Table, ask: Input) -> list[Action]:
    return [TeamAnimals(_answers(table, ask, ANIMALS))]


def _answers(table: Table, ask: Input, words: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return the answers by member; "all" stands for everyone still to answer."""
    sent = ask.prefixed("reply-")
    if not set(sent.values()) <= words:
        raise Unreadable(_("That answer is not known here. Load the page again."))
    round = table.game.round if table.game else None
    if ALL in sent and round is not None:
        return tuple((member, sent[ALL]) for member in round.waiting)
    return tuple(sent.items())


def _read_extra_reply(table: Table, ask: Input) -> list[Action]:
    word = ask.one("reply")
    if word not in (TAKE, DROP):
        raise Unreadable(_("An extra is taken or dropped."))
    return [ExtraReply(ask.one("answerer"), ask.one("doubler"), word)]


READERS: Final[Mapping[str, Reader]] = {
    "box_replies": _read_box_replies,
    "team_replies": _read_team_replies,
    "box_animals": _read_box_animals,
    "team_animals": _read_team_animals,
    "extra_reply": _read_extra_reply,
}
"""By the value that a button posts in ``do``."""
