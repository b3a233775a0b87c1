"""When two spellings are one person: Unicode form, width, capitals, accents, and "Berg, Ann".

Apostrophes of all keyboards are one, and so are hyphens; signs that nobody sees are none. Umlauts
are left without their dots (Jurgen), or written out (Juergen): both are Jürgen, but not each other,
as Michael is not Michal.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, Generic, TypeVar

Row = TypeVar("Row")

_WITHOUT_STROKES: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode does not take apart."""
_WRITTEN_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
"""What is typed for letters that a keyboard does not have."""
_MARKED: Final = {"ae": "äÄ", "oe": "öÖøØ", "ue": "üÜ", "aa": "åÅ"}
_DIGRAPHS: Final = re.compile(r"(ae|oe|ue|aa)")
_MOST_DIGRAPHS: Final = 4
"""So many of them may be umlauts in the beginning of a name: each doubles what is looked for."""
_ALIKE: Final = dict.fromkeys(map(ord, "`´‘’‚‛ʹʻʼʽʾʿˈˊˋ′‵՚׳ߴߵꞌ＇｀"), "'") | dict.fromkeys(
    map(ord, "‐‑‒–—―−⁃﹣－"), "-"
)
"""Signs that keyboards and programs write for an apostrophe, and for a hyphen."""
JOINERS: Final = frozenset("\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Kinds of characters: controls and marks of direction, halves of pairs, nobody's letters."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters of other kinds that are drawn as nothing."""
_MISLEADING: Final = frozenset(
    map(chr, [*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)


def is_seen(sign: str) -> bool:
    """Tell whether a sign is drawn at all, or is a blank or the end of a line."""
    return sign.isspace() or not (sign in _BLANK or unicodedata.category(sign) in _HIDDEN)


def seen(text: str, but: frozenset[str] = frozenset()) -> str:
    """Return a text without signs that nobody sees, except these.

    Joiners stay, which scripts and pictures need, unless nothing else is there.
    """
    if text.isascii() and text.isprintable():
        return text
    stays = JOINERS | but
    shown = "".join(sign for sign in text if sign in stays or is_seen(sign))
    return shown if shown.strip("".join(JOINERS) + " \t\r\n") else ""


def as_pasted(text: str) -> str:
    """Return a text without the unseen signs that programs leave in what is copied from them.

    Controls and marks of direction stay in it: they do not come in by chance, and the check of a
    name refuses them.
    """
    return seen(text, _MISLEADING)


def spelled(name: str) -> str:
    """Return a name as it is kept: letters and their accents in one piece, single blanks.

    Signs that nobody sees come in with what is pasted, and are not kept.
    """
    return " ".join(unicodedata.normalize("NFC", as_pasted(name)).split())


_LONGEST_KEPT: Final = 200


def identity(name: str) -> str:
    """Return one text for all spellings of a name.

    A surname that stands first, before a comma, is put behind the first names.
    """
    return _kept(name) if len(name) <= _LONGEST_KEPT else _identity(name)


def _identity(name: str) -> str:
    last, comma, first = name.partition(",")
    turned = f"{first} {last}" if comma and "," not in first and first.strip() else name
    return " ".join(letters(turned).split())


_kept: Final = lru_cache(maxsize=8192)(_identity)


def one_sign(text: str) -> str:
    """Return a text with one sign for all apostrophes and hyphens, without those nobody sees."""
    return seen(text).translate(_ALIKE)


def letters(text: str) -> str:
    """Return a text in small letters of one width, without accents, strokes and unseen signs.

    Apostrophes and hyphens are written in one way.
    """
    small = unicodedata.normalize("NFKD", text.casefold().translate(_ALIKE)).casefold()
    return "".join(
        one
        for one in small.translate(_WITHOUT_STROKES)
        if unicodedata.category(one) != "Mn" and is_seen(one)
    )


def folded(name: str) -> str:
    """Return a name in lower case and one Unicode form, for comparison in searches.

    A search for O'Brien finds O’Brien.
    """
    return unicodedata.normalize("NFC", one_sign(name).casefold())


def sort_key(name: str) -> tuple[str, str]:
    """Return what a list that people read is sorted by: Élodie stands among the other E."""
    return letters(name), folded(name)


def letters_out(text: str) -> str:
    """Return a text as `letters` does, but umlauts written out: ü is ue."""
    one_piece = unicodedata.normalize("NFKC", text.casefold())
    return letters(one_piece.translate(_WRITTEN_OUT))


def read_as_umlauts(start: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what the beginning of a name in plain letters may have been written out from.

    Juergen is jurgen, with one of these letters somewhere in it: an ü.
    """
    parts = _DIGRAPHS.split(start)
    places = range(1, len(parts), 2)[:_MOST_DIGRAPHS]
    for chosen in product((False, True), repeat=len(places)):
        taken = [place for place, is_taken in zip(places, chosen, strict=True) if is_taken]
        if taken:
            short = [part[0] if place in taken else part for place, part in enumerate(parts)]
            marks = {one for place in taken for one in _MARKED[parts[place]]}
            yield "".join(short), frozenset(marks)


def spellings(name: str) -> frozenset[str]:
    """Return all texts by which a name is found; two names that share one are one person."""
    return _found_by(name) if len(name) <= _LONGEST_KEPT else _spellings(name)


def _spellings(name: str) -> frozenset[str]:
    return frozenset((identity(name), identity(letters_out(name))))


_found_by: Final = lru_cache(maxsize=8192)(_spellings)


def is_one(name: str, other: str) -> bool:
    """Tell whether two names are one person's in two spellings."""
    return not spellings(name).isdisjoint(spellings(other))


def has_part(name: str, part: str) -> bool:
    """Tell whether a name has a part, as people type it in a hurry or with umlauts written out."""
    return any(one in there for one, there in zip(_sought(part), _sought(name), strict=True))


def has_words(name: str, part: str) -> bool:
    """Tell whether a part of a name is one or more of its whole words: Ina of Ina Jung."""
    return any(
        f" {one} " in f" {there} " for one, there in zip(_words(part), _words(name), strict=True)
    )


def called(text: str, rows: Iterable[tuple[Collection[str], Row]]) -> list[Row]:
    """Return the rows one of whose names this is; else of which it is whole words; else a part.

    Ina is Ina Jung and not Nina, as long as somebody is called so.
    """
    there = list(rows)
    for fits in (is_one, has_words, has_part):
        found = [row for names, row in there if any(fits(one, text) for one in names)]
        if found:
            return found
    return []


@lru_cache(maxsize=8192)
def _sought(text: str) -> tuple[str, str]:
    return letters(text), letters_out(text)


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, str]:
    plain, written_out = _sought(text.replace(",", " "))
    return " ".join(plain.split()), " ".join(written_out.split())


