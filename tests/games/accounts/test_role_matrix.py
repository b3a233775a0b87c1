"""Every role tries everything: services, the pages of organizers, and the table of the docs."""

import uuid
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from games.accounts.services.accounts import invitation_create
from games.backoffice.scope import may_enter
from games.clubs.presenters.roles import (
    CAPABILITY_TITLES,
    ROLE_TITLES,
    deeds_as_markdown,
    role_matrix_as_markdown,
)
from games.clubs.selectors.clubs import club_get
from games.clubs.services.clubs import (
    club_change,
    club_create,
    membership_set,
    player_create,
    player_set_active,
    season_create,
)
from games.clubs.services.seasons import season_close
from games.errors import NotAllowed, NotFound
from games.models import Club, Pass, Player, Season, Session, User
from games.permissions import TABLE, Capability, Role, require
from games.record.services.actions import record_action, undo
from games.record.services.amend import game_amend
from games.record.services.notes import dispute_resolve, note_add
from games.rules.chouette import BoxDoubles, EndGame
from games.sessions.services.csn import csn_import
from games.sessions.services.sessions import (
    session_create,
    session_end,
    session_reopen,
    session_void,
)
from games.sessions.services.settling import debt_pay
from games.table.services.passes import join_open
from tests.games.conftest import Scorer, tuesday
from tests.worlds import built_once
from tournaments.events.services.events import event_create
from tournaments.results.services.results import match_create

DOCS = Path(__file__).resolve().parents[3] / "docs" / "roles.md"
ROLES = [role for role in Role if role is not Role.GUEST]
PASSES = {
    Role.TABLE_SCORER: Pass.Role.SCORER,
    Role.TABLE_PLAYER: Pass.Role.PLAYER,
    Role.TABLE_ONLOOKER: Pass.Role.ONLOOKER,
}
EVENING = '[Players "Xan, Yve, Zoë"]\norder Xan, Yve, Zoë\ngame\nbox wins\n'


@dataclass
class Evening:
    """A club with an evening: a game is over, one is disputed, nobody has paid."""

    club: Club
    session: Session
    owner: User
    players: dict[str, Player]
    season: Season
    scorer: Scorer

    def request(self, user: Any) -> dict[str, Any]:
        """What goes with everything that is written into the log."""
        self.session.refresh_from_db()
        version = self.session.version
        return {"session": self.session, "version": version, "key": uuid.uuid4().hex}

    def end(self) -> None:
        """End it as the owner."""
        session_end(by=self.owner, **self.request(self.owner))


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Evening]:
    """The evening, made once for all who try."""
    with built_once(django_db_blocker):
        of = tuesday()
        of.scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox wins")
        day = of.session.played_on
        season = season_create(club=of.club, by=of.organizer, name="S", starts_on=day, ends_on=day)
        yield Evening(of.club, of.session, of.organizer, of.players, season, of.scorer)


@pytest.fixture
def evening(built: Evening, db: None) -> Evening:
    """The evening that is tried on."""
    return deepcopy(built)


@pytest.fixture
def club(evening: Evening) -> Club:
    """Its club."""
    return evening.club


@pytest.fixture
def someone(evening: Evening, member: Callable[[str], User]) -> Callable[[Role], Any]:
    """Makes somebody who is this, and nothing more, to the evening."""

    def make(role: Role) -> Any:
        if role is Role.STRANGER:
            return User.objects.create_user("stranger@example.org", name="S")
        if role is Role.SEATED:
            user = User.objects.create_user("seated@example.org", name="Seated")
            Player.objects.filter(pk=evening.players["Ann"].pk).update(user=user)
            return user
        if role in PASSES:
            return Pass.objects.create(
                club=evening.club,
                session=evening.session,
                role=PASSES[role],
                player=evening.players["Ann"].public_id if role is Role.TABLE_PLAYER else "",
            )
        return member(role.value)

    return make


def _view(evening: Evening, user: Any) -> None:
    require(user, Capability.VIEW_CLUB, evening.club, evening.session)


def _names(evening: Evening, user: Any) -> None:
    require(user, Capability.SEE_NAMES, evening.club, evening.session)


def _money(evening: Evening, user: Any) -> None:
    require(user, Capability.VIEW_MONEY, evening.club, evening.session)


def _start(evening: Evening, user: Any) -> None:
    session_create(club=evening.club, by=user, players=list(evening.players.values()))


