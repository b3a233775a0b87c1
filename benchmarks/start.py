"""How long `python3 manage.py up` takes until its first page: with an empty data folder (database,
static files and the demo club are made), and again with what is there.

Run ``python -m benchmarks.start`` in the project's environment. The environment itself is there
already: what pip takes depends on the network. `--without-threshold` leaves Python's garbage
collector as Python has it.
"""

import argparse
import os
import statistics
import time

from benchmarks.loopback import data_folder, serving, surroundings

STARTS = 5
_PLAIN = "import gc; gc.set_threshold = lambda *_: None"


def started_once(environment):
    """Return the seconds until the first page, and those of the processor."""
    begin = time.perf_counter()
    with serving(environment) as server:
        return time.perf_counter() - begin, server.seconds()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-threshold", action="store_true")
    plain = parser.parse_args().without_threshold
    with data_folder() as data:
        (data / "sitecustomize.py").write_text(_PLAIN if plain else "")
        environment = surroundings(data, PYTHONPATH=str(data))
        print(f"load {os.getloadavg()[0]:.1f}")
        print("first: {:.1f} s, {:.1f} s of processor".format(*started_once(environment)))
        runs = [started_once(environment) for _ in range(STARTS)]
        wall, used = (statistics.median(column) for column in zip(*runs, strict=True))
        print(f"again: {wall:.2f} s, {used:.2f} s of processor (middle of {STARTS})")


if __name__ == "__main__":
    main()
