"""What organizers decide needs neither Django's admin nor its forms, nor does the interface."""

import ast
from pathlib import Path

import pytest

import games

ROOT = Path(games.__file__).parent
ADMIN, FORMS, LOG = "django.contrib.admin.", "django.forms.", "django.contrib.admin.models."
FILES = [
    *((file, (ADMIN, FORMS)) for file in sorted((ROOT / "decisions").rglob("*.py"))),
    *((file, (ADMIN,)) for file in sorted((ROOT / "api").rglob("*.py"))),
]


def imported(file: Path) -> set[str]:
    """Return the full names of what a file imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


@pytest.mark.parametrize(("file", "pages"), FILES)
def test_it_imports_no_page_of_the_admin(file: Path, pages: tuple[str, ...]) -> None:
    # The admin's own log names players: making one anonymous cleans it.
    names = [f"{name}." for name in imported(file) if not name.startswith(LOG)]
    assert not [name for name in names if name.startswith(pages)]


def test_the_forms_of_the_back_office_would_be_found() -> None:
    names = imported(ROOT / "backoffice" / "forms.py")
    assert {"django.contrib.admin", "django.forms"} <= names
