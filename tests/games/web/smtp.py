"""A mail server on this computer, for tests: it takes mails, or refuses as it is told."""

from __future__ import annotations

import socketserver
import threading
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast


@dataclass
class Inbox:
    """What the server was sent. `says` is its answer to each address."""

    port: int = 0
    says: str = "250 ok"
    is_busy: bool = False
    """Whether it sends everybody away at once."""
    mails: list[EmailMessage] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Every address for which a mail was offered."""

    def to(self, address: str) -> list[EmailMessage]:
        """The mails that one address got."""
        return [one for one in self.mails if one["to"].lower() == address.lower()]


class Conversation(socketserver.StreamRequestHandler):
    """The few commands of RFC 5321 that a mail needs."""

    def handle(self) -> None:
        inbox: Inbox = self.server.inbox  # type: ignore[attr-defined]
        self.say("421 too busy" if inbox.is_busy else "220 tests")
        if inbox.is_busy:
            return
        for line in self.rfile:
            command = line.decode().strip()
            match command.partition(" ")[0].upper().partition(":")[0]:
                case "RCPT":
                    address = command.partition("<")[2].partition(">")[0]
                    inbox.asked.append(address)
                    self.say(inbox.says)
                case "DATA":
                    self.say("354 go on")
                    inbox.mails.append(self.mail())
                    self.say("250 taken")
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 ok")

    def mail(self) -> EmailMessage:
        """Read a mail up to the line with one dot."""
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return cast(EmailMessage, message_from_bytes(b"".join(lines), policy=policy.default))

    def say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")


def serve() -> tuple[socketserver.ThreadingTCPServer, Inbox]:
    """Start a server at a free port; the caller shuts it down."""
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation)
    server.daemon_threads = True
    inbox = Inbox(port=server.server_address[1])
    server.inbox = inbox  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, inbox
