"""Shows what a decision would change: makes the change, reads the figures, and rolls back."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from games.eventlog.turns import one_at_a_time
from games.models import Debt, Game, GameScore, Player, Seat, Session
from games.web.figures import unsigned

Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class EffectLine:
    """One figure before and after."""

    label: str
    before: str
    after: str

    @property
    def is_changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a decision: on counts, on everybody's points, on who is whom.

    `notes` say what else follows. If there is an obstacle, the decision is not possible yet.
    """

    figures: tuple[EffectLine, ...] = ()
    players: tuple[EffectLine, ...] = ()
    people: tuple[EffectLine, ...] = ()
    obstacle: str = ""
    notes: tuple[str, ...] = ()

    @property
    def changed(self) -> tuple[EffectLine, ...]:
        """The players whose points would change."""
        return tuple(line for line in self.players if line.is_changed)


@dataclass(slots=True)
class Picture:
    """The figures of some sessions at one moment."""

    figures: dict[str, str] = field(default_factory=dict)
    players: dict[str, int] = field(default_factory=dict)


class _TakenBack(Exception):
    """Rolls back the transaction of a trial."""


def effect_of(sessions: Sequence[int], do: Callable[[], object]) -> Effect:
    """Try a change to sessions, given by key, and return what it changed.

    Everything is rolled back. `do` must read its rows itself: its changes in memory are not undone.

    Raises:
        Whatever `do` raises.
    """

    def pictures() -> tuple[Picture, Picture]:
        before = picture(sessions)
        do()
        return before, picture(sessions)

    before, after = tried(pictures)
    return Effect(_figures(before, after), _players(before, after))


def tried(do: Callable[[], Shown]) -> Shown:
    """Do something, read what it came to, and roll it back.

    Raises:
        Whatever `do` raises.
    """
    with suppress(_TakenBack), one_at_a_time():
        found = do()
        raise _TakenBack
    return found


def picture(sessions: Sequence[int]) -> Picture:
    """Read figures of sessions, in a constant number of queries."""
    rows = list(Session.objects.filter(pk__in=sessions).select_related("club", "season"))
    counting = [session.pk for session in rows if session.status != Session.Status.VOID]
    games = Game.objects.filter(session__in=sessions)
    there = games.aggregate(all=Count("pk"))["all"]
    flagged = games.filter(line_differs=True).count()
    counted = games.filter(session__in=counting, is_void=False).count()
    debts = Debt.objects.filter(session__in=sessions, carried_to__isnull=True).count()
    figures = {
        _("State"): _several(session.get_status_display() for session in rows),
        _("Club"): _several(session.club.name for session in rows),
        _("Season"): _several(session.season.name if session.season else "–" for session in rows),
        _("Games"): str(there),
        _("Games that count"): str(counted),
        _("Lines that the rules would have set otherwise"): str(flagged),
        _("Open debts"): str(debts),
    }
    return Picture(figures, _points(sessions, counting))


def _points(sessions: Sequence[int], counting: Sequence[int]) -> dict[str, int]:
    seated = (
        Player.objects.filter(seats__session__in=sessions).distinct().order_by("name_key", "pk")
    )
    totals = {player.pk: 0 for player in seated}
    scores = GameScore.objects.filter(game__session__in=counting).order_by()
    totals |= dict(scores.values_list("player_id").annotate(Sum("points")))
    seats = Seat.objects.filter(session__in=counting, total__isnull=False).order_by()
    for player, points in seats.values_list("player_id").annotate(Sum("total")):
        totals[player] += points
    names = Player.objects.in_bulk(totals)
    return {names[pk].name: points for pk, points in totals.items()}


def _several(texts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(map(str, texts)))


def _figures(before: Picture, after: Picture) -> tuple[EffectLine, ...]:
    return tuple(
        EffectLine(label, text, after.figures.get(label, ""))
        for label, text in before.figures.items()
    )


def _players(before: Picture, after: Picture) -> tuple[EffectLine, ...]:
    names = dict.fromkeys((*before.players, *after.players))
    return tuple(
        EffectLine(name, _shown(before.players.get(name)), _shown(after.players.get(name)))
        for name in names
    )


def _shown(points: int | None) -> str:
    return "–" if points is None else unsigned(points)
