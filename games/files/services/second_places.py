"""Where copies of backups go besides the data folder: another folder, or an S3 bucket."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from django.conf import settings

SECONDS_TO_CONNECT: Final = 10
SECONDS_OF_SILENCE: Final = 60


class Place(Protocol):
    """A place for copies; every method raises OSError on failure."""

    def put(self, path: Path) -> None:
        """Copy a file there; it appears only when it is complete."""

    def names(self) -> list[str]:
        """Return the names of all files there."""

    def delete(self, name: str) -> None:
        """Delete one file."""


def second_places() -> list[Place]:
    """Return the places that the settings name."""
    places: list[Place] = []
    if settings.BACKUP_COPY:
        places.append(Folder(Path(settings.BACKUP_COPY)))
    if settings.BACKUP_S3:
        places.append(Bucket(**settings.BACKUP_S3))
    return places


class Folder:
    """A folder, ideally on another disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def put(self, path: Path) -> None:
        part = self.path / f"{path.name}.part"
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as target, path.open("rb") as source:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        part.rename(self.path / path.name)

    def names(self) -> list[str]:
        return [path.name for path in self.path.iterdir()] if self.path.is_dir() else []

    def delete(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)


class Bucket:
    """A prefix in a bucket of any S3-compatible service; boto3 finds the credentials."""

    def __init__(self, bucket: str, prefix: str, endpoint: str) -> None:
        self.bucket = bucket
        self.prefix = f"{prefix}/" if prefix else ""
        self.endpoint = endpoint

    def __str__(self) -> str:
        return f"s3://{self.bucket}/{self.prefix}"

    def put(self, path: Path) -> None:
        """Copy a file there; S3 shows an object only when all its parts have arrived."""
        with self._client() as client:
            client.upload_file(str(path), self.bucket, self.prefix + path.name)

    def names(self) -> list[str]:
        with self._client() as client:
            pages = client.get_paginator("list_objects_v2").paginate(
                Bucket=self.bucket, Prefix=self.prefix
            )
            keys = [found["Key"] for page in pages for found in page.get("Contents", [])]
        return [key.removeprefix(self.prefix) for key in keys]

    def delete(self, name: str) -> None:
        """Delete one object; every such service supports single deletes."""
        with self._client() as client:
            client.delete_object(Bucket=self.bucket, Key=self.prefix + name)

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            # An optional dependency, slow to import: loaded only if a bucket is configured.
            import boto3
            from boto3.exceptions import Boto3Error
            from botocore.config import Config
            from botocore.exceptions import BotoCoreError, ClientError
        except ImportError as error:
            raise OSError(f"{self}: the package boto3 is not installed.") from error
        try:
            yield boto3.client(
                "s3",
                endpoint_url=self.endpoint or None,
                region_name=os.environ.get("AWS_DEFAULT_REGION") or "us-east-1",
                config=Config(
                    connect_timeout=SECONDS_TO_CONNECT,
                    read_timeout=SECONDS_OF_SILENCE,
                    retries={"max_attempts": 3},
                    # Not every service supports these checksums.
                    request_checksum_calculation="when_required",
                    response_checksum_validation="when_required",
                ),
            )
        except (Boto3Error, BotoCoreError, ClientError, ValueError) as error:
            raise OSError(str(error)) from error
