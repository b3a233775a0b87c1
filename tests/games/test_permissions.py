"""One table says who may do what; here it stands written out once more, by hand."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.clubs.services.clubs import club_create
from games.errors import NotAllowed
from games.models import Pass, User
from games.permissions import (
    READ_AFTERWARDS,
    TABLE,
    Capability,
    capabilities,
    permitted,
    require,
)
from games.sessions.services.sessions import session_create

# One letter for each role: Owner, orGanizer, Director, sCorer, Player of the club, Seated player,
# Tablet that keeps the score, player's phone (B as in Bob), phone that only Watches, onlooker of a
# pUblic club, stranger to a members-only one (no letter: nothing is allowed).
WHO = {
    "view_club": "OGDCPSTBWU",
    "see_names": "OGDCPSTB",
    "view_money": "OGSB",
    "start_session": "OGDC",
    "score": "OGDCT",
    "play": "OGDCSTB",
    "admit": "OGDCT",
    "amend": "OGDCT",
    "end_session": "OGDCT",
    "reopen_session": "OGDC",
    "void_session": "OGD",
    "import_session": "OGDC",
    "note": "OGDCS",
    "resolve": "OGD",
    "settle": "OGS",
    "add_player": "OGDCT",
    "manage_players": "OGD",
    "manage_seasons": "OGD",
    "invite": "OG",
    "manage_roles": "OG",
    "manage_club": "OG",
    "direct": "OGD",
    "start_match": "OGDCP",
    "use_admin": "OG",
}
LETTERS = {"owner": "O", "organizer": "G", "director": "D", "scorer": "C", "player": "P"}


def expected(letter):
    return {name for name, letters in WHO.items() if letter in letters}


def test_every_capability_is_in_the_table():
    assert set(TABLE) == set(Capability) == set(WHO)


@pytest.mark.parametrize("role", LETTERS)
def test_a_role_may_what_the_table_says(member, club, session, role):
    assert capabilities(member(role), club, session) == expected(LETTERS[role])


def test_who_sits_in_a_session_may_more_there_and_only_there(member, club, session, players):
    user = member("player")
    players["Ann"].user = user
    players["Ann"].save()

    assert capabilities(user, club, session) == expected("P") | expected("S")
    assert capabilities(user, club) == expected("P")


@pytest.fixture
def holder(club, session, players):
    def make(role, **columns):
        player = players["Bob"].public_id if role == "player" else ""
        return Pass.objects.create(
            **{"club": club, "session": session, "role": role, "player": player, **columns}
        )

    return make


@pytest.mark.parametrize(("role", "letter"), [("scorer", "T"), ("player", "B"), ("onlooker", "W")])
def test_a_phone_may_at_its_table_what_it_was_let_in_for(club, session, holder, role, letter):
    assert capabilities(holder(role), club, session) == expected(letter)
    assert capabilities(holder(role), club) == set()


@pytest.mark.parametrize("state", ["waiting", "refused", "revoked"])
def test_a_phone_that_is_not_let_in_may_nothing(club, session, holder, state):
    for role in ("scorer", "player", "onlooker"):
        assert capabilities(holder(role, state=state), club, session) == set()


def test_a_phone_may_nothing_at_another_table(club, session, holder, organizer, players):
    other = session_create(club=club, by=organizer, players=list(players.values()))

    assert capabilities(holder("scorer"), club, other) == set()


@pytest.mark.parametrize("role", ["scorer", "player", "onlooker"])
def test_after_the_end_a_phone_shows_the_table_for_some_hours(club, session, holder, role):
    session.status = "ended"
    session.changed_at = timezone.now() - READ_AFTERWARDS / 2
    assert capabilities(holder(role), club, session) == expected("W")

    session.changed_at = timezone.now() - READ_AFTERWARDS * 1.1
    assert capabilities(holder(role), club, session) == set()


def test_a_screen_sees_the_whole_club_and_no_other(club, session, holder, organizer):
    screen = holder("onlooker", session=None)

    assert capabilities(screen, club) == capabilities(screen, club, session) == expected("W")
    assert capabilities(screen, club_create(by=organizer, name="Other")) == set()


def test_strangers_may_nothing_in_a_members_only_club(club, session):
    stranger = User.objects.create_user("stranger@example.org", name="S")

    for user in (stranger, AnonymousUser()):
        assert capabilities(user, club, session) == set()


def test_onlookers_may_look_at_a_public_club(club, session):
    club.visibility = "public"
    stranger = User.objects.create_user("stranger@example.org", name="S")

    for user in (stranger, AnonymousUser()):
        assert capabilities(user, club, session) == expected("U")


def test_a_superuser_is_an_owner_everywhere(club, session):
    root = User.objects.create_superuser("root@example.org", name="Root")

    assert capabilities(root, club, session) == expected("O")


def test_an_account_that_was_closed_may_nothing(member, club):
    user = member("owner")
    user.is_active = False

    assert capabilities(user, club) == set()


def test_to_require_is_to_refuse_who_may_not(member, club):
    require(member("scorer"), Capability.START_SESSION, club)
    with pytest.raises(NotAllowed) as caught:
        require(member("player"), Capability.START_SESSION, club)
    assert caught.value.status == 403
    assert not permitted(member("player"), Capability.START_SESSION, club)
