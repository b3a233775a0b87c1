"""Events in the archive of a club: read back they are the same, and so is the next archive."""

import io
import json

import pytest

from games.files.archive.problems import BadArchive
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_parts import Sizes
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Club
from tests.tournaments.directing import SEED, Directed, key
from tests.tournaments.tables.tables import Tables
from tests.worlds import built_once
from tournaments.events.services import archive_shapes
from tournaments.events.services.archiving import event_read
from tournaments.events.services.entries import pair_forbid
from tournaments.models import Division, Entry, Event, EventTable, Match, Round, TableSeat
from tournaments.record.selectors.results import standings_of
from tournaments.results.services.match_trying import effect_tried
from tournaments.results.services.results import (
    match_correct,
    match_create,
    match_report,
)
from tournaments.tables.selectors import table_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """A club with a cup in which a correction cleared a match, a Swiss, an evening, a match."""
    with built_once(django_db_blocker):
        cup = Directed(names="Ann Bob Cid Dee", format="single", match_length=3)
        cup.next_round()
        cup.play_all(lambda _match: 0)
        first = Match.objects.order_by("round__number", "position")[0]
        match_correct(
            match=first,
            by=cup.director,
            points=(1, 3),
            version=first.version,
            key=key(),
            seen=effect_tried(
                lambda: match_correct(
                    match=first, by=cup.director, points=(1, 3), version=first.version, key=key()
                )
            ).digest,
        )
        swiss = Directed(cup.club, "Ann Bob Cid Dee", match_length=3)
        pair_forbid(
            division=swiss.division,
            by=swiss.director,
            first=swiss.entry("Ann"),
            second=swiss.entry("Bob"),
        )
        swiss.next_round()
        swiss.play_all()
        chess = Directed(cup.club, "Ann Bob", event_fields={"game": "chess"})
        chess.next_round()
        match_report(match=chess.open()[0], by=chess.director, points=(0, 0), version=0, key=key())
        night = Tables(cup.club, "Ann Bob Cid Dee", format="club_night")
        night.play_round(2)
        match_create(
            club=cup.club,
            by=cup.director,
            first=cup.player("Ann"),
            second=cup.player("Bob"),
            length=7,
        )
        yield cup.club


@pytest.fixture
def club(built, db) -> Club:
    """The club, as it was built."""
    return Club.objects.get(pk=built.pk)


def written(club: Club) -> bytes:
    """The archive of a club."""
    file = io.BytesIO()
    archive_write(club=club, file=file, progress=Progress())
    return file.getvalue()


def copied(club: Club) -> Club:
    """The club that is made of another one's archive."""
    archive = archive_read(data=written(club), progress=Progress())
    owner = club.memberships.get(role="owner").user
    return archive_club_create(archive=archive, by=owner, progress=Progress())


def test_the_club_that_is_read_writes_the_same_archive(club):
    other = copied(club)

    first, second = json.loads(written(club)), json.loads(written(other))
    assert len(first["events"]) == 4
    assert [one["game"] for one in first["events"]].count("chess") == 1
    for part in first.keys() - {"manifest"}:
        assert first[part] == second[part], part
    assert first["manifest"] == second["manifest"]


def test_standings_are_those_of_before(club):
    other = copied(club)

    cup, swiss, chess, night = Event.objects.filter(club=other).order_by("pk")
    before = Event.objects.filter(club=club).order_by("pk")
    assert swiss.seed == SEED
    assert standings_of(swiss.divisions.get()) == standings_of(before[1].divisions.get())
    assert standings_of(chess.divisions.get()) == standings_of(before[2].divisions.get())
    assert Match.objects.get(round__division__event=chess).is_draw
    assert table_standings(night.divisions.get()) == table_standings(before[3].divisions.get())
    assert cup.public_id != before[0].public_id
    final = Match.objects.get(round__division__event=cup, round__number=2)
    assert (final.state, final.score) == ("open", None)
    cleared = final.log.get(kind="cleared").payload["before"]["players"]
    ours = set(other.players.values_list("pk", flat=True))
    assert set(cleared) <= ours
    assert final.club_id == other.pk


@pytest.mark.parametrize(
    ("game", "format"), [("mill", "swiss"), ("chess", "single"), ("dame", "club_night")]
)
def test_an_event_of_a_game_that_its_format_cannot_count_is_not_read(club, game, format):
    data = json.loads(written(club))
    event = data["events"][-1] | {"game": game}
    event["divisions"] = [event["divisions"][0] | {"format": format, "params": {}}]
    with pytest.raises(ValueError, match=r"game is unknown|cannot count draws"):
        event_read(event, Sizes(players=99, seasons=9, sessions=9))


