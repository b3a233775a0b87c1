"""The Swiss system: a fixed number of rounds, drawn one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.coded import gettext_noop
from tournaments.formats.base import (
    Draw,
    DrawnRound,
    Format,
    Order,
    Pairing,
    Table,
    require_enough,
    table_of,
)
from tournaments.formats.match_parameters import SwissParameters
from tournaments.formats.situation import Meeting, NotNow, RoundKnown, Situation
from tournaments.pairing import swiss
from tournaments.pairing.chance import Chance
from tournaments.pairing.entrants import Entrant
from tournaments.pairing.remarks import Remark


class Swiss(Format[SwissParameters]):
    """Pairs of equal score, whatever the field."""

    code = "swiss"
    title = gettext_noop("Swiss system")
    help = gettext_noop("A fixed number of rounds; equals meet, nobody is out.")
    parameters = SwissParameters
    is_free = True
    counts_draws = True
    counts_absences = True
    is_drawn_by_round = True

    def next_draw(self, params: SwissParameters, rounds: Sequence[RoundKnown]) -> str:
        return "round" if len(rounds) < params.rounds else ""

    def draw(self, now: Situation, attempt: int) -> Draw:
        number = len(now.rounds) + 1
        if not self.next_draw(now.params, now.rounds):
            raise NotNow("rounds_over")
        field = entrants(now)
        require_enough(len(field))
        seed = now.seed_of(number, attempt)
        drawn = swiss.pair(
            field,
            seed=seed,
            round_number=number,
            forbidden=now.forbidden,
            apart=now.apart,
            inside=now.params.inside_of(number),
            further=now.params.rounds - number,
        )
        pairings = [Pairing(int(one.first), int(one.second)) for one in drawn.pairs]
        if drawn.bye is not None:
            pairings.append(Pairing(int(drawn.bye), None))
        return Draw((DrawnRound(seed, tuple(pairings), remarks=drawn.remarks),))

    def late(self, now: Situation, number: int) -> Order | None:
        return None

    def standings(self, now: Situation) -> tuple[Table, ...]:
        return (Table(table_of(now, with_absences=True)),)

    def judge(self, now: Situation) -> tuple[Remark, ...]:
        """Return the draft's problems, including rematches and second byes."""
        drafted = self.waiting(now)
        there = {one for meeting in drafted for one in meeting.players}
        # Players entered after the confirmation take part from the next round.
        later = {str(one.number) for one in now.entries if one.since > len(now.rounds)}
        later -= {str(one) for one in there}
        field = [one for one in entrants(now) if one.key not in later]
        if not drafted or len(field) < 2:
            return super().judge(now)
        pairs, bye = [], None
        for meeting in drafted:
            two = [str(one) for one in meeting.players]
            if len(two) == 1:
                bye = two[0]
            elif two:
                pairs.append(swiss.Pair(*two))
        return swiss.problems(pairs, bye, field, now.forbidden)

    def planned_rounds(self, params: SwissParameters) -> int:
        """Return how many the director wants."""
        return params.rounds

    def latest(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        return tuple(one.number for one in rounds[-1:])


def entrants(now: Situation) -> list[Entrant]:
    """Return the players of the next round, with what a fair draw needs to know of each."""
    lines = {line.key: line.score for line in table_of(now)}
    met: dict[int, list[int]] = {}
    byes: dict[int, int] = {}
    floats: dict[int, list[int]] = {}
    scores: dict[int, int] = {}
    by_round: dict[int, list[Meeting]] = {}
    for meeting in now.results:
        by_round.setdefault(meeting.round, []).append(meeting)
    for _, played in sorted(by_round.items()):
        before = dict(scores)
        for meeting in played:
            two = meeting.players
            if not two:
                continue
            _follow(meeting, two, before, scores, floats)
            if len(two) == 1:
                byes[two[0]] = byes.get(two[0], 0) + 1
            else:
                met.setdefault(two[0], []).append(two[1])
                met.setdefault(two[1], []).append(two[0])
    drawn = drawn_ranks(now)
    ranked = sorted(now.active, key=lambda one: (*one.strength, drawn[one.number]))
    if now.by_entry:
        ranked = sorted(now.active, key=lambda one: one.number)
    return [
        Entrant(
            key=str(entry.number),
            score=lines.get(entry.number, 0),
            rank=rank,
            opponents=tuple(str(other) for other in met.get(entry.number, ())),
            byes=byes.get(entry.number, 0),
            floats=tuple(floats.get(entry.number, ())),
        )
        for rank, entry in enumerate(ranked, 1)
    ]


def drawn_ranks(now: Situation) -> dict[int, int]:
    """Return everybody's drawn rank in the field, by number; it is the same in all rounds.

    Everyone entered before the first round is drawn, playing or not. Later entries are inserted at
    random, which does not change the order of the others.
    """
    chance = Chance(now.seed)
    drawn = chance.shuffled([one.number for one in now.entries if one.since <= 1], "ranks")
    for entry in now.entries:
        if entry.since > 1:
            drawn.insert(chance.below(len(drawn) + 1, "late rank", entry.number), entry.number)
    return {number: place for place, number in enumerate(drawn)}


def _follow(
    meeting: Meeting,
    two: Sequence[int],
    before: Mapping[int, int],
    scores: dict[int, int],
    floats: dict[int, list[int]],
) -> None:
    """Add a meeting to the records of its players, including their floats."""
    for side, number in enumerate(two):
        other = before.get(two[1 - side], 0) if len(two) == 2 else before.get(number, 0)
        mine = before.get(number, 0)
        floats.setdefault(number, []).append((other > mine) - (other < mine))
        won = 2 if meeting.winner is not None and (len(two) == 1 or meeting.winner == side) else 0
        half = 1 if meeting.is_settled and meeting.winner is None and len(two) == 2 else 0
        scores[number] = mine + won + half


FORMAT = Swiss()
