"""Organizers' decisions about players and seasons: merge, separate, anonymise; close, reopen."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.decisions.kinds.deciding import Decision
from games.decisions.kinds.player_notes import (
    anonymised_notes,
    merged_notes,
    separated_notes,
)
from games.decisions.services import decisions
from games.decisions.services.effects import Effect, EffectLine, tried
from games.decisions.services.merging import merge_check, merge_follows, parting_follows
from games.models import Game, Player, Season, Seat, Session, User
from games.record.log.origins import Sender
from games.web.figures import unsigned


class PlayerMerge(Decision):
    """Merge a player into another."""

    slug = "merge"
    label = gettext_lazy("Merge with another player")
    explanation = gettext_lazy(
        "All that this player has played counts for the other one, now and later. The log goes on "
        "naming both, so that the merge can be taken back."
    )
    many = False

    def offered(self, row: Player) -> bool:
        """Offer it for players who have not been merged."""
        return row.merged_into_id is None

    def state(self, row: Player) -> str:
        """A merge changes the state of a player."""
        return f"{row.pk}m{row.merged_into_id}u{row.user_id}"

    def apply(self, row: Player, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.players_merge_decide(player=row, into=data["into"], by=by, reason=data["reason"])

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show evenings, games and points of both, and their sums."""
        player, into = rows[0], data["into"]

        def follows() -> tuple[str, ...]:
            said = merge_follows(player, into, by)
            merge_check(player, into)
            return said

        united = tried(follows)
        one, other = figures(player), figures(into)
        together = [first + second for first, second in zip(one, other, strict=True)]
        people = (
            EffectLine(player.name, said(one), _("counts as %(name)s") % {"name": into.name}),
            EffectLine(into.name, said(other), said(together)),
        )
        return Effect(people=people, notes=(*united, *merged_notes(player, into, by)))


class PlayerSeparate(Decision):
    """Undo a merge."""

    slug = "separate"
    label = gettext_lazy("Take the merge back")
    explanation = gettext_lazy(
        "What the log says of this player is theirs again. An account that went along stays."
    )
    many = False

    def offered(self, row: Player) -> bool:
        """Offer it for players who have been merged."""
        return row.merged_into_id is not None

    def apply(self, row: Player, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.player_separate_decide(player=row, by=by, reason=data["reason"])

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show how many evenings become the player's own again."""
        player = rows[0]
        parted = tried(lambda: parting_follows(player, by))
        evenings = Seat.objects.filter(logged_as=player.public_id).count()
        after = _("evenings: %(evenings)s") % {"evenings": evenings}
        people = (EffectLine(player.name, str(player.current), after),)
        return Effect(people=people, notes=(*parted, *separated_notes(player)))


class PlayerAnonymise(Decision):
    """Make players anonymous."""

    slug = "anonymise"
    label = gettext_lazy("Make anonymous")
    explanation = gettext_lazy(
        "Name, initials and account go, all sums stay. This cannot be taken back: the name "
        "is kept nowhere. What people have written by hand, in notes and titles, stays."
    )

    def apply(self, row: Player, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.player_anonymise_decide(player=row, by=by, reason=data["reason"])

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show whose name is removed, and that the sums stay."""
        people = []
        for player in rows:
            names = [player.name, *player.merged.values_list("name", flat=True)]
            sums = said(figures(player))
            people.append(
                EffectLine(", ".join(names), sums, _("no name; %(sums)s") % {"sums": sums})
            )
        return Effect(people=tuple(people), notes=anonymised_notes(rows, by))


class SeasonClose(Decision):
    """Close seasons."""

    slug = "close"
    label = gettext_lazy("Close the season")
    explanation = gettext_lazy("No evening enters or leaves a closed season any more.")

    def offered(self, row: Season) -> bool:
        return not row.is_closed

    def apply(self, row: Season, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.season_close_decide(season=row, by=by, reason=data["reason"])

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show how many sessions the season has, and whether one is still running."""
        lines, obstacle = [], ""
        for season in rows:
            words = _("evenings: %(sessions)s, games: %(games)s") % {
                "sessions": season.sessions.count(),
                "games": Game.objects.filter(session__season=season).count(),
            }
            lines.append(EffectLine(str(season), words, _("closed")))
            running = season.sessions.filter(status=Session.Status.OPEN).first()
            if running is not None:
                obstacle = _("%(session)s is still running: end it first.") % {"session": running}
        return Effect(tuple(lines), obstacle=obstacle)


class SeasonReopen(Decision):
    """Open seasons again."""

    slug = "reopen"
    label = gettext_lazy("Open the season again")
    explanation = gettext_lazy("Evenings may enter and leave it again.")

    def offered(self, row: Season) -> bool:
        return row.is_closed

    def apply(self, row: Season, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.season_reopen_decide(season=row, by=by, reason=data["reason"])

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        return Effect(tuple(EffectLine(str(season), _("closed"), _("open")) for season in rows))


def figures(player: Player) -> tuple[int, int, int]:
    """Return a player's evenings, games and points (in hundredths)."""
    found = player.scores.aggregate(games=Count("pk"), points=Sum("points", default=0))
    return player.seats.count(), found["games"], found["points"]


def said(found: Sequence[int]) -> str:
    return _("evenings: %(evenings)s, games: %(games)s, points: %(points)s") % {
        "evenings": found[0],
        "games": found[1],
        "points": unsigned(found[2]),
    }
