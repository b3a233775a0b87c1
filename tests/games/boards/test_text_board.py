"""The text board in words: points, bar, plays, and buttons that need no script."""

from django.template.loader import render_to_string

from games.boards.faces.backgammon.state import BackgammonSeen as Seen
from games.boards.faces.backgammon.state import LastPlay
from games.boards.faces.backgammon.text import TextBoard
from games.rules.backgammon import START, Game, legal_plays, read_play
from games.rules.backgammon.match_score import MatchScore


def board(game: Game, side: int | None, *can: str, last: LastPlay | None = None) -> TextBoard:
    seen = Seen(game=game, id="b1", version=3, side=side, names=("Ann", "Bob"), can=can, last=last)
    return TextBoard(
        seen=seen, title="Ann – Bob", act_url="/act/", text_url="/text/", board_url="/board/"
    )


def test_a_side_reads_its_own_points_and_the_fields_of_the_picture() -> None:
    game = Game(MatchScore(5)).open(3, 1)
    lines = [(one.own, one.field, one.yours, one.theirs) for one in board(game, 1).points]
    assert lines[:4] == [(24, 1, 2, 0), (19, 6, 0, 5), (17, 8, 0, 3), (13, 12, 5, 0)]


def test_all_plays_of_the_roll_can_be_sent_as_they_stand() -> None:
    game = Game(MatchScore(5)).open(1, 3)
    page = board(game, 1, "play")
    sent = {read_play(one.fields, START, (1, 3), 1).result for one in page.plays}
    assert sent == {play.result for play in legal_plays(START, (1, 3))}
    assert board(game, 0).plays == []


def test_the_last_play_is_said_a_dance_too() -> None:
    game = Game(MatchScore(5)).open(3, 1)
    play = next(one for one in legal_plays(START, (3, 1)))
    last = LastPlay(0, (3, 1), START, play)
    assert board(game.plays(play.result), 1, last=last).last.startswith(
        "Ann rolled 3-1 and played 24/"
    )


def test_what_costs_something_asks_once_more_without_a_script() -> None:
    game = Game(MatchScore(5)).open(3, 1)
    after = game.plays(legal_plays(START, (3, 1))[0].result)
    page = board(after, 1, "roll", "double", "resign")
    buttons = {button.id: button for button in page.buttons}
    assert list(buttons) == ["roll", "double"]
    assert [one.text for one in page.levels_offered] == ["single", "gammon", "backgammon"]
    assert buttons["roll"].note == ""
    assert buttons["double"].note.startswith("Double to 2?")
    html = render_to_string("boards/text.html", {"page": page})
    assert html.count('name="do" value="resign"') == 3
    assert "<script" not in html.split("<main")[1]
