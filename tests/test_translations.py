"""Every text for people is there in every language, with its placeholders; nothing is left over."""

import datetime
import re
from pathlib import Path
from types import ModuleType

import axes
import django.conf
import django_filters
import polib
import pytest
import rest_framework
from django.conf import settings
from django.contrib import admin, auth
from django.utils.formats import date_format
from django.utils.translation import gettext, override
from django.utils.translation.trans_real import DjangoTranslation

from games.rules.chouette import MESSAGES, OPTIONS, REASONS
from tests.messages import ROOT, Message, in_jinja, messages, messages_of

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|%%|\{\w*\}")

TEMPLATE = """{% load i18n %}{% translate "A plain one" %}{{ x|default:_("In a filter") }}
{% blocktranslate count n=n %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}
{% translate "May" context "a month" %}"""


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def key(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgid_plural or None, entry.msgctxt)


def forms(entry: polib.POEntry) -> list[str]:
    """The translation, or all its plural forms."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    translated = {
        key(entry)
        for entry in catalogue(language)
        if not entry.obsolete and not entry.fuzzy and all(form.strip() for form in forms(entry))
    }
    missing = messages().keys() - translated
    assert {message.text: sorted(messages()[message]) for message in missing} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_over_uncertain_or_there_twice(language: str) -> None:
    entries = catalogue(language)
    assert [entry.msgid for entry in entries if entry.obsolete or entry.fuzzy] == []
    assert [entry.msgid for entry in entries if key(entry) not in messages()] == []
    assert len({key(entry) for entry in entries}) == len(entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_the_same(language: str) -> None:
    wrong = {}
    for entry in catalogue(language):
        expected = placeholders(entry.msgid_plural or entry.msgid)
        for form in forms(entry):
            if placeholders(form) != expected:
                wrong[entry.msgid] = form
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_begin_and_end_as_the_original_does(language: str) -> None:
    """A sentence stays one, what follows an ellipsis too, and blanks at the edges matter."""
    wrong = {}
    for entry in catalogue(language):
        if entry.msgctxt == "in the line":
            continue  # a longer word is cut short there
        for form in forms(entry):
            for ending in (".", "…", ":", "?", "\n", " "):
                if entry.msgid.endswith(ending) != form.endswith(ending):
                    wrong[entry.msgid] = form
    assert wrong == {}


def test_who_withdraws_is_called_the_same_everywhere_in_german() -> None:
    """*Sich zurückziehen*, never *zurücktreten*: what is on the desk, phones read, too."""
    other = re.compile(r"(?i)rücktritt|zurück(zu)?tret|zurückgetret|\btritt\b[^.]*\bzurück")
    told = [form for entry in catalogue("de") for form in forms(entry)]
    assert [form for form in told if other.search(form)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_say_is_spoken_in_the_language(language: str) -> None:
    texts = [*MESSAGES.values(), *REASONS.values(), *(option.help for option in OPTIONS)]
    with override(language):
        assert [text for text in texts if gettext(text) == text] == []


@pytest.mark.parametrize("word", ["team", "crew"])
def test_team_and_crew_are_two_words_in_german_too(word: str) -> None:
    """The crew is the team without its captain: who means one does not say the other."""
    german, other = {"team": ("Team", "Mannschaft"), "crew": ("Mannschaft", "Team")}[word]
    whole = re.compile(rf"\b{word}\b", re.IGNORECASE)
    meant = [
        form
        for entry in catalogue("de")
        if len({"team", "crew"} & set(re.findall(r"\w+", entry.msgid.lower()))) == 1
        for form in forms(entry)
        if whole.search(entry.msgid)
    ]
    assert [form for form in meant if re.search(rf"\b{other}\b", form)] == []
    assert sum(german in form for form in meant) >= 10


def test_texts_are_found_in_templates(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(TEMPLATE, encoding="utf-8")
    assert set(messages_of(page)) == {
        Message("A plain one"),
        Message("In a filter"),
        Message("%(n)s game", plural="%(n)s games"),
        Message("May", context="a month"),
    }


@pytest.mark.parametrize(
    ("language", "written"), [("en", "5 Jan 2027"), ("de", "5.\N{NO-BREAK SPACE}Jan 2027")]
)
def test_a_day_is_written_in_one_form_on_all_pages(language: str, written: str) -> None:
    at = datetime.datetime(2027, 1, 5, 19, 30)
    with override(language):
        days = [date_format(at, form) for form in ("DATE_FORMAT", "SHORT_DATE_FORMAT")]
        times = [date_format(at, form) for form in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT")]
    assert days == [written] * 2
    assert times == [f"{written}, 19:30"] * 2


def test_no_text_of_ours_takes_the_place_of_a_month_or_a_day_of_the_week() -> None:
    with override("de"):
        months = [date_format(datetime.date(2026, month, 1), "M") for month in range(1, 13)]
        days = [date_format(datetime.date(2026, 6, day), "D") for day in range(1, 8)]
    assert " ".join(months) == "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"
    assert " ".join(days) == "Mo Di Mi Do Fr Sa So"


def test_texts_are_found_in_jinja_templates() -> None:
    text = """{{ _("A plain one") }}<p title="{{ _('In single quotes') }}">
    {% trans who=x.name %}{{ who }} plays{% endtrans %}
    {% trans n=x.games %}{{ n }} game{% pluralize %}{{ n }} games{% endtrans %}"""
    assert set(in_jinja(text)) == {
        Message("A plain one"),
        Message("In single quotes"),
        Message("%(who)s plays"),
        Message("%(n)s game", plural="%(n)s games"),
    }


def test_texts_are_found_in_python(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('a = _("One " "of two")\nb = ngettext("a", "b", 2)\nc = _(name)\n')
    assert set(messages_of(module)) == {Message("One of two"), Message("a", plural="b")}


def test_texts_of_all_kinds_of_sources_are_found() -> None:
    places = {Path(file).parts[0] for files in messages().values() for file in files}
    assert {"chouette", "games", "tournaments", "templates"} <= places
    assert Message("There is no option “{option}”.") in messages()
    assert "templates/jinja/table/foot.html" in messages()[Message("undo “%(what)s”")]


NEVER_SHOWN = (
    *("If you are using the <meta", "If you have configured your browser", "You are seeing this"),
    *("Account locked", "Enter a new password for the user", "You are authenticated as"),
    *("Please enter your new password twice", "Please go to the following page"),
    *(
        "The password reset link",
        "We’ve emailed you",
        "Your password has been set",
        "Thanks for us",
    ),
    *("Are you sure you want to delete the selected", "Deleting the selected"),
)
"""What libraries say on pages in whose place there are our own, or none."""


def texts_of(library: ModuleType, domain: str) -> list[polib.POEntry]:
    """What a library has in German, but what none of our pages shows."""
    path = Path(library.__path__[0], "locale/de/LC_MESSAGES", f"{domain}.mo")
    found = polib.mofile(str(path)) if path.exists() else []
    return [one for one in found if not one.msgid.startswith(NEVER_SHOWN)]


def test_no_library_says_sie_to_a_german_reader() -> None:
    polite = re.compile(r"\b(Sie|Ihr(e[mnrs]?)?|Ihnen)\b")
    libraries = (django.conf, admin, auth, rest_framework, axes, django_filters)
    scripts = DjangoTranslation(
        "de", domain="djangojs", localedirs=[str(Path(admin.__path__[0], "locale"))]
    )
    with override("de"):
        said = [gettext(one.msgid) for it in libraries for one in texts_of(it, "django")]
        said += [
            scripts.ngettext(one.msgid, one.msgid_plural, 2)
            if one.msgid_plural
            else scripts.gettext(one.msgid)
            for one in texts_of(admin, "djangojs")
        ]
    assert len(said) > 500
    assert [text for text in said if polite.search(text)] == []
