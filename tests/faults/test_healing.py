"""Whatever happens to the broker and to workers, boards and ratings are right minutes later."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.faults.workers import Installation, Process, end, installed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks into /proc"),
]


def held(place: Installation, worker: Process) -> int:
    """Let the worker take a task and not do it; return the process that should."""
    child = place.child(worker)
    os.kill(child, signal.SIGSTOP)
    place.play()
    place.until(place.holds_a_task, "nobody has taken the task")
    assert not place.is_fresh()
    return child


def test_a_board_is_fresh_within_seconds_where_nothing_fails(tmp_path: Path) -> None:
    with installed(tmp_path) as place:
        place.worker()
        place.play()
        began = time.monotonic()
        place.until(place.is_fresh, "the board is stale")
        assert time.monotonic() - began < 30


def test_redis_is_down_while_the_last_game_of_an_evening_ends(tmp_path: Path) -> None:
    with installed(tmp_path) as place:
        worker = place.worker()
        place.clock()
        place.redis_stop()
        place.play()
        place.redis_start()
        place.until(place.is_fresh, "the board is stale")
        assert worker.poll() is None


def test_a_worker_is_killed_with_a_task_in_its_hands(tmp_path: Path) -> None:
    with installed(tmp_path) as place:
        worker = place.worker()
        held(place, worker)
        end(worker)
        place.start_worker_again()
        place.until(place.is_fresh, "the board is stale")


def test_what_a_killed_worker_held_comes_back_without_any_sweep(tmp_path: Path) -> None:
    with installed(tmp_path) as place:
        worker = place.worker()
        held(place, worker)
        end(worker)
        place.sweeps_prevent()
        place.start_worker_again()
        place.until(place.is_fresh, "the tasks are lost")


def test_the_process_of_a_workers_pool_is_killed(tmp_path: Path) -> None:
    with installed(tmp_path) as place:
        worker = place.worker()
        child = held(place, worker)
        place.sweeps_prevent()
        os.kill(child, signal.SIGKILL)
        place.until(place.is_fresh, "the task is lost")
        assert worker.poll() is None


def test_redis_is_restarted_and_forgets_what_a_worker_holds(tmp_path: Path) -> None:
    with installed(tmp_path) as place:
        worker = place.worker()
        child = held(place, worker)
        place.clock()
        place.redis_stop()
        place.redis_start()
        os.kill(child, signal.SIGCONT)
        place.until(place.is_fresh, "the board is stale")
        place.play()
        place.until(place.is_fresh, "the worker no longer works")
        assert worker.poll() is None, place.log()
