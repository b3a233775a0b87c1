"""Keizer: rounds drawn one by one by a ranking that is worked out anew after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules.coded import gettext_noop
from tournaments.formats.base import (
    Draw,
    DrawnRound,
    Format,
    Order,
    Pairing,
    Table,
    require_enough,
    seeded,
    table_of,
)
from tournaments.formats.match_parameters import KeizerParameters
from tournaments.formats.situation import NotNow, RoundKnown, Situation
from tournaments.pairing import keizer, swiss
from tournaments.pairing.entrants import Entrant
from tournaments.pairing.keizer import Candidate
from tournaments.pairing.remarks import Remark
from tournaments.standings.keizer import ranked, text_of
from tournaments.standings.results import Key
from tournaments.standings.table import Value
from tournaments.standings.tiebreaks import KEIZER

RANKS = "ranks"
"""In the order of a draw: everybody of the first round, in the ranking before it."""


class Keizer(Format[KeizerParameters]):
    """Neighbours of the ranking meet; a win brings what the opponent is worth."""

    code = "keizer"
    title = gettext_noop("Keizer")
    help = gettext_noop("Neighbours of the ranking meet; beating the best counts most.")
    parameters = KeizerParameters
    is_free = True
    counts_draws = True
    counts_absences = True
    is_drawn_by_round = True
    basis = KEIZER.help
    kept_orders = frozenset({RANKS})

    def next_draw(self, params: KeizerParameters, rounds: Sequence[RoundKnown]) -> str:
        return "round" if len(rounds) < params.rounds else ""

    def draw(self, now: Situation, attempt: int) -> Draw:
        number = len(now.rounds) + 1
        if not self.next_draw(now.params, now.rounds):
            raise NotNow("rounds_over")
        first = now.order.get(RANKS) or seeded(now, attempt)
        started = replace(now, order={**now.order, RANKS: first})
        field = _candidates(started)
        require_enough(len(field))
        seed = now.seed_of(number, attempt)
        drawn = keizer.paired(
            field,
            round_number=number,
            again=now.params.again,
            seed=seed,
            forbidden=now.forbidden,
            apart=now.apart,
        )
        pairings = [Pairing(*two) for two in drawn.pairs]
        if drawn.bye is not None:
            pairings.append(Pairing(drawn.bye, None))
        made = DrawnRound(seed, tuple(pairings), remarks=drawn.remarks)
        return Draw((made,), order=started.order)

    def late(self, now: Situation, number: int) -> Order | None:
        return None

    def standings(self, now: Situation) -> tuple[Table, ...]:
        """Return everybody by their score; equals are in the order that they had before."""
        ranking, scores = _ranking(now)
        lines = {line.key: line for line in table_of(replace(now, tie_breaks=()))}
        return (
            Table(
                tuple(
                    replace(
                        lines[key],
                        place=place,
                        shares_place=False,
                        values=(Value(KEIZER.name, scores[key], text_of(scores[key])),),
                    )
                    for place, key in enumerate(ranking, 1)
                )
            ),
        )

    def judge(self, now: Situation) -> tuple[Remark, ...]:
        """Return the draft's problems, including those who met lately and a bye before its time."""
        drafted = self.waiting(now)
        there = {one for meeting in drafted for one in meeting.players}
        number = len(now.rounds)
        later = {one.number for one in now.entries if one.since > number} - there
        field = [one for one in _candidates(now) if one.key not in later]
        if not drafted or len(field) < 2:
            return super().judge(now)
        fewest = min(one.byes for one in field)
        entrants = [
            Entrant(
                str(candidate.key),
                score=0,
                rank=place,
                opponents=tuple(
                    str(other.key)
                    for other in field
                    if keizer.is_again(candidate, other, number, now.params.again)
                ),
                byes=candidate.byes - fewest,
            )
            for place, candidate in enumerate(field, 1)
        ]
        pairs = [swiss.Pair(*map(str, one.players)) for one in drafted if len(one.players) == 2]
        alone = [str(one.players[0]) for one in drafted if len(one.players) == 1]
        return swiss.problems(pairs, alone[0] if alone else None, entrants, now.forbidden)

    def planned_rounds(self, params: KeizerParameters) -> int:
        """Return how many the director wants."""
        return params.rounds

    def latest(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        return tuple(one.number for one in rounds[-1:])


def _ranking(now: Situation) -> tuple[list[Key], dict[Key, int]]:
    """Return the ranking with the scores; who came later begins behind the others."""
    entered = [one.number for one in now.entries]
    first = [one for one in now.order.get(RANKS, ()) if one in set(entered)]
    first += sorted(set(entered) - set(first))
    return ranked(first, now.played(with_absences=True))


def _candidates(now: Situation) -> list[Candidate]:
    """Return the players of the next round, by the ranking so far."""
    byes: dict[int, int] = {}
    met: dict[int, dict[int, int]] = {}
    for one in sorted(now.results, key=lambda meeting: meeting.round):
        two = one.players
        if len(two) == 1:
            byes[two[0]] = byes.get(two[0], 0) + 1
        elif two:
            met.setdefault(two[0], {})[two[1]] = one.round
            met.setdefault(two[1], {})[two[0]] = one.round
    active = {one.number for one in now.active}
    return [
        Candidate(int(key), byes.get(int(key), 0), met.get(int(key), {}))
        for key in _ranking(now)[0]
        if key in active
    ]


FORMAT = Keizer()
