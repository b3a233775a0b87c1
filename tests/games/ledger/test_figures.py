"""Points as text: no needless zeros, a real minus sign for people, a plain one for programs."""

import pytest

from games.ledger.figures import average_hundredths, average_text, points_text, signed_text


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [(0, "0"), (100, "1"), (-300, "−3"), (150, "1.5"), (-25, "−0.25"), (1005, "10.05")],
)
def test_points_have_no_needless_zeros(hundredths: int, text: str) -> None:
    assert points_text(hundredths) == text


def test_a_program_gets_a_plain_minus() -> None:
    assert points_text(-150, minus="-") == "-1.5"


def test_the_decimal_sign_is_the_reader_s() -> None:
    assert signed_text(150, point=",") == "+1,5"


@pytest.mark.parametrize(("hundredths", "text"), [(0, "0"), (200, "+2"), (-200, "−2")])
def test_gains_carry_a_plus_and_zero_carries_nothing(hundredths: int, text: str) -> None:
    assert signed_text(hundredths) == text


@pytest.mark.parametrize(
    ("hundredths", "games", "average"),
    [(0, 0, 0), (100, 3, 33), (-100, 3, -33), (50, 100, 1), (-50, 100, -1)],
)
def test_an_average_mirrors_its_sign(hundredths: int, games: int, average: int) -> None:
    assert average_hundredths(hundredths, games) == average


@pytest.mark.parametrize(("hundredths", "text"), [(20, "+0.20"), (-120, "−1.20"), (0, "0.00")])
def test_averages_have_two_decimals_so_that_they_line_up(hundredths: int, text: str) -> None:
    assert average_text(hundredths) == text
