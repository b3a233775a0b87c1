"""Lists of people as they are pasted: nobody is lost, no two become one, the rest is named."""

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.names.lists import Listed, read_list


def people(text: str) -> list[str]:
    """Everybody with rating and club, as `Ann · 1500 · Ulm`."""
    return [said(one) for one in read_list(text).people]


def said(listed: Listed) -> str:
    rating = "" if listed.rating is None else f"{listed.rating.normalize():f}"
    return " · ".join(filter(None, (listed.name, rating, listed.home_club)))


LINES = {
    # numbers and ticks
    "Ann": ["Ann"],
    "1. Ann": ["Ann"],
    "1.) Ann": ["Ann"],
    "1) Ann": ["Ann"],
    "1: Ann": ["Ann"],
    "1 Ann": ["Ann"],
    "#1 Ann": ["Ann"],
    "(3) Cid": ["Cid"],
    "[3] Cid": ["Cid"],
    "- Ann": ["Ann"],
    "• Ann": ["Ann"],
    "- [x] Ann": ["Ann"],
    "- [ ] Ann": ["Ann"],
    "* [X] 3. Ann Berg": ["Ann Berg"],
    "☑ Ann": ["Ann"],
    "✅ Ann": ["Ann"],
    "Ann ✓": ["Ann"],
    "Ann [x]": ["Ann"],
    # ratings before or behind
    "1500 Ann": ["Ann · 1500"],
    "1500,5 Ann Berg": ["Ann Berg · 1500.5"],
    "(1500) Ann": ["Ann · 1500"],
    "(950) Ann": ["Ann · 950"],
    "1500 - Ann": ["Ann · 1500"],
    "1. 1500 Ann": ["Ann · 1500"],
    "Ann 1500": ["Ann · 1500"],
    "Ann (1500)": ["Ann · 1500"],
    "Ann - 1500": ["Ann · 1500"],
    "Ann: 1500": ["Ann · 1500"],
    "1\tAnna\t1723": ["Anna · 1723"],
    "1\t1723\tAnna": ["Anna · 1723"],
    "1;Anna;1723;Ulm": ["Anna · 1723 · Ulm"],
    "Anna|1723|Ulm": ["Anna · 1723 · Ulm"],
    "Anna 2": ["Anna 2"],
    "C-3PO": ["C-3PO"],
    # an address of theirs is left out
    "Ann Berg ann.berg@example.org": ["Ann Berg"],
    "Ann Berg <ann@mail.example.org>": ["Ann Berg"],
    "Berg, Ann; ann@example.org": ["Berg, Ann"],
    "Ann Berg, ann@example.org, Ulm BC": ["Ann Berg · Ulm BC"],
    "1. Ann Berg (mailto:ann@example.org) 1500": ["Ann Berg · 1500"],
    "Ann Berg <ann@x.org>, Bob Cox <bob@x.org>": ["Ann Berg", "Bob Cox"],
    "name,e-mail\nAnn Berg,ann@x.org\nBob Cox,bob@x.org": ["Ann Berg", "Bob Cox"],
    "Ann Berg\tann@x.org\nBob Cox\tbob@x.org": ["Ann Berg", "Bob Cox"],
    "ann@example.org": ["ann@example.org"],
    # several on a line
    "Ann, Bob, Cid": ["Ann", "Bob", "Cid"],
    "Ann, Bob and Cid": ["Ann", "Bob", "Cid"],
    "Ann, Bob und Cid": ["Ann", "Bob", "Cid"],
    "Ann; Bob; Cid": ["Ann", "Bob", "Cid"],
    "Ann; Bob": ["Ann", "Bob"],
    "Ann\tBob\tCid": ["Ann", "Bob", "Cid"],
    "Ann and Bob": ["Ann", "Bob"],
    "Ann 1500, Bob 1600, Cid": ["Ann · 1500", "Bob · 1600", "Cid"],
    "Ann, Bob 1600, Cid": ["Ann", "Bob · 1600", "Cid"],
    "Ann (1500), Bob (1600)": ["Ann · 1500", "Bob · 1600"],
    "Ann, 1500, Bob, 1600": ["Ann · 1500", "Bob · 1600"],
    "1. Ann, 2. Bob, 3. Cid": ["Ann", "Bob", "Cid"],
    "1. Ann, 2. Bob": ["Ann", "Bob"],
    "1) Ann; 2) Bob; 3) Cid": ["Ann", "Bob", "Cid"],
    "1500 Ann, 1600 Bob": ["Ann · 1500", "Bob · 1600"],
    "Ann Berg, Bob Cox": ["Ann Berg", "Bob Cox"],
    "Ann Berg, Bob Cox, Cid Dahl": ["Ann Berg", "Bob Cox", "Cid Dahl"],
    "Berg, Ann; Cox, Bob": ["Berg, Ann", "Cox, Bob"],
    "Eve; Fay, Gus": ["Eve", "Fay", "Gus"],
    "1602 Eve; Fay, Gus": ["Eve · 1602", "Fay", "Gus"],
    "Eve; Ulm, BC": ["Eve · Ulm, BC"],
    "Eve Berg; Fay Cox, Gus": ["Eve Berg · Fay Cox, Gus"],
    '"Berg, Ann","Cox, Bob","Dahl, Cid"': ["Berg, Ann", "Cox, Bob", "Dahl, Cid"],
    # one on a line
    "Berg, Ann": ["Berg, Ann"],
    "Berg, Ann Maria": ["Berg, Ann Maria"],
    "von der Berg, Ann": ["von der Berg, Ann"],
    "1. Berg, Ann Maria 1500": ["Berg, Ann Maria · 1500"],
    "Berg, Ann (1500, Ulm)": ["Berg, Ann · 1500 · Ulm"],
    "Ann Berg, BC Berlin": ["Ann Berg · BC Berlin"],
    "Ann Berg, 1723, BC Berlin": ["Ann Berg · 1723 · BC Berlin"],
    "Ann Berg 1723, BC Berlin, Germany": ["Ann Berg · 1723 · BC Berlin, Germany"],
    "Ann Berg 1723 BC 1904": ["Ann Berg · 1723 · BC 1904"],
    "Jose\u0301  García": ["Jos\u00e9 García"],
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_read(line: str) -> None:
    assert people(line) == LINES[line]


LISTS = {
    "Name\nAnn\nBob": ["Ann", "Bob"],
    "Name;Rating;Club\nAnn;1500;Ulm\nBob;;": ["Ann · 1500 · Ulm", "Bob"],
    "Name,Rating,Club\nAnn,1500,Ulm": ["Ann · 1500 · Ulm"],
    "Nr.\tNachname\tVorname\tElo\tVerein\n1\tBerg\tAnn\t1500\tUlm": ["Ann Berg · 1500 · Ulm"],
    "Surname,First name,Federation number,Rating,Club,Country\nBerg,Ann,7,1500,Ulm,GER": [
        "Ann Berg · 1500 · Ulm"
    ],
    '"Surname","First name"\n"Berg","Ann Maria"': ["Ann Maria Berg"],
    "Ratings of May\nName;Rating\nAnn;1500": ["Ann · 1500"],
    "Name;Rating\nAnn;1500\nName;Rating\nBob;1600": ["Ann · 1500", "Bob · 1600"],
    "Berg;Ann;1500;BC Ulm\nCox;Bob;1600;BC Ulm": ["Ann Berg · 1500 · BC Ulm",
                                                  "Bob Cox · 1600 · BC Ulm"],
    "Berg,Ann,1500\nCox,Bob Lee,1600": ["Ann Berg · 1500", "Bob Lee Cox · 1600"],
    "1\tAnn Berg\t1500\n2\tBob Cox\t1600": ["Ann Berg · 1500", "Bob Cox · 1600"],
    "1;1500;Ann Berg;Ulm\n2;1600;Bob Cox;Ulm": ["Ann Berg · 1500 · Ulm", "Bob Cox · 1600 · Ulm"],
    "Ann Berg;Ulm\nBob Cox;Kiel": ["Ann Berg · Ulm", "Bob Cox · Kiel"],
    "Ann, Bob, Cid\nDee, Eve, Fay": ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"],
    "Berg, Ann\nCox, Bob": ["Berg, Ann", "Cox, Bob"],
    "1500 Ann\n1600 Bob": ["Ann · 1500", "Bob · 1600"],
    "99 Ann\n100 Bob\n101 Cid": ["Ann", "Bob", "Cid"],
    "1. Ann\n\n2. Bob\r\n3. Cid": ["Ann", "Bob", "Cid"],
    "\ufeffAnn\nBob": ["Ann", "Bob"],
}  # fmt: skip


@pytest.mark.parametrize("text", LISTS)
def test_a_list_is_read_with_a_heading_and_without(text: str) -> None:
    assert people(text) == LISTS[text]


def test_what_is_not_read_is_named() -> None:
    found = read_list("Nr;Name;Country\n1;Ann;GER\n2;;GER\n3;Bob;FRA")
    assert (found.read, found.rows) == (2, 3)
    assert [(one.line, one.text) for one in found.unread] == [(3, "2;;GER")]
    assert found.skipped == ("Nr",)
    found = read_list("Ann\n----\n1500\nBob")
    assert [(one.line, one.text) for one in found.unread] == [(2, "----"), (3, "1500")]


def test_who_stands_there_twice_is_known_in_every_spelling() -> None:
    found = read_list("José García\nGarcia, Jose\nＡnn\nann\nBob")
    assert [one.name for one in found.twice] == ["Garcia, Jose", "ann"]


def test_a_surname_before_a_comma_is_told_so_that_it_can_be_put_right() -> None:
    assert [one.is_turned for one in read_list("Ann, Bob\nCid").people] == [True, False]


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize("heading", [True, False])
def test_forty_of_forty_rows_are_read(delimiter: str, heading: bool) -> None:
    rows = [("Surname", "First name", "Rating", "Club", "Country")] if heading else []
    for n in range(40):
        name = f"Berg{chr(97 + n % 26)}{n // 26 * 'x'}", f"Ann{chr(97 + n // 2)}"
        rows.append((*name, f"{1500 + n * 7}", f"BC {n % 5}", "GER"))
    found = read_list("\n".join(delimiter.join(row) for row in rows))
    assert (found.read, found.rows, len(found.people), found.twice) == (40, 40, 40, ())
    first = found.people[0]
    assert said(first) == "Anna Berga · 1500 · BC 0"
    assert found.people[1].rating == Decimal(1507)
    assert (first.country, found.skipped) == ("GER", ())


@given(st.text("ab Ü,;|\t()[]12.:-–x✓\"'\n#é", max_size=60))
def test_no_text_breaks_the_reader_and_every_row_is_read_or_named(text: str) -> None:
    found = read_list(text)
    told = {one.line for one in found.people} | {one.line for one in found.unread}
    assert len(told) == found.rows
    assert all(any(letter.isalpha() for letter in one.name) for one in found.people)


NAMES = st.from_regex(r"[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9})?", fullmatch=True)


@given(st.lists(NAMES, min_size=2, max_size=12))
def test_plain_lines_are_the_people_that_were_typed(names: list[str]) -> None:
    heading = {"Name", "Player", "Spieler", "Spielerin", "Surname", "Nachname", "Vorname"}
    assume(not heading & {word for name in names for word in name.split()})
    assert [one.name for one in read_list("\n".join(names)).people] == names
    numbered = "\n".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    assert [one.name for one in read_list(numbered).people] == names
