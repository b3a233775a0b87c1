"""What is read in a process of its own: answers, errors, limits, and what is done without one."""

import operator
import os
import subprocess
import time

import pytest

from games.fast.apart import Apart, TooMuch
from games.rules.chess.errors import RecordError
from games.rules.online.recorded import Recorded, recorded

PGN = '[White "Ann"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White "Bob"]\n\n1. e5 *\n'


@pytest.fixture
def other():
    one = Apart(seconds=30)
    yield one
    one.stop()


def test_games_come_back_as_they_are_read_here(other):
    found = other.does(recorded, "chess", PGN, 600)
    assert found == recorded("chess", PGN, 600)
    assert isinstance(found[0], Recorded)
    assert isinstance(found[1], RecordError)
    assert (found[1].line, str(found[1])) == (7, str(recorded("chess", PGN, 600)[1]))


def test_what_it_refuses_is_raised_here(other):
    with pytest.raises(RecordError) as refused:
        other.does(recorded, "chess", "1. e5", 600)
    assert refused.value.line == 1


def test_it_is_another_process_and_the_same_again(other):
    first = other.does(os.getpid)
    assert first != os.getpid()
    assert other.does(os.getpid) == first


def test_who_takes_too_long_is_left_and_the_next_is_served(other):
    other.seconds = 0.5
    with pytest.raises(TooMuch):
        other.does(time.sleep, 60)
    other.seconds = 30
    assert other.does(operator.add, 1, 2) == 3


def test_who_takes_too_much_memory_is_refused_and_the_next_is_served(other):
    with pytest.raises(TooMuch):
        other.does(bytes, 1 << 40)
    assert other.does(operator.add, 1, 2) == 3


def test_it_ends_when_it_has_nothing_to_do_and_starts_anew(other):
    other.idle = 0.2
    first = other.does(os.getpid)
    other.process.wait(30)
    assert other.does(os.getpid) != first


def test_where_no_process_can_be_started_it_is_done_here(other, monkeypatch):
    def never(*_given, **_named):
        raise OSError

    monkeypatch.setattr(subprocess, "Popen", never)
    assert other.does(os.getpid) == os.getpid()
