"""Every code that is raised has a sentence, and every sentence is raised somewhere."""

import re
from pathlib import Path

import games.rules.backgammon
from games.rules.backgammon import RecordError
from games.rules.backgammon.match_errors import MESSAGES as MATCH_MESSAGES

SOURCES = sorted(Path(games.rules.backgammon.__file__).parent.rglob("*.py"))
RAISED = re.compile(r"(?:Error|RecordError\.at|_wrong)\(\s*\"(\w+)\"")


def test_every_code_that_is_raised_has_a_sentence() -> None:
    raised = {code for path in SOURCES for code in RAISED.findall(path.read_text("utf-8"))}
    assert len(raised) > 60
    assert raised - RecordError.messages.keys() == set()


def test_every_sentence_is_used() -> None:
    text = "".join(path.read_text("utf-8") for path in SOURCES if "errors" not in path.name)
    codes = RecordError.messages.keys() - MATCH_MESSAGES.keys()
    waits = {code for code in codes if code.startswith("waits_")}
    assert {code for code in codes - waits if f'"{code}"' not in text} <= {"too_large"}
