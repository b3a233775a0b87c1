"""How each format of match play draws what comes next."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from tournaments.errors import Conflict, Refused
from tournaments.models import Division, Entry, Match, Round
from tournaments.pairing import swiss
from tournaments.pairing.brackets import crossed, group_name, groups
from tournaments.pairing.chance import Chance
from tournaments.pairing.entrants import Entrant
from tournaments.pairing.round_robin import berger
from tournaments.record.selectors.results import (
    active_entries,
    group_standings,
    matches_of,
    numbers_of,
    standings_of,
)
from tournaments.record.selectors.rounds import remarks_json
from tournaments.record.selectors.seeding import strengths_of
from tournaments.record.services.formats import params_of
from tournaments.results.services.propagation import bracket_write
from tournaments.tables.services.tables import open_tables, tables_draft

LEAST = 2


def round_draw(division: Division, attempt: int) -> None:
    """Write what comes next in a division as a draft.

    Raises:
        Conflict: what was drawn before is not over.
        Refused: all has been played, or too few are there.
        PairingError: no such field can be drawn.
    """
    _require_over(division)
    if division.is_chouette:
        tables_draft(division, attempt)
    elif division.format == "swiss":
        _swiss(division, attempt)
    elif division.format == "groups_knockout":
        if (division.order or {}).get("groups"):
            _knockout(division, attempt)
        else:
            _groups(division, attempt)
    elif division.rounds.exists():
        raise Refused("rounds_over")
    else:
        field = _seeded(division, attempt)
        division.order = {"field": field}
        division.save(update_fields=["order"])
        if division.format == "round_robin":
            is_double = params_of(division).twice
            table = berger(len(field), is_double=is_double)
            _rounds_write(division, [[(table_round, field, "")] for table_round in table], attempt)
        else:
            bracket_write(division, seed=_seed(division, 1, attempt), first_number=1)
            division.rounds.update(attempt=attempt)


def _swiss(division: Division, attempt: int) -> None:
    params = params_of(division)
    number = division.rounds.count() + 1
    if number > params.rounds:
        raise Refused("rounds_over")
    field = entrants_of(division)
    _require_enough(len(field))
    draw = swiss.pair(
        field,
        seed=_seed(division, number, attempt),
        round_number=number,
        forbidden=forbidden_of(division),
        inside=params.inside,
        further=params.rounds - number,
    )
    made = _round(division, number, attempt, remarks=remarks_json(draw.remarks))
    pairs: list[tuple[str, str | None]] = [(one.first, one.second) for one in draw.pairs]
    _matches(made, [*pairs, *([] if draw.bye is None else [(draw.bye, None)])])


def _groups(division: Division, attempt: int) -> None:
    params = params_of(division)
    field = _seeded(division, attempt)
    dealt = [[field[seed - 1] for seed in group] for group in groups(len(field), params.groups)]
    if min(map(len, dealt)) < params.qualifiers:
        raise Refused("too_few_entries", least=params.groups * params.qualifiers, count=len(field))
    division.order = {"groups": dealt}
    division.save(update_fields=["order"])
    tables = [(berger(len(group)), group, group_name(n)) for n, group in enumerate(dealt)]
    longest = max(len(table) for table, _, _ in tables)
    rounds = [
        [(table[n], group, name) for table, group, name in tables if n < len(table)]
        for n in range(longest)
    ]
    _rounds_write(division, rounds, attempt)


def _knockout(division: Division, attempt: int) -> None:
    params = params_of(division)
    if division.rounds.exclude(bracket="group").exists():
        raise Refused("rounds_over")
    matches = matches_of(division)
    lines = group_standings(division, matches, numbers_of(division))
    gone = set(
        division.entries.filter(state=Entry.State.WITHDRAWN).values_list("number", flat=True)
    )
    staying = [[int(line.key) for line in group if line.key not in gone] for group in lines]
    order = dict(division.order or {})
    places = crossed(len(staying), params.qualifiers)
    order["knockout"] = [
        staying[group - 1][place - 1] for group, place in places if place <= len(staying[group - 1])
    ]
    _require_enough(len(order["knockout"]))
    division.order = order
    division.save(update_fields=["order"])
    number = division.rounds.count() + 1
    bracket_write(division, seed=_seed(division, number, attempt), first_number=number)
    division.rounds.exclude(bracket="group").update(attempt=attempt)


def _rounds_write(
    division: Division,
    rounds: Sequence[Sequence[tuple[Any, Sequence[int], str]]],
    attempt: int,
) -> None:
    """Write rounds of Berger tables: of one field, or of several groups side by side."""
    for number, tables in enumerate(rounds, 1):
        made = _round(division, number, attempt, bracket="group" if tables[0][2] else "")
        pairs: list[tuple[str, str | None]] = []
        nodes: list[str] = []
        for table_round, field, name in tables:
            found = [(str(field[a - 1]), str(field[b - 1])) for a, b in table_round.pairs]
            pairs += found
            if table_round.bye is not None:
                pairs.append((str(field[table_round.bye - 1]), None))
            nodes += [f"group-{name}"] * (len(pairs) - len(nodes)) if name else []
        _matches(made, pairs, nodes)


def _round(
    division: Division,
    number: int,
    attempt: int,
    *,
    bracket: str = "",
    remarks: Sequence[dict[str, Any]] = (),
) -> Round:
    return Round.objects.create(
        division=division,
        number=number,
        bracket=bracket,
        bracket_round=number if bracket else None,
        seed=_seed(division, number, attempt),
        attempt=attempt,
        remarks=list(remarks),
        minutes=division.event.round_minutes,
    )


def _matches(
    made: Round, pairs: Sequence[tuple[str, str | None]], nodes: Sequence[str] = ()
) -> None:
    """Write the matches of a round; who has the bye stands last and has won already."""
    division = made.division
    players = dict(division.entries.values_list("number", "player_id"))
    named = nodes or [""] * len(pairs)
    Match.objects.bulk_create(
        Match(
            club_id=division.event.club_id,
            round=made,
            node=node,
            position=position,
            first_id=players[int(first)],
            second_id=None if second is None else players[int(second)],
            length=division.match_length,
            played_on=division.event.starts_on,
            state=Match.State.SETTLED if second is None else Match.State.OPEN,
            outcome=Match.Outcome.BYE if second is None else "",
            winner=0 if second is None else None,
            settled_at=timezone.now() if second is None else None,
        )
        for position, ((first, second), node) in enumerate(zip(pairs, named, strict=True), 1)
    )


def _seed(division: Division, number: int, attempt: int) -> str:
    """Return the seed of a round: the event's, and what makes this draw another than the others."""
    return f"{division.event.seed}/{division.position}/{number}/{attempt}"


