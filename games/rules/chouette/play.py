"""The actions inside one game: dice, offers, answers, settlements and side bets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.rules.chouette.actions import (
    ACCEPT,
    BEAVER,
    BOX,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    SIDES,
    TAKE,
    TEAM,
    Automatic,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Open,
    Settle,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.ending import require_points, require_quiet, running, unless_over
from games.rules.chouette.errors import RuleError, StateError
from games.rules.chouette.legality import (
    able,
    box_offer_problem,
    cap_problem,
    given_problem,
    giver_of,
    may_double,
    reply_refused_at_once,
    vector_problem,
)
from games.rules.chouette.option_kinds import UNLIMITED
from games.rules.chouette.options import HouseRules
from games.rules.chouette.scoring import drop_extra
from games.rules.chouette.state import (
    MEMBER,
    POINT,
    Animal,
    Bet,
    Closing,
    Extra,
    Game,
    Round,
    other_side,
    repeated,
    replaced,
)
from games.rules.chouette.table_state import T
from games.rules.values import replace


def open_with(rules: HouseRules, game: Game, action: Open) -> Game:
    """Apply the opening dice. Equal ones may double every cube; then they are rolled again.

    Source: phase 2, options ``automatics`` and ``optional_automatics``.
    """
    for die in (action.box_die, action.captain_die):
        if not 1 <= die <= 6:
            raise RuleError("die_invalid", die=die)
    _require_opening(game)
    if action.box_die != action.captain_die:
        if action.automatic is not None:
            raise RuleError("automatic_no_choice")
        return replace(game, opening="done")
    game = replace(game, opening="tied")
    value = game.bets[0].value * 2
    if not rules.allows(value):
        if action.automatic:
            raise RuleError("automatic_over_limit", limit=str(rules.cube_limit))
        return game
    mandatory = _is_mandatory(rules, game)
    chosen = rules.optional_automatics and not mandatory
    if chosen and action.automatic is None:
        raise RuleError("automatic_choice_missing")
    if not chosen and action.automatic is not None:
        raise RuleError("automatic_no_choice")
    if not mandatory and not action.automatic:
        return game
    return _with_automatic(game, value)


def automatic(rules: HouseRules, game: Game) -> Game:
    """Double every cube for equal dice that nobody noted, nor those that were rolled after them."""
    _require_opening(game)
    value = game.bets[0].value * 2
    if not rules.allows(value):
        raise RuleError("automatic_over_limit", limit=str(rules.cube_limit))
    if not (_is_mandatory(rules, game) or rules.optional_automatics):
        raise RuleError("automatic_none_left")
    return replace(_with_automatic(game, value), opening="none")


def _require_opening(game: Game) -> None:
    if game.started:
        raise RuleError("open_late")
    if game.opening == "done":
        raise RuleError("open_done")


def _is_mandatory(rules: HouseRules, game: Game) -> bool:
    return rules.automatics == UNLIMITED or game.automatics < rules.automatics


def _with_automatic(game: Game, value: int) -> Game:
    bets = tuple(replace(bet, value=value) for bet in game.bets)
    return replace(game, bets=bets, automatics=game.automatics + 1)


def offer(rules: HouseRules, game: Game, action: TeamDoubles | BoxDoubles) -> Game:
    """Open a round of offers by either side. Source: phases 3 and 4, option ``box_doubles``."""
    by = TEAM if isinstance(action, TeamDoubles) else BOX
    require_quiet(game)
    chosen = _named(action.members)
    for member in action.members:
        bet = game.bet(member)
        problem = RuleError("no_cube", player=member) if bet is None else may_double(rules, bet, by)
        if problem is not None:
            raise problem
    problem = cap_problem(game, by, (bet for bet in game.live if bet.member in chosen))
    if problem is not None:
        raise problem
    if rules.team_cube and chosen != {bet.member for bet in able(rules, game, by)}:
        raise RuleError("team_cube_all")
    if by == BOX:
        problem = box_offer_problem(rules, game, chosen)
        if problem is not None:
            raise problem
    members = tuple([bet.member for bet in game.bets if bet.member in chosen])
    round = Round(by, members, captain=game.acting_captain)
    return replace(game, started=True, offered=True, round=round, givers=(), takers=())


def reply(rules: HouseRules, game: Game, action: BoxReplies | TeamReplies) -> Game:
    """Apply answers to offers. The last one completes the vector, which is judged as a whole."""
    side = BOX if isinstance(action, BoxReplies) else TEAM
    round = game.round
    _named([member for member, _ in action.replies])
    due = round.waiting if round and not round.animals and round.answerer == side else ()
    for member, word in action.replies:
        bet = game.bet(member)
        if round is None or bet is None or member not in due:
            raise _not_due(side, member)
        if word not in (TAKE, DROP, BEAVER) and not (word == SELL and side == TEAM):
            raise StateError("action_malformed")
        problem = reply_refused_at_once(rules, game, round, bet, word)
        if problem is not None:
            raise problem
    if round is None:
        raise RuleError("nobody_named")
    round = replace(round, replies=round.replies + action.replies)
    if len(due) > len(action.replies):
        return replace(game, round=round)
    problem = vector_problem(rules, game, round, dict(round.replies))
    if problem is not None:
        raise problem
    return _judged(rules, game, round)


def answer_animals(rules: HouseRules, game: Game, action: BoxAnimals | TeamAnimals) -> Game:
    """Apply answers to beavers and later animals: accept, refuse, or one animal more."""
    side = BOX if isinstance(action, BoxAnimals) else TEAM
    round = game.round
    named = _named([member for member, _ in action.replies])
    due = {a.member: a for a in round.animals if a.answerer == side} if round else {}
    for member, _ in action.replies:
        if member not in due:
            raise _not_due(side, member)
    if rules.team_cube and (named != due.keys() or len({word for _, word in action.replies}) > 1):
        raise RuleError("one_answer")
    for member, word in action.replies:
        game = _answer_animal(rules, game, due[member], word)
    if round is not None and game.round is None:
        return _with_extras_due(rules, game, round)
    return game


def settle(rules: HouseRules, game: Game, action: Settle) -> Game:
    """Close a bet for agreed points. Source: phase 8."""
    require_quiet(game)
    if not rules.settlements:
        raise RuleError("settlements_off")
    bet = game.bet(action.member)
    if bet is None or not bet.live:
        raise RuleError("no_cube", player=action.member)
    require_points(action.points)
    side = action.side or (TEAM if action.points > 0 else BOX)
    if side not in SIDES:
        raise RuleError("side_invalid")
    if action.points == 0 and action.side is None:
        raise RuleError("settlement_side_missing")
    closed = replace(bet, closed=Closing("settlement", action.points, side))
    return replace(
        _begun(game), bets=replaced(game.bets, {bet.member: closed}), closing=(bet.member,)
    )


def give_extra(rules: HouseRules, game: Game, action: GiveExtra, stake: int) -> Game:
    """Give an extra cube from a player who dropped to one who took. Source: "Side bets".

    The giver pays ``v``, the value before the double, and the taker owns a fresh cube at ``2v``.
    """
    require_quiet(game)
    if not rules.extras:
        raise RuleError("extras_off")
    if any(extra.giver == action.giver for extra in game.extras):
        raise RuleError("extra_given", giver=action.giver)
    if not game.givers:
        raise RuleError("extra_not_now")
    bet = game.bet(action.giver)
    if bet is None or action.giver not in game.givers:
        raise RuleError("extra_giver", giver=action.giver)
    if action.taker not in game.takers:
        raise RuleError("extra_taker", taker=action.taker)
    extra = Extra(action.giver, action.taker, stake, bet.value * 2, action.taker)
    problem = given_problem(game, [(extra.giver, extra.value, extra)])
    if problem is not None:
        raise problem
    paid = (action.giver, action.taker, bet.value * stake * POINT)
    others = tuple(giver for giver in game.givers if giver != action.giver)
    return replace(
        game, extras=(*game.extras, extra), paid=(*game.paid, paid), givers=others, started=True
    )


def double_extra(rules: HouseRules, game: Game, action: ExtraDoubles) -> Game:
    require_quiet(game)
    extra = _extra(game, action.doubler, action.other)
    if extra is None:
        raise RuleError("extra_unknown", giver=action.doubler, taker=action.other)
    if extra.owner != action.doubler:
        raise RuleError("extra_owner", player=action.doubler)
    if not rules.allows(extra.value * 2):
        raise RuleError("cube_at_limit", player=action.doubler, limit=str(rules.cube_limit))
    problem = given_problem(game, [(extra.owner, extra.value * 2, extra)])
    if problem is not None:
        raise problem
    return _with_extra(_begun(game), replace(extra, offered_by=action.doubler))


def reply_extra(game: Game, action: ExtraReply) -> Game:
    """Answer a redoubled extra: take it at twice the value, or drop it."""
    extra = _extra(game, action.doubler, action.answerer)
    if extra is None or extra.offered_by != action.doubler:
        raise RuleError("answer_not_due", player=action.answerer)
    if action.reply == DROP:
        return _with_extra(game, drop_extra(extra, action.answerer))
    if action.reply != TAKE:
        raise StateError("action_malformed")
    taken = replace(extra, value=extra.value * 2, owner=action.answerer, offered_by=None)
    return _with_extra(game, taken)


def _named(names: Sequence[str]) -> frozenset[str]:
    if not names:
        raise RuleError("nobody_named")
    for name in repeated(names):
        raise RuleError("named_twice", player=name)
    return frozenset(names)


def _not_due(side: str, member: str) -> RuleError:
    return RuleError("box_answer_not_due" if side == BOX else "answer_not_due", player=member)


def _begun(game: Game) -> Game:
    """Return the game after any action but the opening: extras may no longer be given."""
    return replace(game, started=True, givers=(), takers=())


def _judged(rules: HouseRules, game: Game, round: Round) -> Game:
    """Apply a complete vector: first all drops, then the takes; beavers remain to be answered."""
    replies = dict(round.replies)
    taker = BOX if round.by == TEAM else MEMBER
    lifted = rules.team_cube and BEAVER in replies.values()
    changed: dict[str, Bet] = {}
    animals: list[Animal] = []
    paid = game.paid
    for member in round.members:
        bet, word = game.bet(member), replies[member]
        assert bet is not None  # every member of a round has a bet
        if word == DROP:
            amount = bet.worth(bet.value) if round.by == TEAM else -bet.worth(bet.value)
            changed[member] = replace(bet, closed=Closing(DROP, amount, round.by))
            continue
        if word == SELL:
            paid = (*paid, (bet.holder, round.captain, bet.worth(bet.value)))
            bet = changed[member] = replace(bet, holder=round.captain)
        if word == BEAVER or lifted:
            animals.append(Animal(member, bet.value * 4, round.by, count=1))
        else:
            changed[member] = replace(bet, value=bet.value * 2, owner=taker, turned=True)
    dropped = tuple([member for member in round.members if replies[member] == DROP])
    game = replace(
        game,
        bets=replaced(game.bets, changed),
        beavered=tuple([one for one in game.beavered if one not in changed]),
        paid=paid,
        answered=game.answered + 1,
        closing=dropped or game.closing,
        round=replace(round, animals=tuple(animals)) if animals else None,
    )
    return game if animals else _with_extras_due(rules, game, round)


def _answer_animal(rules: HouseRules, game: Game, animal: Animal, word: str) -> Game:
    round, bet = game.round, game.bet(animal.member)
    assert round is not None  # animals exist only in a round
    assert bet is not None  # and only on a bet
    others = tuple([one for one in round.animals if one.member != animal.member])
    if word == RACCOON:
        if not rules.allows_animals(animal.count + 1):
            raise RuleError("animal_limit", last=rules.animals)
        if not rules.allows(animal.value * 2):
            raise RuleError("animal_over_limit", limit=str(rules.cube_limit))
        problem = _raccoon_problem(game, round, animal)
        if problem is not None:
            raise problem
        raised = Animal(
            animal.member, animal.value * 2, other_side(animal.answerer), animal.count + 1
        )
        kept = tuple(raised if one is animal else one for one in round.animals)
        return replace(game, round=replace(round, animals=kept))
    if word == ACCEPT:
        owner = BOX if round.by == TEAM else MEMBER
        played = replace(bet, value=animal.value, owner=owner, turned=True)
        by_owner = game.caps and animal.count % 2 == 1
        return replace(
            game,
            beavered=(*game.beavered, bet.member) if by_owner else game.beavered,
            bets=replaced(game.bets, {bet.member: played}),
            round=replace(round, animals=others) if others else None,
        )
    if word != REFUSE:
        raise StateError("action_malformed")
    half = bet.worth(animal.value // 2)
    favoured = other_side(animal.answerer)
    closed = replace(bet, closed=Closing("refusal", half if favoured == TEAM else -half, favoured))
    refused = (*round.refused, bet.member)
    return replace(
        game,
        bets=replaced(game.bets, {bet.member: closed}),
        closing=refused,
        round=replace(round, animals=others, refused=refused) if others else None,
    )


def _raccoon_problem(game: Game, round: Round, animal: Animal) -> RuleError | None:
    """Return why the one who answers this animal may not give the next, or None."""
    giving = []
    for one in round.animals:
        bet = game.bet(one.member)
        assert bet is not None  # animals exist only on a bet
        if one is animal:
            giving.append((giver_of(game, one.answerer, bet), one.value * 2, bet))
        else:
            by = other_side(one.answerer)
            giving.append((giver_of(game, by, bet), one.value, bet))
    return given_problem(game, giving)


def _with_extras_due(rules: HouseRules, game: Game, round: Round) -> Game:
    """Let those who dropped give extras, once a round that the box began has ended."""
    if not rules.extras or round.by != BOX:
        return game
    givers = tuple(member for member, word in round.replies if word == DROP)
    stayed = {member for member, word in round.replies if word in (TAKE, BEAVER)}
    takers = tuple(bet.member for bet in game.live if bet.member in stayed)
    return replace(game, givers=givers if takers else (), takers=takers)


def _extra(game: Game, one: str, other: str) -> Extra | None:
    return next(
        (extra for extra in game.extras if extra.live and extra.parties == {one, other}), None
    )


def _with_extra(game: Game, changed: Extra) -> Game:
    extras = tuple(changed if extra.giver == changed.giver else extra for extra in game.extras)
    return replace(game, extras=extras)


def _open(table: T, action: Open) -> T:
    return replace(table, game=open_with(table.rules, running(table), action))


def _automatic(table: T, action: Automatic) -> T:
    return replace(table, game=automatic(table.rules, running(table)))


def _offer(table: T, action: TeamDoubles | BoxDoubles) -> T:
    return replace(table, game=offer(table.rules, running(table), action))


def _reply(table: T, action: BoxReplies | TeamReplies) -> T:
    return unless_over(table, reply(table.rules, running(table), action))


def _answer_animals(table: T, action: BoxAnimals | TeamAnimals) -> T:
    return unless_over(table, answer_animals(table.rules, running(table), action))


def _settle(table: T, action: Settle) -> T:
    return unless_over(table, settle(table.rules, running(table), action))


def _give_extra(table: T, action: GiveExtra) -> T:
    stake = min(table.stake_of(action.giver), table.stake_of(action.taker))
    return replace(table, game=give_extra(table.rules, running(table), action, stake))


def _double_extra(table: T, action: ExtraDoubles) -> T:
    return replace(table, game=double_extra(table.rules, running(table), action))


def _reply_extra(table: T, action: ExtraReply) -> T:
    return unless_over(table, reply_extra(running(table), action))


STEPS: Final[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
    Open: _open,
    Automatic: _automatic,
    TeamDoubles: _offer,
    BoxDoubles: _offer,
    BoxReplies: _reply,
    TeamReplies: _reply,
    BoxAnimals: _answer_animals,
    TeamAnimals: _answer_animals,
    Settle: _settle,
    GiveExtra: _give_extra,
    ExtraDoubles: _double_extra,
    ExtraReply: _reply_extra,
}
