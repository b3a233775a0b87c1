"""How a player appears to people outside the club, and what members see of their play."""

from django.db import transaction

from games.errors import NotAllowed, Refused
from games.models import Player, Session, User
from games.models.locks import rows_locked
from games.permissions import Capability, require
from games.signals import announce


@transaction.atomic
def player_show(*, player: Player, by: User, shown: str) -> Player:
    """Show a player by name, by initials or not at all; players may choose for themselves.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the choice does not exist.
    """
    # Lock the tables that show the player before the player, as everywhere.
    seated = Session.objects.filter(pk__in=player.seats.values("session"))
    sessions = list(rows_locked(seated.filter(status=Session.Status.OPEN)))
    player = rows_locked(Player.objects).select_related("club").get(pk=player.pk)
    if player.user_id != by.pk:
        require(by, Capability.MANAGE_PLAYERS, player.club)
    if shown not in Player.Shown.values:
        raise Refused("shown_unknown")
    player.shown = shown
    player.save(update_fields=["shown"])
    for session in sessions:
        announce(session, session.version, results_changed=False)
    return player


@transaction.atomic
def player_share_figures(*, player: Player, by: User, shared: bool) -> Player:
    """Let members of the club see how well a player plays, or no longer: their own choice only.

    Raises:
        NotAllowed: it is somebody else.
    """
    player = rows_locked(Player.objects).get(pk=player.pk)
    if player.user_id != by.pk:
        raise NotAllowed
    player.figures_shared = shared
    player.save(update_fields=["figures_shared"])
    return player
