"""``manage.py dice_verify``: whether a game's dice are what was committed to before it."""

from __future__ import annotations

import sys
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import line_print, opened, reader_may_leave
from games.rules.dice_proof import ProofError, problems, proofs_of

LARGEST: Final = 16 * 1024 * 1024
"""More than any match has rolls for."""


class Command(BaseCommand):
    """Makes every digest and every roll of a proof again; what is wrong is named."""

    help = "Check the proof of a game's dice, as downloaded from its page: a page or JSON."
    requires_system_checks: list[str] = []  # it needs neither database nor pages

    def add_arguments(self, parser: CommandParser) -> None:
        """Files or standard input."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or -")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check every file; the exit status is 1 if anything is wrong."""
        failed = False
        with reader_may_leave():
            for file in options["files"]:
                failed |= self.verify(file)
        if failed:
            sys.exit(1)

    def verify(self, file: str) -> bool:
        """Print the verdict of each game in a file; say whether any is bad."""
        try:
            with opened(file) as stream:
                text = stream.read(LARGEST).decode("utf-8-sig")
            proofs = proofs_of(text)
        except (ProofError, UnicodeDecodeError) as error:
            said = error if isinstance(error, ProofError) else ProofError("proof_malformed")
            self.stderr.write(f"{file}: {said}")
            return True
        except BrokenPipeError:
            raise
        except OSError as error:
            self.stderr.write(f"{file}: {error.strerror or 'cannot be read'}")
            return True
        failed = False
        for proof in proofs:
            wrong = problems(proof)
            failed |= bool(wrong)
            for problem in wrong:
                self.stderr.write(f"{file}: {proof.game_id}: {problem}")
            verdict = "wrong" if wrong else "right"
            line_print(self.stdout, f"{proof.game_id}: {len(proof.rolls)} rolls, {verdict}")
        return failed
