"""What Enter does in a form: browsers press its first button, so that one must be meant."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
FORM = re.compile(r"<form.*?</form>", re.DOTALL)
FIELD = re.compile(r'<input(?![^>]*type="(?:hidden|checkbox|file)")|components/form\.html')
BUTTON = re.compile(r'<button(?![^>]*type="button")[^>]*>')

MEANT = {
    "clubs/settings_look.html": "saves the colour; the other one takes it back",
    "tournaments/desk/files.html": "previews the table",
    "backoffice/club_enter_sheet.html": "enters the sheet; the others add cells",
    "sessions/new_form.html": "adds the player whose name is typed",
    "tournaments/desk/sheet.html": "asks before a walkover",
    "boards/record_replay.html": "goes to the move",
    "boards/begin_now.html": "has one button at a time",
    "boards/waiting_panel.html": "has one button at a time",
}
"""Forms of several buttons whose first one is what Enter means."""


def traps(template: Path) -> list[str]:
    """The first buttons of forms with fields and several buttons, unless Enter does nothing."""
    found = []
    for form in FORM.findall(template.read_text(encoding="utf-8")):
        buttons = BUTTON.findall(form)
        if FIELD.search(form) and len(buttons) > 1 and " disabled>" not in buttons[0]:
            found.append(buttons[0])
    return found


@pytest.mark.parametrize(
    "name", sorted(str(one.relative_to(TEMPLATES)) for one in TEMPLATES.rglob("*.html"))
)
def test_enter_presses_no_button_that_somebody_did_not_mean(name: str) -> None:
    found = traps(TEMPLATES / name)
    assert bool(found) == (name in MEANT), found
