"""What is set: by the environment, else by the file that `PAIPU_CONFIG` names, else the usual."""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Final, NamedTuple

import tomli

from domain.kernel.text import Text, reason_of, text
from domain.log.errors import LogError
from replay.registry import BY_KEY, BY_NAME, SETTINGS, Setting

CONFIG_SETTING: Final = "PAIPU_CONFIG"
MOST_BYTES: Final = 1 << 16
"""A file of settings above this is refused unread."""
ENVIRONMENT: Final = "environment"
USUAL: Final = "usual"
_hidden: Final[set[str]] = set()
"""Settings that are as if nothing set them."""


class BadEnvironmentError(LogError):
    """A setting of the environment is not what it may be."""

    code = "bad_environment"


class BadConfigError(LogError):
    """The file of settings cannot be read, or something in it is not what it may be."""

    code = "bad_config"


class ConfigExposedError(LogError):
    """Anybody may change the file of settings, or read it though it holds a password."""

    code = "config_exposed"


class Told(NamedTuple):
    """A setting, what it is now, and where that comes from."""

    setting: Setting
    text: str
    source: str


def setting(name: str) -> str:
    """Return what a setting of the registry is now; empty for nothing.

    Raises `BadEnvironmentError`, `BadConfigError` or `ConfigExposedError`.
    """
    return told(BY_NAME[name]).text


def number(name: str) -> int:
    """Return the same as a number. Raises likewise."""
    return int(setting(name))


@contextmanager
def unset(*names: str) -> Iterator[None]:
    """Let settings be as if nothing set them for a while, in the whole process."""
    hidden = frozenset(names) - _hidden
    _hidden.update(hidden)
    try:
        yield
    finally:
        _hidden.difference_update(hidden)


def told(one: Setting) -> Told:
    """Return what a setting is now, and by what. Raises likewise."""
    if one.name in _hidden:
        return Told(one, one.usual, USUAL)
    if content := os.environ.get(one.name):
        if not (
            one.form.opens or one.form.fits(content)
        ):  # which is not quoted: it may hold a password
            message = text("{setting} is {form}", setting=one.name, form=one.form.told)
            raise BadEnvironmentError(message)
        return Told(one, content, ENVIRONMENT)
    path = os.environ.get(CONFIG_SETTING)
    if path and (content := in_file(path).get(one.name, "")):
        return Told(one, content, path)
    return Told(one, one.usual, USUAL)


def effective() -> tuple[Told, ...]:
    """Return all settings as they are now. Raises likewise."""
    return tuple(map(told, SETTINGS))


def hand_on(chosen: Mapping[str, str]) -> None:
    """Set for this process, and for those that it starts, what the command line chose."""
    os.environ.update(chosen)


def unknown() -> Iterator[str]:
    """Yield what the environment calls like a setting and is none, such as one misspelt."""
    known = {*BY_NAME, CONFIG_SETTING}
    yield from sorted(
        name for name in os.environ if name.startswith("PAIPU_") and name not in known
    )


@cache
def in_file(path: str) -> Mapping[str, str]:
    """Return what a file sets, by the names of the settings; it is read once.

    Raises `BadConfigError` or `ConfigExposedError`.
    """
    content, mode = _read(path)
    try:
        written = tomli.loads(content)
    except tomli.TOMLDecodeError as error:
        where = text("no TOML at line {line}, column {column}")
        raise _bad(path, where.of(line=error.lineno, column=error.colno)) from None
    except RecursionError:
        raise _bad(path, text("no file of settings")) from None
    found = {one.name: value for one, value in (_value(path, *each) for each in written.items())}
    if mode & stat.S_IWOTH:
        message = text("anybody may change {path}; chmod 640 mends that", path=path)
        raise ConfigExposedError(message)
    secret = [
        BY_NAME[name].key for name, value in found.items() if BY_NAME[name].show(value) != value
    ]
    if secret and mode & stat.S_IRWXO:
        message = text(
            "anybody may read {path}, whose {key} holds a password; chmod 640 mends that",
            path=path,
            key=secret[0],
        )
        raise ConfigExposedError(message)
    return found


def _value(path: str, key: str, value: object) -> tuple[Setting, str]:
    """Return the setting that a key of the file means, and its text."""
    if (one := BY_KEY.get(key)) is None:
        raise _bad(path, text("{key!r} is no setting", key=key[:40]))
    kind = int if one.form.whole else str
    if type(value) is not kind or (value != "" and not one.form.fits(str(value))):
        raise _bad(path, text("{setting} is {form}", setting=key, form=one.form.told))
    return one, str(value)


def _read(path: str) -> tuple[str, int]:
    """Return what stands in a file, and its mode."""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # nor waits for a pipe
        with os.fdopen(opened, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
                raise _bad(path, text("no file of settings"))
            return file.read(MOST_BYTES).decode(), status.st_mode
    except (OSError, ValueError) as error:  # whose text might quote what stands in it
        reason = reason_of(error) if isinstance(error, OSError) else text("it is no text")
        raise _bad(path, text("cannot be read: {reason}", reason=reason)) from None


def _bad(path: str, what: Text) -> BadConfigError:
    told = text("{setting} {path}: {what}", setting=CONFIG_SETTING, path=path, what=what)
    return BadConfigError(told)
