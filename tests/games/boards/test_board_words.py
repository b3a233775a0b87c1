"""What a screen reader says of the board's places stands among the words of the board itself."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BOARDS = ("templates/boards/frame.html", "templates/boards/board.html")


def test_every_word_of_a_place_is_the_boards_own_and_no_other_script_uses_it() -> None:
    script = (ROOT / "static/js/board_words.js").read_text("utf-8")
    said = {name.lower() for name in re.findall(r'this\.say\("(\w+)"', script)}
    own = set()
    for page in BOARDS:
        own |= set(re.findall(r"data-say-([a-z-]+)=", (ROOT / page).read_text("utf-8")))
    shared = (ROOT / "templates/components/tap_words.html").read_text("utf-8")

    assert "retracts" in said
    assert said <= own
    assert not said & set(re.findall(r"data-say-([a-z-]+)=", shared))
