"""How our analysis compares with that of gammonview, on the 60 real matches.

Run ``python -m benchmarks.analysis`` in the project's environment, with ``gammonview`` and
``pyyaml`` installed as well; neither is needed for anything else. Both use the engine of Open Sage
at two plies, so this checks bookkeeping, not strength: which decisions count, what the stakes are,
whose they are, and which play or cube action is the best. The shortest matches come first;
``--matches 10`` takes that many instead, spread over all lengths. It stops after so many minutes
and prints what it has.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gvanalysis import analyze_file
from gvformat.stats import compute_aggregates

from benchmarks.figures import busy
from games.assistant import engine_of
from games.assistant.analysis import analysed, report_of
from games.assistant.judging import JudgedPlay
from games.assistant.levels import CUBE_PLIES
from games.assistant.remembering import RememberingEngine
from games.rules.backgammon import game_from_xgid
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.play_text import read_play
from tests.games.rules.backgammon.boards import real_matches

DOUBLES, ANSWERS = 21, (22, 23)
"""How gammonview numbers what is done with the cube."""
COSTS = 0.0001
"""What the other program rounds to: from here on a decision has cost something."""


def ours(record):
    """Return for each side rating, decisions, cubes among them, and luck; and what was best."""
    engine = RememberingEngine(engine_of(CUBE_PLIES), {})
    found = [one for step in analysed(record, engine) for one in step.found]
    sides = [
        (
            side.rating.value if side.rating else None,
            side.plays + side.cubes,
            side.cubes,
            side.luck,
        )
        for side in report_of(found).sides
    ]
    return sides, dict(our_best(found))


def our_best(found):
    """Yield for each decision its place, what would have been best, and what the other has cost.

    A place is the game, the rolls before, and the kind of decision. Of a play there is also its
    position with its roll, to read what the other program writes.
    """
    rolls = Counter()
    for one in found:
        place = one.game, rolls[one.game]
        if isinstance(one, JudgedPlay):
            rolls[one.game] += 1
            if one.best is not None:
                yield (*place, "play"), (one.best, one.loss, one)
        elif one.act in ("hold", "double"):
            is_double = min(one.taken, one.dropped) > one.hold
            yield (*place, "cube"), (is_double, one.loss, one)
        else:
            yield (*place, "answer"), (one.taken <= one.dropped, one.loss, one)


def their_best(found):
    """Yield the same of what gammonview has found, plays as text."""
    for number, game in enumerate(found["games"]):
        rolls = 0
        for ply in game["plies"]:
            said = ply.get("analysis") or {}
            place = number, rolls
            if ply["action_id"] == DOUBLES:
                right = said["correct_action"] == "double"
                yield (*place, "cube"), (right, said["equity_loss"])
            elif ply["action_id"] in ANSWERS and "correct_action" in said:
                right = said["correct_action"] == "take"
                yield (*place, "answer"), (right, said["equity_loss"])
            elif ply.get("d1"):
                held = said.get("missed_double") or said.get("cube_decision")
                if held:
                    yield (*place, "cube"), ("missed_double" in said, held["equity_loss"])
                if said.get("alternatives"):
                    best = said["alternatives"][0]["notation"]
                    yield (*place, "play"), (best, said["equity_loss"])
                rolls += 1


def compared(mine, others):
    """Yield for each decision that has cost something to either whether both know the same best.

    With it the kind, and by how much less we value what they think best: None for cubes.
    """
    for place, (best, loss, one) in mine.items():
        if place not in others:
            continue
        other, their_loss = others[place]
        if max(loss, their_loss) < COSTS:
            continue
        if place[-1] != "play":
            yield place, best == other, None
            continue
        state = game_from_xgid(one.position)
        result = read_play(other, state.position, state.roll).result
        behind = one.loss if result == one.played else None
        yield place, result == best, behind


def theirs(content, players, folder):
    """Return the same as gammonview sees it, which calls either player White."""
    path = Path(folder) / "match.mat"
    path.write_bytes(content)
    found = analyze_file(path, preset="very_quick", quiet=True)
    totals = compute_aggregates(found)["match"]
    sides = ("white", "black") if found["player_white"] == players[0] else ("black", "white")
    accounts = [
        (one["pr"], one["total_decisions"], one["cube_decisions"], one["total_luck"])
        for one in (totals[side] for side in sides)
    ]
    return accounts, dict(their_best(found))


def main():
    """Print a line for each match, then the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--matches", type=int, default=0)
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    matches = {name: (content, read_mat(content)) for name, content in real_matches().items()}
    order = sorted(matches, key=lambda name: sum(len(one.moves) for one in matches[name][1].games))
    if arguments.matches:
        order = order[:: len(order) // arguments.matches][: arguments.matches]
    differences, counts, moves, seconds, best, lonely = [], [], 0, 0.0, [], 0
    print(f"{engine_of(CUBE_PLIES).name} against gammonview's very_quick, {busy()}")
    with tempfile.TemporaryDirectory() as folder:
        for name in order:
            content, record = matches[name]
            began = time.monotonic()
            mine, our_places = ours(record)
            seconds += time.monotonic() - began
            moves += sum(len(game.moves) for game in record.games)
            others, their_places = theirs(content, record.players, folder)
            here_and_there = list(compared(our_places, their_places))
            best += here_and_there
            for place, is_same, behind in here_and_there:
                if not is_same:
                    print(f"{name} {place}: another best, by ours {our_places[place][:2]} {behind}")
            alone = our_places.keys() ^ their_places.keys()
            dear = [(our_places.get(one) or their_places[one])[1] >= COSTS for one in alone]
            lonely += sum(dear)
            print(
                f"{name}: {len(here_and_there)} cost something,"
                f" {len(alone)} known to one alone, of which {sum(dear)} cost something"
            )
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
    for kind in ("play", "cube", "answer"):
        same = [is_same for place, is_same, _behind in best if place[-1] == kind]
        print(f"{kind}: the same best in {sum(same)} of {len(same)} that cost something")
    same = sum(is_same for _place, is_same, _behind in best)
    print(f"in all {same} of {len(best)}: {100 * same / max(1, len(best)):.2f} %")
    print(f"that cost something and are known to one alone: {lonely}")
    print(
        "decisions, theirs; cubes, theirs:", [sum(column) for column in zip(*counts, strict=True)]
    )


if __name__ == "__main__":
    main()
