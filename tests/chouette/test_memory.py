"""A process gives memory back that a large request has taken."""

import subprocess
import sys
import textwrap

import pytest

from chouette import memory
from chouette.memory import WORTH, Keeper
from tests.servers import ROOT

MB = 1 << 20


@pytest.mark.parametrize(
    ("sizes", "asked"),
    [
        ([100, 101, 107], [False, False, False]),  # too little to be worth it
        ([100, 250, 110, 111], [True, False, False]),  # what is left is needed
        ([100, 250, 240, 245, 260], [True, False, True]),
        ([100, 60, 69], [False, True]),  # it was given back by itself
    ],
)
def test_memory_is_given_back_once_after_each_growth(sizes, asked):
    left = iter([size * MB for size in sizes] + [sizes[-1] * MB] * 9)
    trims = []
    keeper = Keeper(lambda: trims.append(1), lambda: next(left))
    assert [keeper.look() for _one in asked] == asked
    assert len(trims) == sum(asked)


@pytest.mark.skipif(memory._trim() is None, reason="this C library keeps what was freed")
def test_what_a_thread_has_freed_is_given_back():
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            textwrap.dedent("""
                import threading
                from chouette.memory import Keeper, _trim, resident

                def large():
                    pieces = [bytes(1_000) for _ in range(150_000)]
                    kept.append(pieces[-1])  # at the end of the heap: nothing goes by itself

                kept, keeper = [], Keeper(_trim())
                before = resident()
                thread = threading.Thread(target=large)
                thread.start()
                thread.join()
                grown = resident() - before
                print(keeper.look(), grown >> 20, (resident() - before) >> 20)
            """),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert said[0] == "True"
    assert int(said[1]) > 8 * int(said[2])
    assert int(said[1]) >= WORTH >> 20
