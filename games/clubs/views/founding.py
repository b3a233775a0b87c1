"""What founding a club shows and asks: the same in an empty installation and in one that is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from games.clubs.forms.founding import NewClubForm
from games.clubs.presenters.house_rules import preset_cards
from games.web.input import lined


def is_seen(request: HttpRequest, form: NewClubForm) -> bool:
    """Tell whether the founder has seen how this very list of players was read."""
    return lined(request.POST.get("names_seen", "")) == lined(form["players"].value())


def founding_shown(form: NewClubForm, read: Sequence[str]) -> dict[str, Any]:
    """Return what the fields of a new club show; `read` is how the list of players was read."""
    presets = preset_cards(str(form["default_rules"].value() or ""))
    return {
        "form": form,
        "presets": presets,
        "chosen": next((one.title for one in presets if one.chosen), ""),
        "preview": read,
        "seen": form["players"].value(),
    }
