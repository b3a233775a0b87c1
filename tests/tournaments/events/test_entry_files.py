"""Entries and results from tables: what is read, what is refused and where, previews."""

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from games.errors import NotAllowed
from games.ledger.workbook import write_workbook
from games.models import Player
from tests import evenings
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_ends import on_board
from tournaments.errors import EventRefused
from tournaments.events.services.entry_files import entries_file
from tournaments.events.services.events import division_add
from tournaments.events.services.filing import FileRead
from tournaments.events.services.result_files import results_file
from tournaments.leagues.exports import fixtures_rows
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.selectors.places import READS_ALL
from tournaments.models import Entry, EventStep, Match
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss() -> Directed:
    """An event in which Ann is entered; Bob is of the club."""
    directed = Directed(names="Ann", match_length=5)
    directed.player("Bob")
    return directed


def read(swiss: Directed, text: str, key: str = "k", **options) -> FileRead:
    """Enter what a file says."""
    return entries_file(
        event=swiss.event, by=swiss.director, data=text.encode(), key=key, **options
    )


def refused(swiss: Directed, text: str, do=entries_file) -> list[tuple[int, str]]:
    """The lines that were refused, with the codes; nothing was written."""
    before = list(Entry.objects.values()), list(Match.objects.values()), Player.objects.count()
    with pytest.raises(EventRefused) as caught:
        do(event=swiss.event, by=swiss.director, data=text.encode(), key="k")
    assert caught.value.code == "file_wrong"
    assert before == (
        list(Entry.objects.values()),
        list(Match.objects.values()),
        Player.objects.count(),
    )
    return [(one["line"], one["code"]) for one in caught.value.params["problems"]]


def test_players_are_entered_in_the_order_of_the_file(swiss):
    found = read(swiss, "Name;Level\nbob;2\nCid;\n")

    # Bob was in the club in another spelling; Cid is new.
    assert [(one.number, one.code) for one in found.lines] == [(2, "known"), (3, "new")]
    entries = Entry.objects.order_by("number").values_list("player__name", "level")
    assert list(entries) == [("Ann", 0), ("Bob", 2), ("Cid", 0)]
    assert found.is_written


def test_the_same_file_is_read_once(swiss):
    read(swiss, "name\nCid")
    again = read(swiss, "name\nCid")

    assert again == FileRead(is_written=True)
    assert Entry.objects.count() == 2


def test_a_preview_says_what_would_be_and_writes_nothing(swiss):
    found = read(swiss, "name\nCid\nAnn\nCid\n", dry_run=True)

    assert [(one.number, one.code) for one in found.lines] == [
        (2, "new"),
        (3, "entered"),
        (4, "twice"),
    ]
    assert not found.problems
    assert not found.is_written
    assert Entry.objects.count() == 1
    assert not Player.objects.filter(name="Cid").exists()
    assert not EventStep.objects.filter(kind="entries_file").exists()
    good = read(swiss, "name\nCid", dry_run=True)
    assert (good.problems, good.is_written, Entry.objects.count()) == ((), False, 1)


def test_every_line_that_cannot_be_is_named(swiss):
    text = (
        "Name,Level,Division\n,,\nAnn,,\nCid,x,\nDee,1,Z\n=1+1,,\nEve,99999,\n\nFay,1,Swiss system"
    )

    assert refused(swiss, text) == [
        (4, "number_wrong"),
        (5, "division_unknown"),
        (6, "formula"),
        (7, "number_wrong"),
    ]


def test_with_several_divisions_each_line_names_one(swiss):
    division_add(event=swiss.event, by=swiss.director, name="Beginners", format="round_robin")

    assert refused(swiss, "name\nCid") == [(2, "division_missing")]
    read(swiss, "name\tdivision\nCid\tbeginners\nBob\tSwiss system")
    found = Entry.objects.exclude(player__name="Ann").order_by("division__position")
    assert [(one.division.name, one.player.name) for one in found] == [
        ("Swiss system", "Bob"),
        ("Beginners", "Cid"),
    ]


def test_a_division_has_its_number_too_and_one_that_is_none_is_told_the_others(swiss):
    for number in (1, 2):
        division_add(
            event=swiss.event, by=swiss.director, name=f"Division {number}", format="round_robin"
        )
    read(swiss, "name,division\nCid,2")
    assert Entry.objects.get(player__name="Cid").division.name == "Division 2"
    wrong = read(swiss, "name,division\nDee,3", key="l", dry_run=True)
    assert [one.text for one in wrong.problems] == [
        "This event has no division “3”, but “Swiss system”, “Division 1”, “Division 2”."
    ]