class ByName(Generic[Row]):
    """Rows by their names in whatever spelling."""

    def __init__(self, rows: Iterable[tuple[str, Row]] = ()) -> None:
        self._rows: defaultdict[str, list[tuple[str, Row]]] = defaultdict(list)
        for name, row in rows:
            self.add(name, row)

    def add(self, name: str, row: Row) -> None:
        """Know one more row."""
        kept = (name, row)
        for key in spellings(name):
            self._rows[key].append(kept)

    def fitting(self, name: str) -> list[Row]:
        """Return the rows whose name is this one, only the closest; see `fitting`."""
        return fitting(name, self._having(name))

    def alike(self, name: str) -> list[Row]:
        """Return all rows whose name is this one in any spelling."""
        return [row for _name, row in self._having(name)]

    def _having(self, name: str) -> Iterable[tuple[str, Row]]:
        found = (one for key in spellings(name) for one in self._rows.get(key, ()))
        return {id(one): one for one in found}.values()

    def __contains__(self, name: str) -> bool:
        return any(key in self._rows for key in spellings(name))


def same_case(name: str) -> str:
    """Return one text for the spellings that differ in capitals and Unicode form only."""
    return unicodedata.normalize("NFC", spelled(name).casefold())


def fitting(name: str, rows: Iterable[tuple[str, Row]]) -> list[Row]:
    """Return the rows whose name is this one, only the closest: the very same before all others.

    Clubs may have several players whose names differ in accents or capitals only.
    """
    wanted = spelled(name)
    found = [(one, row) for one, row in rows if is_one(one, wanted)]
    for close in (str, spelled, same_case, identity):
        closest = [row for one, row in found if close(one) == close(wanted)]
        if closest:
            return closest
    return [row for _one, row in found]
