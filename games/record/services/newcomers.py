"""Lets a new person sit down: one tap makes them a player of the club and seats them."""

from django.db import transaction

from games.clubs.selectors.players import Roster
from games.clubs.services.clubs import player_create
from games.errors import Refused
from games.models import Session
from games.names.lists import read_list
from games.permissions import Actor, Reader, acting
from games.record.log.origins import Sender
from games.record.log.writing import Recorded
from games.record.services.actions import record_action
from games.rules.chouette import Join


@transaction.atomic
def newcomer_join(
    *,
    session: Session,
    name: str,
    stake: int | None,
    version: int,
    key: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
) -> Recorded:
    """Join a player by name: the club's player of that name, or a new one.

    Raises:
        Refused: these are several names.
        As `clubs.player_create` and `record.record_action`; then no player is added either.
    """
    player = Roster(session.club).called(name)
    if player is None:
        count = len(read_list(name).people)
        if count > 1:
            raise Refused("one_name", count=count)
        player = player_create(club=session.club, by=acting(sender), name=name, session=session)
    return record_action(
        session=session,
        actions=[Join(player.public_id, stake)],
        version=version,
        key=key,
        sender=sender,
        origin=origin,
    )
