"""Writes the result of a draw: rounds with their matches, or a bracket."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from games.rules.online import BACKGAMMON
from tournaments.errors import EventConflict, EventRefused
from tournaments.formats.base import DrawnRound, Pairing
from tournaments.formats.situation import PLAYOFF, NotNow
from tournaments.models import Division, Match, Round
from tournaments.pairing.colours import coloured
from tournaments.record.selectors.rounds import remarks_json
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.record.services.formats import params_of
from tournaments.results.services.brackets import bracket_write
from tournaments.results.services.propagation import division_propagate
from tournaments.tables.services.tables import open_tables, tables_draft


def round_draw(division: Division, attempt: int) -> None:
    """Write the next draw of a division as a draft.

    Raises:
        Conflict: the previous round is not over.
        Refused: everything has been drawn, or there are too few players.
        PairingError: no legal field can be drawn.
    """
    _require_over(division)
    if division.is_chouette:
        tables_draft(division, attempt)
        return
    now = situation_of(division, with_strengths=True)
    try:
        draw = format_of(division).draw(now, attempt)
    except NotNow as error:
        raise EventRefused(error.code, **error.params) from error
    if draw.order is not None:
        division.order = dict(draw.order)
        division.save(update_fields=["order"])
    first = len(now.rounds) + 1
    for number, one in enumerate(draw.rounds, first):
        _round_write(division, number, attempt, one)
    if draw.bracket_seed:
        made = bracket_write(division, seed=draw.bracket_seed, first_number=first)
        division_propagate(division)
        division.rounds.filter(pk__in=[one.pk for one in made]).update(attempt=attempt)
        Round.objects.filter(pk=made[0].pk).update(remarks=remarks_json(draw.remarks))


def _round_write(division: Division, number: int, attempt: int, drawn: DrawnRound) -> None:
    made = Round.objects.create(
        division=division,
        number=number,
        bracket=drawn.bracket,
        bracket_round=number if drawn.bracket else None,
        seed=drawn.seed,
        attempt=attempt,
        remarks=remarks_json(drawn.remarks),
        minutes=division.event.round_minutes,
    )
    _matches(made, drawn.pairings)


def _matches(made: Round, pairings: Sequence[Pairing]) -> None:
    """Write the matches of a round; the bye comes last and is already won."""
    division = made.division
    players = dict(division.entries.values_list("number", "player_id"))
    length = format_of(division).length(
        params_of(division), division.match_length, made.bracket, made.number
    )
    if division.event.game != BACKGAMMON.name:
        pairings = _coloured(made, pairings, players)
    Match.objects.bulk_create(
        Match(
            club_id=division.event.club_id,
            round=made,
            game=division.event.game,
            node=pairing.node,
            position=position,
            first_id=players[pairing.first],
            second_id=None if pairing.second is None else players[pairing.second],
            length=length,
            played_on=division.event.starts_on,
            state=Match.State.SETTLED if pairing.second is None else Match.State.OPEN,
            outcome=Match.Outcome.BYE if pairing.second is None else "",
            winner=0 if pairing.second is None else None,
            settled_at=timezone.now() if pairing.second is None else None,
        )
        for position, pairing in enumerate(pairings, 1)
    )


def _coloured(
    made: Round, pairings: Sequence[Pairing], players: Mapping[int, int]
) -> list[Pairing]:
    """Return a round's pairings with White first, by the colours of the rounds before.

    A match without a game has given nobody a colour.

    `players` are the primary keys by number.
    """
    numbers = {player: number for number, player in players.items()}
    earlier = Match.objects.filter(
        round__division=made.division,
        round__number__lt=made.number,
        first__isnull=False,
        second__isnull=False,
    ).exclude(outcome__in=Match.WITHOUT_A_GAME)
    before = [
        (numbers[white], numbers[black])
        for white, black in earlier.order_by("round__number", "position").values_list(
            "first_id", "second_id"
        )
        if white in numbers and black in numbers
    ]
    two = [one for one in pairings if one.second is not None]
    found = iter(coloured([(one.first, one.second or 0) for one in two], before))
    return [one if one.second is None else Pairing(*next(found), one.node) for one in pairings]


def _require_over(division: Division) -> None:
    """Refuse the next draw while a match or table has no result, or a draw is not released."""
    is_waiting = not format_of(division).draws_while_playing
    for round in division.rounds.exclude(bracket=PLAYOFF).order_by("number"):
        if division.is_chouette:
            missing = open_tables(round)
        elif not is_waiting:
            missing = 0
        else:
            missing = round.matches.exclude(state=Match.State.SETTLED).count()
        if missing or round.state != Round.State.RELEASED:
            said = {"number": round.number, "count": missing or 1}
            if division.event.divisions.count() > 1:
                raise EventConflict("round_running_in", division=division.name, **said)
            raise EventConflict("round_running", **said)
