"""Commands that end as they should, each with what it needs for that."""

from pathlib import Path
from shutil import copy

import api.cli
import replay.cli
from api.house import House
from domain.flow.address import match
from domain.house.match.commands import OpenMatch
from domain.log.checkpoints.checkpoint import Checkpoint
from domain.log.checkpoints.keys import (
    development_signing_path,
    make_signing_keys,
    signing_keys_in,
)
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.masters import development_keys_path
from domain.log.store import open_log
from domain.log.streams import DECKS
from domain.shengji.ruleset import Ruleset
from tests.arch.source import ROOT
from tests.docs.conftest import Played
from tests.docs.demo import with_an_award_changed, with_its_end_cut_off
from tests.support.decked import DeckedHouse
from tests.support.keys import key_file
from tests.support.logs import new_log, ticking, url
from tests.support.ports import free_port
from tests.support.tamper import tampered

RECORD = ROOT / "api" / "sample" / "records" / "source-example.paipu.toml"


def illegal(_: Played, here: Path) -> list[str]:
    text = RECORD.read_text(encoding="utf-8").replace('"p1 bet 50"', '"p2 bet 50"')
    (here / "illegal.paipu.toml").write_text(text, encoding="utf-8")
    return ["run", str(here / "illegal.paipu.toml")]


def unreadable(played: Played, here: Path) -> list[str]:
    return [*illegal(played, here), str(here / "nothing.paipu.toml"), str(RECORD)]


def restoring(played: Played, here: Path, *, changed: bool = False) -> list[str]:
    """Restore a log, which is its own backup, or one that was changed, with its keys beside it."""
    backup = here / "backup.db"
    assert api.cli.main(["backup", str(backup), "--log", played.address]) == 0
    copy(development_keys_path(played.log), development_keys_path(backup))
    if changed:
        with_an_award_changed(backup, here / "harmed.db", played.example)
        backup = here / "harmed.db"
    copy(development_keys_path(backup), development_keys_path(here / "restored.db"))
    return ["restore", str(backup), "--log", f"sqlite:///{here / 'restored.db'}"]


def harmed(played: Played, here: Path) -> list[str]:
    address = with_an_award_changed(played.log, here / "log.db", played.example)
    return ["round", played.example, "--log", address]


def not_proven(played: Played, here: Path) -> list[str]:
    address = with_its_end_cut_off(played.log, here / "log.db", played.example)
    return ["export", played.example, "--log", address]


def matched(here: Path, *, harmed: bool = False) -> list[str]:
    """Ask for a match that waits for players in a log of its own."""
    with new_log(here / "match.db") as log:
        opened = OpenMatch(match="m", settings=Ruleset())
        House(log).ask(match("m"), opened, actor="operator", command_id="1")
    if harmed:
        stream = match("m").stream
        tampered(here / "match.db", stream, lambda rows: [rows[0].with_event(match="n")])
    return ["match", "m", "--log", url(here / "match.db")]


def sample(here: Path) -> list[str]:
    return ["sample", "--rounds", "0", "--seed", "7", "--log", f"sqlite:///{here}/d"]


def asking(played: Played) -> list[str]:
    return ["--as", "olga", "--log", played.address]


def audited(here: Path, secret: bytes | None = None) -> list[str]:
    """Audit two rounds with decks, of one secret if that is given."""
    path = here / "decked.db"
    key_file(development_keys_path(path))
    with DeckedHouse(path) as house:
        house.secret = secret
        house.open_table("ann")
        for round_id in ("one", "two"):
            house.play(house.start(round_id))
    return ["audit-decks", "--log", url(path)]


def serve(played: Played) -> list[str]:
    return ["serve", "--port", f"{free_port()}", "--log", played.address]


def checkpoint(played: Played, here: Path) -> list[str]:
    """Sign a copy: the log that was played is shared."""
    (here / "copy.db").write_bytes(played.log.read_bytes())
    return ["checkpoint", "--log", url(here / "copy.db")]


def witness(here: Path, *, another: bool = False) -> list[str]:
    """Show a witness a note, or another than the one that it has signed."""
    signer = Signer([SigningKey("house.example/log", bytes(32))])
    if here.exists():
        (here / "state").write_text(signer.signed(Checkpoint(signer.origin, 9, bytes(32)).text))
        root = bytes(31) + bytes((another,))
        (here / "note").write_text(signer.signed(Checkpoint(signer.origin, 9, root).text))
    (key,) = signer.verifiers
    files = ("--key", str(here / "key"), "--state", str(here / "state"))
    return ["witness", str(here / "note"), "--trust", str(key), "--name", "w.example", *files]


def bundled(played: Played, here: Path, *more: str) -> list[str]:
    """Bundle a round with decks from a copy of the log, to be checked by the key that signs it."""
    log, file = here / "signed.db", here / "bundle.json"
    copy(played.log, log)
    copy(development_keys_path(played.log), development_keys_path(log))
    make_signing_keys(development_signing_path(log), "hall.example")
    with open_log(url(log), now=ticking(), read_only=True) as opened:
        about = next(opened.streams(DECKS)).removeprefix(DECKS)
    asked = ["bundle", about, "-o", str(file), "--log", f"sqlite:///{log}"]
    assert replay.cli.main(asked) == 0
    return ["check", str(file), *more]


def checked(played: Played, here: Path) -> list[str]:
    arguments = bundled(played, here)
    (key,) = signing_keys_in(development_signing_path(here / "signed.db"))
    return [*arguments, "--key", str(key.verifier)]


def tampered_with(played: Played, here: Path) -> list[str]:
    arguments = checked(played, here)
    content = Path(arguments[1]).read_text(encoding="utf-8")
    Path(arguments[1]).write_text(content.replace('"rules":1', '"rules":2'), encoding="utf-8")
    return arguments
