"""Mails about boards that wait: reminders, one digest a day, each once, in the right language."""

import datetime

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.news import news_send
from games.boards.services.sitters import Sitter
from games.models import Board, BoardSeat, Club, User
from games.web.address import absolute, site_address
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

DAYS = Terms(length=3, pace="days", days=2, bank=1)
"""Three days for the first move."""


def later(**time: int) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(**time)


@pytest.fixture
def waiting(board_between) -> Playing:
    return board_between(DAYS).seed()


def test_nobody_is_mailed_for_a_move(waiting):
    for _ in range(4):
        waiting.turn()

    assert news_send() == 0


def test_who_has_to_move_gets_one_digest_a_day_and_no_second_one_without_news(waiting):
    assert news_send(now=later(hours=2)) == 1
    assert news_send(now=later(hours=2)) == 0
    assert news_send(now=later(hours=30)) == 0

    [message] = mail.outbox
    person = waiting.people[waiting.state.actor]
    assert message.to == [person.email]
    assert message.subject == "It is your turn in 1 game"
    assert f"/boards/{waiting.board.public_id}/" in message.body


def test_all_boards_that_wait_stand_in_one_digest(board_between, ann):
    boards = [board_between(DAYS).seed() for _ in range(5)]
    mine = sum(one.state.actor == 0 for one in boards)
    news_send(now=later(hours=2))

    counts = {message.to[0]: message.body.count("Ann – Bo") for message in mail.outbox}
    assert counts.get(ann.email, 0) == mine
    assert len(mail.outbox) <= 2


def test_reminders_come_at_three_quarters_and_before_the_end(waiting):
    # three days: three quarters are 54 hours, and the last call comes 6 hours before the end
    sent = [news_send(now=later(hours=hours)) for hours in (2, 53, 55, 60, 65, 67, 71, 73, 80)]

    assert sent == [1, 0, 1, 0, 0, 1, 0, 0, 0]
    assert [message.subject.split(":")[0] for message in mail.outbox[1:]] == [
        "Your time is running out"
    ] * 2


def test_who_moves_in_time_is_not_reminded(waiting):
    waiting.turn()
    side = waiting.state.actor
    news_send(now=later(hours=2))

    assert [message.to for message in mail.outbox] == [[waiting.people[side].email]]


def test_a_clock_of_minutes_sends_no_mail(board_between):
    board_between(Terms(length=3, pace="bank")).seed()

    assert news_send(now=later(hours=30)) == 0


def test_a_guest_with_an_address_is_told_in_their_language(club, ann):
    board = board_create(club=club, by=ann, terms=DAYS)
    made, _token = invitation_make(board=board, by=Sitter(0, ann), email="zoe@example.org")
    invitation_accept(invitation=made, by=None, name="Zoë", language="de", wants_mails=True)
    news_send(now=later(hours=2))

    told = {message.to[0]: message for message in mail.outbox}
    assert set(told) == {ann.email, "zoe@example.org"}  # both have to choose their seeds
    assert told["zoe@example.org"].subject == "Du bist in 1 Partie dran"
    assert "auf dem Handy" in told["zoe@example.org"].body


@pytest.mark.parametrize(
    ("own", "subject"),
    [("", "Du bist in 1 Partie dran"), ("en", "It is your turn in 1 game")],
)
def test_who_has_chosen_no_language_is_written_to_in_that_of_the_club(waiting, own, subject):
    Club.objects.update(language="de")
    User.objects.update(language=own)
    news_send(now=later(hours=2))

    assert [message.subject for message in mail.outbox] == [subject]


def test_a_mail_that_did_not_leave_is_sent_later(waiting, monkeypatch):
    def broken(**_values: str) -> None:
        raise OSError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr("games.boards.services.news.mail_send", broken)
        assert news_send(now=later(hours=2)) == 0
    assert not BoardSeat.objects.exclude(reminded_at=None).exists()
    assert news_send(now=later(hours=2)) == 1


def test_the_address_of_mails_is_the_installations_and_never_a_requests(
    club, ann, monkeypatch, tmp_path
):
    monkeypatch.setattr(settings, "DATA", tmp_path)
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["*"])
    client = Client(HTTP_HOST="evil.example:666")
    client.force_login(ann)
    form = {"against": "club", "pace": "free", "cube_limit": "64"}
    client.post(reverse("board_new", args=[club.slug]), form)
    assert site_address() == ""
    request = RequestFactory().get("/", headers={"host": "evil.example:666"})
    assert absolute(request, "/boards/") == "http://evil.example:666/boards/"
    (tmp_path / "address").write_text("http://192.168.1.5:8000\n")
    assert absolute(request, "/boards/") == "http://192.168.1.5:8000/boards/"
    monkeypatch.setattr(settings, "CSRF_TRUSTED_ORIGINS", ["https://club.example.org"])
    assert site_address() == "https://club.example.org"


def test_a_seat_that_was_told_is_told_by_no_second_task(waiting):
    seat = Board.objects.get().seats.get(number=waiting.state.actor)
    news_send(now=later(hours=2))

    seat.refresh_from_db()
    assert seat.reminded_at is not None
