"""The page of members: roles, removal, ownership, leaving; and the log of all that."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.clubs.presenters.members import changes_in_words
from games.clubs.selectors.members import role_changes
from games.clubs.services.clubs import (
    club_create,
    membership_remove,
    membership_set,
    ownership_pass,
)
from games.errors import NotAllowed, NotFound, Refused
from games.models import Club, Membership, Player, RoleChange, Session, User
from games.permissions import Capability, permitted


@pytest.fixture
def desk(client: Client, organizer: User) -> Client:
    """The owner's browser."""
    client.force_login(organizer)
    return client


def number_of(user: User) -> int:
    return Membership.objects.get(user=user).pk


def url(club: Club, user: User, what: str = "") -> str:
    return f"/clubs/{club.slug}/members/{number_of(user)}/{what}"


def sentences(club: Club) -> list[str]:
    return [change.sentence for change in changes_in_words(role_changes(club))]


def test_members_are_listed_with_roles_those_who_decide_first(
    desk: Client, club: Club, member: Callable[[str], User], players: dict[str, Player]
) -> None:
    scorer = member("scorer")
    players["Ann"].user = scorer
    players["Ann"].save()
    page = desk.get(f"/clubs/{club.slug}/members/").content.decode()
    assert page.index("Olga") < page.index(scorer.email)
    assert "plays as Ann" in page


def test_a_role_is_changed_and_the_change_is_kept(
    desk: Client, club: Club, organizer: User, member: Callable[[str], User]
) -> None:
    user = member("player")
    desk.post(url(club, user), {"role": "director"})
    assert Membership.objects.get(user=user).role == "director"
    change = RoleChange.objects.get(user=user)
    assert (change.role_before, change.role_after) == ("player", "director")
    assert change.changed_by == organizer
    assert "Olga made Player director; before: player." in sentences(club)
    page = desk.get(f"/clubs/{club.slug}/members/").content.decode()
    assert "Olga made Player director; before: player." in page


def test_the_same_role_again_is_no_change(
    club: Club, organizer: User, member: Callable[[str], User]
) -> None:
    membership_set(club=club, user=member("scorer"), role="scorer", by=organizer)
    assert sentences(club) == ["Olga came as owner."]


def test_a_role_that_does_not_exist_is_refused(
    desk: Client, club: Club, member: Callable[[str], User]
) -> None:
    assert desk.post(url(club, member("player")), {"role": "king"}).status_code == 400


def test_an_organizer_touches_no_owner(
    client: Client, club: Club, organizer: User, member: Callable[[str], User]
) -> None:
    client.force_login(member("organizer"))
    assert client.post(url(club, organizer), {"role": "player"}).status_code == 403
    assert client.post(url(club, organizer, "remove/")).status_code == 403
    assert client.post(url(club, organizer, "owner/")).status_code == 403
    assert Membership.objects.get(user=organizer).role == "owner"


def test_the_last_owner_cannot_go(desk: Client, club: Club, organizer: User) -> None:
    for address, fields in (
        (url(club, organizer), {"role": "player"}),
        (url(club, organizer, "remove/"), {}),
        (f"/clubs/{club.slug}/leave/", {}),
    ):
        answer = desk.post(address, fields, follow=True)
        assert "A club needs an owner" in answer.content.decode()
    assert Membership.objects.get(user=organizer).role == "owner"


def test_who_is_removed_loses_his_player_and_with_it_the_tables_he_sat_at(
    desk: Client,
    club: Club,
    member: Callable[[str], User],
    players: dict[str, Player],
    session: Session,
) -> None:
    user = member("player")
    players["Ann"].user = user
    players["Ann"].save()
    assert permitted(user, Capability.PLAY, club, session)
    desk.post(url(club, user, "remove/"))
    assert not permitted(user, Capability.PLAY, club, session)
    players["Ann"].refresh_from_db()
    assert players["Ann"].user is None
    assert "Olga removed Player, player." in sentences(club)


def test_a_member_leaves_by_himself(
    client: Client, club: Club, member: Callable[[str], User]
) -> None:
    user = member("scorer")
    client.force_login(user)
    assert "Leave the club" in client.get("/account/").content.decode()
    client.post(f"/clubs/{club.slug}/leave/")
    assert not Membership.objects.filter(user=user).exists()
    assert sentences(club)[0] == "Scorer, scorer, left."
    # A second tap finds a club they no longer belong to.
    assert client.post(f"/clubs/{club.slug}/leave/").status_code == 404


def test_who_is_no_member_cannot_leave_a_public_club(client: Client, club: Club) -> None:
    Club.objects.update(visibility="public")
    client.force_login(User.objects.create_user("guest@example.org", name="Gus"))
    assert client.post(f"/clubs/{club.slug}/leave/").status_code == 400


def test_a_club_is_passed_on(
    desk: Client, club: Club, organizer: User, member: Callable[[str], User]
) -> None:
    heir = member("scorer")
    desk.post(url(club, heir, "owner/"))
    assert Membership.objects.get(user=heir).role == "owner"
    assert Membership.objects.get(user=organizer).role == "organizer"
    with pytest.raises(NotAllowed):
        ownership_pass(club=club, to=heir, by=organizer)


def test_a_club_is_passed_to_another_member_only(club: Club, organizer: User, db: None) -> None:
    stranger = User.objects.create_user("stranger@example.org", name="S")
    for to in (organizer, stranger):
        with pytest.raises(Refused, match="not in the club"):
            ownership_pass(club=club, to=to, by=organizer)


def test_members_of_another_club_are_not_found(
    client: Client, club: Club, member: Callable[[str], User]
) -> None:
    user = member("player")
    stranger = User.objects.create_user("stranger@example.org", name="S")
    other = club_create(by=stranger, name="Other")
    client.force_login(stranger)
    address = f"/clubs/{other.slug}/members/{number_of(user)}/"
    for what in ("", "remove/", "owner/"):
        assert client.post(address + what, {"role": "owner"}).status_code == 404


def test_who_has_gone_already_is_not_removed_again(
    club: Club, organizer: User, member: Callable[[str], User]
) -> None:
    membership = Membership.objects.get(user=member("player"))
    membership_remove(membership=membership, by=organizer)
    membership.pk = membership.pk or 0
    with pytest.raises(NotFound):
        membership_remove(membership=membership, by=organizer)


def test_the_page_takes_the_same_queries_however_many_members(
    desk: Client,
    club: Club,
    member: Callable[[str], User],
    organizer: User,
    django_assert_max_num_queries: object,
) -> None:
    for _ in range(6):
        membership_set(club=club, user=member("player"), role="scorer", by=organizer)
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        answer = desk.get(f"/clubs/{club.slug}/members/")
    assert answer.content.decode().count("/members/") > 6
