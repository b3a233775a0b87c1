"""Stops receiving an upload that is larger than any page accepts."""

from typing import Any, Final

from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.http import HttpRequest

LARGEST: Final = 64
"""The maximum megabytes of a request: the archive of a large club."""
TOO_LARGE: Final = "chouette.upload_too_large"


class LimitedUpload(FileUploadHandler):
    """Comes before the handlers that store files, and counts bytes."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass a chunk on, or discard the rest of the request."""
        self.received += len(raw_data)
        if self.received > LARGEST * 1024 * 1024:
            if self.request is not None:
                self.request.META[TOO_LARGE] = True
            raise StopUpload(connection_reset=False)
        return raw_data

    def file_complete(self, file_size: int) -> Any:
        return None
