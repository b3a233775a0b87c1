"""Who may read everything, and where nothing of a request may be kept: told by the source."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import Manager

ROOT = Path(__file__).parents[2]
APPS = ("chouette", "games", "tournaments")
SYSTEM = re.compile(
    r"(chouette|games|tournaments)/(.*/)?management/"
    r"|(games|tournaments)/(.*/)?tasks\.py$"
    r"|games/webhooks/|tournaments/leagues/services/webhooks"
    r"|games/files/services/(backups|backup_rows)\.py$"
    r"|games/chouetteboards/services/evenings\.py$"
)
"""Commands, tasks, webhooks, backups, the assistant at a board: the program itself reads."""
LET_IN = {
    "games/permissions.py",
    "games/sessions/actors.py",
    "games/table/live/wall.py",
    "games/table/presenters/audience.py",
    "games/table/views/join.py",
    "tournaments/events/selectors/events.py",
    "tournaments/pages/actors.py",
    "tournaments/pages/views/next_table.py",
}
"""Where somebody may see more than a role says: by a pass, a code, as one of an audience."""
ROWS = {"club", "debt", "entry", "event", "match", "note", "player", "seat", "session", "user"}
"""What rows are called everywhere."""


ELSEWHERE = {
    "club.queryset",  # a field of a form
    "entry.compress_type",  # of a zip
    "entry.external_attr",
    "entry.is_sent",  # of what is gathered in memory
    "match._state",  # Django's own
    "player.figures",  # counted for a list of the back office, the same for every reader
    "session.may_fail",  # a sign-in's
}


def sources(*words: str) -> Iterator[tuple[str, ast.Module]]:
    """Each file with what it says; where words are given, only those that have one of them."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            text = path.read_text(encoding="utf-8")
            if "/migrations/" not in name and (not words or any(word in text for word in words)):
                yield name, ast.parse(text)


def makes_the_system(tree: ast.AST) -> bool:
    """Does it make a reader who sees everything, in whatever way?"""
    return any(
        (isinstance(node, ast.Attribute) and node.attr == "system" and "Reader" in name_of(node))
        or (isinstance(node, ast.keyword) and node.arg == "is_system")
        for node in ast.walk(tree)
    )


def lets_in(tree: ast.AST) -> bool:
    return any(
        (isinstance(node, ast.Attribute) and node.attr == "also")
        or (isinstance(node, ast.keyword) and node.arg == "let_in")
        for node in ast.walk(tree)
    )


def name_of(node: ast.Attribute) -> str:
    value = node.value
    if isinstance(value, ast.Attribute):
        return value.attr
    return value.id if isinstance(value, ast.Name) else ""


def test_only_commands_backups_tasks_and_webhooks_read_as_the_system() -> None:
    found = [name for name, tree in sources("system") if makes_the_system(tree)]
    found.remove("games/permissions.py")
    assert [name for name in found if not SYSTEM.search(name)] == []
    assert found, "somebody does"


def test_who_may_see_more_than_a_role_says_is_decided_in_few_places() -> None:
    assert {name for name, tree in sources("also", "let_in") if lets_in(tree)} <= LET_IN


@pytest.mark.parametrize(
    "text",
    [
        "Reader.system()",
        "permissions.Reader.system()",
        "make = Reader.system",
        "Reader(is_system=True)",
        "replace(reader, is_system=True)",
    ],
)
def test_the_contract_finds_every_way_to_read_as_the_system(text: str) -> None:
    assert makes_the_system(ast.parse(text))


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model._meta.label)
def test_models_declare_nothing_but_columns(model: type) -> None:
    """What is declared besides would be a place to keep something of a request."""
    if model.__module__.partition(".")[0] not in APPS:
        pytest.skip("not ours")
    fields = {field.name for field in model._meta.get_fields()}  # type: ignore[attr-defined]
    declared = {
        name
        for name, value in vars(model).items()
        if not name.startswith("_")
        and (value is None or isinstance(value, bool | int | str | tuple | list | dict | set))
    }
    known = {"USERNAME_FIELD", "EMAIL_FIELD", "REQUIRED_FIELDS"} | fields
    annotated = set(vars(model).get("__annotations__", ())) - fields
    assert {name for name in annotated | declared if not is_constant(name)} - known == set()
    assert not any(isinstance(vars(model)[name], Manager) for name in declared)


def is_constant(name: str) -> bool:
    return name.isupper()


def test_nothing_is_set_on_a_row_that_is_no_column_of_it() -> None:
    columns = {field.name for model in apps.get_models() for field in model._meta.get_fields()} | {
        field.attname for model in apps.get_models() for field in model._meta.concrete_fields
    }
    strange = [
        f"{name}:{node.lineno} {target.value.id}.{target.attr}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for each in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for target in (each.elts if isinstance(each, ast.Tuple) else [each])
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id in ROWS
        and target.attr not in columns
        and f"{target.value.id}.{target.attr}" not in ELSEWHERE
    ]
    assert strange == []