def _score(evening: Evening, user: Any) -> None:
    undo(sender=user, **evening.request(user))


def _play(evening: Evening, user: Any) -> None:
    """Ann is the box, and doubles Bob."""
    evening.scorer.play("game")
    double = BoxDoubles((evening.players["Bob"].public_id,))
    record_action(actions=[double], sender=user, **evening.request(user))


def _admit(evening: Evening, user: Any) -> None:
    join_open(session=evening.session, by=user)


def _amend(evening: Evening, user: Any) -> None:
    actions = [EndGame("team", 1)]
    game_amend(game=1, actions=actions, sender=user, **evening.request(user))


def _end(evening: Evening, user: Any) -> None:
    session_end(by=user, **evening.request(user))


def _reopen(evening: Evening, user: Any) -> None:
    evening.end()
    session_reopen(by=user, **evening.request(user))


def _void(evening: Evening, user: Any) -> None:
    session_void(by=user, **evening.request(user))


def _import(evening: Evening, user: Any) -> None:
    csn_import(club=evening.club, by=user, text=EVENING)


def _note(evening: Evening, user: Any) -> None:
    note_add(session=evening.session, game=1, text="Hm.", by=user)


def _resolve(evening: Evening, user: Any) -> None:
    note = note_add(session=evening.session, game=1, text="No!", by=evening.owner, is_dispute=True)
    dispute_resolve(note=note, by=user)


def _settle(evening: Evening, user: Any) -> None:
    evening.end()
    debt = evening.session.debts.filter(debtor=evening.players["Ann"]).first()
    debt = debt or evening.session.debts.filter(creditor=evening.players["Ann"]).first()
    assert debt is not None
    debt_pay(debt=debt, by=user)


def _add_player(evening: Evening, user: Any) -> None:
    player_create(club=evening.club, by=user, name="Eve", session=evening.session)


def _manage_players(evening: Evening, user: Any) -> None:
    player_set_active(player=evening.players["Bob"], by=user, is_active=False)


def _manage_seasons(evening: Evening, user: Any) -> None:
    evening.end()
    season_close(season=evening.season, by=user)


def _invite(evening: Evening, user: Any) -> None:
    invitation_create(club=evening.club, by=user)


def _manage_roles(evening: Evening, user: Any) -> None:
    guest = User.objects.create_user("guest@example.org", name="Gus")
    membership_set(club=evening.club, user=guest, role="player", by=user)


def _manage_club(evening: Evening, user: Any) -> None:
    club_change(club=evening.club, by=user, name="Wednesday Club")


def _admin(evening: Evening, user: Any) -> None:
    request = RequestFactory().get("/admin/")
    request.user = user
    if not may_enter(request):
        raise NotAllowed


def _direct(evening: Evening, user: Any) -> None:
    event_create(club=evening.club, by=user, title="Open")


def _start_match(evening: Evening, user: Any) -> None:
    ann, bob = evening.players["Ann"], evening.players["Bob"]
    match_create(club=evening.club, by=user, first=ann, second=bob, length=5)


TRIES: dict[Capability, Callable[[Evening, Any], None]] = {
    Capability.VIEW_CLUB: _view,
    Capability.SEE_NAMES: _names,
    Capability.VIEW_MONEY: _money,
    Capability.START_SESSION: _start,
    Capability.SCORE: _score,
    Capability.PLAY: _play,
    Capability.ADMIT: _admit,
    Capability.AMEND: _amend,
    Capability.END_SESSION: _end,
    Capability.REOPEN_SESSION: _reopen,
    Capability.VOID_SESSION: _void,
    Capability.IMPORT_SESSION: _import,
    Capability.NOTE: _note,
    Capability.RESOLVE: _resolve,
    Capability.SETTLE: _settle,
    Capability.ADD_PLAYER: _add_player,
    Capability.MANAGE_PLAYERS: _manage_players,
    Capability.MANAGE_SEASONS: _manage_seasons,
    Capability.INVITE: _invite,
    Capability.MANAGE_ROLES: _manage_roles,
    Capability.MANAGE_CLUB: _manage_club,
    Capability.DIRECT: _direct,
    Capability.START_MATCH: _start_match,
    Capability.USE_ADMIN: _admin,
}


def test_everything_that_can_be_allowed_is_tried_and_named() -> None:
    assert set(TRIES) == set(CAPABILITY_TITLES) == set(TABLE) == set(Capability)
    assert set(ROLE_TITLES) == set(Role)


