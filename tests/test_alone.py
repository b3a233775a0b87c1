"""Tests have a data folder of their own."""

import os
from pathlib import Path

from django.conf import settings

from chouette import environment


def test_what_a_developers_own_server_has_left_is_not_seen() -> None:
    own = environment.data_folder(os.environ, settings.ROOT)
    for folder in (settings.DATA, settings.MEDIA_ROOT, settings.STATIC_ROOT):
        assert not Path(folder).is_relative_to(own), folder
