"""Stops keeping a file that is larger than any page takes, while it comes in."""

from typing import Any, Final

from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.http import HttpRequest

LARGEST: Final = 64
"""Megabytes that one request may bring: the archive of a large club."""
TOO_LARGE: Final = "chouette.upload_too_large"


class LimitedUpload(FileUploadHandler):
    """Stands before the handlers that keep files, and counts."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass a piece on, or let the rest of the request run into nothing."""
        self.received += len(raw_data)
        if self.received > LARGEST * 1024 * 1024:
            if self.request is not None:
                self.request.META[TOO_LARGE] = True
            raise StopUpload(connection_reset=False)
        return raw_data

    def file_complete(self, file_size: int) -> Any:
        """Leave the file to the next handler."""
        return None
