"""A board set up from the form, its invitations, and who sits down with them."""

import datetime
import re
from html import unescape

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.dispatch import receiver
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.boards.actors import cookie_name
from games.boards.errors import BoardRefused
from games.boards.selectors.boards import state_of
from games.boards.services.boards import Terms, block, board_create, player_of_user, terms_again
from games.boards.services.invitation_mails import invitation_mail_send
from games.boards.services.invitations import handover_answer, invitation_make
from games.boards.services.sitters import Sitter
from games.models import Board, BoardInvitation, Club
from games.rules.backgammon import Options
from games.signals import assistant_expected
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

FORM = {
    "against": "link",
    "length": "5",
    "pace": "free",
    "colour": "0",
    "cube_limit": "64",
    "jacoby": "on",
    "beavers": "on",
    "automatics": "0",
}


def new(client: Client, club, **values):
    return client.post(reverse("board_new", args=[club.slug]), {**FORM, **values})


def link_of(html: str) -> str:
    found = re.search(r'id="link" readonly value="([^"]+)"', html)
    assert found is not None
    return found[1]


@pytest.fixture(autouse=True)
def _no_mails_yet(monkeypatch, tmp_path):
    """Limits and what has been mailed are counted in the cache; files go elsewhere."""
    cache.clear()
    monkeypatch.setattr(settings, "DATA", tmp_path)


@pytest.fixture
def anns(client, ann) -> Client:
    client.force_login(ann)
    return client


@pytest.fixture
def link(anns, club) -> str:
    """The link of a new board of Ann's."""
    answer = new(anns, club)
    assert answer.status_code == 302
    html = anns.get(answer["Location"]).content.decode()
    return link_of(html)


# set up


def test_the_form_offers_what_is_usual(anns, club):
    answer = anns.get(reverse("board_new", args=[club.slug]))

    assert answer.status_code == 200
    html = answer.content.decode()
    assert "Play the assistant" in html
    assert "Counts for match ratings" not in html


def test_a_board_is_set_up_as_the_form_says(anns, club):
    club.boards_rated = True
    club.save()
    new(anns, club, length="7", pace="days", days="2", bank="14", colour="1", is_rated="on")

    board = Board.objects.get()
    assert (board.match_length, board.pace, board.is_rated) == (7, "days", True)
    assert [seat.number for seat in board.seats.all()] == [1]
    assert board.snapshot["clock"] is not None


def test_the_options_of_a_single_game_are_kept(anns, club):
    given = {key: value for key, value in FORM.items() if key not in ("jacoby", "beavers")}
    given |= {"length": "", "cube_limit": "", "automatics": "2"}
    anns.post(reverse("board_new", args=[club.slug]), given)

    options = Options.from_json(Board.objects.get().options)
    assert options == Options(cube_limit=None, jacoby=False, automatics=2, animals=0)


@pytest.mark.parametrize(
    "wrong", [{"length": "2"}, {"pace": "sand"}, {"against": "nobody"}, {"against": "player"}]
)
def test_what_is_not_offered_is_said_and_nothing_is_set_up(anns, club, wrong):
    assert new(anns, club, **wrong).status_code == 422
    assert not Board.objects.exists()


def test_the_assistant_is_woken_while_the_form_is_filled_in(anns, club):
    woken = []

    @receiver(assistant_expected, weak=False, dispatch_uid="woken")
    def wake(**news):
        woken.append(news["sender"])

    try:
        anns.get(reverse("board_new", args=[club.slug]))
    finally:
        assistant_expected.disconnect(dispatch_uid="woken")

    assert woken == [Board]


def test_one_tap_plays_the_assistant(anns, club):
    answer = anns.post(
        reverse("board_new", args=[club.slug]),
        {"against": "assistant", "level": "easy", "pace": "free", "cube_limit": "64", "key": "k"},
    )

    board = Board.objects.get()
    assert answer["Location"] == reverse("board", args=[board.public_id])
    assert (board.status, board.match_length) == ("playing", None)
    assert board.seats.get(kind="assistant").level == "easy"