def _seeded(division: Division, attempt: int) -> list[int]:
    """Return the numbers of who is there, the first seed first, as the director wants them."""
    entries = active_entries(division)
    _require_enough(len(entries))
    shuffled = Chance(_seed(division, 1, attempt)).shuffled(
        [one.number for one in entries], "field"
    )
    drawn = {number: place for place, number in enumerate(shuffled)}
    strengths = strengths_of(division, entries)
    ordered = sorted(entries, key=lambda one: (*strengths[one.number], drawn[one.number]))
    if division.seeding == Division.Seeding.ENTRY:
        ordered = sorted(entries, key=lambda one: one.number)
    return [one.number for one in ordered]


def entrants_of(division: Division) -> list[Entrant]:
    """Return who is in the next Swiss round, with all that a fair draw has to know of each."""
    entries = active_entries(division)
    numbers = numbers_of(division)
    matches = matches_of(division)
    lines = {line.key: line for line in standings_of(division, matches, numbers)}
    met: dict[int, list[int]] = {}
    byes: dict[int, int] = {}
    floats: dict[int, list[int]] = {}
    scores: dict[int, int] = {}
    by_round: dict[int, list[Match]] = {}
    for match in matches:
        assert match.round is not None, "it was found by its round"
        by_round.setdefault(match.round.number, []).append(match)
    for _, played in sorted(by_round.items()):
        before = dict(scores)
        for match in played:
            two = [numbers[pk] for pk in (match.first_id, match.second_id) if pk in numbers]
            _follow(match, two, before, scores, floats)
            if len(two) == 1:
                byes[two[0]] = byes.get(two[0], 0) + 1
            else:
                met.setdefault(two[0], []).append(two[1])
                met.setdefault(two[1], []).append(two[0])
    strengths = strengths_of(division, entries)
    drawn = drawn_ranks(division)
    ranked = sorted(entries, key=lambda one: (*strengths[one.number], drawn[one.number]))
    if division.seeding == Division.Seeding.ENTRY:
        ranked = sorted(entries, key=lambda one: one.number)
    return [
        Entrant(
            key=str(one.number),
            score=int(lines[one.number].score) if one.number in lines else 0,
            rank=rank,
            opponents=tuple(str(other) for other in met.get(one.number, ())),
            byes=byes.get(one.number, 0),
            floats=tuple(floats.get(one.number, ())),
        )
        for rank, one in enumerate(ranked, 1)
    ]


def drawn_ranks(division: Division) -> dict[int, int]:
    """Return everybody's drawn place in the field, by number; it stays the same in all rounds.

    All are drawn who were entered before the first round, whether they play now or not. Whoever
    came later is put somewhere among them, which moves none of the others past another.
    """
    chance = Chance(division.event.seed)
    numbers = list(division.entries.order_by("number").values_list("number", "from_round"))
    drawn = chance.shuffled([number for number, since in numbers if since <= 1], "ranks")
    for number, since in numbers:
        if since > 1:
            drawn.insert(chance.below(len(drawn) + 1, "late rank", number), number)
    return {number: place for place, number in enumerate(drawn)}


def _follow(
    match: Match,
    two: Sequence[int],
    before: dict[int, int],
    scores: dict[int, int],
    floats: dict[int, list[int]],
) -> None:
    """Add a match to what its players have, and whether they floated in it."""
    for side, number in enumerate(two):
        other = before.get(two[1 - side], 0) if len(two) == 2 else before.get(number, 0)
        mine = before.get(number, 0)
        floats.setdefault(number, []).append((other > mine) - (other < mine))
        won = 2 if match.winner is not None and (len(two) == 1 or match.winner == side) else 0
        half = 1 if match.is_settled and match.winner is None and len(two) == 2 else 0
        scores[number] = mine + won + half


def forbidden_of(division: Division) -> frozenset[frozenset[str]]:
    """Return who must not meet, by number."""
    pairs = division.forbidden_pairs.values_list("first__number", "second__number")
    return frozenset(frozenset((str(one), str(other))) for one, other in pairs)


def _require_enough(count: int) -> None:
    if count < LEAST:
        raise Refused("too_few_entries", least=LEAST, count=count)


def _require_over(division: Division) -> None:
    """Let the next draw begin only when everything that was drawn has a result."""
    for one in division.rounds.order_by("number"):
        if division.is_chouette:
            missing = open_tables(one)
        else:
            missing = one.matches.exclude(state=Match.State.SETTLED).count()
        if missing or one.state != Round.State.RELEASED:
            raise Conflict("round_running", number=one.number, count=missing or 1)
