"""Prepares everything and serves it: `python3 manage.py up`."""

import contextlib
import locale
import os
import socket
import sqlite3
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from chouette import endings, preparation, serving
from chouette.door import Door
from games.accounts.services.accounts import sign_in_link_create
from games.accounts.services.founding import founding_link_create, is_empty, without_password
from games.accounts.services.network import network_offer
from games.files.services.in_use import serving_from
from games.files.services.kept_backups import last_backup


class Command(BaseCommand):
    """Prepares the data folder, serves until Ctrl-C, and shuts down."""

    help = "Start Chouette on this computer, or with --lan for everybody in the local network."
    # Django's checks look at the program, and CI runs them: they take a tenth of a start.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--lan",
            action="store_true",
            help="let other devices in the local network in, and switch the demo accounts off",
        )
        parser.add_argument("--port", type=int, default=8000, help="the port; 8000 if not given")

    def handle(self, *args: Any, lan: bool, port: int, **options: Any) -> None:
        with translation.override(terminal_language()):
            self.start(lan=lan, port=port)

    def start(self, *, lan: bool, port: int) -> None:
        """Run in the active language."""
        server = serving.server_create()
        door = Door(port, server)
        is_wanted = lan or door.is_left_open()
        host = self.lan_host() if lan else (is_wanted and serving.lan_address()) or ""
        listeners = self.listen(host or serving.LOOPBACK, port)
        door.begin(host, is_wanted=is_wanted)
        with calmly():
            self.prepare()
            door.note_address()
        # Who opened the door on a page sits at this computer; who says --lan may sit elsewhere.
        home = f"http://{serving.LOOPBACK}:{port}/"
        lines = self.welcome(f"{door.origin}/" if lan else home, door.origin)
        # What was written so far is in the database's own file, whatever becomes of this process.
        connections.close_all()
        worker, assistant = serving.Worker(), serving.AssistantWorker()
        if door.is_offered:
            network_offer(door)
        try:
            served = serving.serve(server, listeners, lambda: self.announce(lines, door))
        finally:
            network_offer(None)
            worker.stop()
            assistant.stop()
        endings.end()
        if not served:
            raise CommandError(_("The server could not start; the lines above say why."))
        self.stdout.write(_("Chouette has stopped. Everything is saved."))

    def lan_host(self) -> str:
        """Return this computer's address in the local network, or fail with a message."""
        host = serving.lan_address()
        if host is None:
            raise CommandError(
                _("This computer is in no local network just now, so --lan has no address to use.")
            )
        return host

    def listen(self, host: str, port: int) -> list[socket.socket]:
        """Open the port on loopback and, if wanted, in the local network."""
        addresses = dict.fromkeys([serving.LOOPBACK, host])
        try:
            return serving.listen(list(addresses), port)
        except serving.PortTakenError:
            raise CommandError(
                _(
                    "Port %(port)s is in use: perhaps Chouette is running already. "
                    "Another port is chosen with --port, for example --port %(other)s."
                )
                % {"port": port, "other": port + 1 if port < 65535 else 8000}
            ) from None
        except (OSError, OverflowError) as error:
            raise CommandError(
                _("Port %(port)s cannot be used: %(error)s") % {"port": port, "error": error}
            ) from None

    def prepare(self) -> None:
        """Update database and files."""
        endings.begin()
        serving_from(settings.DATA)
        try:
            copy = preparation.migrate()
        except preparation.NewerDatabaseError as error:
            raise CommandError(newer_database(error)) from None
        if copy is not None:
            self.stdout.write(
                _("The database was copied to %(copy)s before it was changed.") % {"copy": copy}
            )
        preparation.collect_static_files()

    def welcome(self, address: str, origin: str = "") -> list[str]:
        """Return the welcome lines, in the language of the terminal."""
        lines = [_("Chouette is running at %(address)s") % {"address": address}]
        if origin and not address.startswith(origin):
            lines.append(_("Phones in this network find it at %(address)s") % {"address": origin})
        if is_empty():
            link = urljoin(address, reverse("welcome", args=[founding_link_create()]))
            lines.append(_("Begin here: %(link)s") % {"link": link})
        else:
            # A founder without a password signs in with this link.
            for user in without_password():
                link = urljoin(
                    address, reverse("sign-in-link", args=[sign_in_link_create(user=user)])
                )
                said = _("Sign in as %(name)s, once: %(link)s")
                lines.append(said % {"name": user.name, "link": link})
        lines.append(_("Everything is kept in %(folder)s") % {"folder": settings.DATA})
        lines.append(_("Ctrl-C ends it."))
        return lines

    def announce(self, lines: list[str], door: Door) -> None:
        """Print the address and its QR code."""
        for line in lines:
            self.stdout.write(line)
        if door.origin:
            # The Windows console has no half blocks; segno colours its cells instead.
            segno.make(f"{door.origin}/").terminal(compact=os.name != "nt")
        self.stdout.flush()
        door.watch()


@contextlib.contextmanager
def calmly() -> Iterator[None]:
    """Turn errors of the data folder into a message that says what to do."""
    try:
        yield
    except (OSError, DatabaseError, sqlite3.Error, endings.DamagedDatabaseError) as error:
        match endings.trouble(error):
            case "damaged":
                raise CommandError(damaged_database()) from None
            case "full":
                raise CommandError(
                    _(
                        "There is no room left for the data folder %(folder)s: delete or move "
                        "something on its disk, at least %(size)s MB, and start again. Nothing "
                        "that was saved is lost."
                    )
                    % {"folder": settings.DATA, "size": endings.ROOM // 1024**2}
                ) from None
            case "read-only":
                raise CommandError(
                    _(
                        "Chouette cannot write into its data folder %(folder)s (%(error)s). Give "
                        "the account that starts it the right to, or choose another folder with "
                        "CHOUETTE_DATA."
                    )
                    % {"folder": settings.DATA, "error": error}
                ) from None
        raise


def damaged_database() -> str:
    """Return the message for a damaged database."""
    return _(
        "The database is damaged, and Chouette has not been started; nothing was changed. Move "
        "%(file)s, and the files beside it whose names begin the same, to another folder and keep "
        "them: what is missing can perhaps be read from them. Then put the last backup back: "
        "python3 manage.py restore %(backup)s"
    ) % {
        "file": settings.DATABASES["default"]["NAME"],
        "backup": last_backup() or _("FILE (there is none that was made by itself)"),
    }


def newer_database(error: preparation.NewerDatabaseError) -> str:
    """Return the message for a database of a newer version."""
    return _(
        "This database was changed by a newer Chouette (%(steps)s), and this one does not know "
        "how to write into it. Start the newer program, or restore a backup made before."
    ) % {"steps": error}


def terminal_language() -> str:
    """Return the language of the terminal if there is a translation, else English."""
    names = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    for name in [*names, locale.getlocale()[0]]:
        if name:
            with contextlib.suppress(LookupError):
                code = name.partition(".")[0].replace("_", "-").lower()
                return translation.get_supported_language_variant(code)
            break
    return str(settings.LANGUAGE_CODE)
