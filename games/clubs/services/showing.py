"""How a player is shown to those who neither belong to the club nor sit at his table."""

from django.db import transaction

from games.errors import Refused
from games.models import Player, Session, User
from games.permissions import Capability, require
from games.record.log.writing import announce


@transaction.atomic
def player_show(*, player: Player, by: User, shown: str) -> Player:
    """Show a player by name, by initials or not at all; he may say so himself.

    Raises:
        NotAllowed: he may not.
        Refused: there is no such way.
    """
    player = Player.objects.select_for_update(of=("self",)).select_related("club").get(pk=player.pk)
    if player.user_id != by.pk:
        require(by, Capability.MANAGE_PLAYERS, player.club)
    if shown not in Player.Shown.values:
        raise Refused("shown_unknown")
    player.shown = shown
    player.save(update_fields=["shown"])
    for session in Session.objects.filter(seats__player=player, status=Session.Status.OPEN):
        announce(session, session.version, results_changed=False)
    return player
