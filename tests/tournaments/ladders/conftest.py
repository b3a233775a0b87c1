"""What tests of ladders share."""

from collections.abc import Iterator

import pytest

from tournaments.ratings.skill import is_told

IS_TOLD = "tournaments.ladders.services.skills.is_told"


@pytest.fixture(scope="module", autouse=True)
def skill_told() -> Iterator[None]:
    """Tell skill from the first game on: tests look at figures of a few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IS_TOLD, lambda evidence: True)
        yield


@pytest.fixture
def told_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell skill when the program does."""
    monkeypatch.setattr(IS_TOLD, is_told)
