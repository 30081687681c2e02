"""TCP for DXP: addresses, a listener and one connection, each with a thread that only reads and hands on."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Callable

from engine.errors import QijiError
from protocols.dxp_message import DEFAULT_PORT, DxpError, Message, Splitter, encode

#: A peer that does not take 128 bytes in this time has gone.
SEND_S = 5.0
CONNECT_S = 10.0


class LinkError(QijiError):
    """An address or a connection that cannot be used."""


def read_address(text: str, default_host: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``, ``HOST``, ``PORT``, ``:PORT`` or ``[IPv6]:PORT``.

    Raises
    ------
    LinkError
    """
    host, colon, port = text.strip().rpartition(":")
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif not colon:
        host, port = ("", text.strip()) if text.strip().isdigit() else (text.strip(), "")
    elif ":" in host:
        host, port = text.strip(), ""
    if ":" in host and not re.fullmatch(r"[0-9A-Fa-f:.]+(?:%\w+)?", host):
        port = "?"
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else DEFAULT_PORT if not port else -1
    if not 0 <= number <= 65535 or any(blank in host for blank in " \t"):
        raise LinkError(f"{text!r} is no address; wanted: HOST:PORT")
    return host or default_host, number


def address_text(address: tuple) -> str:
    """``host:port`` for people."""
    host, port = address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Listener:
    """Waits for peers at an address from its making on; :meth:`start` begins to hand them on.

    Raises
    ------
    LinkError
    """

    def __init__(self, host: str, port: int) -> None:
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
            self._socket = socket.create_server((host, port), family=family)
        except (OSError, OverflowError) as error:
            raise LinkError(f"cannot listen at {host}:{port}: {getattr(error, 'strerror', None) or error}") from None
        self.address = self._socket.getsockname()[:2]
        """Host and port; the port is a real one where 0 was asked for."""

    def start(self, on_peer: Callable[[socket.socket], None]) -> None:
        """Call ``on_peer`` for each connection, in a thread of its own."""
        threading.Thread(target=self._run, args=(on_peer,), name="qiji-dxp-listen", daemon=True).start()

    def _run(self, on_peer: Callable[[socket.socket], None]) -> None:
        while True:
            try:
                peer, _ = self._socket.accept()
            except OSError:
                return
            on_peer(peer)

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


def connect(host: str, port: int, timeout_s: float = CONNECT_S) -> socket.socket:
    """A connection to a peer.

    Raises
    ------
    LinkError
    """
    try:
        return socket.create_connection((host, port), timeout=timeout_s)
    except (OSError, OverflowError) as error:
        raise LinkError(f"cannot connect to {host}:{port}: {getattr(error, 'strerror', None) or error}") from None


class Link:
    """One connection. ``on_message`` gets each message's bytes, ``on_end`` once why it ended; both in the reading thread."""

    def __init__(self, peer: socket.socket, on_message: Callable[[bytes], None], on_end: Callable[[str], None]) -> None:
        self._socket, self._on_message, self._on_end = peer, on_message, on_end
        self._closed = False
        self.reason = "the connection was closed"
        """Why the connection ended, once :attr:`closed`."""
        peer.settimeout(SEND_S)
        with contextlib.suppress(OSError):
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        try:
            self.peer = address_text(peer.getpeername())
        except OSError:
            self.peer = "?"
        threading.Thread(target=self._read, name="qiji-dxp-read", daemon=True).start()

    @property
    def closed(self) -> bool:
        """Whether the connection has ended; the peer cannot see the end before this is so."""
        return self._closed

    def _read(self) -> None:
        splitter = Splitter()
        while not self._closed:
            try:
                data = self._socket.recv(4096)
                if not data:
                    break
                for message in splitter.feed(data):
                    self._on_message(message)
            except TimeoutError:
                continue
            except OSError as error:
                if not self._closed:
                    self.reason = f"the connection was lost: {error.strerror or error}"
                break
            except DxpError as error:
                self.reason = str(error)
                break
        self.close()
        self._on_end(self.reason)

    def send(self, message: Message) -> None:
        """Send ``message``.

        Raises
        ------
        LinkError
            If the peer has gone or does not read.
        DxpError
            If a field does not fit.
        """
        data = encode(message)
        try:
            self._socket.sendall(data)
        except OSError as error:
            self.close()
            raise LinkError(f"the connection was lost: {error.strerror or error}") from None

    def close(self) -> None:
        """End the connection; may be called again."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
