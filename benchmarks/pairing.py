"""Times of draws for 128 and 512 players and of a Berger table, and checks of 10,000 events.

Run ``python benchmarks/pairing.py [events]`` in the project's environment. Each large field plays
nine rounds with random results from a fixed seed. It only prints figures, and fails only if a draw
could have been better.
"""

import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.swiss_events import Event
from tournaments.pairing.brackets import double, fill
from tournaments.pairing.costs import Inside
from tournaments.pairing.round_robin import berger
from tournaments.pairing.swiss import pair

ROUNDS = 9


def rounds(size: int, inside: Inside) -> list[float]:
    """Return the milliseconds of each round of one event."""
    event = Event(1)
    event.players.clear()
    for _ in range(size):
        event.enter()
    times = []
    for number in range(1, ROUNDS + 1):
        entrants = [player.entrant() for player in event.players.values()]
        start = time.perf_counter()
        draw = pair(
            entrants, seed="benchmark", round_number=number, inside=inside, further=ROUNDS - number
        )
        times.append((time.perf_counter() - start) * 1000)
        assert draw.is_legal
        event.enter_results(draw)
    return times


def milliseconds(act: object, times: int = 20) -> float:
    """Return the median of some runs."""
    assert callable(act)
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        taken.append((time.perf_counter() - start) * 1000)
    return median(taken)


def main() -> None:
    """Print the figures."""
    for size in (128, 511, 512):
        for inside in ("fold", "slide", "random"):
            times = rounds(size, inside)
            print(
                f"{size} players, {inside}: median {median(times):.0f} ms, worst"
                f" {max(times):.0f} ms of {ROUNDS} rounds"
            )
    print(f"Berger, 14 players: {milliseconds(lambda: berger(14)):.2f} ms")
    bracket = double(128)
    entrants = [str(number) for number in range(128)]
    print(f"double elimination of 128: {milliseconds(lambda: double(128)):.1f} ms to build,")
    print(f"  {milliseconds(lambda: fill(bracket, entrants, {})):.1f} ms to fill")
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    start = time.perf_counter()
    found: Counter[str] = Counter()
    for number in range(events):
        found += Event(number).play()
    print(f"{events} events in {time.perf_counter() - start:.0f} s: {dict(found)}")


if __name__ == "__main__":
    main()
