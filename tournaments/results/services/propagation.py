"""Updates brackets after results: who meets whom, byes, withdrawals.

A bracket is a pure function of the field and the winners; this code makes its rows agree with it.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from django.db import models
from django.utils import timezone

from games.rules.backgammon.match_log import Event as MatchEvent
from games.rules.backgammon.match_log import MatchLog
from tournaments.formats.base import Pairing
from tournaments.formats.situation import PLAYOFF, Situation
from tournaments.models import Division, Entry, Match, MatchStep, Round
from tournaments.pairing import brackets
from tournaments.pairing.brackets import Bracket, Filled
from tournaments.pairing.structure import LoserOf, WinnerOf
from tournaments.record.selectors.dated import cup_of, is_closed_season
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.record.services.formats import params_of
from tournaments.results.reasons import GONE, LEFT_LADDER
from tournaments.results.selectors.leaving import given_up_in
from tournaments.results.services.match_scores import played_day
from tournaments.results.services.reach import (
    SETTLED_BY_OTHERS,
    Reach,
    columns_of,
    columns_put,
    has_result,
    returning,
)

GIVEN_UP = "withdrawn"
"""The kind of step with which a match is given up by who leaves."""
NOBODY = (None, None)


def field_of(division: Division) -> list[int]:
    """Return the entry numbers in seeding order in the bracket, if drawn."""
    return list(format_of(division).field(_drawn(division)))


def bracket_of(division: Division) -> Bracket | None:
    """Return the bracket of a division, if it was drawn."""
    return format_of(division).bracket(_drawn(division)) if division.order else None


def _drawn(division: Division) -> Situation:
    """Return what a bracket's structure depends on, without the results."""
    params = format_of(division).parse(division.params)
    return Situation(params=params, entries=(), order=division.order or {})


def depths(bracket: Bracket) -> dict[tuple[str, int], int]:
    """Return for each part and round its place in the order of play, from 1."""
    depth: dict[str, int] = {}
    rounds: dict[tuple[str, int], int] = {}
    for node in bracket.nodes:
        before = [
            depth[source.key] for source in node.sources if isinstance(source, WinnerOf | LoserOf)
        ]
        depth[node.key] = 1 + max(before, default=0)
        place = node.bracket, node.round
        rounds[place] = max(rounds.get(place, 0), depth[node.key])
    return rounds


def division_propagate(division: Division, reach: Reach | None = None) -> None:
    """Update a division's matches to its results and withdrawals; `reach` notes what is touched.

    In a bracket winners and losers go on, a match whose players have changed loses its result (the
    log keeps it), one whose result went comes back where the same two meet again, and a withdrawn
    player forfeits as soon as the opponent is known. In other formats a withdrawn player's open
    matches are forfeited, and byes that have a late entry as opponent become matches. In a season
    that is closed nothing is to be played any more.
    """
    if division.is_chouette:
        return
    reach = Reach() if reach is None else reach
    if not is_closed_season(division.event):
        _table_follows(division)
        _withdrawn_returns(division, reach)
    known = _known(division)
    if known.has_grown:
        _bracket_grows(known)
        known = _known(division)
    for _ in range(known.most_passes):
        follows, forfeits = _bracket_follows(known, reach), _withdrawn_forfeit(known, reach)
        if not (follows or forfeits):
            return
        if forfeits:
            known = _known(division)


def bracket_filled(
    division: Division, matches: Iterable[Match]
) -> tuple[Bracket, dict[str, Filled]] | None:
    """Return a division's bracket and its state; None if none was drawn."""
    bracket = bracket_of(division)
    if bracket is None:
        return None
    winners = _winners(one for one in matches if one.node)
    return bracket, brackets.fill(bracket, _entrants(division), winners)


def bracket_with(
    division: Division, matches: Iterable[Match], sides: Mapping[str, int]
) -> dict[str, Filled]:
    """Return a drawn bracket as it would be with other winning sides in some places."""
    bracket = bracket_of(division)
    assert bracket is not None, "it was drawn"
    winners = _winners(one for one in matches if one.node) | dict(sides)
    return brackets.fill(bracket, _entrants(division), winners)


