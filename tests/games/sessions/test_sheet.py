"""The score sheet as it is read: cells, running totals, roles, marks, pages."""

from typing import Any

import pytest

from games.errors import NotFound
from games.sessions.selectors import sheets
from games.sessions.selectors.sheets import GameScore, Sheet, sheet_get
from tests import evenings
from tests.evenings import Evening

pytestmark = pytest.mark.django_db


def figures(sheet: Sheet) -> list[list[tuple[int, int] | None]]:
    """Points and running totals, row by row."""
    return [[(c.points, c.running) if c else None for c in row.cells] for row in sheet.rows]


def test_points_stand_above_the_running_total() -> None:
    # Game 1, box Ann: Bob -1, Cid -2, so Ann +3. The box stays; game 2, line Ann | Cid Bob:
    # Cid +1, Bob +2, so Ann -3.
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).game(Cid=1, Bob=2)
    assert figures(sheet_get(evening.session)) == [
        [(300, 300), (-100, -100), (-200, -200)],
        [(-300, 0), (200, 100), (100, -100)],
    ]


def test_columns_stand_in_the_order_they_sat_down_with_totals() -> None:
    evening = Evening(evenings.club(), "Cid Ann Bob").game(Ann=-1, Bob=-2).join("Dee")
    sheet = sheet_get(evening.session)
    assert [c.player.name for c in sheet.columns] == ["Cid", "Ann", "Bob", "Dee"]
    assert [c.total for c in sheet.columns] == [300, -100, -200, 0]


def test_roles_and_turned_cubes_are_marked() -> None:
    # Box Ann, captain Bob; Bob's cube was turned, Cid's was not.
    row = sheet_get(Evening(evenings.club()).doubled_game().session).rows[0]
    assert [c.role for c in row.cells if c] == ["box", "captain", "crew"]
    assert [c.turned for c in row.cells if c] == [False, True, False]


def test_who_sat_out_has_no_cell_and_keeps_his_total() -> None:
    evening = Evening(evenings.club(), "Ann Bob Cid Dee").game(Bob=-1, Cid=-1, Dee=-2)
    evening.leave("Dee").game(Bob=-1, Cid=-1).join("Dee").game(Bob=-1, Cid=-1, Dee=-1)
    sheet = sheet_get(evening.session)
    dee = [row.cells[3] for row in sheet.rows]
    assert dee[1] is None
    assert [cell.running for cell in dee if cell] == [-200, -300]


def test_fractions_of_a_point_are_kept() -> None:
    evening = Evening(evenings.club()).game(Bob="-1.5", Cid="0.25")
    assert figures(sheet_get(evening.session)) == [[(125, 125), (-150, -150), (25, 25)]]


def test_a_note_and_an_open_dispute_are_marked() -> None:
    evening = Evening(evenings.club()).game(Bob=-1).game(Bob=-1)
    evening.session.notes.create(game_number=1, text="Cid came late.")
    evening.session.notes.create(game_number=2, text="It was a gammon.", is_dispute=True)
    rows = sheet_get(evening.session).rows
    assert [(row.notes, row.disputed) for row in rows] == [(1, False), (1, True)]


def test_a_long_session_has_pages_that_go_on_from_the_totals_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sheets, "GAMES_PER_PAGE", 2)
    evening = Evening(evenings.club())
    for _ in range(3):
        evening.game(Bob=-1, Cid=-1)
    last = sheet_get(evening.session)
    assert (last.page, last.pages, last.earlier, last.later) == (2, 2, 1, None)
    assert [c.before for c in last.columns] == [400, -200, -200]
    assert figures(last) == [[(200, 600), (-100, -300), (-100, -300)]]
    assert len(sheet_get(evening.session, page=1).rows) == 2
    assert sheet_get(evening.session, page=99).page == 2


def test_a_game_that_was_not_played_is_not_found() -> None:
    evening = Evening(evenings.club()).game(Bob=-1)
    with pytest.raises(NotFound):
        sheets.row_get(evening.session, 2)


def test_the_number_of_queries_does_not_grow(django_assert_num_queries: Any) -> None:
    evening = Evening(evenings.club(), "Ann Bob Cid Dee Eve Fay").game(Bob=-1)
    with django_assert_num_queries(5):
        first = sheet_get(evening.session)
    for _ in range(5):
        evening.game()
    with django_assert_num_queries(5):
        sheet = sheet_get(evening.session)
    assert [len(row.cells) for row in sheet.rows] == [6] * 6
    assert figures(sheet)[0] == figures(first)[0]


def test_every_row_of_a_sheet_sums_to_zero() -> None:
    evening = (
        Evening(evenings.club(), "Ann Bob Cid Dee").doubled_game("team", 2).game(Cid=3, Dee=-1)
    )
    for row in sheet_get(evening.session).rows:
        assert sum(cell.points for cell in row.cells if cell) == 0
    assert GameScore.objects.count() == 8
