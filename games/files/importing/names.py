"""Finds names that may mean the same person: accents, word order, initials, typing errors."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.names.identity import letters

# Spellings that sound alike, the longer ones first.
_ALIKE: Final = (("sch", "s"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("dt", "t"), ("y", "i"))
_UMLAUTS: Final = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_DOUBLE: Final = re.compile(r"([^\W\d])\1+")
_FEWEST_LETTERS: Final = 4
"""Shorter names need more than a typing error to differ: Ann is not Anna."""
_MOST_ALIKE: Final = 6
"""With more candidates than this, none is proposed."""


@dataclass(frozen=True, slots=True)
class Known:
    """A person who exists already: in the club, or further up in the file."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """A name in the file: `here` is the person with exactly this name, `like` those with similar
    ones.

    `choice` is the key of the person this name is taken for; blank for somebody new.
    """

    key: str
    name: str
    here: Known | None
    like: tuple[Known, ...]
    choice: str


def folded(name: str) -> str:
    """Return a name without capitals, accents and punctuation."""
    return " ".join(re.sub(r"[^\w\s]|_", " ", letters(name)).split())


def _plain(name: str) -> str:
    """Return one form for Müller, Mueller and Muller."""
    text = folded(name)
    for written, read in _UMLAUTS:
        text = text.replace(written, read)
    return text


def _plainest(name: str) -> str:
    """Return one form for all orders of a person's names."""
    return " ".join(sorted(_plain(name).split()))


def _sound(plain: str) -> str:
    for written, heard in _ALIKE:
        plain = plain.replace(written, heard)
    return _DOUBLE.sub(r"\1", plain)


def _traces(name: str) -> Iterator[str]:
    """Return traces of a name: names one typing error apart share one.

    The error may be a letter more, less or replaced, or two letters swapped.
    """
    plain = _plain(name)
    # The original order too: an error in a first letter changes the sorted order.
    for sound in {_sound(" ".join(sorted(plain.split()))), _sound(plain)}:
        yield f"={sound}"
        if len(sound) >= _FEWEST_LETTERS:
            yield f"~{sound}"
            for place, letter in enumerate(sound):
                if not letter.isdigit():  # "Player 1" and "Player 2" are different people
                    yield f"~{sound[:place]}{sound[place + 1 :]}"
    words = folded(name).split()
    if len(words) > 1 and not words[-1][0].isdigit():
        yield f".{words[0]} {words[-1][0]}"


class _Directory:
    """Names by their traces."""

    def __init__(self) -> None:
        self.exact: dict[str, Known] = {}
        self.traces: defaultdict[str, list[Known]] = defaultdict(list)

    def add(self, known: Known) -> None:
        self.exact[known.name] = known
        for trace in set(_traces(known.name)):
            self.traces[trace].append(known)

    def similar(self, name: str) -> list[Known]:
        """Return people with similar names, the most similar first."""
        found: dict[Known, None] = {}
        for trace in _traces(name):
            for known in self.traces.get(trace, ())[:_MOST_ALIKE]:
                if trace[0] != "." or _is_initial(name, known.name):
                    found[known] = None
            if len(found) >= _MOST_ALIKE:
                break
        plain = _plainest(name)
        return sorted(found, key=lambda known: _plainest(known.name) != plain)


def _is_initial(one: str, other: str) -> bool:
    """Tell whether one of two names has only the first letter of the last name: Ann S."""
    return min(len(folded(name).split()[-1]) for name in (one, other)) == 1


def matched(
    names: Iterable[tuple[str, str]], known: Iterable[Known], choices: Mapping[str, str]
) -> list[Person]:
    """Match each name (key and name) to known people; `choices` are those made by hand.

    Without a choice, names that differ only in accents, capitals and order are taken for the same
    person, all others for somebody new.
    """
    directory = _Directory()
    for one in known:
        directory.add(one)
    people: list[Person] = []
    for key, name in names:
        here = directory.exact.get(name)
        like = () if here else tuple(directory.similar(name))
        people.append(Person(key, name, here, like, _chosen(key, name, like, choices)))
        if here is None:
            directory.add(Known(key, name))
    return people


def _chosen(key: str, name: str, like: Sequence[Known], choices: Mapping[str, str]) -> str:
    choice = choices.get(key)
    if choice == "" or choice in {known.key for known in like}:
        return choice
    plain = _plainest(name)
    return next((known.key for known in like if _plainest(known.name) == plain), "")


def resolved(people: Iterable[Person]) -> dict[str, str]:
    """Return for each person's key the key of the person they are: their own if they are new."""
    keys: dict[str, str] = {}
    for person in people:
        target = person.here.key if person.here else person.choice or person.key
        keys[person.key] = keys.get(target, target)
    return keys
