"""What the house rules forbid: which cubes may be doubled, which vectors of replies are legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, product

from games.rules.chouette.actions import BEAVER, BOX, DROP, SELL, TAKE, TEAM
from games.rules.chouette.errors import RuleError
from games.rules.chouette.options import HouseRules
from games.rules.chouette.scoring import net_of_replies
from games.rules.chouette.state import (
    CENTRE,
    MEMBER,
    Bet,
    Extra,
    Game,
    Round,
    other_side,
    points_text,
)
from games.rules.values import replace

Pattern = list[tuple[tuple[str, ...], tuple[str, ...]]]
"""Groups of members, each with as many words."""


def may_double(rules: HouseRules, bet: Bet, by: str) -> RuleError | None:
    """Return why that side may not double this cube now, or None if it may."""
    if not bet.live:
        return RuleError("no_cube", player=bet.member)
    if by == TEAM and bet.owner == BOX:
        return RuleError("cube_owned_by_box", player=bet.member)
    if by == BOX and bet.owner == MEMBER:
        return RuleError("cube_owned_by_member", player=bet.member)
    if not rules.allows(bet.value * 2):
        return RuleError("cube_at_limit", player=bet.member, limit=_limit(rules))
    return None


def able(rules: HouseRules, game: Game, by: str) -> tuple[Bet, ...]:
    """Return the bets whose cube that side may double now."""
    return tuple(
        bet
        for bet in game.live
        if may_double(rules, bet, by) is None and cap_problem(game, by, (bet,)) is None
    )


def cap_problem(game: Game, by: str, offered: Iterable[Bet]) -> RuleError | None:
    """Return why a player may not give these cubes together, or None: the player's cap is exceeded.

    Each cube counts at its value after the offer, those given earlier included. Taking a cube is
    always allowed.
    """
    if not game.caps:
        return None
    return given_problem(game, [(giver_of(game, by, one), one.value * 2, one) for one in offered])


def given_problem(game: Game, giving: Iterable[tuple[str, int, Bet | Extra]]) -> RuleError | None:
    """Return why these players may not give cubes of these values, or None.

    A cube counts for the player who turned it last, at its value: an offer, an extra, a beaver
    and any later animal alike.
    """
    caps = dict(game.caps)
    if not caps:
        return None
    given: dict[str, int] = {}
    again: set[str] = set()
    extras: list[Extra] = []
    for giver, value, cube in giving:
        given[giver] = given.get(giver, 0) + value
        if isinstance(cube, Extra):
            extras.append(cube)
        else:
            again.add(cube.member)
    for giver, value in given.items():
        if giver not in caps:
            continue
        side = BOX if giver == game.box else TEAM
        before = sum(
            bet.value
            for bet in game.live
            if bet.member not in again
            and giver in (game.box, bet.holder)
            and _turned_by(game, bet) == side
        )
        before += sum(
            extra.value
            for extra in game.extras
            if extra.live and extra not in extras and giver in extra.parties - {extra.owner}
        )
        if before + value > caps[giver]:
            return RuleError("cube_over_cap", player=giver, limit=caps[giver])
    return None


def giver_of(game: Game, by: str, bet: Bet) -> str:
    """Return who turns this cube when that side does."""
    return game.box if by == BOX else bet.holder


def _turned_by(game: Game, bet: Bet) -> str | None:
    """Return the side that turned a cube last, or None where nobody has.

    Usually that is not its owner; the owner turned it with a beaver.
    """
    if not bet.turned or bet.owner == CENTRE:
        return None
    owner = BOX if bet.owner == BOX else TEAM
    return owner if bet.member in game.beavered else other_side(owner)


def _beaver_problem(game: Game, round: Round, members: Iterable[str]) -> RuleError | None:
    """Return why the answering side may not beaver these cubes together, or None.

    Cubes of the round that are not beavered are given by the other side.
    """
    if not game.caps:
        return None
    chosen = set(members)
    side = round.answerer
    inside = [bet for bet in game.live if bet.member in round.members]
    return given_problem(
        game,
        [
            (giver_of(game, side, bet), bet.value * 4 * (bet.member in chosen), bet)
            for bet in inside
        ],
    )


def box_offer_problem(rules: HouseRules, game: Game, members: frozenset[str]) -> RuleError | None:
    """Return why the box may not double exactly these members (option ``box_doubles``), or None."""
    if rules.team_cube or rules.box_doubles == "any":
        return None
    turnable = able(rules, game, BOX)
    left_out = [bet for bet in turnable if bet.member not in members]
    values = {bet.value for bet in turnable if bet.member in members}
    if rules.box_doubles == "first_to_all" and game.answered == 0 and left_out:
        return RuleError("first_to_all", players=tuple(bet.member for bet in left_out))
    if rules.box_doubles == "same_value_same_action":
        same = tuple(bet.member for bet in left_out if bet.value in values)
        if same:
            return RuleError("same_value_same_action", players=same)
    if rules.box_doubles == "include_captain":
        captain = game.acting_captain
        if any(bet.member == captain and bet.value in values for bet in left_out):
            return RuleError("include_captain", captain=captain)
    return None


def offers(rules: HouseRules, game: Game, by: str) -> Iterator[tuple[str, ...]]:
    """Yield every set of members that side may put into one round, the largest first."""
    turnable = able(rules, game, by)
    members = tuple(bet.member for bet in turnable)
    if rules.team_cube:
        if members and cap_problem(game, by, turnable) is None:
            yield members
        return
    for size in range(len(members), 0, -1):
        for chosen in combinations(members, size):
            if cap_problem(game, by, (bet for bet in turnable if bet.member in chosen)):
                continue
            if by == TEAM or box_offer_problem(rules, game, frozenset(chosen)) is None:
                yield chosen


def reply_refused_at_once(
    rules: HouseRules, game: Game, round: Round, bet: Bet, reply: str
) -> RuleError | None:
    """Return why this answer is illegal whatever the others say, or None."""
    if reply == BEAVER:
        if not rules.allows_animals(1):
            return RuleError("beaver_off")
        if not rules.allows(bet.value * 4):
            return RuleError("beaver_over_limit", limit=_limit(rules))
        if rules.team_cube and round.by == BOX and bet.member != round.captain:
            return RuleError("beaver_captain_only", captain=round.captain)
        return _beaver_problem(game, round, (bet.member,))
    if reply == SELL:
        if not rules.captain_may_buy:
            return RuleError("buy_off")
        if bet.holder == round.captain:
            return RuleError("buy_captain", captain=round.captain)
    return None


def vector_problem(
    rules: HouseRules, game: Game, round: Round, replies: Mapping[str, str]
) -> RuleError | None:
    """Return why this complete vector of replies is illegal, or None.

    ``replies`` has one of take, drop, beaver (and sell, to the box's offers) for every member of
    the round. ``game`` must be in its state when the round was offered.
    """
    problem = _beaver_problem(game, round, _beavered(rules, replies))
    if problem is not None:
        return problem
    if round.by == BOX:
        return _members_vector_problem(rules, game, round, replies)
    if rules.team_cube:
        return RuleError("one_answer") if len(set(replies.values())) > 1 else None
    return (
        _captain_problem(rules, game, round, replies)
        or _three_handed_problem(rules, game, round, replies)
        or _minimum_problem(rules, game, round, replies)
        or _lone_captain_problem(rules, game, round, replies)
    )


def legal_vectors(rules: HouseRules, game: Game, round: Round) -> Iterator[dict[str, str]]:
    """Yield every legal way to complete the round, keeping the answers already given."""
    choices = [_words_left(rules, game, round, member) for member in round.members]
    for answers in product(*choices):
        vector = dict(zip(round.members, answers, strict=True))
        if vector_problem(rules, game, round, vector) is None:
            yield vector


def legal_patterns(
    rules: HouseRules, game: Game, round: Round, *, stay_by: str = ""
) -> Iterator[Pattern]:
    """Yield the legal vectors, one for all that differ only in which of several equals says what.

    Members are equal if their cubes are alike and neither has answered: what one may say, another
    may say instead. Each pattern has groups of members and as many words; any way to deal a group's
    words out is a legal vector. Without patterns a large table has 3 to the power of its members.
    With ``stay_by`` only vectors come in which nobody beavers (take), or in which all who do not
    drop beaver where they may (beaver).
    """
    counts_stakes = round.by == TEAM and rules.minimum_take in {"break_even", "profit"}
    groups: dict[object, list[str]] = {}
    given = dict(round.replies)
    for member in round.members:
        bet = game.bet(member)
        # Beneath caps of their own members are no equals.
        capped = round.by == BOX and any(member == player for player, _ in game.caps)
        alone = member == round.captain or member in given or bet is None or capped
        alike = None
        if bet is not None:
            holder = bet.holder * bet.bought
            stake = bet.stake if counts_stakes else 0
            alike = replace(bet, member="", holder=holder, stake=stake)
        groups.setdefault(member if alone else alike, []).append(member)
    members = [tuple(group) for group in groups.values()]
    deals = [
        list(combinations_with_replacement(words, len(group)))
        for group in members
        for words in [_words_left(rules, game, round, group[0], stay_by)]
    ]
    for words in product(*deals):
        pattern = list(zip(members, words, strict=True))
        vector = {
            member: word
            for group, said in pattern
            for member, word in zip(group, said, strict=True)
        }
        if vector_problem(rules, game, round, vector) is None:
            yield pattern


def _words_left(
    rules: HouseRules, game: Game, round: Round, member: str, stay_by: str = ""
) -> list[str]:
    """Return the word already given, or the words that are not refused at once."""
    given = dict(round.replies)
    bet = game.bet(member)
    if member in given or bet is None:
        return [given[member]]
    words = (TAKE, DROP, BEAVER, SELL) if round.by == BOX else (TAKE, DROP, BEAVER)
    left = [word for word in words if reply_refused_at_once(rules, game, round, bet, word) is None]
    if BEAVER in left and stay_by:
        left.remove(BEAVER if stay_by == TAKE else TAKE)
    return left


def _limit(rules: HouseRules) -> str:
    return str(rules.cube_limit)


def _all_centred(game: Game, round: Round) -> bool:
    """Tell whether the round has every live member, at least two, with centred cubes."""
    live = game.live
    return len(live) == len(round.members) >= 2 and all(bet.owner == CENTRE for bet in live)


def _beavered(rules: HouseRules, replies: Mapping[str, str]) -> list[str]:
    """Return whose cubes a vector beavers: with one cube, all that stay, no matter who said so."""
    if rules.team_cube and BEAVER in replies.values():
        return [member for member, reply in replies.items() if reply != DROP]
    return [member for member, reply in replies.items() if reply == BEAVER]


def _may_beaver(rules: HouseRules, game: Game, round: Round, member: str) -> bool:
    bet = game.bet(member)
    return (
        bet is not None
        and rules.allows_animals(1)
        and rules.allows(bet.value * 4)
        and _beaver_problem(game, round, (member,)) is None
    )


def _captain_problem(
    rules: HouseRules, game: Game, round: Round, replies: Mapping[str, str]
) -> RuleError | None:
    captain = round.captain
    if rules.captain_cube == "free" or replies.get(captain) != DROP:
        return None
    if any(bet.owner == BOX and bet.turned and bet.member != captain for bet in game.live):
        return None
    if rules.captain_cube == "must_take":
        return RuleError("captain_must_be_taken", captain=captain)
    if any(reply != DROP for reply in replies.values()):
        return RuleError("captain_first", captain=captain)
    return None


def _three_handed_problem(
    rules: HouseRules, game: Game, round: Round, replies: Mapping[str, str]
) -> RuleError | None:
    if len(game.team) != 2 or not _all_centred(game, round):
        return None
    drops = sum(reply == DROP for reply in replies.values())
    if rules.three_handed == "both" and drops:
        return RuleError("three_handed_both")
    if rules.three_handed == "both_or_neither" and drops == 1:
        return RuleError("three_handed_both_or_neither")
    return None


def _minimum_problem(
    rules: HouseRules, game: Game, round: Round, replies: Mapping[str, str]
) -> RuleError | None:
    if rules.minimum_take == "none" or not _all_centred(game, round):
        return None
    drops = sum(reply == DROP for reply in replies.values())
    takes = len(replies) - drops
    if not drops or not takes:
        return None
    if rules.minimum_take == "all_or_none":
        return RuleError("minimum_all_or_none")
    if rules.minimum_take == "half" and takes < drops:
        return RuleError("minimum_half", number=(len(replies) + 1) // 2)
    if rules.minimum_take == "majority" and takes <= drops:
        return RuleError("minimum_majority", number=len(replies) // 2 + 1)
    if rules.minimum_take in {"break_even", "profit"}:
        net = net_of_replies(game, replies)
        if net < 0 or (net == 0 and rules.minimum_take == "profit"):
            return RuleError(f"minimum_{rules.minimum_take}", net=points_text(net))
    return None


def _lone_captain_problem(
    rules: HouseRules, game: Game, round: Round, replies: Mapping[str, str]
) -> RuleError | None:
    """Return why the captain's cube may not simply be taken alone, or None.

    Source: all offer at once and only the captain's is taken, in a team of any size.
    """
    if not rules.lone_captain_beaver or not _all_centred(game, round):
        return None
    staying = [member for member, reply in replies.items() if reply != DROP]
    if (
        staying == [round.captain]
        and replies[round.captain] == TAKE
        and _may_beaver(rules, game, round, round.captain)
    ):
        return RuleError("lone_captain_beaver", captain=round.captain)
    return None


def _members_vector_problem(
    rules: HouseRules, game: Game, round: Round, replies: Mapping[str, str]
) -> RuleError | None:
    if SELL in replies.values() and replies.get(round.captain) == DROP:
        return RuleError("buy_needs_take", captain=round.captain)
    if rules.team_cube or rules.lone_taker == "free" or not _all_centred(game, round):
        return None
    staying = [member for member, reply in replies.items() if reply != DROP]
    if len(staying) != 1:
        return None
    taker = staying[0]
    if rules.lone_taker == "must_drop":
        return RuleError("lone_taker_must_drop", player=taker)
    bound = rules.lone_taker == "must_beaver" or taker == round.captain
    if bound and replies[taker] == TAKE and _may_beaver(rules, game, round, taker):
        return RuleError("lone_taker_must_beaver", player=taker)
    return None
