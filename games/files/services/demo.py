"""Makes the demo club: three months of a lively club, which come from an archive kept here.

`python -m docs.demo` makes that archive; tonight's evening and a board are begun as it is loaded.
"""

import datetime
import gzip
import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.services.accounts import check_demo, user_create
from games.assistant import choose
from games.boards.services.acting import board_act
from games.boards.services.boards import Terms, board_create, seat_give_to_assistant
from games.boards.services.sitters import Sitter
from games.files.services.analyses import WITH_CANDIDATES
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_reading import parts_fold, parts_read
from games.files.services.demo_dates import demo_moved
from games.files.services.job_files import JobFiles, Progress
from games.models import Board, Club, FoundingLink, Job, Player, User, public_id
from games.models.locks import rows_lock
from games.record.log.bulk import steps_write
from games.rules.backgammon import play_text
from games.rules.chouette.notation import parse
from games.rules.chouette.renaming import renamed
from games.rules.dice import SEED_BYTES, seat_commitment
from games.rules.online import Board as State
from games.sessions.services.sessions import session_create
from games.signals import demo_made

EMAIL: Final = "demo@chouette.example"
FOLDER: Final = Path(__file__).resolve().parent.parent / "demo"
ARCHIVE: Final = FOLDER / "club.json.gz"
ANALYSES: Final = FOLDER / "analyses.json.gz"
TONIGHT: Final = FOLDER / "running_evening.csn"
STEP: Final = datetime.timedelta(minutes=2)
TUESDAY: Final = 1
VISITOR: Final = 0
"""The seat of whoever looks around, at the board that waits for them."""
LEVEL: Final = "medium"
TURNS: Final = 8
"""So many turns were played on that board."""


def demo_create() -> Club:
    """Make the demo club from the archive that is kept here, or return the existing one.

    Its organizer has no password: they enter by a link, and only where demo accounts are enabled.
    Its dates end today, where a table is played on, and a board waits for whoever looks around.
    """
    try:
        return _made()
    except IntegrityError:  # somebody made it at the same moment
        there = _there()
        if there is None:
            raise
        return there


def _there() -> Club | None:
    return Club.objects.filter(is_demo=True).first()


@transaction.atomic
def _made() -> Club:
    there = _there()
    if there is not None:
        return there
    # The account stays when a demo is removed.
    user = User.objects.filter(is_demo=True, email=EMAIL).first() or user_create(
        email=EMAIL, name=_("Demo organizer"), is_demo=True
    )
    now = timezone.now()
    parts = demo_moved(parts_read(gzip.decompress(ARCHIVE.read_bytes())), now)
    nobody_waits = Progress()
    archive = parts_fold(parts=parts, progress=nobody_waits)
    club = archive_club_create(archive=archive, by=user, progress=nobody_waits, is_demo=True)
    players = {player.name: player for player in club.players.all()}
    players["Ann"].user = user
    players["Ann"].save(update_fields=["user"])
    _running_evening(club, user, players, now)
    _analyses_keep(list(club.boards.order_by("pk")), user)
    _board_that_waits(club, user)
    demo_made.send(sender=Club, club_id=club.pk)
    return club


@transaction.atomic
def demo_enter() -> tuple[User, Club]:
    """Return the demo's organizer and club for somebody who looks around; made if need be.

    Raises:
        Refused: the demo accounts are switched off here.
    """
    # Two taps at the same moment make one demo.
    rows_lock(FoundingLink.objects.all())
    club = demo_create()
    user = User.objects.get(is_demo=True, memberships__club=club)
    check_demo(user)
    return user, club


def _running_evening(
    club: Club, user: User, players: dict[str, Player], now: datetime.datetime
) -> None:
    """Begin tonight's evening, and play it as far as its file goes."""
    record = parse(TONIGHT.read_bytes(), unfinished=True)
    ids = {name: player.public_id for name, player in players.items()}
    began = now - len(record.steps) * STEP
    session = session_create(
        club=club,
        by=user,
        players=[players[name] for name in record.header.players],
        rules=record.header.rules.text(),
        stake_amount=club.stake_amount,
        currency=club.currency,
        title=_("Tuesday chouette") if now.weekday() == TUESDAY else _("Chouette"),
        place=_("Club room"),
        played_on=began.date(),
    )
    steps = ([renamed(action, ids) for action in step.actions] for step in record.steps)
    steps_write(session=session, steps=steps, sender=user, at=began, every=STEP)


def _board_that_waits(club: Club, user: User) -> None:
    """Begin a match against the assistant, in which it is the visitor's turn.

    Both sides have played a little, as the easiest level does: it needs no engine to be loaded.
    """
    board = board_create(club=club, by=user, terms=Terms(length=3))
    seat_give_to_assistant(board=board, by=Sitter(VISITOR, user), level=LEVEL)

    def act(side: int, do: str, text: str = "") -> State:
        board.refresh_from_db()
        sitter = Sitter(side, user if side == VISITOR else None)
        return board_act(
            board=board, sitter=sitter, do=do, text=text, version=board.version, key=public_id()
        ).state

    board.refresh_from_db()
    state = State.from_json(board.snapshot)
    assert state.dice is not None
    game, seeds = (
        state.dice.game_id,
        {seat: secrets.token_hex(SEED_BYTES) for seat in state.dice.seats},
    )
    for seat, seed in seeds.items():
        act(seat, "commit", seat_commitment(game, seat, seed))
    for seat, seed in seeds.items():
        state = act(seat, "reveal", seed)
    turns = 0
    while turns < TURNS or (state.actor, state.phase) != (VISITOR, "roll"):
        side = state.actor
        assert side is not None
        if state.phase == "roll":
            state = act(side, "roll")
            continue
        play = choose(state.game, "easy").play
        assert play is not None
        state = act(side, "play", play_text(play))
        turns += 1


def _analyses_keep(boards: Sequence[Board], user: User) -> None:
    """Let the boards have the analyses that were made of them in advance."""
    # Dated today: the daily cleaning deletes analyses that are older than a week.
    now = timezone.now()
    for kept in json.loads(gzip.decompress(ANALYSES.read_bytes())):
        board = boards[kept["board"]]
        job = Job(
            kind=Job.Kind.ANALYSIS,
            club_id=board.club_id,
            board=board,
            by=user,
            state=Job.State.DONE,
            options=WITH_CANDIDATES,
            created_at=now,
            finished_at=now,
        )
        files = JobFiles.of(job)
        files.make()
        files.result.write_text(kept["findings"], encoding="utf-8")
        job.save(force_insert=True)
        Board.objects.filter(pk=board.pk).update(luck=kept["luck"])
        for number, figures in enumerate(kept["figures"]):
            board.seats.filter(number=number).update(figures=figures)
