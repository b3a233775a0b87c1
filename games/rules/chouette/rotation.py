"""Who sits where next: the rotation table, partners, newcomers and departures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.rules.chouette.actions import BOX, TEAM
from games.rules.chouette.options import OPTIONS, HouseRules
from games.rules.chouette.state import GameResult, Seating
from games.rules.coded import gettext_noop

RETENTIONS: Final = next(one.values for one in OPTIONS if one.name == "retention")

REASONS: Final[Mapping[str, str]] = {
    "captain_stepped_down": gettext_noop(
        "The team won, but captain {captain} had already lost their own bet: "
        "{decider} becomes box, {captain} and {box} go to the end."
    ),
    "team_won": gettext_noop("The team won: captain {captain} becomes box, {box} goes to the end."),
    "box_stays": gettext_noop(
        "The box won and may stay (result: {net}): captain {captain} goes to the end."
    ),
    "box_fails": gettext_noop(
        "The box won the board game, but a result of {net} is not enough to stay: "
        "{next_box} becomes box, {captain} and {box} go to the end."
    ),
    "captain_beaten": gettext_noop(
        "The box beat the captain and stays: captain {captain} goes to the end."
    ),
    "captain_won": gettext_noop(
        "Captain {captain} beat the box and becomes box, {box} goes to the end."
    ),
}
"""The rows of the rotation table in words; ``GameResult.rule`` is a key."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the rotation table depends on, in a line without a partner."""

    box: str
    captain: str
    crew: tuple[str, ...]
    winner: str
    net: int
    captain_side: str
    decider: str


def rotate(retention: str, at: Situation) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Return the next order, who was sent down, and the row of the table that applied.

    Source: the table under "Rotation". A captain who lost their own bet but plays on with a cube
    they bought has not stepped down: that captain is the decider.
    """
    stays = (at.box, *at.crew, at.captain)
    captain_takes_over = (at.captain, *at.crew, at.box)
    both_down = (at.captain, at.box)
    if retention == "beat_captain":
        if at.captain_side == BOX:
            return stays, (at.captain,), "captain_beaten"
        return captain_takes_over, (at.box,), "captain_won"
    if at.winner == TEAM:
        if at.captain_side == BOX and at.decider != at.captain:
            others = tuple(player for player in at.crew if player != at.decider)
            return (at.decider, *others, *both_down), both_down, "captain_stepped_down"
        return captain_takes_over, (at.box,), "team_won"
    passes = {
        "win_and_break_even": at.net >= 0,
        "win_and_profit": at.net > 0,
        "last_man": True,
    }[retention]
    if passes:
        return stays, (at.captain,), "box_stays"
    return (*at.crew, *both_down), both_down, "box_fails"


def next_seating(
    rules: HouseRules, at: Situation, partner: str | None, share: str
) -> tuple[Seating, str]:
    """Return the line after a game, before joins and departures, and the row that applied.

    The table does not place a partner: the partner stays with a box that stays, else becomes
    captain and, where the club requires partners, the next player behind joins the new box at half.
    """
    order, sent_down, rule = rotate(rules.retention, at)
    if partner is None:
        return Seating(order, sent_down=sent_down), rule
    order = (order[0], partner, *order[1:])
    if order[0] == at.box:
        return Seating(order, partner, share, sent_down), rule
    if partner_required(rules, len(order)):
        new_box, captain, successor, *rest = order
        order = (new_box, successor, captain, *rest)
        return Seating(order, successor, "50", _without(sent_down, successor)), rule
    return Seating(order, sent_down=sent_down), rule


def partner_required(rules: HouseRules, players: int) -> bool:
    """Tell whether the box must have a partner with this many players at the table."""
    least = rules.partner_required_from
    return least is not None and players >= max(least, 3)


def situation(result: GameResult) -> Situation:
    """Return what the rotation table needs to know of a finished game."""
    return Situation(
        box=result.box,
        captain=result.captain,
        crew=result.team[1:],
        winner=result.winner,
        net=result.net,
        captain_side=result.captain_side,
        decider=result.decider,
    )


def alternatives(rules: HouseRules, result: GameResult) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return what each ``retention`` would have made of this game: the order and the row that
    applied.
    """
    chosen = {}
    for retention in RETENTIONS:
        seating, rule = next_seating(
            replace(rules, retention=retention), situation(result), result.partner, "50"
        )
        chosen[retention] = (seating.order, rule)
    return chosen


def join(rules: HouseRules, seating: Seating, player: str, before: Sequence[str] = ()) -> Seating:
    """Seat a newcomer: at the end, or ahead of those just sent down.

    Who was sent down and then became the box's partner is not among them.

    ``before`` is the line of one game ago. Who stood in it and has sat out since keeps their place
    where the house rules say so: ahead of the first who stood behind them and was not sent down.
    Nobody comes in before the box or the box's partner.
    """
    order = seating.order
    reserved = min(len(order), 2 if seating.partner else 1)
    sent_down = [order.index(one) for one in seating.sent_down if one in order]
    place = len(order)
    if rules.keep_place and player in before:
        behind = before[before.index(player) + 1 :]
        waiting = (order.index(one) for one in behind if one in order)
        places = [one for one in waiting if one >= reserved and one not in sent_down]
        place = max(min(places or sent_down, default=place), reserved)
    elif rules.joiner == "ahead_of_loser":
        place = max(min(sent_down, default=place), reserved)
    return replace(seating, order=(*order[:place], player, *order[place:]))


def leave(seating: Seating, player: str) -> Seating:
    """Remove a player: those behind move up.

    A partnership ends when either partner leaves, and when only two are left at the table.
    """
    order = _without(seating.order, player)
    ends = player in (seating.order[0], seating.partner) or len(order) < 3
    return replace(
        seating,
        order=order,
        partner=None if ends else seating.partner,
        share="50" if ends else seating.share,
        sent_down=_without(seating.sent_down, player),
    )


def name_partner(seating: Seating, player: str, percent: str) -> Seating:
    """Move the box's new partner to the second place; they are no longer sent down."""
    box, *others = seating.order
    return replace(
        seating,
        order=(box, player, *_without(others, player)),
        partner=player,
        share=percent,
        sent_down=_without(seating.sent_down, player),
    )


def _without(players: Iterable[str], player: str) -> tuple[str, ...]:
    return tuple(one for one in players if one != player)