def bracket_write(division: Division, *, seed: str, first_number: int) -> list[Round]:
    """Write the rounds and matches of a division's bracket, if they do not exist yet.

    They are drafts, numbered from `first_number` in order of play.
    """
    bracket = bracket_of(division)
    assert bracket is not None, "it has just been drawn"
    places = sorted(depths(bracket).items(), key=lambda item: (item[1], item[0]))
    cup = cup_of(division.event)
    rounds = {
        place: Round.objects.create(
            division=division,
            number=number,
            bracket=place[0],
            bracket_round=place[1],
            seed=seed,
            minutes=division.event.round_minutes,
            deadline=None if cup is None else cup.planned(depth),
        )
        for number, (place, depth) in enumerate(places, first_number)
    }
    _matches_write(division, bracket, {place: one.pk for place, one in rounds.items()})
    division_propagate(division)
    return list(rounds.values())


def _matches_write(
    division: Division, bracket: Bracket, rounds: Mapping[tuple[str, int], int]
) -> None:
    event = division.event
    played_by, params = format_of(division), params_of(division)
    there = set(
        Match.objects.filter(round__division=division)
        .exclude(node="")
        .values_list("node", flat=True)
    )
    Match.objects.bulk_create(
        Match(
            club_id=event.club_id,
            round_id=rounds[node.bracket, node.round],
            node=node.key,
            position=node.position,
            length=played_by.length(params, division.match_length, node.bracket, node.round),
            played_on=event.starts_on,
            state=Match.State.WAITING,
        )
        for node in bracket.nodes
        if node.key not in there
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """What a bracket is brought up to date with, read once; `matches` stay as they are written."""

    division: Division
    bracket: Bracket | None
    players: dict[int, int]  # by the numbers of their entries
    withdrawn: frozenset[int | None]
    matches: dict[str, Match]  # of the bracket, by node

    @property
    def has_grown(self) -> bool:
        """Tell whether a late entry has given the bracket other places than were written."""
        if self.bracket is None or not self.matches:
            return False
        return set(self.matches) != {node.key for node in self.bracket.nodes}

    @property
    def most_passes(self) -> int:
        """Bound the passes: each settles at least one match, and a bracket has some 4 per player
        at most.
        """
        return 4 * max(len(field_of(self.division)), len(self.players)) + 2


def _known(division: Division) -> _Known:
    bracket, matches = bracket_of(division), list[Match]()
    if bracket is not None:
        matches += Match.objects.filter(round__division=division).exclude(node="")
    entries = list(division.entries.values_list("number", "player_id", "state"))
    return _Known(
        division,
        bracket,
        {number: player for number, player, _state in entries},
        frozenset(player for _number, player, state in entries if state == Entry.State.WITHDRAWN),
        {one.node: one for one in matches if one.is_of_bracket},
    )


def _entrants(division: Division) -> Sequence[str]:
    return [str(number) for number in field_of(division)]


def _winners(matches: Iterable[Match]) -> dict[str, int]:
    return {
        match.node: brackets.NEITHER if match.advancing is None else match.advancing
        for match in matches
        if match.is_settled
        and (match.advancing is not None or match.outcome == Match.Outcome.NO_SHOW)
    }


def _table_follows(division: Division) -> None:
    """Let a late entry in a round robin play those who had the bye, released or not."""
    played_by = format_of(division)
    if not played_by.follows_entries:
        return
    now = situation_of(division)
    changes, added = played_by.follow(now), played_by.added(now)
    if not changes and not added:
        return
    players = dict(division.entries.values_list("number", "player_id"))
    matches_add(division, now, players, added)
    found = Match.objects.in_bulk([one.key for one in changes])
    for one in changes:
        bye_opened(found[one.key], players[one.first], players[one.second])


def matches_add(
    division: Division,
    now: Situation,
    players: Mapping[int, int],
    added: Sequence[tuple[int, Pairing]],
) -> list[Match]:
    """Write further matches into released rounds, or into new ones, and return them."""
    rounds = {one.number: one for one in division.rounds.order_by("number")}
    last: dict[int, int] = {}
    made = []
    there = Match.objects.filter(round__division=division)
    for number, position in there.values_list("round__number", "position"):
        last[number] = max(last.get(number, 0), position)
    for number, two in added:
        if number not in rounds:
            rounds[number] = round_known(division, now, number)
        last[number] = last.get(number, 0) + 1
        assert two.second is not None, "what is added has two players"
        match = Match.objects.create(
            club_id=division.event.club_id,
            round=rounds[number],
            game=division.event.game,
            position=last[number],
            first_id=players[two.first],
            second_id=players[two.second],
            length=format_of(division).length(now.params, division.match_length, "", number),
            played_on=division.event.starts_on,
        )
        made.append(match)
    return made


def round_known(division: Division, now: Situation, number: int) -> Round:
    """Return a round by its number: if it is not there, it is made, and released."""
    made = {
        "seed": now.seed_of(number, 1),
        "state": Round.State.RELEASED,
        "released_at": timezone.now(),
    }
    return Round.objects.get_or_create(division=division, number=number, defaults=made)[0]


def _withdrawn_returns(division: Division, reach: Reach) -> None:
    """Let be played again what was given up by somebody who has come back: in a season that is
    drawn by rounds, what belongs to the latest one.
    """
    latest = None
    if not format_of(division).reopens_withdrawn:
        if not division.event.own_dates or bracket_of(division) is not None:
            return
        rounds = division.rounds.exclude(bracket=PLAYOFF)
        latest = rounds.aggregate(last=models.Max("number"))["last"]
    gone = division.entries.filter(state=Entry.State.WITHDRAWN).values("player_id")
    given_up = Match.objects.filter(
        round__division=division, state=Match.State.SETTLED, reason=GONE, is_rated=False
    ).exclude(models.Q(first__in=gone) | models.Q(second__in=gone))
    if latest is not None:
        now = models.Q(round__number=latest) | models.Q(round__bracket=PLAYOFF)
        given_up = given_up.filter(now)
    for match in given_up:
        reach.touch(match)
        give_back(match)
        match.version += 1
        match.save(update_fields=SETTLED_BY_OTHERS)
        step_write(match, "reopened", {}, reach)


def walkovers_keep(division: Division, *players: int) -> None:
    """Let stand what players have given up by leaving, although they come back: it is decided."""
    given_up_in(division, *players).update(reason=LEFT_LADDER)


def is_given_back(match: Match) -> bool:
    """Tell whether a match was given up by somebody who has withdrawn, and is back since."""
    is_left = match.reason in (GONE, LEFT_LADDER) and not match.is_rated
    if not match.is_settled or not is_left or match.round is None:
        return False
    two = models.Q(player=match.first_id) | models.Q(player=match.second_id)
    gone = Entry.objects.filter(two, division=match.round.division_id)
    return not gone.filter(state=Entry.State.WITHDRAWN).exists()


def give_back(match: Match) -> None:
    """Let a match that was given up be played on: its games and points are as they were."""
    if match.score is not None:
        log = MatchLog.from_json(match.score).undo()
        match.score = log.to_json() if log.events else None
    match.state, match.outcome, match.winner = Match.State.OPEN, "", None
    match.reason, match.is_rated, match.unrated_reason = "", True, ""
    match.settled_at = None


def bye_opened(match: Match, first: int | None, second: int | None) -> None:
    """Let two play where one of them had a bye."""
    match.first_id, match.second_id = first, second
    match.state, match.outcome, match.winner = Match.State.OPEN, "", None
    match.settled_at = None
    match.version += 1
    match.save(update_fields=SETTLED_BY_OTHERS)
    step_write(match, "cleared", {"before": {"outcome": Match.Outcome.BYE}})


def _bracket_follows(known: _Known, reach: Reach) -> bool:
    if known.bracket is None or not known.matches:
        return False
    filled, players = _filled(known, known.bracket), known.players
    changed = [
        (match, one)
        for key, one in filled.items()
        if not _is_as(match := known.matches[key], one, players)
    ]
    leaving = [
        match.pk for match, one in changed if _rows(match) not in {NOBODY, _meeting(one, players)}
    ]
    if leaving and len(changed) > 1:
        # A player may move to another match of a round, in which nobody is twice.
        Match.objects.filter(pk__in=leaving).update(first=None, second=None)
    for match, one in changed:
        _match_follows(match, one, players, reach)
    return bool(changed)


def _is_as(match: Match, filled: Filled, players: Mapping[int, int]) -> bool:
    """Tell whether a match stands as the bracket has it."""
    two = _meeting(filled, players)
    is_marked = (match.outcome == Match.Outcome.BYE) == _is_bye(filled)
    is_ready = match.state == Match.State.WAITING and None not in two
    return _rows(match) == two and is_marked and not is_ready


def _is_bye(filled: Filled) -> bool:
    return (filled.is_bye or not filled.is_needed) and filled.is_settled


def _filled(known: _Known, bracket: Bracket) -> dict[str, Filled]:
    """Fill a bracket with the results between players who meet by it."""
    players, found = known.players, known.matches
    entrants = _entrants(known.division)
    winners = _winners(found.values())
    while True:
        filled = brackets.fill(bracket, entrants, winners)
        # The first that does not fit is certainly stale; later ones depend on it.
        stale = next(
            (
                key
                for key, one in filled.items()
                if key in winners and _meeting(one, players) != _rows(found[key])
            ),
            None,
        )
        if stale is None:
            return filled
        del winners[stale]


def _meeting(filled: Filled, players: Mapping[int, int]) -> tuple[int | None, int | None]:
    """Return the primary keys of the two players in a node."""
    first = None if filled.first is None else players[int(filled.first)]
    second = None if filled.second is None else players[int(filled.second)]
    return first, second


def _rows(match: Match) -> tuple[int | None, int | None]:
    return match.first_id, match.second_id


def _match_follows(match: Match, filled: Filled, players: Mapping[int, int], reach: Reach) -> None:
    """Set a match's players, and its bye, from the bracket."""
    first, second = _meeting(filled, players)
    same, is_bye = _rows(match) == (first, second), _is_bye(filled)
    reach.touch(match)
    if not same and has_result(columns_of(match)):
        log_cleared(match, reach)
    _match_reset(match, is_same=same)
    match.first_id, match.second_id = first, second
    if not same:
        match.known_at = None if first is None or second is None else timezone.now()
    if is_bye:
        _bye(match, filled)
    elif first is not None and second is not None:
        match.state = Match.State.OPEN
    opened, cleared = columns_of(match), None
    if match.state == Match.State.OPEN:
        cleared = returning(match, (first, second))
    if (kept := reach.kept_of(match, (first, second), is_bye=is_bye)) is not None:
        columns_put(match, kept)
    elif cleared is not None:
        kept = cleared.payload["before"]
        is_open = kept["state"] == Match.State.OPEN
        columns_put(match, {**kept, "online": None, "board": None if is_open else kept["board"]})
    match.version += 1
    match.save(update_fields=SETTLED_BY_OTHERS)
    if cleared is not None and has_result(columns_of(match)):
        step_write(match, "returned", {"cleared": cleared.sequence, "before": opened}, reach)


def _match_reset(match: Match, *, is_same: bool) -> None:
    """Take everything from a match that belongs to two who do not meet here."""
    match.score, match.winner, match.outcome, match.reported_by = None, None, "", None
    match.goes_on, match.clock = None, None
    match.first_points = match.second_points = match.first_penalty = match.second_penalty = 0
    match.reason, match.is_rated, match.unrated_reason = "", True, ""
    match.settled_at = None
    if not is_same:
        # A board that is being played belongs to its two.
        match.board = match.online = None
    match.state = Match.State.WAITING


def _bye(match: Match, filled: Filled) -> None:
    match.state, match.outcome = Match.State.SETTLED, Match.Outcome.BYE
    sides = [side for side, pk in enumerate(_rows(match)) if pk is not None]
    match.winner = sides[0] if filled.is_needed and sides else None
    match.settled_at = timezone.now()


def _bracket_grows(known: _Known) -> None:
    """Move the places of lower brackets after a late entry has taken a bye."""
    division, bracket = known.division, known.bracket
    assert bracket is not None, "it has grown"
    keys = {node.key for node in bracket.nodes}
    gone = [one.pk for key, one in known.matches.items() if key not in keys]
    Match.objects.filter(pk__in=gone).delete()
    rounds = {
        (round.bracket, round.bracket_round or 0): round
        for round in division.rounds.filter(bracket_round__isnull=False).exclude(bracket="group")
    }
    last = division.rounds.aggregate(last=models.Max("number"))["last"] or 0
    some, cup = next(iter(rounds.values())), cup_of(division.event)
    for place, depth in depths(bracket).items():
        if place not in rounds:
            last += 1
            rounds[place] = Round.objects.create(
                division=division,
                number=last,
                bracket=place[0],
                bracket_round=place[1],
                seed=some.seed,
                state=some.state,
                minutes=division.event.round_minutes,
                released_at=some.released_at,
                deadline=None if cup is None else cup.planned(depth),
            )
    _matches_write(division, bracket, {place: one.pk for place, one in rounds.items()})


def _withdrawn_forfeit(known: _Known, reach: Reach) -> bool:
    """Settle matches that cannot be played because a player has withdrawn."""
    gone = known.withdrawn
    if not gone:
        return False
    waiting = Match.objects.filter(
        round__division=known.division,
        round__state=Round.State.RELEASED,
        state=Match.State.OPEN,
        first__isnull=False,
        second__isnull=False,
    ).filter(models.Q(first__in=gone) | models.Q(second__in=gone))
    found = list(waiting)
    for match in found:
        reach.touch(match)
        _give_up(match, gone, reach)
    return bool(found)


def _give_up(match: Match, gone: Set[int | None], reach: Reach) -> None:
    """Settle a match of a withdrawn player; its log has no sender for this.

    If both have withdrawn, nobody wins; in a bracket one of them goes on, and forfeits the next
    match.
    """
    log = MatchLog.from_json(match.score) if match.score else MatchLog(match.length)
    if {match.first_id, match.second_id} <= gone and not match.is_of_bracket:
        event = MatchEvent("unfinished", reason=GONE)
        match.outcome, match.winner = Match.Outcome.UNFINISHED, None
    else:
        loser = 0 if match.first_id in gone else 1
        event = MatchEvent("forfeit", side=loser, reason=GONE)
        match.outcome, match.winner = Match.Outcome.FORFEIT, 1 - loser
    match.score = log.add(event).to_json()
    match.state, match.reason = Match.State.SETTLED, GONE
    match.is_rated, match.unrated_reason = False, str(match.outcome)
    match.settled_at, match.played_on = timezone.now(), played_day(match)
    match.version += 1
    match.save(update_fields=SETTLED_BY_OTHERS)
    step_write(match, GIVEN_UP, {"event": event.to_json()}, reach)


def log_cleared(match: Match, reach: Reach) -> None:
    """Log a match as it is before it loses its result because its players change."""
    points = [match.first_points, match.second_points]
    step_write(match, "cleared", {"before": {**columns_of(match), "points": points}}, reach)


def step_write(
    match: Match, kind: str, payload: Mapping[str, object], reach: Reach | None = None
) -> MatchStep:
    """Append a row without a sender to a match's log."""
    last = match.log.aggregate(last=models.Max("sequence"))["last"] or 0
    if reach is not None:
        # The step that is being written comes first, although its row is written at the end.
        last = max(last, reach.next_step.get(match.pk, 0))
    step = MatchStep(
        match=match, sequence=last + 1, kind=kind, payload=dict(payload), version=match.version
    )
    step.save(force_insert=True)
    return step
