"""For every documented exit code of a command, how it comes about."""

from collections.abc import Callable
from pathlib import Path

from tests.docs.conftest import Played
from tests.docs.exits import (
    RECORD,
    asking,
    audited,
    bundled,
    checked,
    checkpoint,
    harmed,
    illegal,
    matched,
    not_proven,
    restoring,
    sample,
    serve,
    tampered_with,
    unreadable,
    witness,
)
from tests.docs.exits_office import (
    NOWHERE,
    alarmed,
    asked_nowhere,
    copied,
    held,
    resumed,
    switched_on,
    turned,
    unmatched,
)
from tests.support.ports import free_port
from tests.support.reveals import REVEAL

Case = Callable[[Played, Path], list[str]]
DEMO = ("demo", "--port", str(free_port()))


CASES: dict[tuple[str, str], Case] = {
    ("replay rounds", "0"): lambda played, _: ["rounds", "--log", played.address],
    ("replay rounds", "1"): lambda played, here: ["rounds", *harmed(played, here)[2:]],
    ("replay rounds", "2"): lambda _, __: ["rounds", "--log", NOWHERE],
    ("replay round", "0"): lambda played, _: ["round", played.example, "--log", played.address],
    ("replay round", "1"): harmed,
    ("replay round", "2"): lambda played, _: ["round", "none", "--log", played.address],
    ("replay match", "0"): lambda _, here: matched(here),
    ("replay match", "1"): lambda _, here: matched(here, harmed=True),
    ("replay match", "2"): lambda played, _: ["match", "none", "--log", played.address],
    ("replay verify", "0"): lambda played, _: ["verify", "--log", played.address],
    ("replay verify", "1"): lambda played, here: ["verify", *harmed(played, here)[2:]],
    ("replay verify", "2"): lambda _, __: ["verify", "--log", NOWHERE],
    ("replay looks", "0"): lambda played, _: ["looks", played.example, "--log", played.address],
    ("replay looks", "2"): lambda played, _: ["looks", "none", "--log", played.address],
    ("replay export", "0"): lambda played, here: [
        *("export", played.example, "-o", str(here / "x.toml"), "--log", played.address),
        *REVEAL,
    ],
    ("replay export", "2"): not_proven,
    ("replay bundle", "0"): lambda played, here: [
        *("bundle", played.example, "-o", str(here / "b.json"), "--log", played.address)
    ],
    ("replay bundle", "2"): lambda played, here: [
        *("bundle", "none", "-o", str(here / "b.json"), "--log", played.address)
    ],
    ("replay check", "0"): checked,
    ("replay check", "1"): tampered_with,
    ("replay check", "2"): bundled,
    ("replay run", "0"): lambda _, __: ["run", str(RECORD)],
    ("replay run", "1"): illegal,
    ("replay run", "2"): unreadable,
    ("replay whatif", "0"): lambda _, __: ["whatif", str(RECORD), "--set", "rake_basis=pot"],
    ("replay whatif", "1"): lambda played, here: [
        *("whatif", *illegal(played, here)[1:], "--set", "rake_bp=300")
    ],
    ("replay whatif", "2"): lambda _, __: ["whatif", str(RECORD), "--set", "rake=0"],
    ("paipu migrate", "0"): lambda played, _: ["migrate", "--log", played.address],
    ("paipu migrate", "2"): lambda _, __: ["migrate", "--log", NOWHERE],
    ("paipu serve", "0"): lambda played, _: serve(played),
    ("paipu serve", "2"): lambda _, __: ["serve", "--log", NOWHERE],
    ("paipu token", "0"): lambda played, _: ["token", "ann", "--log", played.address],
    ("paipu token", "2"): lambda played, _: ["token", "a/b", "--log", played.address],
    ("paipu demo", "0"): lambda _, __: [],
    ("paipu demo", "2"): lambda _, __: [*DEMO, "--log", NOWHERE],
    ("paipu sample", "0"): lambda _, here: sample(here),
    ("paipu sample", "1"): lambda _, here: sample(here),
    ("paipu sample", "2"): lambda _, __: ["sample", "--rounds", "0", "--log", NOWHERE],
    ("paipu rebuild", "0"): lambda played, _: ["rebuild", "rake", "--log", played.address],
    ("paipu rebuild", "2"): lambda _, __: ["rebuild", "--log", NOWHERE],
    ("paipu switches", "0"): lambda played, _: ["switches", "--log", played.address],
    ("paipu switches", "2"): lambda _, __: ["switches", "--log", NOWHERE],
    ("paipu disable", "0"): lambda played, here: turned(played, here, "disable", "everything"),
    ("paipu disable", "1"): lambda played, here: turned(played, here, "disable", "table/none"),
    ("paipu disable", "2"): lambda _, __: asked_nowhere("disable"),
    ("paipu enable", "0"): switched_on,
    ("paipu enable", "1"): lambda played, here: turned(played, here, "enable", "everything"),
    ("paipu enable", "2"): lambda _, __: asked_nowhere("enable"),
    ("paipu interrupt", "0"): lambda played, here: held(played, here, "interrupt"),
    ("paipu interrupt", "1"): lambda played, here: held(played, here, "interrupt", running=False),
    ("paipu interrupt", "2"): lambda _, __: asked_nowhere("interrupt"),
    ("paipu resume", "0"): resumed,
    ("paipu resume", "1"): lambda played, here: held(played, here, "resume"),
    ("paipu resume", "2"): lambda _, __: asked_nowhere("resume"),
    ("paipu void", "0"): lambda played, here: held(played, here, "void"),
    ("paipu void", "1"): lambda played, here: held(played, here, "void", running=False),
    ("paipu void", "2"): lambda _, __: asked_nowhere("void"),
    ("paipu selfcheck", "0"): lambda played, here: [
        *("selfcheck", "--as", "olga", "--log", copied(played, here))
    ],
    ("paipu selfcheck", "1"): alarmed,
    ("paipu selfcheck", "2"): lambda played, _: ["selfcheck", "--log", played.address],
    ("paipu checkpoint", "0"): checkpoint,
    ("paipu checkpoint", "2"): lambda _, __: ["checkpoint", "--log", NOWHERE],
    ("paipu witness", "0"): lambda _, here: witness(here),
    ("paipu witness", "1"): lambda _, here: witness(here, another=True),
    ("paipu witness", "2"): lambda _, here: witness(here / "nothing"),
    ("paipu audit-decks", "0"): lambda _, here: audited(here),
    ("paipu audit-decks", "1"): lambda _, here: audited(here, bytes(32)),
    ("paipu audit-decks", "2"): lambda _, __: ["audit-decks", "--log", NOWHERE],
    ("paipu dispute", "0"): lambda played, _: ["dispute", "list", "--log", played.address],
    ("paipu dispute", "1"): lambda played, _: ["dispute", "close", "none", *asking(played)],
    ("paipu dispute", "2"): lambda played, _: ["dispute", "show", "none", "--log", played.address],
    ("paipu adjust", "0"): lambda played, _: ["adjust", "list", "--log", played.address],
    ("paipu adjust", "1"): lambda played, _: ["adjust", "approve", "none", *asking(played)],
    ("paipu adjust", "2"): lambda _, __: ["adjust", "list", "--log", NOWHERE],
    ("paipu export", "0"): lambda played, here: [
        *("export", "events", "-o", str(here / "e.parquet"), "--log", played.address)
    ],
    ("paipu export", "2"): lambda _, here: [
        *("export", "events", "-o", str(here / "e.parquet"), "--log", NOWHERE)
    ],
    ("paipu backup", "0"): lambda played, here: [
        *("backup", str(here / "b.db"), "--log", played.address)
    ],
    ("paipu backup", "2"): lambda _, here: ["backup", str(here / "b.db"), "--log", NOWHERE],
    ("paipu restore", "0"): restoring,
    ("paipu restore", "1"): lambda played, here: restoring(played, here, changed=True),
    ("paipu restore", "2"): lambda _, here: [
        *("restore", str(here / "nothing.db"), "--log", f"sqlite:///{here / 'r.db'}")
    ],
    ("paipu purge", "0"): lambda played, _: ["purge", "--look", "--log", played.address],
    ("paipu purge", "2"): lambda _, __: ["purge", "--look", "--log", NOWHERE],
    ("paipu simulate", "0"): lambda _, __: ["simulate", "--seed", "1", "--steps", "50"],
    ("paipu simulate", "1"): lambda _, __: ["simulate", "--seed", "1", "--steps", "300"],
    ("paipu simulate", "2"): lambda _, here: [
        *("simulate", "--seed", "1", "--store", f"sqlite:///{here}"),
    ],
    ("paipu report", "0"): lambda played, _: ["report", "rake", "--log", played.address],
    ("paipu report", "1"): unmatched,
    ("paipu report", "2"): lambda _, __: ["report", "rake", "--log", NOWHERE],
    ("paipu doctor", "0"): lambda played, _: ["doctor", "--log", played.address],
    ("paipu doctor", "1"): lambda played, _: ["doctor", "--expect", "0", "--log", played.address],
    ("paipu doctor", "2"): lambda _, __: ["doctor", "--log", NOWHERE],
}
