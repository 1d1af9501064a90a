"""What can go wrong with the log. Each failure has a stable code and says what to do about it.

No text here ever holds stored content: an event may be a player's hidden cards.
"""

from typing import ClassVar, Final

from domain.kernel.text import text, word

NO_KEY: Final = text("no key is here to seal cards with")


class LogError(Exception):
    """The log cannot do what was asked; `code` is stable and snake_case."""

    code: ClassVar[str] = "log_error"


class LogAddressError(LogError):
    """The address names no kind of log that this program knows."""

    code = "bad_log_address"


class LogMissingError(LogError):
    """There is no log at the address."""

    code = "log_missing"


class NotALogError(LogError):
    """The file at the address is no database, or cannot be opened."""

    code = "not_a_log"


class NotMigratedError(LogError):
    """The log's tables are absent or older than this program."""

    code = "not_migrated"


class NewerLogError(LogError):
    """The log was written by a newer program."""

    code = "newer_log"


class LogUnavailableError(LogError):
    """The database failed or stayed locked; whether to try again is the caller's choice."""

    code = "log_unavailable"


class NotAtHandError(Exception):
    """Something would have to be read, by somebody who must not wait; nothing else is wrong."""


class ReadOnlyLogError(LogError):
    """The log was opened for reading only."""

    code = "log_read_only"


class UnstorableError(LogError):
    """What was to be written would not read back as itself; nothing was written."""

    code = "unstorable"


class ConflictError(LogError):
    """A stream has moved on: nothing was written; load it again and decide again."""

    code = "version_conflict"

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        told = text("{stream} is at version {actual}, not {expected}; decide again")
        super().__init__(told.of(stream=stream, actual=actual, expected=expected))
        self.stream = stream
        self.expected = expected
        self.actual = actual


class CommandReusedError(LogError):
    """The actor used this command id before, for another command or another target."""

    code = "command_reused"

    def __init__(self) -> None:
        super().__init__(text("this command id was used for another command; choose a new one"))


class UnreadableEventError(LogError):
    """A stored event has an unknown name or bytes that do not fit its name."""

    code = "unreadable_event"

    def __init__(self, stream: str, version: int, reason: str) -> None:
        told = text("version {version} of {stream} cannot be read: {reason}")
        super().__init__(told.of(version=version, stream=stream, reason=reason))
        self.stream = stream
        self.version = version
        self.reason = reason


class BrokenChainError(LogError):
    """A stream is not as it was written; `replay round` tells more."""

    code = "broken_chain"

    def __init__(self, stream: str, version: int, kind: str) -> None:
        told = text("{stream} is not as it was written, at version {version}: {kind}")
        named = word(kind.replace("_", " "))
        super().__init__(told.of(stream=stream, version=version, kind=named))
        self.stream = stream
        self.version = version
        self.kind = kind


class KeysMissingError(LogError):
    """There is no key to seal with, so no round is opened and nothing is dealt."""

    code = "keys_missing"

    def __init__(self, told: str = NO_KEY) -> None:
        named = text("{told}; PAIPU_KEYS names the file with the master keys", told=told)
        super().__init__(named)


class BadKeysError(LogError):
    """The key file is none, or cannot be read or made."""

    code = "bad_keys"


class KeysExposedError(LogError):
    """Others than its owner may use the key file."""

    code = "keys_exposed"


class DataKeyError(LogError):
    """A stream's data key cannot be used; nothing that was sealed with it can be read."""

    code = "data_key"

    def __init__(self, stream: str, told: str) -> None:
        super().__init__(told)
        self.stream = stream


class UnknownMasterKeyError(DataKeyError):
    """A data key is wrapped by a master key that is not in the key file."""

    code = "unknown_master_key"

    def __init__(self, stream: str, master: str) -> None:
        told = text(
            "the keys of {stream} are wrapped by master key {master}, which is not here",
            stream=stream,
            master=master,
        )
        super().__init__(stream, told)
        self.master = master


class DamagedDataKeyError(DataKeyError):
    """A wrapped data key is damaged, or the master key of its id is another than then."""

    code = "damaged_data_key"

    def __init__(self, stream: str, audience: str, master: str) -> None:
        told = text(
            "the key of {stream} for {audience} does not open under master key {master}",
            stream=stream,
            audience=audience,
            master=master,
        )
        super().__init__(stream, told)
        self.audience = audience
        self.master = master


class DataKeyGoneError(DataKeyError):
    """A stream has no such key: it was not made with the first event, or has been erased."""

    code = "data_key_gone"

    def __init__(self, stream: str, audience: str) -> None:
        told = text("{stream} has no key for {audience}: never made, or erased")
        super().__init__(stream, told.of(stream=stream, audience=audience))
        self.audience = audience


class BrokenSealError(LogError):
    """A sealed part does not open with its key, or holds something else than was committed to."""

    code = "broken_seal"

    def __init__(self, stream: str, version: int, audience: str) -> None:
        told = text("what version {version} of {stream} seals for {audience} does not open")
        super().__init__(told.of(version=version, stream=stream, audience=audience))
        self.stream = stream
        self.version = version
        self.audience = audience


class StillRunningError(LogError):
    """The stream is not over yet, so its keys are not erased."""

    code = "keys_in_use"


class BadNoteError(LogError):
    """What should be a signed note, or a key that signs them, is none, or is not to be trusted."""

    code = "bad_note"


class SigningKeysMissingError(LogError):
    """There is no key to sign checkpoints and receipts with."""

    code = "signing_keys_missing"


class NoCheckpointError(LogError):
    """The log has no checkpoint yet, or none that is so large."""

    code = "no_checkpoint"


class TreeBrokenError(LogError):
    """What is stored is not what a checkpoint was signed over, so nothing more is signed."""

    code = "tree_broken"


class NotAnExtensionError(LogError):
    """A witness was shown a log that does not hold what it held before."""

    code = "not_an_extension"


class DisputedError(LogError):
    """A dispute about the round is open, so its keys are not erased."""

    code = "round_disputed"


class OtherLogError(LogError):
    """A backup is no earlier state of this log, so it is not gone on with."""

    code = "other_log"

    def __init__(self) -> None:
        super().__init__(text("the backup is of another log, or of this one before it was changed"))


class LogNotEmptyError(LogError):
    """A backup is restored into a log that has events."""

    code = "log_not_empty"

    def __init__(self) -> None:
        super().__init__(text("a backup is restored into a new log only, and this one has events"))


class BackupDamagedError(LogError):
    """A backup is not a log as it was: events are missing in it, or stand there twice."""

    code = "backup_damaged"

    def __init__(self, position: int) -> None:
        super().__init__(
            text(
                "the backup is not whole behind position {position}: an event is missing, or there"
                " twice; `replay verify` of it tells where",
                position=position,
            )
        )
