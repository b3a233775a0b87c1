"""What several ask for at once is made once, and let go of soon after."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.fast import kept
from games.fast.kept import Kept


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test moves on."""
    now = [100.0]
    monkeypatch.setattr(kept.time, "monotonic", lambda: now[0])
    return now


def test_what_two_threads_want_is_made_once() -> None:
    found, made, here = Kept[int](), [], threading.Barrier(2)

    def make() -> int:
        made.append(1)
        return 7

    def ask(_number: int) -> int:
        here.wait(60)
        return found.find_or_make("table", make)

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, range(2))) == [7, 7]
    assert made == [1]


def test_it_is_forgotten_after_its_moment(clock: list[float]) -> None:
    found = Kept[str]()
    found.keep("table", "as it was")
    assert found.find("table") == "as it was"
    clock[0] += kept.KEPT_SECONDS
    assert found.find("table") is None
    assert found.find_or_make("table", lambda: "as it is") == "as it is"


def test_what_has_had_its_moment_takes_no_room(clock: list[float]) -> None:
    found = Kept[int]()
    for number in range(50):
        found.keep(number, number)
    clock[0] += kept.KEPT_SECONDS
    found.keep("new", 1)
    assert len(found) == 1


def test_there_is_never_more_of_it_than_there_may_be(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 3)
    found = Kept[int]()
    for number in range(10):
        found.keep(number, number)
    assert len(found) == 3
    assert [found.find(number) for number in (6, 7, 8, 9)] == [None, 7, 8, 9]
