"""The page of a game's dice says what happened with them, and its file verifies anywhere."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.utils.translation import override

from games.boards.presenters import proof as proof_pages
from games.boards.presenters.proof import SeedGiver, proof_offline
from games.boards.presenters.proof_board import thumbnail
from games.boards.presenters.proof_figures import (
    band,
    chance_to_stay,
    counts_of,
    longest_stay,
    turns_of,
)
from games.rules.backgammon import BLACK, START, WHITE
from games.rules.dice_proof import ProofRoll, problems, proofs_of
from tests.games.boards.proofs import SEEDS, SERVER_SEED, page_of, proof_of, restarts
from tests.games.rules.backgammon.boards import board

HOME = dict.fromkeys(range(1, 7), 2)


def body(page: Any) -> str:
    """The page without what it shares with all others."""
    return render_to_string("boards/proof_body.html", {"page": page})


# counting


@pytest.mark.parametrize("dice", [2, 12, 80, 361])
def test_a_band_cuts_off_less_than_a_fortieth_at_each_end(dice: int) -> None:
    low, high = band(dice)
    chances = [
        Fraction(comb(dice, count) * 5 ** (dice - count), 6**dice) for count in range(dice + 1)
    ]
    fortieth = Fraction(1, 40)
    assert sum(chances[:low]) < fortieth <= sum(chances[: low + 1])
    assert sum(chances[high + 1 :]) < fortieth <= sum(chances[high:])


def test_numbers_are_counted_on_both_dice() -> None:
    counts = counts_of([ProofRoll((3, 3)), ProofRoll((3, 1))])
    assert [one.count for one in counts] == [1, 0, 3, 0, 0, 0]
    assert [one.number for one in counts if not one.is_inside] == [3]  # at most 2 of 4 dice


def test_sides_alternate_from_the_opening_and_a_tie_is_nobodys() -> None:
    opening = START.id
    after = board({6: 2}, {6: 2})
    rolls = [
        ProofRoll((2, 2)),
        ProofRoll((2, 5), opening, after.id),
        ProofRoll((1, 1), after.id, None),
        ProofRoll((4, 4)),
        ProofRoll((6, 5), opening, after.id),
        ProofRoll((6, 5), after.id, opening),
    ]
    assert [(turn.game, turn.side) for turn in turns_of(rolls)] == [
        (1, None),
        (1, BLACK),
        (1, WHITE),
        (2, None),
        (2, WHITE),
        (2, BLACK),
    ]


def test_dice_without_a_board_have_no_side() -> None:
    turns = turns_of([ProofRoll((1, 2)), ProofRoll((3, 3))])
    assert [(turn.game, turn.side) for turn in turns] == [(1, None), (1, None)]


def test_a_roll_stays_on_the_bar_as_often_as_its_dice_say() -> None:
    four_closed = dict.fromkeys((1, 2, 3, 4), 2)
    # two dice of 36 in which neither is a 5 or 6
    assert chance_to_stay(board({25: 1}, four_closed)) == Fraction(16, 36)
    # two checkers: 5-5, 6-6, 5-6 and 6-5 bring both in
    assert chance_to_stay(board({25: 2}, four_closed)) == Fraction(32, 36)
    assert chance_to_stay(board({25: 1}, HOME)) == 1
    assert chance_to_stay(board({25: 3}, {})) == Fraction(30, 36)


def test_the_longest_stay_on_the_bar_and_its_odds() -> None:
    bar = board({25: 1, 6: 2}, {1: 2, 2: 2, 3: 2, 24: 1})
    other = bar.flipped()
    free = board({1: 1}, {1: 1})
    rolls = [
        ProofRoll((1, 6), START.id, bar.id),  # Black opens, and sends White to the bar
        ProofRoll((3, 1), bar.id, other.id),
        ProofRoll((6, 1), other.id, bar.id),
        ProofRoll((2, 1), bar.id, other.id),
        ProofRoll((6, 1), other.id, bar.id),
        ProofRoll((6, 1), bar.id, free.id),
    ]
    # White's rolls 1 and 3 begin and end on the bar, 5 does not: three numbers of six are closed
    stay = longest_stay(turns_of(rolls))
    assert stay is not None
    assert (stay.side, stay.first, stay.last, stay.turns) == (WHITE, 1, 3, 2)
    assert stay.chance == Fraction(1, 4) ** 2
    assert longest_stay(turns_of(rolls[:1])) is None


# the page


def test_the_page_has_the_proof_in_it() -> None:
    proof = proof_of()
    assert proofs_of(body(page_of(proof))) == (proof,)
    assert problems(proof) == []


def test_each_roll_stands_beside_its_position_and_play() -> None:
    proof = proof_of(30, most=10)
    page = page_of(proof)
    rows = [row for game in page.games for row in game.rolls]
    assert [row.number for row in rows] == list(range(30))
    assert [row.dice for row in rows] == [one.dice for one in proof.rolls]
    opening = next(row for row in rows if row.name)
    assert opening.position == "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
    assert re.fullmatch(r"\d+/\d+\*?( \d+/\d+\*?)*(\(2\))?.*", opening.play)
    assert len(page.games) >= 3
    shown = body(page)
    assert shown.count('class="dice-roll"') == 30
    assert "Game 2" in shown


def test_a_dance_a_tie_and_a_roll_that_was_not_played_are_said() -> None:
    closed = board({25: 1}, HOME)
    proof = proof_of(4)
    rolls = (
        ProofRoll((2, 2)),
        ProofRoll((6, 5), START.id, closed.id),
        ProofRoll((6, 5), closed.id, closed.flipped().id),
        ProofRoll((6, 5), closed.flipped().id, None),
    )
    changed = type(proof)(
        proof.game_id, proof.server_seed, proof.server_commitment, proof.seats, rolls
    )
    page = page_of(changed)
    assert [row.play for row in page.games[0].rolls] == ["", "", "no play", "not played"]
    assert "a tie" in body(page)
    assert page.bar == "Bob stayed on the bar for 1 roll, roll 2; no roll would have helped."


def test_a_proof_that_nobody_could_have_played_still_has_a_page() -> None:
    proof = proof_of(4)
    rolls = (ProofRoll((2, 1), "nonsense", "nonsense"), ProofRoll((2, 1), START.id, "nonsense"))
    changed = type(proof)(
        proof.game_id, proof.server_seed, proof.server_commitment, proof.seats, rolls
    )
    assert body(page_of(changed)).count('class="dice-roll"') == 2


def test_a_seed_that_was_typed_openly_is_said_in_words() -> None:
    givers = {0: SeedGiver("Ann", "unprotected"), 1: SeedGiver("Bob", "openly")}
    shown = body(page_of(givers=givers))
    assert "Typed openly before the others had committed: unprotected." in shown
    assert "Typed openly, without scripts, after all others had committed." in shown
    assert "Committed first" not in shown


def test_dice_that_were_started_anew_are_listed_with_the_name() -> None:
    shown = body(page_of(restarts=restarts(), mailed=restarts()[0].commitment))
    assert "Bob did not open their seed in time." in shown
    assert "of dice that were given up, see below" in shown
    assert "Started anew" not in body(page_of())


def test_the_mailed_commitment_is_compared() -> None:
    proof = proof_of()
    assert "the same" in body(page_of(proof, mailed=proof.server_commitment))
    assert "another one" in body(page_of(proof, mailed="0" * 64))


def test_luck_is_shown_where_it_is_known_and_nowhere_else() -> None:
    proof = proof_of(6)
    [side, *_] = [turn.side for turn in turns_of(proof.rolls) if turn.side is not None]
    first = next(turn.number for turn in turns_of(proof.rolls) if turn.side == side)
    luck: list[float | None] = [None] * 6
    luck[first] = -0.25
    page = page_of(proof, luck=luck)
    assert dict(page.luck) == {("Ann", "Bob")[side]: "−0.250", ("Ann", "Bob")[1 - side]: "0.000"}
    with override("de"):
        assert "−0,250" in dict(page_of(proof, luck=luck).luck).values()
    assert page_of(proof).luck == ()
    assert "Luck of" not in body(page_of(proof))


def dots(drawn: str, side: str) -> list[tuple[float, float]]:
    """The middles of a side's checkers in a small picture."""
    path = re.search(f'dice-board__{side}" d="([^"]*)"', drawn)
    assert path is not None
    return [(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)h0", path[1])]


def test_a_small_picture_has_every_checker_where_it_lies() -> None:
    position = board({1: 2, 6: 7, 25: 1}, {23: 1, 25: 2})
    for side in (WHITE, BLACK):
        drawn = thumbnail(position if side == WHITE else position.flipped(), side)
        white, black = dots(drawn, "white"), dots(drawn, "black")
        # White's points 1 and 6 are at the lower right, on either side of the home board
        assert [spot for spot in white if spot[1] > 62] == [
            (175, 115.0),
            (175, 103.0),
            *[(105, pytest.approx(115 - 46 / 6 * number, abs=0.06)) for number in range(7)],
        ]
        assert [spot for spot in white if spot[1] < 62] == [(91, 53.0)]  # the bar
        assert black == [(161, 115.0), (91, 71.0), (91, 83.0)]
        assert re.findall(r"<text[^>]*>(\d+)", drawn) == ["5", "12"]
    assert len(set(dots(thumbnail(START, WHITE), "white"))) == 15


def test_a_picture_is_small_and_stays_inside() -> None:
    drawn = [row.picture for game in page_of().games for row in game.rolls if row.picture]
    assert len(drawn) > 50
    assert max(map(len, drawn)) < 1_000
    for one in drawn:
        for x, y in [*dots(one, "white"), *dots(one, "black")]:
            assert 6 <= x <= 190
            assert 6 <= y <= 118


def test_names_are_no_markup() -> None:
    shown = body(page_of(sides=("<b>Ann</b>", "Bob")))
    assert "<b>Ann</b>" not in shown
    assert "&lt;b&gt;Ann" in shown


# the file, and the other ways


def test_the_file_needs_nothing_else(tmp_path: Path) -> None:
    page = page_of()
    text = proof_offline(page)
    assert not re.search(r'(?:src|href)="(?!#)|@import|url\(|^import .* from', text, re.MULTILINE)
    for name in proof_pages.SCRIPTS:
        assert proof_pages._script(name) in text
    assert "const sha256 =" in text
    assert "--right" in text
    assert text.count("</script>") == 3
    assert proofs_of(text) == (proof_of(),)


def test_twenty_lines_of_python_verify_the_file(tmp_path: Path) -> None:
    page = page_of()
    assert len([line for line in page.check.splitlines()[1:] if line]) == 20
    (tmp_path / "check.py").write_text(page.check, encoding="utf-8")
    file = tmp_path / page.file

    def check(text: str) -> str:
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "check.py", page.file]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout

    good = proof_offline(page)
    assert check(good) == "60 rolls, right\n"
    assert check(json.dumps(page.proof)) == "60 rolls, right\n"
    start = good.index('id="dice-proof"')
    for value in (SERVER_SEED, SEEDS[0], SEEDS[1], page.proof["server_commitment"], "t3stgam3"):
        at = good.index(value, start)
        changed = good[:at] + ("1" if good[at] == "0" else "0") + good[at + 1 :]
        assert check(changed) == "60 rolls, wrong\n", value
    first = "{}, {}".format(*page.proof["rolls"][-1]["dice"])
    at = good.rindex(first)
    changed = good[:at] + str(7 - int(good[at])) + good[at + 1 :]
    assert check(changed) == "60 rolls, wrong\n"


def test_the_command_verifies_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = page_of()
    file = tmp_path / page.file
    file.write_text(proof_offline(page), encoding="utf-8")
    call_command("dice_verify", str(file))
    assert capsys.readouterr().out == "t3stgam3: 60 rolls, right\n"
    assert f"manage.py dice_verify {page.file}" in body(page)