def test_the_same_form_sent_twice_sets_one_board_up(anns, club):
    for _ in range(2):
        new(anns, club, key="k")

    assert Board.objects.count() == 1
    assert BoardInvitation.objects.count() == 1


def test_a_stranger_sets_nothing_up(client, club, django_user_model):
    client.force_login(django_user_model.objects.create_user("s@example.org", name="Sam"))

    assert new(client, club).status_code == 404


# the link


def test_a_new_link_is_shown_once(anns, club):
    page = new(anns, club)["Location"]

    assert link_of(anns.get(page).content.decode())
    assert 'id="link"' not in anns.get(page).content.decode()


def test_a_guest_sits_down_by_the_link_and_holds_the_seat(link):
    guest = Client()
    opened = guest.get(link)
    assert opened.status_code == 200
    assert "Ann invites you" in opened.content.decode()
    assert Board.objects.get().seats.count() == 1

    answer = guest.post(link, {"name": "Zoë"})

    board = Board.objects.get()
    assert answer["Location"] == reverse("board", args=[board.public_id])
    assert cookie_name(board) in answer.cookies
    assert guest.get(answer["Location"]).status_code == 200
    assert [seat.name for seat in board.seats.all()] == ["", "Zoë"]


def test_a_guest_says_a_name(link):
    assert Client().post(link, {"name": " "}).status_code == 422
    assert BoardInvitation.objects.get().is_open


def test_a_member_sits_down_as_their_player(link, club, bo):
    member = Client()
    member.force_login(bo)
    member.post(link)

    assert Board.objects.get().seats.get(number=1).player.user == bo


def test_who_invites_does_not_sit_down_themselves(anns, link):
    assert "You sit at this board already" in anns.get(link).content.decode()


@pytest.mark.parametrize("why", ["used", "expired", "withdrawn", "unknown"])
def test_a_closed_link_is_said_calmly(link, why):
    if why == "used":
        Client().post(link, {"name": "Zoë"})
    elif why == "unknown":
        link = link[:-4] + "abc/"
    else:
        column = {"expired": "expires_at", "withdrawn": "withdrawn_at"}[why]
        past = timezone.now() - datetime.timedelta(minutes=1)
        BoardInvitation.objects.update(**{column: past})

    answer = Client().get(link)

    assert answer.status_code == 410
    assert "used or withdrawn already" in answer.content.decode()
    assert Client().post(link, {"name": "Zack"}).status_code == 410


def test_the_inviter_makes_a_new_link_for_a_guest_who_has_lost_theirs(anns, ann, link):
    Client().post(link, {"name": "Zoë"})
    board = Board.objects.get()
    invite = reverse("board_invite", args=[board.public_id])
    Playing(board, (ann, None)).seed()
    assert f'href="{invite}"' in anns.get(reverse("board", args=[board.public_id])).content.decode()
    Club.objects.update(visibility="public")
    forgetful = Client().get(reverse("board", args=[board.public_id])).content.decode()
    assert "Are you Zoë" in forgetful
    answer = anns.post(invite, {"email": ""})
    again = link_of(anns.get(answer["Location"]).content.decode())
    asked = board.invitations.get(used_at=None)
    handover_answer(invitation=asked, by=Sitter(1), agrees=True)
    other_phone = Client()

    other_phone.post(again)

    assert cookie_name(board) in other_phone.cookies
    assert board.seats.count() == 2


# mails


def test_an_invitation_is_mailed_with_terms_commitment_and_link(anns, club):
    new(anns, club, email="zoe@example.org", pace="days", days="3", bank="7")

    [message] = mail.outbox
    board = Board.objects.get()
    commitment = board.dice_seeds.get().commitment
    for text in (message.body, message.alternatives[0][0]):
        assert "Ann invites you to backgammon: a match to 5 points." in text
        assert "3 days for a move and 7 days in the bank" in text
        assert "none, only points" in text
        assert commitment in text
        assert text.count("/boards/invitation/") == 1
    assert board.dice_seeds.get().server_seed not in str(message.message())
    assert message.to == ["zoe@example.org"]


