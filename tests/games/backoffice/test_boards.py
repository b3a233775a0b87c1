"""Boards in the back office: read with their log, abandoned with a reason."""

import pytest
from django.urls import reverse

from games.models import BoardInvitation, BoardStep

pytestmark = pytest.mark.django_db


def test_a_board_is_abandoned_after_a_look_and_its_seed_is_hidden_until_then(
    enter,
    playing,
    organizer,
):
    board, client = playing.board, enter(organizer)
    seed, page = board.dice_seeds.get().server_seed, f"/admin/games/board/{board.pk}/change/"
    guest = board.seats.get(number=1)
    guest.email = "somebody@example.org"
    guest.save()
    text = client.get(page).content.decode()
    assert "secret until the end" in text
    assert seed not in text
    assert "somebody@example.org" not in text
    assert guest.nonce not in text
    assert "opening" in text or "reveal" in text

    address = reverse("admin:games_board_abandon") + f"?rows={board.pk}"
    shown = client.get(address).content.decode()
    assert seed not in shown
    board.refresh_from_db()
    assert board.status == "playing"
    seen = f"{board.pk}v{board.version}{board.status}"
    client.post(address, {"do": "1", "reason": "The power failed.", "seen": seen, "shown": ""})

    board.refresh_from_db()
    assert (board.status, board.reason) == ("abandoned", "The power failed.")
    assert BoardStep.objects.filter(board=board).last().kind == "abandon"
    assert seed in client.get(page).content.decode()
    answer = client.post(address, {"do": "1", "reason": "Again.", "seen": seen, "shown": ""})
    assert answer.status_code == 422


def test_boards_are_found_by_who_sits_at_them(enter, playing, organizer):
    client = enter(organizer)
    assert playing.board.public_id in client.get("/admin/games/board/?q=Ann").content.decode()
    assert playing.board.public_id not in client.get("/admin/games/board/?q=Zoe").content.decode()


@pytest.mark.parametrize("role", ["scorer", "player"])
def test_who_does_not_organize_sees_no_board_there(role, enter, member, playing):
    client = enter(member(role))
    answer = client.get(f"/admin/games/board/{playing.board.pk}/change/")
    assert answer.status_code in (302, 403)
    assert not BoardInvitation.objects.exists()
