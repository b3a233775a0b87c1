"""How styles, scripts and pictures are stored: under names with hashes, and compressed."""

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage

# The pages for developers and administrators: megabytes that few people fetch, and compressing
# them would make every start wait for half a minute.
LEFT_ALONE = ("admin/", "drf_spectacular_sidecar/", "rest_framework/")


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compresses what the pages of the clubs need and leaves the rest as it is."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield each compressed file's name beside that of its original."""
        yield from super().compress_files(
            [path for path in paths if not path.startswith(LEFT_ALONE)]
        )
