"""Next matches as players are free: for evenings at which people come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules.coded import gettext_noop
from tournaments.formats.base import (
    LEAST,
    Draw,
    DrawnRound,
    Format,
    Order,
    Pairing,
    Table,
    require_enough,
    table_of,
)
from tournaments.formats.match_parameters import FreeParameters
from tournaments.formats.match_swiss import drawn_ranks
from tournaments.formats.situation import NotNow, RoundKnown, Situation
from tournaments.pairing import pool
from tournaments.pairing.pool import PoolDraw, Waiting
from tournaments.pairing.remarks import Remark, about, between
from tournaments.standings.table import Value
from tournaments.standings.tiebreaks import PLAYED


class Free(Format[FreeParameters]):
    """Who is here and does not play has the next match; nobody waits for a round to end."""

    code = "free"
    title = gettext_noop("As players are free")
    help = gettext_noop("Who is free has the next match; come and go as you like.")
    parameters = FreeParameters
    is_free = True
    counts_draws = True
    is_drawn_by_round = True
    is_paired_by_score = False
    draws_while_playing = True
    loses_absent = True
    basis = PLAYED.help

    def next_draw(self, params: FreeParameters, rounds: Sequence[RoundKnown]) -> str:
        return "round"

    def draw(self, now: Situation, attempt: int) -> Draw:
        if now.params.most and _has_had_all(now):
            raise NotNow("rounds_over")
        require_enough(self.ready(now))
        seed = now.seed_of(len(now.rounds) + 1, attempt)
        drawn = _drawn(now, seed)
        pairings = tuple(Pairing(*two) for two in drawn.pairs)
        return Draw((DrawnRound(seed, pairings, remarks=drawn.remarks),))

    def late(self, now: Situation, number: int) -> Order | None:
        return None

    def next_step(self, now: Situation) -> str:
        """Return the next step: the next matches, too, while others are played."""
        step = super().next_step(now)
        if step == "play" and self.ready(now) >= LEAST:
            return "round"
        return "over" if step == "round" and now.params.most and _has_had_all(now) else step

    def ready(self, now: Situation) -> int:
        """Return how many are free for a next match, without two who have just met."""
        return 2 * len(_drawn(now, now.seed).pairs)

    def standings(self, now: Situation) -> tuple[Table, ...]:
        """Return everybody by wins, then by fewer losses, then by the director's tie-breaks.

        Without Buchholz, which would count how often somebody has played.
        """
        breaks = tuple(one for one in now.tie_breaks if not one.startswith("buchholz"))
        return (
            Table(
                tuple(
                    replace(line, values=(Value(PLAYED.name, count, str(count)), *line.values))
                    for line in table_of(replace(now, tie_breaks=breaks), by_losses=True)
                    for count in [line.wins + line.losses + line.halves]
                )
            ),
        )

    def judge(self, now: Situation) -> tuple[Remark, ...]:
        """Return the draft's problems: who is in it and not free, and who is free and not in it.

        Of an odd number one may wait.
        """
        drafted = self.waiting(now)
        if not drafted:
            return ()
        number = len(now.rounds)
        there = [one for meeting in drafted for one in meeting.players]
        free = {one.key for one in _waiting(now)}
        due = {one.number for one in now.entries if one.since <= number} & free
        remarks = [about("unknown", str(one)) for one in sorted(set(there) - free)]
        remarks += [about("twice", str(one)) for one in sorted(set(there)) if there.count(one) > 1]
        apart = {one for two in _drawn(now, now.seed).apart for one in two}
        left = sorted(due - set(there) - apart)
        if len(left) > 1 or (left and len(set(there) & free) < len(there)):
            remarks += [about("missing", str(one)) for one in left]
        for one in drafted:
            two = [str(player) for player in one.players]
            if frozenset(two) in now.forbidden:
                remarks.append(between("forbidden", *two))
        return tuple(remarks)

    def latest(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        return tuple(one.number for one in rounds[-1:])


def _drawn(now: Situation, seed: str) -> PoolDraw:
    is_alone = all(one.is_settled for one in now.results)
    return pool.paired(
        _waiting(now),
        seed=seed,
        forbidden=now.forbidden,
        kept_apart=now.apart,
        is_alone=is_alone,
    )


def _has_had_all(now: Situation) -> bool:
    """Tell whether nobody plays, and all but one have had as many matches as they may."""
    if any(not one.is_settled for one in now.results):
        return False
    return len(_waiting(now)) < LEAST <= len(now.active)


def _waiting(now: Situation) -> list[Waiting]:
    """Return those who are here, do not play, and may have another match, the strongest first."""
    busy = {player for one in now.results if not one.is_settled for player in one.players}
    met: dict[int, dict[int, int]] = {}
    last: dict[int, int] = {}
    for one in sorted(now.results, key=lambda meeting: meeting.round):
        if len(one.players) == 2:
            for mine, other in (one.players, one.players[::-1]):
                met.setdefault(mine, {})[other] = met.get(mine, {}).get(other, 0) + 1
                last[mine] = other
    drawn = drawn_ranks(now)
    ranked = sorted(now.active, key=lambda one: (*one.strength, drawn[one.number]))
    if now.by_entry:
        ranked = sorted(now.active, key=lambda one: one.number)
    waiting = [
        Waiting(
            entry.number,
            sum(met.get(entry.number, {}).values()),
            met.get(entry.number, {}),
            last.get(entry.number),
        )
        for entry in ranked
        if entry.number not in busy
    ]
    most = now.params.most
    return [one for one in waiting if not most or one.played < most]


FORMAT = Free()
