"""The embedded worker survives what a power failure leaves behind."""

import shelve
from pathlib import Path

from chouette.worker import forget_if_damaged


def test_a_schedule_that_was_cut_off_is_begun_anew(tmp_path: Path) -> None:
    schedule = tmp_path / "schedule"
    with shelve.open(str(schedule)) as kept:
        kept["entries"] = {"daily": 1}
    whole = {part: part.read_bytes() for part in tmp_path.iterdir()}
    forget_if_damaged(schedule)
    assert {part: part.read_bytes() for part in tmp_path.iterdir()} == whole

    for part in whole:
        part.write_bytes(whole[part][: len(whole[part]) // 2])
    forget_if_damaged(schedule)
    with shelve.open(str(schedule)) as kept:
        assert dict(kept) == {}
