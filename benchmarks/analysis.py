"""How the ratings of our analysis compare with those of gammonview, on the 60 real matches.

Run ``python -m benchmarks.analysis`` in the project's environment, with ``gammonview`` and
``pyyaml`` installed as well; neither is needed for anything else. Both use the engine of Open Sage
at two plies, so this checks bookkeeping, not strength: which decisions count, what the stakes are,
whose they are. The shortest matches come first; it stops after so many minutes and prints what it
has.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gvanalysis import analyze_file
from gvformat.stats import compute_aggregates

from benchmarks.figures import busy
from games.assistant import engine_of
from games.assistant.analysis import analysed, report_of
from games.assistant.levels import CUBE_PLIES
from games.assistant.remembering import RememberingEngine
from games.rules.backgammon.mat import read_mat
from tests.games.rules.backgammon.boards import real_matches


def ours(record):
    """Return for each side rating, decisions, cubes among them, and luck."""
    engine = RememberingEngine(engine_of(CUBE_PLIES), {})
    found = [one for step in analysed(record, engine) for one in step.found]
    return [
        (
            side.rating.value if side.rating else None,
            side.plays + side.cubes,
            side.cubes,
            side.luck,
        )
        for side in report_of(found).sides
    ]


def theirs(content, players, folder):
    """Return the same as gammonview sees it, which calls either player White."""
    path = Path(folder) / "match.mat"
    path.write_bytes(content)
    found = analyze_file(path, preset="very_quick", quiet=True)
    totals = compute_aggregates(found)["match"]
    sides = ("white", "black") if found["player_white"] == players[0] else ("black", "white")
    return [
        (one["pr"], one["total_decisions"], one["cube_decisions"], one["total_luck"])
        for one in (totals[side] for side in sides)
    ]


def main():
    """Print a line for each match, then the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    matches = {name: (content, read_mat(content)) for name, content in real_matches().items()}
    order = sorted(matches, key=lambda name: sum(len(one.moves) for one in matches[name][1].games))
    differences, counts, moves, seconds = [], [], 0, 0.0
    print(f"{engine_of(CUBE_PLIES).name} against gammonview's very_quick, {busy()}")
    with tempfile.TemporaryDirectory() as folder:
        for name in order:
            content, record = matches[name]
            began = time.monotonic()
            mine = ours(record)
            seconds += time.monotonic() - began
            moves += sum(len(game.moves) for game in record.games)
            others = theirs(content, record.players, folder)
            for side, (here, there) in enumerate(zip(mine, others, strict=True)):
                counts.append((here[1], there[1], here[2], there[2]))
                if here[0] is None or there[0] is None:
                    continue
                differences.append(here[0] - there[0])
                print(
                    f"{name} {side}  PR {here[0]:6.2f} {there[0]:6.2f} {differences[-1]:+.2f}"
                    f"  decisions {here[1]} {there[1]}  cubes {here[2]} {there[2]}"
                    f"  luck {here[3]:+.2f} {there[3]:+.2f}",
                    flush=True,
                )
            if time.monotonic() > until:
                break
    apart = [abs(one) for one in differences]
    print(
        f"{len(counts) // 2} of {len(order)} matches, {moves} moves,"
        f" {seconds / moves:.2f} s a move of ours"
    )
    print(
        f"mean difference {fmean(differences):+.3f}, mean distance {fmean(apart):.3f},"
        f" greatest {max(apart):.2f}, of {len(differences)} ratings"
    )
    print(
        "decisions, theirs; cubes, theirs:", [sum(column) for column in zip(*counts, strict=True)]
    )


if __name__ == "__main__":
    main()
