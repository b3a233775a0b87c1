"""The picture of the house shows the rooms that the contracts hold, in their order."""

import re
import tomllib

import pytest

from tests.docs.pages import ROOT


def drawn(app: str) -> list[set[str]]:
    """The rooms of an app in the picture, line by line."""
    page = (ROOT / "docs" / "developing.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"```text\n(tournaments/\n.*?)```", page, re.DOTALL)
    (lines,) = re.findall(rf"^{app}/\n((?:  .*\n)+)", picture, re.MULTILINE)
    rooms = [re.split(r"\s{3,}", line.strip())[0] for line in lines.splitlines()]
    return [set(names.split(" | ")) for names in rooms if not names.startswith(":")]


def inside() -> list[set[str]]:
    """The names that come back inside a room, in the order of the picture of them."""
    page = (ROOT / "docs" / "developing.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"```text\n(urls >.*?)```", page, re.DOTALL)
    *layers, _own = picture.split(">")
    return [set(re.findall(r"\w+", layer)) for layer in layers]


def layers_inside() -> list[set[str]]:
    """The same in the contract, without what is a room's own."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one["name"].startswith("Inside a room")]
    return [set(re.findall(r"\w+", layer)) for layer in layers]


def contracted(app: str) -> list[set[str]]:
    """The rooms of an app in its contract; what stands in parentheses may be missing."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one.get("containers") == [app]]
    rooms = [
        {
            name
            for name in re.findall(r"\w+", layer)
            if (ROOT / app / name).is_dir() or (ROOT / app / f"{name}.py").is_file()
        }
        for layer in layers
    ]
    return [names for names in rooms if names and names != {"migrations"}]


@pytest.mark.parametrize("app", ["games", "tournaments"])
def test_the_picture_shows_the_rooms_of_the_contract(app: str) -> None:
    assert drawn(app) == contracted(app)


def test_the_line_of_what_is_inside_a_room_is_that_of_the_contract() -> None:
    drawn = inside()
    assert drawn[-1] == {"selectors", "services"}
    assert drawn == layers_inside()[: len(drawn)]
