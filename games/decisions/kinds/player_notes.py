"""What follows from a decision about a player, besides its figures, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import BoardInvitation, Debt, Invitation, Player, Session, User
from games.permissions import Capability, permitted
from games.sessions.selectors.settling import OUTSTANDING
from games.signals import player_anonymise_asked


def merged_notes(player: Player, into: Player, by: User) -> tuple[str, ...]:
    """Say what else a merge changes."""
    names = {"name": player.name, "into": into.name}
    notes = [
        _("Leaderboards, records, skill and match ratings are worked out anew, with both as one."),
        _("Evenings, events and sheets printed from now on show %(into)s.") % names,
        *_debts([player], by, _("They go on as those of %(into)s.") % names),
        _("The page of %(name)s leads to the one of %(into)s; lists that say %(name)s mean them.")
        % names,
    ]
    if player.user_id is not None:
        notes.append(
            _("The account of %(name)s goes along, and stays if it is taken back.") % names
        )
    notes.extend(_links_closed([player]))
    notes.append(_("The merge can be taken back, on the page on which players are changed."))
    return tuple(notes)


def separated_notes(player: Player) -> tuple[str, ...]:
    """Say what else it changes that a merge is taken back."""
    names = {"name": player.name, "into": player.current.name}
    return (
        _("Leaderboards, records, skill, match ratings and debts are worked out anew, with two."),
        _("%(name)s is on the lists of players again, with their own page.") % names,
        _("Lists that say %(name)s no longer mean %(into)s.") % names,
    )


def anonymised_notes(players: Sequence[Player], by: User) -> tuple[str, ...]:
    """Say what else it changes that players are made anonymous."""
    keys = [player.pk for player in players]
    everybody = [*players, *Player.objects.filter(merged_into__in=keys)]
    notes = [
        _(
            "Leaderboards, records, evenings and events show “Player” and some letters instead; "
            "points, places, skill and ratings stay."
        ),
        *_debts(everybody, by, _("They stay, and nobody sees any more whose they are.")),
        _("Sheets printed from now on have no name; what is on paper or was downloaded stays."),
    ]
    at_tables = Session.objects.filter(seats__player__in=keys, status=Session.Status.OPEN).count()
    if at_tables:
        notes.append(
            ngettext(
                "They sit at %(count)s running table, which shows the new name at once.",
                "They sit at %(count)s running tables, which show the new name at once.",
                at_tables,
            )
            % {"count": at_tables}
        )
    for player in players:
        answers = player_anonymise_asked.send(sender=Player, player=player)
        notes.extend(said for _receiver, found in answers for said in found or ())
    if any(player.user_id is not None for player in everybody):
        notes.append(_("The account stays a member of the club, and is no player of it any more."))
    notes.extend(_links_closed(everybody))
    notes += [
        _("Federation number, country and home club go, too, as do files that wait here."),
        _("A name in the reason is left out."),
        _("Backups made before go on naming them until they are deleted: a year at most."),
        _("It cannot be taken back: the name is kept nowhere."),
    ]
    return tuple(notes)


def _debts(players: Sequence[Player], by: User, then: str) -> Iterator[str]:
    """Say how many debts are open, to those who may see it."""
    if not permitted(by, Capability.VIEW_MONEY, players[0].club):
        return
    theirs = Q(debtor__in=players) | Q(creditor__in=players)
    count = Debt.objects.filter(theirs, OUTSTANDING).count()
    if count:
        said = ngettext("%(count)s debt is open.", "%(count)s debts are open.", count)
        yield f"{said % {'count': count}} {then}"


def _links_closed(players: Sequence[Player]) -> Iterator[str]:
    """Say which addresses stop working."""
    now = timezone.now()
    sent = Invitation.objects.filter(
        player__in=players, used_at=None, revoked_at=None, expires_at__gt=now
    ).count()
    boards = BoardInvitation.objects.filter(player__in=players, used_at=None, withdrawn_at=None)
    count = sent + boards.count()
    if count:
        yield ngettext(
            "%(count)s link that was sent to them stops working.",
            "%(count)s links that were sent to them stop working.",
            count,
        ) % {"count": count}
