"""What the settings name: the log, its views, its keys, who acts."""

import argparse
from contextlib import suppress
from pathlib import Path
from typing import Final

from domain.kernel.text import text
from domain.log.address import MEMORY, is_postgres, sqlite_path
from domain.log.checkpoints.keys import (
    development_signing_path,
    make_signing_keys,
    read_signer,
)
from domain.log.checkpoints.notes import Signer
from domain.log.errors import LogError, SigningKeysMissingError
from domain.log.masters import (
    MasterKeys,
    development_keys_path,
    make_development_keys,
    read_keys,
)
from projections.store.address import VIEWS_SETTING, views_beside
from replay.configuration import setting
from replay.messages.language import Language
from replay.registry import BY_NAME

LOG_SETTING: Final = "PAIPU_LOG"
USUAL_LOG: Final = BY_NAME[LOG_SETTING].usual
KEYS_SETTING: Final = "PAIPU_KEYS"
SIGNING_SETTING: Final = "PAIPU_SIGNING_KEYS"
PERSON_SETTING: Final = "PAIPU_PERSON"
LANGUAGE_SETTING: Final = "PAIPU_LANG"


def set_log() -> str:
    """Return the address of the log that is set, or the usual one."""
    return setting(LOG_SETTING)


def set_person() -> str | None:
    """Return the name of who acts at this terminal, None if none is set."""
    return setting(PERSON_SETTING) or None


def set_language() -> Language:
    """Return the language of reports that is set, English if none is."""
    return Language(setting(LANGUAGE_SETTING))


def known_language() -> Language:
    """Return the same, English where settings cannot be read: for whoever says that they cannot."""
    with suppress(LogError):
        return set_language()
    return Language.EN


def key_files(url: str) -> tuple[Path, ...]:
    """Return where keys for a log may lie: the file that is set, and the one beside the log."""
    chosen, beside = setting(KEYS_SETTING), _beside(url)
    return tuple(path for path in (Path(chosen) if chosen else None, beside) if path is not None)


def add_log_option(command: argparse.ArgumentParser) -> None:
    """Give a command the option `--log`, which is the setting `PAIPU_LOG` when left out."""
    command.add_argument(
        "--log",
        default=set_log(),
        metavar="URL",
        help=f"the log's address (default: ${LOG_SETTING}, else {USUAL_LOG})",
    )


def add_language_option(command: argparse.ArgumentParser) -> None:
    """Give a command the option `--lang`, which is the setting `PAIPU_LANG` when left out."""
    command.add_argument(
        "--lang",
        type=str,
        choices=tuple(map(str, Language)),
        default=set_language().value,
        metavar="LANG",
        help=f"{', '.join(Language)} (default: ${LANGUAGE_SETTING}, else {Language.EN})",
    )


def master_keys(url: str) -> MasterKeys | None:
    """Return the master keys for a log, None if there are none: then cards stay sealed.

    They are in the file that the setting `PAIPU_KEYS` names, else in the one that a development
    house has beside its log. Raises the `LogError` of a file that cannot be used.
    """
    if chosen := setting(KEYS_SETTING):
        return read_keys(Path(chosen))
    beside = _beside(url)
    return read_keys(beside) if beside is not None and beside.exists() else None


def views_address(url: str) -> str | None:
    """Return where the views of a log are: as `PAIPU_VIEWS` says, else beside it; None for none."""
    chosen = setting(VIEWS_SETTING)
    return chosen or (None if url == MEMORY else views_beside(url))


def development_keys(url: str) -> MasterKeys | None:
    """Return the same, after making the key file of a development house if there is no other."""
    beside = _beside(url)
    if beside is not None and not setting(KEYS_SETTING):
        return make_development_keys(beside)
    return master_keys(url)


def signer_for(url: str) -> Signer:
    """Return what signs the checkpoints and receipts of a log.

    Its keys are in the file that `PAIPU_SIGNING_KEYS` names; a development house has one beside its
    log, made on first use. Raises the `LogError` of a file that cannot be used.
    """
    chosen = setting(SIGNING_SETTING)
    if chosen:
        return read_signer(Path(chosen))
    path = None if is_postgres(url) else sqlite_path(url)
    if path is None:
        message = text(
            "{setting} names the file with the keys to sign checkpoints with",
            setting=SIGNING_SETTING,
        )
        raise SigningKeysMissingError(message)
    make_signing_keys(development_signing_path(path))
    return read_signer(development_signing_path(path))


def known_signer(url: str) -> Signer | None:
    """Return the same if there is one, and make nothing."""
    path = None if is_postgres(url) else sqlite_path(url)
    beside = None if path is None else development_signing_path(path)
    known = setting(SIGNING_SETTING) or (beside is not None and beside.exists())
    return signer_for(url) if known else None


def _beside(url: str) -> Path | None:
    """Return where the keys of a development house are; one on a server has to name a file."""
    path = None if is_postgres(url) else sqlite_path(url)
    return None if path is None else development_keys_path(path)
