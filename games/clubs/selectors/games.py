"""Reads what a player has played at boards of two, by the kind of game."""

from dataclasses import dataclass

from django.db.models import Case, Count, F, Q, Value, When

from games.models import Board, BoardSeat, Player

PEOPLE = (BoardSeat.Kind.PLAYER, BoardSeat.Kind.GUEST)


@dataclass(frozen=True, slots=True)
class Played:
    """Ended games of one kind against people, and apart those against the assistant.

    At backgammon a match counts once, as a single game does.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    won_of_assistant: int = 0
    drawn_with_assistant: int = 0
    lost_to_assistant: int = 0

    @property
    def of_assistant(self) -> int:
        return self.won_of_assistant + self.drawn_with_assistant + self.lost_to_assistant


def games_played(player: Player) -> dict[str, Played]:
    """Return a player's games by the kind of game, in one query; who was merged played, too."""
    outcome = Case(
        When(board__winner__isnull=True, then=Value("drawn")),
        When(board__winner=F("number"), then=Value("won")),
        default=Value("lost"),
    )
    rows = (
        BoardSeat.objects.filter(
            Q(player=player) | Q(player__merged_into=player),
            board__status=Board.Status.ENDED,
            board__session__isnull=True,
        )
        .order_by()
        .values("board__type")
        .annotate(
            outcome=outcome,
            all=Count("board", distinct=True),
            # The opponent's seat is another row of the same board.
            assisted=Count(
                "board",
                distinct=True,
                filter=Q(board__seats__kind=BoardSeat.Kind.ASSISTANT),
            ),
        )
        .values_list("board__type", "outcome", "all", "assisted")
    )
    sums: dict[str, dict[str, int]] = {}
    with_assistant = {
        "won": "won_of_assistant",
        "drawn": "drawn_with_assistant",
        "lost": "lost_to_assistant",
    }
    for game, how, count, assisted in rows:
        own = sums.setdefault(game, {})
        own[how] = count - assisted
        own[with_assistant[how]] = assisted
    return {game: Played(**own) for game, own in sorted(sums.items())}
