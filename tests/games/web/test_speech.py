"""In which language somebody is told something."""

from games.web.speech import language_of


def test_the_first_language_that_was_chosen_counts_else_the_installations(settings) -> None:
    settings.LANGUAGE_CODE = "fr"
    assert language_of("", "de") == "de"
    assert language_of("en", "de") == "en"
    assert language_of("", "") == "fr"
