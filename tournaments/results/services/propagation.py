"""Updates a division after results and withdrawals: its bracket, its table, who has left."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from tournaments.formats.base import Pairing
from tournaments.formats.situation import Situation
from tournaments.models import Division, Match, Round
from tournaments.record.selectors.dated import is_closed_season
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.results.services.brackets import bracket_follows, bracket_grows, known_of
from tournaments.results.services.leaving import withdrawn_forfeit, withdrawn_return
from tournaments.results.services.own_steps import step_write
from tournaments.results.services.reach import SETTLED_BY_OTHERS, Reach


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
        withdrawn_return(division, reach)
    known = known_of(division)
    if known.has_grown:
        bracket_grows(known)
        known = known_of(division)
    for _ in range(known.most_passes):
        follows = bracket_follows(known, reach)
        forfeits = withdrawn_forfeit(division, known.withdrawn, reach)
        if not (follows or forfeits):
            return
        if forfeits:
            known = known_of(division)


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


def bye_opened(match: Match, first: int | None, second: int | None) -> None:
    """Let two play where one of them had a bye."""
    match.first_id, match.second_id = first, second
    match.state, match.outcome, match.winner = Match.State.OPEN, "", None
    match.settled_at = None
    match.version += 1
    match.save(update_fields=SETTLED_BY_OTHERS)
    step_write(match, "cleared", {"before": {"outcome": Match.Outcome.BYE}})
