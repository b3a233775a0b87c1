"""`manage.py` with a clock that is wrong: `python -m tests.faults.shifted up`.

CLOCK_WRONG_BY says by how many seconds. Whatever asks Django or the time module is told so; the
rest of the computer, its other processes and the browsers on it are not.
"""

import datetime
import os
import sys
import time

SHIFT = float(os.environ["CLOCK_WRONG_BY"])


def shift() -> None:
    """Set the clock wrong, before anything else is imported that looks at it."""
    from django.utils import timezone

    seconds, nanoseconds, now = time.time, time.time_ns, timezone.now
    time.time = lambda: seconds() + SHIFT
    time.time_ns = lambda: nanoseconds() + int(SHIFT * 1e9)
    timezone.now = lambda: now() + datetime.timedelta(seconds=SHIFT)


if __name__ == "__main__":
    shift()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chouette.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *sys.argv[1:]])