def test_the_mail_of_an_invitation_leaves_once_though_its_task_runs_twice(anns, club):
    new(anns, club, email="zoe@example.org")
    made = BoardInvitation.objects.get()

    cache.clear()  # nothing that is remembered elsewhere matters
    assert not invitation_mail_send(invitation_id=made.pk, link="x", language="en")
    assert len(mail.outbox) == 1


def test_the_mail_of_an_invitation_is_tried_again_where_the_mail_server_refused_it(
    anns, club, monkeypatch
):
    said: list[str] = []

    def refuses(**given):
        said.append(given["to"])
        if len(said) == 1:
            raise OSError("no answer")

    with monkeypatch.context() as patched:
        patched.setattr("games.receivers.board_invitation_mail.delay", lambda *given: None)
        new(anns, club, email="zoe@example.org")
    made = BoardInvitation.objects.get()
    monkeypatch.setattr("games.boards.services.invitation_mails.mail_send", refuses)

    with pytest.raises(OSError, match="no answer"):
        invitation_mail_send(invitation_id=made.pk, link="x", language="en")
    assert invitation_mail_send(invitation_id=made.pk, link="x", language="en")
    assert not invitation_mail_send(invitation_id=made.pk, link="x", language="en")
    assert said == ["zoe@example.org"] * 2


def test_without_a_mail_server_the_page_says_so_and_keeps_the_mail(
    anns, club, monkeypatch, tmp_path
):
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")

    page = new(anns, club, email="zoe@example.org")["Location"]

    html = anns.get(page).content.decode()
    assert "No mail server is set up here, so nothing was sent to zoe@example.org" in html
    assert 'href="mailto:?subject=' in html
    assert "<svg" in html
    [kept] = (tmp_path / "mail").iterdir()
    assert "zoe@example.org" in kept.read_text()


def test_a_flood_of_mails_is_stopped(anns, club):
    for _ in range(7):
        new(anns, club, email="zoe@example.org")

    assert len(mail.outbox) == 5


def test_a_german_player_is_challenged_in_german(anns, club, bo):
    bo.language = "de"
    bo.save()
    player = player_of_user(club=club, user=bo)
    new(anns, club, against="player", player=player.public_id)

    [message] = mail.outbox
    assert message.to == [bo.email]
    assert "Ann möchte mit dir Backgammon spielen: ein Match auf 5 Punkte." in message.body


# a board that waits


