"""Puts a game right, also of an evening that is over."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction

from games.models import Pass, Session
from games.models.locks import rows_lock
from games.permissions import Actor, Capability, require
from games.record.log.origins import Sender
from games.record.log.writing import Recorded
from games.record.services.amend import game_amend
from games.rules.chouette import Action as RulesAction
from games.sessions.services.debts import debts_lock
from games.sessions.services.sessions import session_end, session_reopen
from games.signals import announced_together


@transaction.atomic
def game_put_right(
    *,
    session: Session,
    game: int,
    actions: Sequence[RulesAction],
    version: int,
    key: str,
    sender: Actor,
    origin: Sender | None = None,
) -> Recorded:
    """Replace the actions of a finished game: see `game_amend`.

    An evening that is over is reopened for it and ended again, all of it or nothing; the debts
    follow, and what was paid stays paid.

    Raises:
        As `game_amend`; NotAllowed: the evening is over, and they may not reopen it.
    """
    amend = partial(
        game_amend, session=session, game=game, actions=actions, sender=sender, origin=origin
    )
    if session.status != Session.Status.ENDED:
        return amend(version=version, key=key)
    require(sender, Capability.REOPEN_SESSION, session.club, session)
    # It changes twice: before its debts and after.
    debts_lock(session.club_id)
    rows_lock(Session.objects.filter(pk=session.pk))
    rows_lock(Pass.objects.filter(session=session))
    part = key[:50]
    with announced_together():
        session_reopen(
            session=session, by=sender, version=version, key=f"{part}:again", origin=origin
        )
        done = amend(version=version + 1, key=key)
        session_end(
            session=session, by=sender, version=version + 2, key=f"{part}:end", origin=origin
        )
    session.refresh_from_db()
    return done