@pytest.mark.parametrize("capability", Capability)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_does_what_the_table_allows_and_nothing_else(
    evening: Evening, someone: Callable[[Role], Any], role: Role, capability: Capability
) -> None:
    user = someone(role)
    if role in TABLE[capability]:
        TRIES[capability](evening, user)
    else:
        with pytest.raises((NotAllowed, NotFound)):
            TRIES[capability](evening, user)


def test_a_guest_of_a_public_club_looks_and_does_nothing(evening: Evening) -> None:
    Club.objects.update(visibility="public")
    evening.club.refresh_from_db()
    assert club_get(evening.club.slug, AnonymousUser()) == evening.club
    guest = User.objects.create_user("guest2@example.org", name="Gus")
    for capability in set(Capability) - {Capability.VIEW_CLUB, Capability.USE_ADMIN}:
        with pytest.raises(NotAllowed):
            require(guest, capability, evening.club, evening.session)


PAGES: dict[str, tuple[str, Capability]] = {
    "settings/": ("get", Capability.MANAGE_CLUB),
    "settings/rules/": ("get", Capability.MANAGE_CLUB),
    "settings/rules/options/": ("get", Capability.MANAGE_CLUB),
    "settings/look/": ("get", Capability.MANAGE_CLUB),
    "settings/look/colour/": ("post", Capability.MANAGE_CLUB),
    "settings/look/logo/": ("post", Capability.MANAGE_CLUB),
    "settings/look/logo/remove/": ("post", Capability.MANAGE_CLUB),
    "seasons/": ("get", Capability.MANAGE_SEASONS),
    "seasons/{season}/": ("get", Capability.MANAGE_SEASONS),
    "seasons/{season}/close/": ("post", Capability.MANAGE_SEASONS),
    "seasons/{season}/reopen/": ("post", Capability.MANAGE_SEASONS),
    "members/": ("get", Capability.MANAGE_ROLES),
    "members/{member}/": ("post", Capability.MANAGE_ROLES),
    "members/{member}/remove/": ("post", Capability.MANAGE_ROLES),
    "members/{member}/owner/": ("post", Capability.MANAGE_ROLES),
    "invitations/": ("get", Capability.INVITE),
    "invitations/{invitation}/revoke/": ("post", Capability.INVITE),
}
CLUB_ROLES = ("owner", "organizer", "director", "scorer", "player")


def address(evening: Evening, page: str) -> str:
    invitation, _token = invitation_create(club=evening.club, by=evening.owner)
    # A member who is not the one that asks; removing them harms nobody here.
    other = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", name="Other")
    membership = membership_set(club=evening.club, user=other, role="player", by=evening.owner)
    names = {
        "season": evening.season.public_id,
        "member": membership.pk,
        "invitation": invitation.pk,
    }
    return f"/clubs/{evening.club.slug}/" + page.format(**names)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", [*CLUB_ROLES, "other club", "anonymous"])
def test_the_pages_of_organizers_open_for_them_alone(
    client: Client,
    evening: Evening,
    someone: Callable[[Role], Any],
    role: str,
    page: str,
) -> None:
    where = address(evening, page)
    method, capability = PAGES[page]
    if role == "other club":
        user = someone(Role.STRANGER)
        club_create(by=user, name="Other")
        client.force_login(user)
    elif role != "anonymous":
        client.force_login(someone(Role(role)))
    answer = getattr(client, method)(where)
    if role == "anonymous":
        assert answer.status_code == 302
        assert answer["Location"].startswith("/sign-in/")
    elif role == "other club":
        # They cannot tell the club from one that does not exist.
        assert answer.status_code == 404
    elif Role(role) in TABLE[capability]:
        # 400 and 422: an empty form; 403: only an owner passes a club on.
        allowed = {200, 302, 400, 422} | ({403} if page.endswith("owner/") else set())
        assert answer.status_code in allowed
    else:
        assert answer.status_code == 403


def test_the_docs_have_the_same_table() -> None:
    text = DOCS.read_text(encoding="utf-8")
    begin, end = text.index("manage.py roles -->\n") + 20, text.index("<!-- end -->")
    assert text[begin:end] == role_matrix_as_markdown()
    begin = text.index("manage.py roles --speaking -->\n") + 31
    assert text[begin : text.index("<!-- end -->", begin)] == deeds_as_markdown()
