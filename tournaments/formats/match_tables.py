"""Everybody meets everybody: round robin, and groups whose best go on into a knockout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from games.rules.coded import gettext_noop
from tournaments.formats.base import (
    LEAST,
    Draw,
    DrawnRound,
    Follows,
    Format,
    Order,
    Pairing,
    Table,
    require_enough,
    seeded,
    table_of,
)
from tournaments.formats.match_brackets import SINGLE
from tournaments.formats.match_parameters import (
    GroupsKnockoutParameters,
    RoundRobinParameters,
    SingleParameters,
    TwiceParameters,
)
from tournaments.formats.situation import GROUP, GROUP_NODE, NotNow, RoundKnown, Situation
from tournaments.pairing.brackets import Bracket, crossed, group_name, groups
from tournaments.pairing.remarks import Remark
from tournaments.pairing.round_robin import Round, berger
from tournaments.standings.tiebreaks import HEAD_TO_HEAD

KNOCKOUT: Final = "knockout"
MEANINGLESS: Final = {HEAD_TO_HEAD, "buchholz", "buchholz_cut1", "buchholz_median"}
"""The tie-breaks that a round robin does not use a second time, or at all."""


T = TypeVar("T", bound=TwiceParameters)


class RoundRobinOf(Format[T]):
    """Everybody meets everybody, by Berger's tables."""

    counts_draws = True
    is_one_by_one = True
    has_cross = True
    follows_entries = True

    def next_draw(self, params: T, rounds: Sequence[RoundKnown]) -> str:
        return "" if rounds else "rounds"

    def draw(self, now: Situation, attempt: int) -> Draw:
        if now.rounds:
            raise NotNow("rounds_over")
        field = seeded(now, attempt)
        rounds = tuple(
            DrawnRound(now.seed_of(number, attempt), tuple(_pairings(round, field)))
            for number, round in enumerate(self._table(now, len(field)), 1)
        )
        return Draw(rounds, {"field": field})

    def late(self, now: Situation, number: int) -> Order | None:
        """Return the field with the late entry as its odd number: they meet everyone who had a bye.

        Where a wrong entry was removed they take its place. If a draft has an even number, the
        field stays and the draft lists the missing entry.
        """
        field = self.field(now)
        if not field:
            return None
        there = {one.number for one in now.entries if one.number != number}
        free = next((one for one in field if one not in there), None)
        if free is not None:
            return {**now.order, "field": [number if one == free else one for one in field]}
        if len(field) % 2:
            return {**now.order, "field": [*field, number]}
        if now.drafts:
            return None
        raise NotNow("field_fixed")

    def follow(self, now: Situation) -> tuple[Follows, ...]:
        """Return the byes that become meetings with the late entry."""
        field = self.field(now)
        if len(field) < LEAST:
            return ()
        table = self._table(now, len(field))
        there = {one.number for one in now.entries}
        return tuple(
            Follows(meeting.key, meeting.players[0], opponent)
            for meeting in now.meetings
            if meeting.outcome == "bye" and meeting.players and meeting.round <= len(table)
            for opponent in _opponents(table[meeting.round - 1], field, meeting.players[0])
            if opponent in there
        )

    def standings(self, now: Situation) -> tuple[Table, ...]:
        """Return everybody; equals by their matches against each other before anything else.

        All have the same opponents, so their scores say nothing of who is better.
        """
        others = [one for one in now.tie_breaks if one not in MEANINGLESS]
        return (Table(table_of(replace(now, tie_breaks=(HEAD_TO_HEAD, *others)))),)

    def _table(self, now: Situation, size: int) -> tuple[Round, ...]:
        return berger(size, is_double=now.params.twice)


class RoundRobin(RoundRobinOf[RoundRobinParameters]):
    """Round by round, each at one time."""

    code = "round_robin"
    title = gettext_noop("Round robin")
    help = gettext_noop("Everybody meets everybody.")
    parameters = RoundRobinParameters
    leaves_byes = True