def test_a_name_that_may_be_mistyped_is_asked_about_before_it_is_entered(swiss):
    swiss.player("Rosa Klein")
    found = read(swiss, "name\nRosa Klien\nCid", dry_run=True)
    assert [one.text for one in found.lines] == [
        "Rosa Klien: new in the club. Or is that Rosa Klein, mistyped?",
        "Cid: new in the club.",
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "invalid"),
        (b"name\n", "invalid"),
        (b"\x00\x01", "invalid"),
        (b"player,level\n", "invalid"),
        (b"mail,level\nAnn,1", "file_columns"),
        (b"name\n" + b"\n".join(b"P%d" % n for n in range(1025)), "file_too_long"),
    ],
)
def test_a_file_that_is_no_table_of_entries_is_refused(swiss, data, code):
    with pytest.raises(EventRefused) as caught:
        entries_file(event=swiss.event, by=swiss.director, data=data, key="k")

    assert caught.value.code == code


def test_only_directors_read_files(swiss):
    scorer = evenings.member(swiss.club, "Scorer", "scorer")

    for do in (entries_file, results_file):
        with pytest.raises(NotAllowed):
            do(event=swiss.event, by=scorer, data=b"name\nCid", key="k")


@pytest.fixture
def cup() -> Directed:
    """A single elimination of four: Ann meets somebody, and the winners meet."""
    directed = Directed(names="Ann Bob Cid Dee", format="single", match_length=5)
    directed.next_round()
    return directed


def results(cup: Directed, text: str, **options) -> FileRead:
    """Enter the results that a file tells."""
    return results_file(event=cup.event, by=cup.director, data=text.encode(), key="k", **options)


HEAD = "round;player;points;opponent points\n"


def opening(cup: Directed) -> list[list[str]]:
    """Who meets whom in the first round, by name."""
    found = Match.objects.filter(round__number=1).order_by("position")
    return [[one.first.name, one.second.name] for one in found]


def test_results_of_a_whole_bracket_come_from_one_file(cup):
    (first, second), (third, fourth) = opening(cup)
    # The second match is told by who lost it; the winners meet in the same file.
    text = f"{HEAD}1;{first};5;3\n1;{fourth};1;5\n2;{third};5;4"

    found = results(cup, text)

    assert len(found.lines) == 3
    final = Match.objects.get(round__number=2)
    assert {final.first.name, final.second.name} == {first, third}
    winner = final.second if final.winner else final.first
    assert winner.name == third
    assert second != third


def test_a_preview_of_results_follows_the_bracket_and_writes_nothing(cup):
    (first, _second), (third, _fourth) = opening(cup)
    text = f"{HEAD}1;{first};5;3\n1;{third};5;1\n2;{third};5;4"

    found = results(cup, text, dry_run=True)

    assert (len(found.lines), found.problems) == (3, ())
    assert not Match.objects.filter(state="settled").exists()


def test_results_that_cannot_be_are_named_by_line(cup):
    (first, _), (third, _) = opening(cup)
    cup.win(Match.objects.get(first__name=first, round__number=1), 0, 2)
    text = (
        f"{HEAD}1;{first};5;2\n1;{first};5;4\n1;{third};4;4\n9;{third};5;1\n1;Eve;5;1\nx;Eve;5;1"
        f"\n1;{third};-5;1\n1;;5;1"
    )

    assert refused(cup, text, results_file) == [
        (3, "match_settled"),
        (4, "result_impossible"),
        (5, "match_unknown"),
        (6, "match_unknown"),
        (7, "number_wrong"),
        (8, "number_wrong"),
        (9, "name_missing"),
    ]


def test_what_was_entered_so_already_stays(cup):
    (first, _), _ = opening(cup)
    match = cup.win(Match.objects.get(first__name=first, round__number=1), 0, 2)

    found = results(cup, f"{HEAD}1;{first};5;2")

    assert [one.code for one in found.lines] == ["there"]
    assert Match.objects.get(pk=match.pk).version == match.version


def test_a_draft_has_no_results():
    swiss = Directed(names="Ann Bob", match_length=5)
    from tournaments.events.services.draws import draw_make

    draw_make(division=swiss.division, by=swiss.director)

    assert refused(swiss, f"{HEAD}1;Ann;5;2", results_file) == [(2, "match_unknown")]


def test_the_director_looks_at_a_file_before_it_is_entered(swiss, client):
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.urls import reverse

    client.force_login(swiss.director)
    address = reverse("event_files", args=[swiss.event.public_id])
    assert client.get(address).status_code == 200
    file = SimpleUploadedFile("in.csv", "Name;Level\nZoë;1\n".encode("cp1252"))

    looked = client.post(address, {"what": "entries", "do": "preview", "key": "a", "file": file})
    assert looked.status_code == 200
    assert "Zoë: new in the club." in looked.content.decode()
    assert Entry.objects.count() == 1
    text = "Name;Level\nZoë;1\n"
    done = client.post(address, {"what": "entries", "do": "write", "key": "b", "text": text})
    again = client.post(address, {"what": "entries", "do": "write", "key": "b", "text": text})

    assert (done.status_code, again.status_code) == (302, 302)
    assert Entry.objects.get(player__name="Zoë").level == 1
    wrong = client.post(address, {"what": "results", "do": "write", "key": "c", "text": "a;b\n1;2"})
    assert wrong.status_code == 422
    assert "missing: round" in wrong.content.decode()


