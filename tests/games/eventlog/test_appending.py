"""Another writer comes between reading and writing, where no lock has kept them apart."""

from dataclasses import dataclass

import pytest
from django.db import IntegrityError

from games.errors import Refused, StaleVersion
from games.eventlog.appending import LogRequest, append_once

pytestmark = pytest.mark.django_db


@dataclass
class Head:
    version: int = 3


class Racing(LogRequest[Head, str]):
    """A request whose row somebody else writes first."""

    def __init__(self, *, key: str = "k", version: int | None = 3, then: int = 3, first: str = ""):
        super().__init__(key, version)
        self.then, self.first, self.has_raced = then, first, False

    def lock(self) -> Head:
        return Head()

    def read(self) -> Head:
        return Head(self.then)

    def heard(self, head: Head) -> str | None:
        return self.first if self.has_raced and self.first else None

    def stale(self, head: Head) -> StaleVersion:
        return StaleVersion(head.version)

    def write(self, head: Head) -> str:
        self.has_raced = True
        raise IntegrityError("the constraint")


def test_the_same_request_of_another_process_gets_the_first_answer() -> None:
    assert append_once(Racing(then=4, first="their answer")) == "their answer"


def test_who_came_after_another_request_saw_an_older_version() -> None:
    with pytest.raises(StaleVersion) as refused:
        append_once(Racing(then=4))
    assert refused.value.version == 4


@pytest.mark.parametrize("version", [3, None])
def test_a_defect_does_not_look_like_another_writer(version: int | None) -> None:
    with pytest.raises(IntegrityError):
        append_once(Racing(version=version))


def test_a_malformed_key_is_refused_before_anything_is_locked() -> None:
    for key in ("k" * 65, "a\tb"):
        with pytest.raises(Refused):
            append_once(Racing(key=key))