def test_open_invitations_are_listed_and_withdrawn(anns, club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    made, _ = invitation_make(board=board, by=Sitter(0, ann), email="zoe@example.org")
    page = reverse("board_invite", args=[board.public_id])
    assert "zoe@example.org" in anns.get(page).content.decode()

    anns.post(reverse("board_invitation_withdraw", args=[board.public_id, made.pk]))

    assert "zoe@example.org" not in anns.get(page).content.decode()


def test_another_link_is_made_for_a_board_that_waits(anns, club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    answer = anns.post(reverse("board_invite", args=[board.public_id]), {"email": ""})

    assert link_of(anns.get(answer["Location"]).content.decode())


def test_nobody_came_so_the_assistant_sits_down(anns, club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    anns.post(reverse("board_wait", args=[board.public_id, "assistant"]), {"level": "easy"})

    assert board.seats.get(number=1).kind == "assistant"


def test_a_board_is_opened_to_the_club_and_taken(anns, club, ann, bo):
    board = board_create(club=club, by=ann, terms=Terms())
    anns.post(reverse("board_wait", args=[board.public_id, "open"]))
    bos = Client()
    bos.force_login(bo)
    bos.post(reverse("board_join", args=[board.public_id]))

    assert board.seats.get(number=1).player.user == bo


def test_a_member_sits_down_on_the_page_of_a_board_that_is_open_to_the_club(club, ann, bo):
    board = board_create(club=club, by=ann, terms=Terms(), is_challenge=True)
    closed = board_create(club=club, by=ann, terms=Terms())
    bos = Client()
    bos.force_login(bo)
    join = reverse("board_join", args=[board.public_id])

    assert join in bos.get(reverse("board", args=[board.public_id])).content.decode()
    assert "/join/" not in bos.get(reverse("board", args=[closed.public_id])).content.decode()


def test_a_board_is_withdrawn(anns, club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    answer = anns.post(reverse("board_wait", args=[board.public_id, "withdraw"]))

    board.refresh_from_db()
    assert board.status == "withdrawn"
    assert answer["Location"] == reverse("boards")


def test_only_who_sits_there_does_anything_about_a_waiting_board(client, club, ann, bo):
    board = board_create(club=club, by=ann, terms=Terms())
    client.force_login(bo)
    for do in ("assistant", "open", "withdraw"):
        client.post(reverse("board_wait", args=[board.public_id, do]), {"level": "easy"})

    board.refresh_from_db()
    assert (board.status, board.is_challenge, board.seats.count()) == ("waiting", False, 1)


def test_a_challenge_by_name_is_answered(anns, club, bo):
    player = player_of_user(club=club, user=bo)
    new(anns, club, against="player", player=player.public_id)
    board = Board.objects.get()
    bos = Client()
    bos.force_login(bo)
    assert "Ann" in bos.get(reverse("boards")).content.decode()

    bos.post(reverse("board_join", args=[board.public_id]))

    assert board.seats.get(number=1).player == player


def test_a_challenge_by_name_is_declined(anns, club, bo):
    player = player_of_user(club=club, user=bo)
    new(anns, club, against="player", player=player.public_id)
    bos = Client()
    bos.force_login(bo)
    bos.post(reverse("board_decline", args=[Board.objects.get().public_id]))

    assert Board.objects.get().status == "waiting"
    assert not BoardInvitation.objects.get().is_open


def test_who_was_not_challenged_is_told_so_where_they_decline(anns, club, bo):
    new(anns, club, against="club")
    bos = Client()
    bos.force_login(bo)
    player_of_user(club=club, user=bo)
    answer = bos.post(reverse("board_decline", args=[Board.objects.get().public_id]), follow=True)

    assert answer.status_code == 200
    assert str(BoardRefused("invitation_closed")) in unescape(answer.content.decode())


def test_who_has_blocked_somebody_is_not_offered_to_them(anns, club, ann, bo):
    player = player_of_user(club=club, user=bo)
    block(by=bo, user=ann)

    assert "Bo</option>" not in anns.get(reverse("board_new", args=[club.slug])).content.decode()
    assert new(anns, club, against="player", player=player.public_id).status_code == 422


CLOCKS = [
    # tempo, own seconds and minutes, length, and the seconds and minutes that follow
    ("", {}, "5", (12, 10)),
    ("tournament", {}, "7", (12, 14)),
    ("tournament", {}, "", (12, 10)),
    ("blitz", {}, "7", (8, 7)),
    ("blitz", {}, "", (8, 5)),
    ("relaxed", {}, "3", (20, 9)),
    ("blitz", {"seconds": "99", "minutes": "99"}, "7", (8, 7)),  # numbers of a hidden field
    ("own", {"seconds": "0", "minutes": "25"}, "7", (0, 25)),
    ("own", {}, "7", (12, 10)),
]


@pytest.mark.parametrize(("tempo", "own", "length", "clock"), CLOCKS)
def test_a_clock_is_chosen_by_its_name_or_by_numbers_and_a_rematch_keeps_it(
    club, ann, tempo, own, length, clock
):
    said = {"against": "club", "pace": "bank", "tempo": tempo, "length": length, "key": "k", **own}
    client = Client()
    client.force_login(ann)
    client.post(reverse("board_new", args=[club.slug]), said)
    board = Board.objects.get()
    control = state_of(board).clock.control

    assert (control.delay, control.reserve) == (clock[0] * 1000, clock[1] * 60_000)
    again = terms_again(board, board.log.get(sequence=1).payload)
    assert again.control() == [control.reserve, control.delay, "simple"]


@pytest.mark.parametrize("own", [{"seconds": "121"}, {"seconds": "-1"}, {"minutes": "0"}])
def test_a_clock_that_is_not_offered_is_refused(club, ann, own):
    said = {"against": "club", "pace": "bank", "tempo": "own", "key": "k", **own}
    client = Client()
    client.force_login(ann)
    answer = client.post(reverse("board_new", args=[club.slug]), said)
    assert answer.status_code == 422
    assert not Board.objects.exists()
