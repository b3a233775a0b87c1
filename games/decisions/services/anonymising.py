"""Makes a player anonymous: the figures stay, the person's data go."""

from typing import Final

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.models import (
    Board,
    BoardInvitation,
    Invitation,
    Player,
    Session,
    User,
)
from games.models.ids import public_id
from games.permissions import Capability, require
from games.record.log.people import people_lock
from games.signals import announce, board_tell, player_anonymised, player_anonymising

LENGTH = 5
"""Of the suffix that distinguishes anonymous players: with 31 letters, a club never runs out."""

NAMED_BY: Final = ("name", "name_key", "federation_number", "country")
"""The columns of a player by which somebody knows who it is."""
OPEN: Final = (Board.Status.WAITING, Board.Status.PLAYING)


@transaction.atomic
def player_anonymise(*, player: Player, by: User) -> Player:
    """Replace a player's name by a meaningless one, and unlink the account.

    Their federation number, country and, in events, home club go as well; ratings from elsewhere
    stay, because draws followed from them.

    The same happens to players merged into this one. The log never contained a name; code that
    keeps copies, as messages to webhooks and files of jobs, is notified. It cannot be undone,
    because the name is not kept anywhere.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_PLAYERS, player.club)
    player_anonymising.send(sender=Player, player=player)
    _sessions, rows = people_lock(player.own_keys())
    player = rows[player.pk]
    for row in (player, *player.merged.all()):
        former = row.name
        row.name, row.user, row.is_active = _nameless(row), None, False
        row.federation_number = row.country = ""
        row.save(update_fields=[*NAMED_BY, "user", "is_active"])
        Invitation.objects.filter(player=row, used_at__isnull=True).update(
            revoked_at=timezone.now()
        )
        _leave_boards(row)
        entries = LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(Player), object_id=str(row.pk)
        )
        entries.update(object_repr=row.name, change_message="")
        player_anonymised.send(sender=Player, player=row, former=former)
    for board in Board.objects.filter(seats__player=player, status__in=OPEN):
        Board.objects.filter(pk=board.pk).update(beat=F("beat") + 1)
        board_tell(board)
    for session in Session.objects.filter(seats__player=player, status=Session.Status.OPEN):
        announce(session, session.version, results_changed=False)
    return player


def _leave_boards(player: Player) -> None:
    """Close links to boards that were sent, and forget where to."""
    sent = BoardInvitation.objects.filter(player=player)
    sent.filter(used_at=None, withdrawn_at=None).update(withdrawn_at=timezone.now())
    sent.exclude(email="").update(email="")


def _nameless(player: Player) -> str:
    with override(player.club.language or get_language()):
        while True:
            name = _("Player %(number)s") % {"number": public_id()[:LENGTH]}
            if not Player.objects.filter(club=player.club_id, name=name).exists():
                return name
