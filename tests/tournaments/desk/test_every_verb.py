"""Every verb of the desk has a button, and what it writes is told in the log."""

import ast
from collections.abc import Iterator

import pytest

from tests.docs.pages import ROOT
from tournaments.desk.presenters.log import KINDS
from tournaments.desk.views.acts import ACTS

KIND_AT = {"EventRequest": 2, "_asked": 2, "_answer": 2, "_state": 3}
"""Which argument of a call is the kind of the step that is written."""


def text_under(*folders: str) -> str:
    files = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.*")))
    return "".join(
        path.read_text(encoding="utf-8") for path in files if path.suffix in {".py", ".html"}
    )


def kinds_written() -> Iterator[str]:
    for path in (ROOT / "tournaments").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            place = KIND_AT.get(node.func.id)
            if place is None or len(node.args) <= place:
                continue
            kind = node.args[place]
            if isinstance(kind, ast.Constant):
                yield str(kind.value)


def test_every_kind_of_step_of_an_event_has_words_in_its_log() -> None:
    written = set(kinds_written())
    assert {"pause", "enter", "draw_confirm"} <= written
    assert written - KINDS.keys() == set()


@pytest.mark.parametrize("verb", ACTS)
def test_a_button_of_the_desk_sends_it(verb: str) -> None:
    buttons = text_under("tournaments/desk/presenters", "templates/tournaments")
    assert f'"{verb}"' in buttons or f"'{verb}'" in buttons