class GroupsKnockout(Format[GroupsKnockoutParameters]):
    """Everybody meets everybody in small groups; the best go on into a knockout."""

    code = "groups_knockout"
    title = gettext_noop("Groups into a knockout")
    help = gettext_noop("Small groups first; the best of each play a knockout.")
    parameters = GroupsKnockoutParameters
    has_way_in = True
    has_cross = True

    def next_draw(self, params: GroupsKnockoutParameters, rounds: Sequence[RoundKnown]) -> str:
        """Return the groups, then the knockout."""
        if not rounds:
            return "groups"
        return KNOCKOUT if all(one.bracket == GROUP for one in rounds) else ""

    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return the groups, or the knockout with remarks on ties."""
        if not now.order.get("groups"):
            return self._groups(now, attempt)
        if not self.next_draw(now.params, now.rounds):
            raise NotNow("rounds_over")
        field, remarks = qualified(now)
        require_enough(len(field))
        order = {**now.order, KNOCKOUT: field}
        seed = now.seed_of(len(now.rounds) + 1, attempt)
        return Draw(order=order, bracket_seed=seed, remarks=remarks)

    def late(self, now: Situation, number: int) -> Order | None:
        """Return None for a draft, which lists the missing entry; groups are fixed."""
        if not now.rounds or (now.drafts and not now.order.get(KNOCKOUT)):
            return None
        raise NotNow("field_fixed")

    def standings(self, now: Situation) -> tuple[Table, ...]:
        return tuple(
            Table(table_of(_within(now), tuple(group)), group_name(place))
            for place, group in enumerate(now.order.get("groups", ()))
        )

    def latest(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        """Return the groups' rounds, or the knockout's once it is drawn."""
        if not rounds:
            return ()
        is_group = rounds[-1].bracket == GROUP
        return tuple(one.number for one in rounds if (one.bracket == GROUP) == is_group)

    def is_released_singly(self, waiting: Sequence[RoundKnown]) -> bool:
        """Tell so of groups; a knockout is released as a whole."""
        return bool(waiting) and waiting[0].bracket == GROUP

    def field(self, now: Situation) -> tuple[int, ...]:
        return tuple(now.order.get(KNOCKOUT, ()))

    def expected(self, now: Situation) -> tuple[Any, ...]:
        """Return who should be in the draft: everybody, or those who go on and have not
        withdrawn.
        """
        if not now.order.get(KNOCKOUT):
            return now.active
        going_on = set(self.field(now)) - now.withdrawals
        return tuple(one for one in now.entries if one.number in going_on)

    def bracket(self, now: Situation) -> Bracket | None:
        """Return the knockout."""
        size = len(self.field(now))
        params = SingleParameters(third_place=now.params.third_place)
        return SINGLE.built(params, size) if size >= LEAST else None

    def corrected(self, before: Situation, after: Situation) -> Order | None:
        """Return the order with the knockout's places given to those who now qualify.

        A replacement takes the place of the other player, even one set by hand.
        """
        field = list(self.field(before))
        if not field:
            return None
        was, will = qualified(before)[0], qualified(after)[0]
        if was == will or len(was) != len(will):
            return None
        instead = dict(zip(was, will, strict=True))
        now = [instead.get(number, number) for number in field]
        if len(set(now)) < len(now):
            now = will
        return None if now == field else {**before.order, KNOCKOUT: now}

    def _groups(self, now: Situation, attempt: int) -> Draw:
        field = seeded(now, attempt)
        count, least = now.params.groups, now.params.groups * now.params.qualifiers
        dealt = [[field[seed - 1] for seed in group] for group in groups(len(field), count)]
        if min(map(len, dealt)) < now.params.qualifiers:
            raise NotNow("too_few_entries", least=least, count=len(field))
        tables = [(berger(len(one)), one, group_name(place)) for place, one in enumerate(dealt)]
        rounds = tuple(
            DrawnRound(
                now.seed_of(number, attempt),
                tuple(
                    pairing
                    for table, group, name in tables
                    if number <= len(table)
                    for pairing in _pairings(table[number - 1], group, GROUP_NODE + name)
                ),
                GROUP,
            )
            for number in range(1, max(len(table) for table, _, _ in tables) + 1)
        )
        return Draw(rounds, {"groups": dealt})


def qualified(now: Situation) -> tuple[list[int], tuple[Remark, ...]]:
    """Return who qualifies from the groups, in seeding order, and who was tied.

    Ties that no tie-break resolves are decided by lots from the event's seed.
    """
    staying: list[list[int]] = []
    remarks: list[Remark] = []
    count = now.params.qualifiers
    for place, group in enumerate(now.order.get("groups", ())):
        lines = [
            line
            for line in table_of(_within(now), tuple(group), with_lots=True)
            if line.key not in now.withdrawals or line.key in now.order.get(KNOCKOUT, ())
        ]
        staying.append([int(line.key) for line in lines])
        remarks += _drawn_by_lot(now, group, place, staying[-1], count)
    places = crossed(len(staying), count)
    found = [
        staying[group - 1][place - 1] for group, place in places if place <= len(staying[group - 1])
    ]
    return found, tuple(remarks)


def _drawn_by_lot(
    now: Situation, group: Sequence[int], place: int, staying: Sequence[int], count: int
) -> list[Remark]:
    """Add remarks where lots decided who qualifies, or from which place."""
    shared: dict[int, list[int]] = {}
    for line in table_of(_within(now), tuple(group)):
        if line.shares_place and line.key in staying:
            shared.setdefault(line.place, []).append(int(line.key))
    said = []
    for tied in shared.values():
        if len(tied) > 1 and min(map(staying.index, tied)) < count:
            names = tuple(str(one) for one in sorted(tied, key=staying.index))
            said.append(Remark("lots_drawn", names, {"players": names, "group": group_name(place)}))
    return said


def _within(now: Situation) -> Situation:
    return Situation(
        params=now.params,
        entries=now.entries,
        rounds=now.rounds,
        meetings=tuple(one for one in now.meetings if one.bracket == GROUP),
        order=now.order,
        seed=now.seed,
        tie_breaks=now.tie_breaks,
    )


def _pairings(table: Round, field: Sequence[int], node: str = "") -> list[Pairing]:
    found = [Pairing(field[one - 1], field[other - 1], node) for one, other in table.pairs]
    if table.bye is not None:
        found.append(Pairing(field[table.bye - 1], None, node))
    return found


def _opponents(table: Round, field: Sequence[int], number: int) -> list[int]:
    """Return a player's opponents in a round-robin table."""
    two = [{field[one - 1], field[other - 1]} for one, other in table.pairs]
    return [other for pair in two if number in pair for other in pair - {number}]


ROUND_ROBIN = RoundRobin()
GROUPS_KNOCKOUT = GroupsKnockout()
