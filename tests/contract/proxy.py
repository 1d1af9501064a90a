"""A network that can be cut: it stands between a client and a server on this machine."""

import socket
from contextlib import suppress
from threading import Thread
from typing import Final, Self

APPENDING: Final = b"log.CommandAccepted"
"""What stands in every request to append, and in no other."""


class Proxy:
    """Passes bytes on to a port. Cuts the line instead of the next `cuts` answers to appends."""

    def __init__(self, port: int) -> None:
        self.cuts = 0
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open = [self._listening]
        self._threads: list[Thread] = []
        self.port = int(self._listening.getsockname()[1])
        self._start(Thread(target=self._accept))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for one in self._open:
            one.close()

    def _start(self, thread: Thread) -> None:
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                self._open += [client, server]
                appending: list[bool] = []
                self._start(Thread(target=self._ask, args=(client, server, appending)))
                self._start(Thread(target=self._answer, args=(server, client, appending)))

    def _ask(self, client: socket.socket, server: socket.socket, appending: list[bool]) -> None:
        with suppress(OSError):
            while content := client.recv(65536):
                appending[:] = [True] if APPENDING in content else []
                server.sendall(content)
        _hang_up(client, server)

    def _answer(self, server: socket.socket, client: socket.socket, appending: list[bool]) -> None:
        with suppress(OSError):
            while content := server.recv(65536):
                if appending and self.cuts > 0:
                    self.cuts -= 1
                    break
                client.sendall(content)
        _hang_up(client, server)


def _hang_up(*lines: socket.socket) -> None:
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
