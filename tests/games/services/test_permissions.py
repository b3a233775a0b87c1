"""One table says who may do what; here it stands written out once more, by hand."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.errors import NotAllowed
from games.models import User
from games.permissions import TABLE, Capability, capabilities, permitted, require

# One letter for each role: Owner, orGanizer, Director, sCorer, Player of the club, Seated player,
# onlooker of a pUblic club, stranger to a members-only one (no letter: he may nothing).
WHO = {
    "view_club": "OGDCPSU",
    "view_money": "OGS",
    "start_session": "OGDC",
    "score": "OGDCS",
    "amend": "OGDCS",
    "end_session": "OGDCS",
    "reopen_session": "OGDC",
    "void_session": "OGD",
    "import_session": "OGDC",
    "note": "OGDCS",
    "resolve": "OGD",
    "settle": "OGS",
    "add_player": "OGDC",
    "manage_players": "OGD",
    "manage_seasons": "OGD",
    "invite": "OG",
    "manage_roles": "OG",
    "manage_club": "OG",
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