def test_the_director_sends_a_spreadsheet_and_sees_it_as_text(swiss, client):
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.urls import reverse

    client.force_login(swiss.director)
    address = reverse("event_files", args=[swiss.event.public_id])
    file = SimpleUploadedFile("in.xlsx", write_workbook([["Name", "Level"], ["Zoë", 1]]))

    looked = client.post(address, {"what": "entries", "do": "preview", "key": "a", "file": file})
    broken = SimpleUploadedFile("in.xlsx", b"PK\x03\x04rest")
    refused = client.post(address, {"what": "entries", "do": "preview", "key": "b", "file": broken})

    shown = looked.content.decode()
    assert "Zoë: new in the club." in shown
    assert "Name;Level\nZoë;1" in shown
    assert refused.status_code == 422
    assert "save it as .xlsx or .ods without a password" in refused.content.decode()


def test_nobody_else_sees_the_files_of_the_desk(swiss, client):
    from django.urls import reverse

    address = reverse("event_files", args=[swiss.event.public_id])
    assert client.get(address).status_code == 302
    client.force_login(evenings.member(swiss.club, "Scorer", "scorer"))
    assert client.get(address).status_code == 403


def season_with_divisions() -> Running:
    return Running("Ann Bob Cid", "Dee Eve Fay")


def as_the_page_says(of: Running) -> str:
    names = [_("player"), _("points"), _("opponent points"), _("second player"), _("division")]
    second = of.season.event.divisions.order_by("position")[1]
    return f"{';'.join(names)}\nDee;11;4;Eve;{second.name}"


def as_exported(of: Running) -> str:
    """The season's own file, with one result filled in, as a director does it."""
    listed = fixtures_of(of.season)
    players = [who for one in listed for who in (one.match.first, one.match.second) if who]
    head, *rows = fixtures_rows(listed, {one.pk: one.name for one in players}, READS_ALL)
    lines = [[str("" if cell is None else cell) for cell in row] for row in rows]
    first, points = head.index(_("first player")), head.index(_("points of the first"))
    row = next(one for one in lines if {"Dee", "Eve"} <= set(one))
    row[points : points + 2] = ["11", "4"] if row[first] == "Dee" else ["4", "11"]
    return "\n".join(";".join(one) for one in [list(map(str, head)), row])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("written", [as_the_page_says, as_exported])
def test_a_file_of_results_has_the_columns_that_pages_name(written, language: str) -> None:
    of = season_with_divisions()
    with translation.override(language):
        read = results_file(
            event=of.season.event, by=of.director, data=written(of).encode(), key="k"
        )
    assert not read.problems
    assert of.match("Dee", "Eve").is_settled


@pytest.mark.parametrize(
    ("language", "missing"), [("en", "player, points, opponent points"),
                              ("de", "Spieler, Punkte, Punkte des Gegners")],
)  # fmt: skip
def test_columns_that_are_missing_are_named_in_the_directors_language(language, missing) -> None:
    of = season_with_divisions()
    with translation.override(language), pytest.raises(EventRefused) as why:
        results_file(event=of.season.event, by=of.director, data=b"round;x\n1;2", key="k")
    with translation.override(language):
        assert missing in str(why.value)


@pytest.mark.parametrize("points", ["11;4", "4;11"])
@pytest.mark.parametrize("when", ["before", "between"])
def test_a_file_of_results_overwrites_no_report_of_players(points: str, when: str) -> None:
    """Reported before the preview, or between it and its yes."""
    of = season_with_divisions()
    match = of.match("Dee", "Eve")
    two = str(match.first), str(match.second)
    data = f"player;second player;points;opponent points\n{two[0]};{two[1]};{points}".encode()

    def file(**more: bool) -> FileRead:
        return results_file(event=of.season.event, by=of.director, data=data, key="k", **more)

    def report() -> None:
        by = of.account(two[0])
        match_report(match=match, by=by, points=(11, 4), version=match.version, key=key())

    if when == "before":
        report()
    same = points == "11;4"
    seen = file(dry_run=True)
    assert bool(seen.problems) is (when == "before" and not same)
    if when == "between":
        report()
    if same:
        file()
    else:
        with pytest.raises(EventRefused, match="their own report is 11 : 4"):
            file()
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (11, 4)
    assert match.is_settled is same


@pytest.mark.parametrize(
    ("language", "said"), [("en", "type the line at the desk"), ("de", "Tippe die Zeile am Pult")]
)
def test_a_line_whose_match_is_on_a_board_says_where_it_can_be_confirmed(
    language: str, said: str
) -> None:
    of, _match, _board = on_board()
    data = b"player;second player;points;opponent points\nAnn;Bob;11;4"
    with translation.override(language):
        read = results_file(event=of.season.event, by=of.director, data=data, key="k", dry_run=True)
        [problem] = read.problems
    assert said in problem.text
