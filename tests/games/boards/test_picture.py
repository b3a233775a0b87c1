"""The picture of a position: where each place lies in every view, and what is drawn there."""

import itertools

import pytest

from games.boards.faces.backgammon.geometry import (
    LAYOUTS,
    PICTURE,
    RADIUS,
    LayoutName,
    Spot,
    View,
    seen_from,
)
from games.boards.faces.backgammon.picture import picture_of, position_picture
from games.rules.backgammon import START, Game, Position, legal_plays
from games.rules.backgammon.match_score import Cube, MatchScore

FIELDS = [str(field) for field in range(1, 25)]
VIEWS = [View(home, below) for home in ("left", "right") for below in (0, 1)]


def rows(view: View, layout: LayoutName = "wide") -> tuple[list[int], list[int]]:
    """The fields above and below, from the left."""
    spots = seen_from(LAYOUTS[layout], view)
    ordered = sorted(FIELDS, key=lambda field: spots[field].x)
    above = [int(field) for field in ordered if spots[field].dy > 0]
    return above, [int(field) for field in ordered if spots[field].dy < 0]


def test_the_usual_view_has_the_home_of_its_reader_at_the_lower_right() -> None:
    assert rows(View("right", 0)) == ([*range(13, 25)], [*range(12, 0, -1)])
    assert rows(View("right", 1)) == ([*range(12, 0, -1)], [*range(13, 25)])


def test_the_view_of_the_source_has_1_to_12_above_and_both_homes_at_the_left() -> None:
    assert rows(PICTURE) == ([*range(1, 13)], [*range(24, 12, -1)])


@pytest.mark.parametrize("view", VIEWS)
def test_the_dice_of_the_side_below_fall_on_the_half_of_its_home(view: View) -> None:
    layout = LAYOUTS["tall"]
    spots = seen_from(layout, view)
    is_right = view.home == "right"
    assert (spots[f"dice{view.below}"].x > layout.width / 2) is is_right
    assert (spots[f"dice{1 - view.below}"].x > layout.width / 2) is not is_right


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("layout", ["tall", "wide"])
def test_no_two_of_thirty_checkers_cover_each_other(layout: LayoutName, view: View) -> None:
    picture = position_picture(START, 0, layout=layout, view=view)
    centres = [piece.transform for piece in picture.pieces]
    assert len(set(centres)) == len(centres) == 30
    spots = seen_from(LAYOUTS[layout], view)
    for one, other in itertools.combinations(FIELDS, 2):
        first, second = spots[one], spots[other]
        assert abs(first.x - second.x) > 2 * RADIUS or first.dy * second.dy < 0


@pytest.mark.parametrize("layout", ["tall", "wide"])
def test_everything_lies_within_the_picture(layout: LayoutName) -> None:
    place = LAYOUTS[layout]
    for name, spot in place.spots.items():
        if name.startswith("dice"):  # these lie around their middle
            continue
        count = 15 if spot.dx or spot.dy else 1
        for number in range(count):
            x, y = spot.at(number, count)
            assert 0 < x < place.width, name
            assert 0 < y < place.height, name


def test_fifteen_on_a_point_are_pressed_together_and_counted() -> None:
    own = [0] * 25
    own[5] = 15
    opp = [0] * 25
    opp[5] = 15
    picture = position_picture(Position.of(own, opp), 0)
    stack = [piece for piece in picture.pieces if piece.place == "6"]
    assert [piece.count for piece in stack] == [""] * 14 + ["15"]
    spot = Spot(0, 0, dy=-10)
    assert spot.at(4, 5) == (0, -40)
    assert spot.at(14, 15)[1] == pytest.approx(-40)


def test_numbers_may_be_those_of_the_side_below() -> None:
    black = picture_of(Game(MatchScore(3)).open(3, 1), view=View("right", 1), numbers="own")
    labels = {point.place: point.label for point in black.points}
    assert (labels["24"], labels["1"], labels["19"]) == ("1", "24", "6")
    fields = picture_of(Game(MatchScore(3)).open(3, 1), view=View("right", 1))
    assert all(point.label == point.place for point in fields.points)


def test_a_double_shows_four_dice_and_an_offered_cube_its_new_value() -> None:
    assert [die.value for die in position_picture(START, 1, roll=(3, 3)).dice] == [3] * 4
    offered = position_picture(START, 0, cube=Cube(2, 0, doubler=0)).cube
    assert offered is not None
    assert (offered.value, offered.is_offered) == (4, True)
    centred = position_picture(START, 0, cube=Cube()).cube
    assert centred is not None
    assert centred.value == 64


def test_the_last_play_is_drawn_as_an_arrow_for_each_step() -> None:
    game = Game(MatchScore(3)).open(3, 1)
    play = legal_plays(START, (3, 1))[0]
    after = game.plays(play.result)
    assert len(picture_of(after, last=(0, play)).arrows) == len(play.steps) == 2
    assert picture_of(after).arrows == ()


def test_numbers_are_written_with_a_point_in_every_language() -> None:
    picture = picture_of(Game(MatchScore(3)).open(3, 1), layout="tall")
    assert not [piece for piece in picture.pieces if "," in piece.transform]
