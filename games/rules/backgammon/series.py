"""The score of a match while its games are read one by one, of which some may be lost."""

from __future__ import annotations

from games.rules.backgammon.match_errors import MatchError
from games.rules.backgammon.match_id import score_at
from games.rules.backgammon.match_score import MatchScore
from games.rules.backgammon.record_errors import RecordError


class Series:
    """The score from game to game; after a game that could not be read it is taken from the next.

    `had_crawford` is whether the Crawford game has been begun, None where nobody can say.
    """

    def __init__(self, length: int | None, *, with_crawford: bool = True) -> None:
        self.length = length
        self.with_crawford = with_crawford
        self.had_crawford: bool | None = False
        self._score: MatchScore | None = None
        self._is_first = True
        self._is_known = False

    def begin(
        self, told: tuple[int, int] | None, line: int, *, is_crawford: bool | None = None
    ) -> MatchScore:
        """Return the score before the next game, which the file says is `told`, None if it does
        not; `is_crawford` is what it says about the Crawford game.

        Raises:
            RecordError: the games before make another score, or the match is over.
            MatchError: there is no such length.
        """
        self._is_known = False
        score = self._score
        if score is None:
            score = self._resumed(told or (0, 0), is_crawford)
        elif told is not None and told not in (score.score, score.shown):
            (a, b), (c, d) = told, score.shown
            raise RecordError("score_wrong", line, a=a, b=b, c=c, d=d)
        if score.is_over:
            raise RecordError.at(line, MatchError("match_over"))
        self._is_first, self._is_known = False, True
        if self.had_crawford is False and self._is_on_brink(score.shown):
            self.had_crawford = True
        return score

    def go_on(self, score: MatchScore) -> None:
        """Take the score after a game."""
        self._score = score

    def lose(self) -> None:
        """Go on after a game that could not be read."""
        self._score = None
        if not self._is_known and self.had_crawford is False:
            self.had_crawford = None

    def _resumed(self, told: tuple[int, int], is_crawford: bool | None) -> MatchScore:
        """Begin at any score: earlier points are kept as penalties are.

        Where nobody can say whether the Crawford game is over, all doubles are allowed.
        """
        if not self.with_crawford or not self._is_on_brink(told):
            if self.had_crawford is None:
                self.had_crawford = False
            return MatchScore(self.length, penalties=told, with_crawford=self.with_crawford)
        had = None if self._is_first else self.had_crawford
        if is_crawford is not None:
            had = not is_crawford
        if had is None:
            return MatchScore(self.length, penalties=told, with_crawford=False)
        return score_at(self.length, told, is_crawford=not had)

    def _is_on_brink(self, score: tuple[int, int]) -> bool:
        """Whether exactly one side is a point away."""
        return self.length is not None and min(score) < max(score) == self.length - 1
