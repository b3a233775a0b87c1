"""A board's stream ends with what let somebody in: a sign-in, the club, a seat."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.services.passwords import password_set
from games.boards.actors import cookie_name, seat_sealed
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import handover_answer, invitation_accept, invitation_make
from games.boards.services.sitters import Sitter
from games.chouetteboards import live
from games.clubs.services.clubs import membership_remove
from games.models import Board, Club, Membership, User

pytestmark = pytest.mark.django_db

Looker = tuple[str, str, str]
SERVED = {"asgi.scope": {}}


@pytest.fixture
def board(club: Club, ann: User) -> Board:
    """Ann's board in a public club, with a guest on the other seat."""
    Club.objects.filter(pk=club.pk).update(visibility="public")
    club.refresh_from_db()
    board = board_create(club=club, by=ann, terms=Terms(length=3))
    made, _token = invitation_make(board=board, by=Sitter(0, ann))
    invitation_accept(invitation=made, by=None, name="Zoë")
    return board


@pytest.fixture
def lookers(board: Board, ann: User, bo: User) -> dict[str, Looker]:
    """Everybody who looks, as the server that streams knows them."""
    phones = {name: Client() for name in ("seated", "member", "guest", "onlooker")}
    phones["seated"].force_login(ann)
    phones["member"].force_login(bo)
    phones["guest"].cookies[cookie_name(board)] = seat_sealed(board.seats.get(number=1))
    return {name: looker(phone, board) for name, phone in phones.items()}


def looker(phone: Client, board: Board) -> Looker:
    answer = phone.get(
        reverse("board_live", args=[board.public_id]),
        headers={"Accept": "text/event-stream"},
        **SERVED,
    )
    return (
        answer["X-Live-Who"],
        answer["X-Live-Audience"],
        answer.headers.get("X-Live-Sign-In", ""),
    )


def a_new_password(board: Board, ann: User, bo: User) -> None:
    for user in (ann, bo):
        password_set(user=user, password="another long one")


def out_of_the_club(board: Board, ann: User, bo: User) -> None:
    owner = Membership.objects.get(club=board.club, role="owner").user
    membership_remove(membership=Membership.objects.get(club=board.club, user=bo), by=owner)


def a_new_link(board: Board, ann: User, bo: User) -> None:
    made, _token = invitation_make(board=board, by=Sitter(0, ann))
    handover_answer(invitation=made, by=Sitter(1), agrees=True)
    invitation_accept(invitation=made, by=None)


def a_closed_club(board: Board, ann: User, bo: User) -> None:
    Club.objects.filter(pk=board.club_id).update(visibility="members")


@pytest.mark.parametrize(
    ("ended", "gone"),
    [
        (a_new_password, {"seated", "member"}),
        (out_of_the_club, {"member"}),
        (a_new_link, {"guest"}),
        (a_closed_club, {"onlooker"}),
    ],
)
def test_a_stream_ends_with_what_it_was_let_in_by(
    board: Board,
    ann: User,
    bo: User,
    lookers: dict[str, Looker],
    ended: Callable[[Board, User, User], None],
    gone: set[str],
) -> None:
    topic = live.topic_of(board)
    everybody = {(topic, one) for one in lookers.values()}
    assert live.still(everybody) == everybody

    ended(board, ann, bo)

    stay = {one for _topic, one in live.still(everybody)}
    assert {name for name, one in lookers.items() if one not in stay} == gone
    assert live.look(topic, set(lookers.values()))[1] == stay


def test_a_sign_in_of_somebody_else_opens_no_seat(board: Board, lookers: dict[str, Looker]) -> None:
    (who, audience, _own), others = lookers["seated"], lookers["member"][2]
    topic = live.topic_of(board)

    for sign_in in ("", others):
        assert live.still({(topic, (who, audience, sign_in))}) == set()


def test_a_player_may_follow_their_own_board_on_a_big_screen(board: Board, ann: User) -> None:
    screen = Client()
    screen.force_login(ann)
    answer = screen.get(
        reverse("board_wall_live", args=[board.public_id]),
        headers={"Accept": "text/event-stream"},
        **SERVED,
    )
    looks = (answer["X-Live-Who"], answer["X-Live-Audience"], answer["X-Live-Sign-In"])

    assert looks[1].startswith("-n|")
    assert live.look(answer["X-Live-Topic"], [looks])[1] == {looks}