def test_a_corrected_event_goes_on_where_it_was(club):
    other = copied(club)
    match = Match.objects.get(club=other, round__division__event__title="Open", state="open")
    owner = other.memberships.get(role="owner").user

    match_correct(match=match, by=owner, points=(3, 0), version=match.version, key="k")

    match.refresh_from_db()
    assert match.state == "settled"


def test_an_archive_of_before_has_no_events(club):
    data = json.loads(written(club))
    for part in ("events", "matches"):
        del data[part], data["manifest"][part]

    archive = archive_read(data=json.dumps(data).encode(), progress=Progress())

    assert (archive.more["events"], archive.more["matches"]) == ([], [])


def test_the_money_of_divisions_is_in_the_archive_and_an_older_one_has_none_of_its_own(club):
    Event.objects.filter(title="Open").update(fee=10, added=5, costs="2.50")
    Division.objects.filter(event__title="Open").update(fee="12.50", added=3, prizes=[60, 40])
    Division.objects.filter(format="single").update(prizes=None, costs=0)
    before = [one.terms for one in Division.objects.filter(event__club=club).order_by("pk")]
    other = copied(club)
    after = [one.terms for one in Division.objects.filter(event__club=other).order_by("pk")]
    assert after == before

    data = json.loads(written(club))
    for event in data["events"]:
        for name in ("added", "costs"):
            del event[name]
        for division in event["divisions"]:
            for name in archive_shapes.OWN_MONEY:
                del division[name]
    sizes = Sizes(len(data["players"]), len(data["seasons"]), len(data["sessions"]))
    event = event_read(data["events"][0], sizes)
    assert (event["added"], event["costs"]) == (0, 0)
    assert [one["fee"] for one in event["divisions"]] == [None]


def test_events_that_were_changed_are_refused(club):
    data = json.loads(written(club))
    data["events"][0]["title"] = "Mine"

    with pytest.raises(BadArchive) as caught:
        archive_read(data=json.dumps(data).encode(), progress=Progress())

    assert (caught.value.code, caught.value.params) == ("checksum", {"part": "events"})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("season",), 9),
        (("divisions", 0, "format"), "chess"),
        (("divisions", 0, "params"), None),
        (("divisions", 0, "params"), {"wings": 1}),
        (("divisions", 0, "tie_breaks"), ["magic"]),
        (("divisions", 0, "order"), 7),
        (("divisions", 0, "prizes"), [70, 40]),
        (("divisions", 0, "prizes"), 7),
        (("divisions", 0, "costs"), "all"),
        (("prizes",), [70, 40]),
        (("divisions", 0, "entries", 0, "player"), 99),
        (("divisions", 0, "forbidden_pairs"), [[1, 99]]),
        (("divisions", 0, "rounds", 0, "remarks"), [{"code": "magic", "params": {}}]),
        (("divisions", 0, "rounds", 0, "matches", 0, "first"), 99),
        (("divisions", 0, "rounds", 0, "matches", 0, "score"), {"length": 3}),
    ],
)
def test_a_forged_event_is_refused_before_it_is_believed(club, path, value):
    data = json.loads(written(club))
    at = data["events"][0]
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    sizes = Sizes(len(data["players"]), len(data["seasons"]), len(data["sessions"]))

    with pytest.raises((KeyError, TypeError, ValueError)):
        event_read(data["events"][0], sizes)


LEFT_OUT = {
    # who did it, and what phones check in and players enter with; how long the log is, shows the
    # log; a rehearsal's speed: a club that is read from an archive is none
    Event: {
        *("id", "public_id", "club", "code", "created_by", "length"),
        *("plays_every", "plays_at", "entry_code", "entry_asks", "entry_until"),
    },
    Division: {"id", "public_id", "event"},
    Entry: {"id", "public_id", "division"},
    Round: {"id", "public_id", "division"},
    # on which board it was played online: both are in the archive, each with its result; when it
    # was called to its table: that asks about lines that come in within a minute
    Match: {"id", "public_id", "club", "round", "online", "called_at"},
    # by which formula its columns were counted: they are counted anew where it is read
    EventTable: {"id", "public_id", "round", "formula"},
    TableSeat: {"id", "table", "round"},
}


@pytest.mark.parametrize("model", list(LEFT_OUT), ids=lambda model: model.__name__)
def test_whatever_a_row_knows_is_in_the_archive_or_left_out_on_purpose(model):
    there = {
        Event: archive_shapes.EVENT.fields.keys(),
        Division: archive_shapes.DIVISION.fields.keys(),
        Entry: archive_shapes.ENTRY.fields.keys(),
        Round: archive_shapes.ROUND.fields.keys(),
        Match: archive_shapes.MATCH.fields.keys(),
        EventTable: archive_shapes.TABLE.fields.keys(),
        TableSeat: archive_shapes.SEAT.fields.keys(),
    }[model]

    columns = {field.name for field in model._meta.concrete_fields}
    assert columns - LEFT_OUT[model] <= set(there)
