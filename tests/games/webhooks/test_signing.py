"""Signatures and pauses, with the arithmetic written out."""

import hashlib
import hmac
import random

from games.webhooks.backoff import LONGEST_PAUSE, MOST_ATTEMPTS, pause
from games.webhooks.signing import signature

BODY = b'{"event":"game.ended"}'


def test_a_signature_is_over_time_and_body():
    header = signature("secret", BODY, 1_700_000_000)

    digest = hmac.new(b"secret", b"1700000000." + BODY, hashlib.sha256).hexdigest()
    assert header == f"t=1700000000,v1={digest}"


def test_each_pause_is_four_times_the_one_before_give_or_take_a_fifth():
    for attempts, minutes in ((1, 1), (2, 4), (3, 16), (4, 64), (5, 256), (6, 1024)):
        for seed in range(20):
            seconds = pause(attempts, random.Random(seed))
            assert 0.8 * minutes * 60 <= seconds <= 1.2 * minutes * 60
    assert pause(MOST_ATTEMPTS) <= 1.2 * LONGEST_PAUSE


def test_two_that_fail_together_do_not_come_back_together():
    assert len({pause(3) for _ in range(10)}) == 10
