"""Proxies for players away from their phone: a named player, or the captain of the moment."""

from django.db import transaction

from games.errors import NotAllowed, Refused
from games.models import Proxy, Session
from games.models.ids import is_public_id
from games.models.locks import rows_lock, rows_locked
from games.permissions import Actor, Capability, require, standing
from games.record.log.snapshots import position_of
from games.record.log.writing import require_open
from games.record.services.declarations import question_follow
from games.record.services.speakers import proxies_of, speaking_of
from games.rules.chouette.voices import Deed
from games.signals import board_at_table_beat, table_beat


@transaction.atomic
def proxy_set(*, session: Session, by: Actor, player: str, speaker: str = "") -> Proxy:
    """Set a player's proxy, by the ids of the log; a blank speaker means the captain.

    Who lets phones in does it for everybody, a player for themselves.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: the session is not running.
        Refused: one of them does not sit here, or both are the same.
    """
    _require(session, by, player)
    locked = rows_locked(Session.objects).get(pk=session.pk)
    require_open(locked)
    if not {player, speaker} - {""} <= set(position_of(locked).table.players) or not player:
        raise Refused("not_at_the_table")
    if player == speaker:
        raise Refused("proxy_itself")
    proxy, _created = Proxy.objects.update_or_create(
        session=locked, player=player, defaults={"speaker": speaker}
    )
    table_beat(locked)
    board_at_table_beat(locked)
    if not speaker:
        question_follow(session=session, by=by)
    return proxy


@transaction.atomic
def proxy_drop(*, session: Session, by: Actor, player: str) -> None:
    """Remove a player's proxy, as in `proxy_set`.

    Raises:
        NotAllowed: the user may not do this.
    """
    _require(session, by, player)
    if is_public_id(player):  # PostgreSQL cannot look up texts with null characters.
        rows_lock(Session.objects.filter(pk=session.pk))
        session.proxies.filter(player=player).delete()
        table_beat(session)
        board_at_table_beat(session)


def _require(session: Session, by: Actor, player: str) -> None:
    """Check who chooses a player's proxy: on a board nobody chooses it who plays against them.

    Raises:
        NotAllowed: the user may not do this.
    """
    _roles, own = standing(by, session.club, session)
    is_own = bool(own) and own == player
    require(by, Capability.PLAY if is_own else Capability.ADMIT, session.club, session)
    if is_own:
        return
    table = position_of(session).table
    voice = speaking_of(session, by).voice(session, table, proxies_of(session))
    if not voice.may(Deed.NAME, [player]):
        raise NotAllowed("bet_against")
