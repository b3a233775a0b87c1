"""What analyses have found, over a season and for a club."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.assistant.findings import Findings
from games.boards.selectors.figures import figures_of, level_of
from games.files.services.job_files import JobFiles
from games.models import Board, Club, Job, Player, User
from tests.games.boards.table import Playing

pytestmark = pytest.mark.usefixtures("data_folder", "engine")


def ends_on(board: Board, day: str) -> None:
    Board.objects.filter(pk=board.pk).update(ended_at=f"{day}T12:00:00Z")


def test_what_was_found_counts_for_the_season_on_the_own_page_only(
    club: Club,
    over: Playing,
    ann: User,
    bo: User,
    organizer: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    season = club.seasons.create(name="Spring 2031", starts_on="2031-03-01", ends_on="2031-05-31")
    ends_on(over.board, "2031-04-01")
    asked(ann, over.board)
    player = Player.objects.get(club=club, user=ann)
    [found] = figures_of(player)
    assert (found.season, found.boards) == (season, 1)
    assert found.report == Findings.read(JobFiles.of(Job.objects.get()).result.read_text()).sides[0]

    url = reverse("tournaments:player", args=[club.slug, player.public_id])
    assert "More of Spring 2031" in client_of(ann).get(url).content.decode()  # its row opens
    for other in (bo, organizer, None):
        assert "Spring 2031" not in client_of(other).get(url).content.decode()

    share = reverse("player_figures", args=[club.slug, player.public_id])
    for other in (bo, organizer):
        assert client_of(other).post(share, {"shared": "yes"}).status_code == 403
    client_of(ann).post(share, {"shared": "yes"})
    for other in (bo, organizer):
        assert "Spring 2031" in client_of(other).get(url).content.decode()
    assert "Spring 2031" not in client_of(None).get(url).content.decode()
    client_of(ann).post(share)
    assert "Spring 2031" not in client_of(bo).get(url).content.decode()


def test_who_manages_players_takes_their_data_along_without_how_they_play(
    club: Club,
    over: Playing,
    ann: User,
    organizer: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    asked(ann, over.board)
    player = Player.objects.get(club=club, user=ann)
    url = reverse("player_data", args=[club.slug, player.public_id])
    assert "figures" not in client_of(organizer).get(url).json()["boardseat_player"][0]
    assert client_of(ann).get(url).json()["boardseat_player"][0]["figures"]["plays"] > 0


def test_the_level_of_a_club_needs_three_players_a_month(
    club: Club,
    over: Playing,
    ann: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    asked(ann, over.board)
    url = reverse("analyses", args=[club.slug])
    assert level_of(club) == []
    assert "How well the club plays" not in client_of(ann).get(url).content.decode()
    figures = over.board.seats.get(number=0).figures
    for month in ("2031-01-15", "2031-02-15"):
        for number in range(3):
            player = Player.objects.create(club=club, name=f"Player {month} {number}")
            copy = Board.objects.create(club=club, status="ended", rules_version=1)
            copy.seats.create(number=0, kind="player", player=player, figures=figures)
            ends_on(copy, month)
    # a board at which two members sat is one board
    other = Player.objects.get(name="Player 2031-02-15 0")
    copy.seats.create(number=1, kind="player", player=other, figures=figures)
    found = level_of(club)
    assert [(one.boards, one.players) for one in found] == [(3, 3), (3, 3)]
    assert [one.report.plays for one in found] == [3 * figures["plays"], 4 * figures["plays"]]
    page = client_of(ann).get(url).content.decode()
    assert "How well the club plays" in page
    assert "February 2031" in page
    assert "<svg" in page
