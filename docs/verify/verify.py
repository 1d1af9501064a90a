"""Checks a bundle: a second verifier, written from docs/proof.md alone.

It shares no code with the program that made the bundle, and needs Python and `cryptography` only:

    python verify.py FILE [--key KEY]…

KEY is a public key of the house or of a witness, or a file with some, which you have from elsewhere.
Exit code 0: it holds; 1: something is wrong; 2: nothing is wrong, but not everything could be
checked, or it is no bundle. It decides no rule of the games again, and prints no card.
"""

import argparse
import hashlib
import hmac
import json
import os
import re
import sys
from base64 import b64decode, b64encode
from collections import Counter

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MOST = 1 << 24
ROW = {"version": 1, "position": 1, "name": "", "previous": 32, "hash": 32, "body": b""}
STREAM = {"stream": "", "rows": [ROW], "included": ({"index": 0, "path": [32]},)}
OPENING = {"stage": 0, "place": 0, "index": 0, "card": "", "salt": 32, "path": [32]}
FORM = {
    "form": "", "program": "", "round": "", "viewer": "", "game": "", "rules": 0, "settings": {},
    "streams": [STREAM],
    "keys": [{"stream": "", "audience": "", "key": 32}],
    "openings": [OPENING],
    "checkpoint": ({"note": "", "keys": [""]},),
    "report": "",
}  # fmt: skip
HIDDEN = {
    "sizhidao.Deal.1": ["cards"], "sizhidao.CardsDealt.1": ["cards"],
    "sizhidao.Split.1": ["front", "back"], "sizhidao.HandSplit.1": ["front", "back"],
    "shengji.Deal.1": ["cards"], "shengji.CardsDealt.1": ["cards"],
    "shengji.DealKitty.1": ["cards"], "shengji.KittyDealt.1": ["cards"],
    "shengji.Return.1": ["cards"], "shengji.CardsReturned.1": ["cards"],
    "shengji.CardsReceived.1": ["cards"], "shengji.KittyTaken.1": ["cards"],
    "shengji.Bury.1": ["cards"], "shengji.KittyBuried.1": ["cards"],
    "fair.CommitDeck.1": ["secret"], "fair.DeckCommitted.1": ["secret"],
}  # fmt: skip
# What an event or command has besides its type, as in events.md and commands.md: texts, and numbers#,
# flags!, texts or null?, lists of texts*, points by seat%, texts by side$, lists of parts@, settings&.
# A field with ~ may be missing. Parts and settings come first.
FORMS = """
cutters anchor? player seat
results first# hash last# stream
hands back* front* seat
players player stack#
pots eligible* own% points# pot
parts points# pot stage#
sizhidao.settings act_seconds#~ after_all_in~ allow_check!~ ante#~ buy_in_rounding~
    buy_in_seconds#~ cap#~ entry#~ max_players#~ max_playoffs#~ min_players#~ min_raise#~
    rake_basis~ rake_bp#~ split_seconds#~
shengji.settings bury_seconds#~ contest_seconds#~ follow~ ladder~ play_seconds#~
    return_seconds#~ trump_seconds#~
fair.CommitDeck.1 cards# cutters@ round seconds# secret* venue
fair.CommitPlayoff.1 cutters@ stage#
fair.CutMissed.1 seat stage#
fair.CutRevealed.1 seat stage# value
fair.DeckCommitted.1 cards# cutters@ root round seconds# secret* stage# venue
fair.DeckCut.1 cut cuts# seats# stage#
fair.MissCut.1 seat
fair.RevealCut.1 seat value
house.ClockResumed.1 reason
house.ClockStopped.1 reason
house.DeadlineSet.1 due_ms# seconds# turn
house.GrantTime.1 due_ms# turn
house.ResumeClock.1 reason
house.SetDeadline.1 due_ms# seconds# turn
house.StopClock.1 reason
house.TimeGranted.1 due_ms# turn
log.CommandAccepted.1 input results@ turn?~
shengji.AceCaptured.1 owner seat trick#
shengji.Bury.1 cards* seat
shengji.CallTrump.1 seat suit
shengji.CardTurnedUp.1 card seat
shengji.CardsDealt.1 cards* seat
shengji.CardsFollowed.1 cards* seat trick#
shengji.CardsLed.1 attempted* cards* pattern seat trick#
shengji.CardsReceived.1 cards* giver seat
shengji.CardsReturned.1 cards* seat to
shengji.CardsShown.1 cards* seat total#
shengji.ContestPassed.1 seat
shengji.ContestWon.1 cards* dealer points# seat
shengji.Deal.1 cards* seat
shengji.DealKitty.1 cards*
shengji.KittyBuried.1 cards* seat
shengji.KittyDealt.1 cards*
shengji.KittyShown.1 buried* dealt* multiplier# points#
shengji.KittyTaken.1 cards* seat
shengji.LevelChanged.1 after before gained# lost# side
shengji.OpenRound.1 dealer?~ levels$ match?~ players* round settings&
shengji.Pass.1 seat
shengji.PileCaptured.1 cards* loser seat total#
shengji.Play.1 cards* seat
shengji.Return.1 cards* seat to
shengji.RoundOpened.1 dealer? level levels$ match? players* round rules# settings&
shengji.RoundSettled.1 attack_points# levels$ match_winner? next_dealer scores% winners
shengji.RoundVoided.1
shengji.ScoresGiven.1 cause scores%
shengji.Show.1 cards* seat
shengji.TrickWon.1 attack_points# points# seat trick# why
shengji.TrumpCalled.1 seat suit
shengji.TurnUp.1 card seat
shengji.VoidRound.1
shengji.VoidRound.2 reason
sizhidao.AllIn.1 seat
sizhidao.AntePosted.1 points# seat
sizhidao.AutoSplit.1 seat
sizhidao.Bet.1 points# seat
sizhidao.BetMade.1 all_in! points# seat
sizhidao.BoughtIn.1 points# pot seat
sizhidao.BuyIn.1 seat
sizhidao.BuyInDeclined.1 seat
sizhidao.BuyInOffered.1 offered* price# stage# unable*
sizhidao.Call.1 seat
sizhidao.Called.1 all_in! points# seat
sizhidao.CardsDealt.1 cards* seat stage#
sizhidao.Check.1 seat
sizhidao.Checked.1 seat
sizhidao.Deal.1 cards* seat
sizhidao.DeclineBuyIn.1 seat
sizhidao.Fold.1 seat
sizhidao.Folded.1 seat
sizhidao.HandSplit.1 back* front* seat
sizhidao.HandsShown.1 hands@ stage#
sizhidao.OpenRound.1 head players@ round settings& table?~
sizhidao.PlayoffOpened.1 contestants* head stage#
sizhidao.PotAwarded.1 awards% points# pot stage# unbeaten*
sizhidao.PotTied.1 points# pot stage# unbeaten*
sizhidao.PotsFormed.1 pots@ stage#
sizhidao.Raise.1 seat to#
sizhidao.Raised.1 all_in! points# seat to#
sizhidao.RakeTaken.1 parts@ points# seat
sizhidao.RoundOpened.1 head players@ round rules# settings& table?
sizhidao.RoundSettled.1 committed% net% next_head rake% received% returned%
sizhidao.RoundVoided.1 returned%
sizhidao.Split.1 back* front* seat
sizhidao.UncalledReturned.1 points# seat stage#
sizhidao.VoidRound.1
sizhidao.VoidRound.2 reason
sizhidao.WentAllIn.1 points# seat
"""
PACK = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]
PACKS = {52: PACK, 216: [*PACK, "SJ", "BJ"] * 4}
GAMES = {"sizhidao": 52, "shengji": 216}
SECONDS = 5
DEALT = 208
OWN = {
    "round": ("sizhidao", "shengji"),
    "deck": ("fair",),
    "clock": ("house",),
    "command": ("log",),
}


class NoBundle(Exception):
    """What was read is no bundle."""


class Wrong(Exception):
    """Something does not hold."""


def require(holds, reason):
    if not holds:
        raise Wrong(reason)


# ---- bytes


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.digest(key, b"".join(parts), "sha256")


def u32(number):
    return number.to_bytes(4, "big")


def u64(number):
    return number.to_bytes(8, "big")


def framed(text):
    content = text.encode() if isinstance(text, str) else text
    return u32(len(content)) + content


def hexed(text):
    """Return 32 bytes that stand in hex, in the one way of writing them."""
    require(re.fullmatch("[0-9a-f]{64}", text) is not None, "32 bytes are not in small hex")
    return bytes.fromhex(text)


def printable(text):
    """Return a text as it may be printed: whoever made a bundle may have written anything."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def base64(text):
    content = b64decode(text, validate=True)
    if b64encode(content).decode() != text:
        raise ValueError
    return content


# ---- the form


def loaded(content):
    def once(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError
        return dict(pairs)

    def refused(_):
        raise ValueError

    return json.loads(content, object_pairs_hook=once, parse_float=refused, parse_constant=refused)


def fit(value, form):
    """Return a value of a form, what is in Base64 as bytes; a tuple is a form or null."""
    kind = type(form)
    if kind is tuple:
        return None if value is None else fit(value, form[0])
    if kind is bytes or form == 32:
        content = base64(value)
        if form == 32 and len(content) != 32:
            raise ValueError
        return content
    if type(value) is not kind:
        raise ValueError
    if kind is int and not form <= value < 1 << 63:
        raise ValueError
    if kind is list:
        return [fit(one, form[0]) for one in value]
    if kind is dict and form:
        if [*value] != [*form]:
            raise ValueError
        return {name: fit(value[name], one) for name, one in form.items()}
    return value


def read(content):
    if len(content) > MOST:
        raise NoBundle("it is too large")
    try:
        plain = loaded(content)
        again = json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        bundle = fit(plain, FORM)
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise NoBundle("it has not the form of a bundle") from None
    if again != content or bundle["form"] != "paipu.bundle.1":
        raise NoBundle("it is not written as a bundle is written")
    if [*bundle["settings"]] != sorted(bundle["settings"]):
        raise NoBundle("its settings are not in their order")
    if not all(one["rows"] for one in bundle["streams"]):
        raise NoBundle("a stream of nothing")
    return bundle


def forms():
    lines = [line.split() for line in FORMS.replace("\n    ", " ").split("\n") if line]
    return {name: {field.rstrip("~"): field[-1] == "~" for field in rest} for name, *rest in lines}


FIELDS = forms()
PLAIN = {"#": int, "!": bool, "*": list, "%": dict, "$": dict, "@": list, "&": dict}
LISTED = {"*": str, "%": int, "$": str}


def shaped(value, name):
    """Raise `ValueError` unless an object has all the fields of its form, and no others."""
    fields = FIELDS[name]
    named = {field.rstrip("#!*%$@&?"): field for field in fields}
    left = {field for field, whole in named.items() if not fields[whole]} - value.keys()
    if left or not value.keys() - {"type"} <= named.keys():
        raise ValueError
    for field in value.keys() - {"type"}:
        mark = named[field][-1]
        if mark == "?" and value[field] is None:
            continue
        if type(value[field]) is not PLAIN.get(mark, str):
            raise ValueError
        if mark in LISTED:
            inner = value[field].values() if mark in "%$" else value[field]
            if any(type(one) is not LISTED[mark] for one in inner):
                raise ValueError
        if mark == "@":
            for one in value[field]:
                shaped(one, field)
        if mark == "&":
            shaped(value[field], f"{name.partition('.')[0]}.settings")


# ---- streams, keys, chains, sealed parts


class Round:
    """The streams of a bundle, their chains checked, and opened with the keys that are in it."""

    def __init__(self, bundle):
        self.bundle, self.viewer = bundle, bundle["viewer"]
        self.all = self.viewer == "everything"
        self.own = [f"{kind}/{bundle['round']}" for kind in ("round", "deck", "clock")]
        if not self.all and self.viewer != "public" and not re.fullmatch("p[1-7]", self.viewer):
            raise NoBundle("its viewer is none")
        self.rows = {one["stream"]: one["rows"] for one in bundle["streams"]}
        names = [one["stream"] for one in bundle["streams"]]
        here = [name for name in self.own if name in names]
        if len(self.rows) < len(names) or names[:1] != self.own[:1] or names[: len(here)] != here:
            raise NoBundle("its streams are not those of one round")
        self.commands = names[len(here) :]
        self.keys = {(key["stream"], key["audience"]): key["key"] for key in bundle["keys"]}
        self.sealed, self.unchecked = set(), []
        if [*self.keys] != sorted(self.keys) or len(self.keys) != len(bundle["keys"]):
            raise NoBundle("its keys are not in their order")
        if not all(self.may_hold(*owner) for owner in self.keys):
            raise NoBundle("it holds keys that its viewer may not have")
        for name in names:
            self.chain(name)
        self.facts = {
            name: [row["body"]["event"] for row in self.rows.get(name, [])] for name in self.own
        }

    def may_hold(self, stream, audience):
        if not self.all:
            return (stream, audience) == (self.own[0], self.viewer)
        return stream == self.own[0] or (stream, audience) == (self.own[1], "house")

    def chain(self, stream):
        head = bytes(32)
        for version, row in enumerate(self.rows[stream], 1):
            where = f"event {version} of {stream}"
            linked = b"paipu.event.1\0", framed(stream), u64(version), framed(row["name"]), head
            require(row["version"] == version and row["previous"] == head, f"{where}: broken link")
            head = sha(*linked, framed(row["body"]))
            require(row["hash"] == head, f"{where}: changed")
            try:
                row["body"] = self.opened(stream, version, loaded(row["body"]))
                self.fits(stream, row["body"])
                require(row["body"]["event"]["type"] == row["name"], f"{where}: another name")
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                raise Wrong(f"{where}: unreadable") from None

    def fits(self, stream, body):
        """Raise `ValueError` for what no event of a stream has, or lacks."""
        told, envelope = [body["event"]], body["envelope"]
        marks = {"recorded_at", "actor", "origin", "command_id"}
        if not {"envelope", "event"} <= body.keys() <= {"envelope", "event", "sealed"}:
            raise ValueError
        if not marks <= envelope.keys() <= marks | {"command"}:
            raise ValueError
        if envelope["origin"] not in {"player", "clock", "operator", "house"}:
            raise ValueError
        if not all(type(envelope[mark]) is str for mark in marks):
            raise ValueError
        if envelope.get("command") is not None:
            told.append(envelope["command"])
        for part in told:
            if part["type"].partition(".")[0] not in OWN[stream.partition("/")[0]]:
                raise ValueError
            shaped(part, part["type"])
        for sealed in body.get("sealed", []):
            if sealed.keys() != {"part", "audience", "commitment", "box"}:
                raise ValueError

    def opened(self, stream, version, body):
        told = {"command": body["envelope"].get("command") or {}, "event": body["event"]}
        hidden = [part for part in told if told[part].get("type") in HIDDEN]
        sealed = body.get("sealed", [])
        if not sealed and self.all and (stream, "house") not in self.keys:
            return body  # written before cards were sealed
        require([one["part"] for one in sealed] == hidden, f"event {version}: unfit seal")
        for one in sealed:
            part = told[one["part"]]
            fields = HIDDEN[part["type"]]
            masked = all(card == "??" for name in fields for card in part[name])
            require(
                masked and one["audience"] == part.get("seat", "house"),
                f"event {version}: unfit seal",
            )
            self.sealed.add((stream, one["audience"], one["part"]))
            key = self.keys.get((stream, one["audience"]))
            if key is not None:
                self.unseal(stream, version, one, part, key)
        return body

    def unseal(self, stream, version, sealed, part, key):
        where = f"event {version} of {stream}: broken seal"
        bound = framed(stream) + u64(version) + framed(sealed["audience"])
        bound += framed(sealed["part"]) + framed(part["type"])
        box = base64(sealed["box"])
        try:
            plain = AESGCM(key).decrypt(box[:12], box[12:], b"paipu.seal.1\0" + bound)
        except InvalidTag:
            raise Wrong(where) from None
        require(sha(b"paipu.commitment.1\0", plain) == base64(sealed["commitment"]), where)
        fields = loaded(plain[32:])
        require([*fields] == sorted(HIDDEN[part["type"]]), where)
        require(all(len(fields[name]) == len(part[name]) for name in fields), where)
        part.update(fields)


def check_head(held):
    """Head and keys are those of the events."""
    bundle, opened = held.bundle, held.facts[held.own[0]][0]
    game, _, kind = opened["type"].partition(".")
    require((game, kind) == (bundle["game"], "RoundOpened.1"), "the opening is another's")
    for name in ("round", "rules", "settings"):
        require(opened[name] == bundle[name], f"{name} is not that of the opening")
    seats = [f"p{number}" for number, _ in enumerate(opened["players"], 1)]
    require(held.viewer in {"public", "everything", *seats}, "there is no such seat")
    owners = {(stream, audience) for stream, audience, _ in held.sealed}
    if held.all:
        owners |= {(stream, "house") for stream, _, part in held.sealed if part == "command"}
    else:
        owners &= {(held.own[0], held.viewer)}
    require(owners == held.keys.keys(), "its keys are not those of its viewer")
    return f"{bundle['game']} as {held.viewer} may know it"


def check_whole(held):
    """Every decision has its acknowledgement, and all that was acknowledged is here."""
    accepted, decisions = {}, []
    for name in held.commands:
        (row,) = held.rows[name] if len(held.rows[name]) == 1 else (None,)
        require(row is not None and row["name"] == "log.CommandAccepted.1", f"{name} is damaged")
        asked = row["body"]["envelope"]["actor"], row["body"]["envelope"]["command_id"]
        address = sha(b"paipu.command.1\0", *map(framed, asked)).hex()
        require(name == f"command/{address}", f"{name} is another's")
        accepted[asked] = row
    order = [row["position"] for row in accepted.values()]
    require(order == sorted({*order}), "the acknowledgements are not in the order of the log")
    told = {
        (asked, one["stream"], one["first"], one["last"], one["hash"])
        for asked, row in accepted.items()
        for one in row["body"]["event"]["results"]
        if one["stream"] in held.own
    }
    for name in held.own:
        decisions += placed(name, held.rows.get(name, []), accepted)
    require(told == {*decisions} and len(told) == len(decisions), "other events were acknowledged")
    require({one[0] for one in decisions} == accepted.keys(), "an acknowledgement of another")
    require(
        all(not {"command"} & row["body"]["envelope"].keys() for row in accepted.values()), "unfit"
    )
    return f"{len(accepted)} decisions"


def check_asked(held):
    """What was acknowledged is what was asked, as far as the keys that are here can tell."""
    count = 0
    for name in held.commands:
        accepted = held.rows[name][0]["body"]["event"]
        result = accepted["results"][0]
        if result["stream"] not in held.own:
            continue  # it was asked elsewhere, and brought here
        command = held.rows[result["stream"]][result["first"] - 1]["body"]["envelope"]["command"]
        key = held.keys.get((result["stream"], "house"))
        if command["type"] in HIDDEN and key is None:
            continue
        plain = json.dumps(command, separators=(",", ":"), ensure_ascii=False)
        asked = b"paipu.input.1\0" + framed(result["stream"]) + framed(plain)
        found = sha(asked)
        if command["type"] in HIDDEN:
            found = mac(mac(key, b"paipu.inputkey.1\0"), asked)
        require(accepted["input"] == found.hex(), f"{name}: something else was asked")
        count += 1
    return f"{count} commands are those that were acknowledged"


def placed(stream, rows, accepted):
    """Yield what each decision wrote to a stream; its rows lie before what acknowledges it."""
    last = 0
    for number, row in enumerate(rows):
        envelope = row["body"]["envelope"]
        asked = envelope["actor"], envelope["command_id"]
        require(asked in accepted, f"event {number + 1} of {stream} was not acknowledged")
        marks = accepted[asked]["body"]["envelope"]
        same = all(envelope[name] == marks[name] for name in ("recorded_at", "origin"))
        within = last < row["position"] < accepted[asked]["position"]
        require(same and within, f"event {number + 1} of {stream} is not where it was written")
        follows = rows[number + 1]["body"]["envelope"] if number + 1 < len(rows) else {}
        goes_on = (follows.get("actor"), follows.get("command_id")) == asked
        last = row["position"] if goes_on else accepted[asked]["position"]
        if "command" in envelope:
            first = number + 1
        require("command" in envelope or number, "the first event has no command")
        if not goes_on:
            yield asked, stream, first, number + 1, row["hash"].hex()


# ---- the committed decks


def words(seed):
    for counter in range(1 << 32):
        block = mac(seed, u32(counter))
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def below(count, source):
    end = (1 << 32) - (1 << 32) % count
    return next(word for word in source if word < end) % count


def shuffled(pack, source):
    deck = list(pack)
    for last in range(len(deck) - 1, 0, -1):
        drawn = below(last + 1, source)
        deck[last], deck[drawn] = deck[drawn], deck[last]
    return deck


def tree_root(leaves):
    """RFC 9162, 2.1.1, over leaf hashes."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\x01", tree_root(leaves[:split]), tree_root(leaves[split:]))


def root_by(path, index, size, leaf):
    """RFC 9162, 2.1.3.2: the root that an inclusion proof leads to, None if it has another length."""
    here, last, left = index, size - 1, list(path)
    if not 0 <= index < size:
        return None
    while last:
        if here % 2 or here < last:
            if not left:
                return None
            other = left.pop(0)
            leaf = sha(b"\x01", other, leaf) if here % 2 else sha(b"\x01", leaf, other)
        here, last = here // 2, last // 2
    return None if left else leaf


class Deck:
    """A committed deck, cut: in which order its cards are dealt, and what binds the house to them."""

    def __init__(self, committed, turns):
        self.committed, self.turns = committed, turns
        self.size, self.stage = committed["cards"], committed["stage"]
        self.root = hexed(committed["root"])
        self.values, self.cut, self.position = {}, None, None
        self.where = sha(committed["round"].encode()) + u32(self.stage)

    def reveal(self, fact):
        anchors = {one["seat"]: one["anchor"] for one in self.committed["cutters"]}
        seat, value = fact["seat"], fact.get("value")
        require(seat not in self.values and anchors.get(seat) is not None, "a cut nobody asked for")
        if value is not None:
            value = hexed(value)
            require(sha(b"paipu.cut.1\0", value).hex() == anchors[seat], "a cut unlike its anchor")
        self.values[seat] = value

    def finish(self, fact, position):
        seats = [one["seat"] for one in self.committed["cutters"]]
        asked = {one["seat"] for one in self.committed["cutters"] if one["anchor"] is not None}
        require(asked == self.values.keys(), "the deck was cut before all had cut or missed")
        seed = b"paipu.order.1\0" + self.where + self.root
        seed += bytes([len(seats)])
        for seat in seats:
            value = self.values.get(seat)
            seed += bytes([int(seat[1:])]) + (bytes(33) if value is None else b"\x01" + value)
        self.cut, self.position = sha(seed), position
        cuts = sum(value is not None for value in self.values.values())
        told = fact["stage"], fact["cut"], fact["cuts"], fact["seats"]
        require(told == (self.stage, self.cut.hex(), cuts, len(seats)), "the cut is another")
        source = words(self.cut)
        self.order = shuffled(range(self.size), source)
        self.face_up = below(min(DEALT, self.size), source)

    def owner(self, place):
        if self.size == 216:
            return self.turns[place % 4] if place < DEALT else "kitty"
        return self.turns[place % len(self.turns)] if place < 4 * len(self.turns) else None

    def places(self, owner):
        return [place for place in range(self.size) if self.owner(place) == owner]

    def leaf(self, index, card, salt):
        return sha(b"\0paipu.card.1\0", self.where, u32(index), card.encode(), salt)

    def whole(self, secret):
        """The deck that a secret makes, which must be the one that was committed to."""
        of_stage = mac(secret, b"paipu.stage.1\0", u32(self.stage))
        cards = shuffled(PACKS[self.size], words(mac(of_stage, b"paipu.shuffle.1\0")))
        salts = (mac(of_stage, b"paipu.salt.1\0", u32(index)) for index in range(self.size))
        leaves = [self.leaf(*one) for one in zip(range(self.size), cards, salts)]
        require(tree_root(leaves) == self.root, "the secret makes another deck")
        order = self.order if self.cut else []
        return {(self.stage, place): cards[index] for place, index in enumerate(order)}


def turns_of(facts):
    """Of every stage to whom its cards are dealt, one by one, in turn."""
    turns, seats = {}, []
    for fact in facts:
        kind = fact["type"]
        if kind in {"sizhidao.RoundOpened.1", "shengji.RoundOpened.1"}:
            seats = [f"p{number}" for number, _ in enumerate(fact["players"], 1)]
            dealer = fact["head"] if kind.startswith("sizhidao") else fact["dealer"] or "p4"
            turns[0] = after(seats, dealer)
        if kind == "sizhidao.PlayoffOpened.1":
            dealt = after(seats, fact["head"])
            turns[fact["stage"]] = [seat for seat in dealt if seat in fact["contestants"]]
    return turns


def after(seats, seat):
    first = seats.index(seat) + 1
    return seats[first:] + seats[:first]


def asked(row):
    return row["body"]["envelope"]["actor"], row["body"]["envelope"]["command_id"]


def openings_of(held):
    """Of every stage the row that opened it."""
    rows = held.rows[held.own[0]]
    later = [row for row in rows if row["name"] == "sizhidao.PlayoffOpened.1"]
    return {0: rows[0]} | {row["body"]["event"]["stage"]: row for row in later}


def commits(held, fact, first, turns):
    """A deck is one for its stage, with the seats that are dealt to, and their players."""
    opened, bundle = held.facts[held.own[0]][0], held.bundle
    home = "table" if bundle["game"] == "sizhidao" else "match"
    require(fact["venue"] == f"{home}/{opened[home]}" and opened[home], "a deck of another venue")
    require(fact["round"] == bundle["round"], "a deck of another round")
    require(fact["cards"] == GAMES[bundle["game"]], "no deck of this game has so many cards")
    require(fact["seconds"] == SECONDS, "another time to cut than seats have")
    require(first["secret"] == fact["secret"], "two secrets in a round")
    names = [one if isinstance(one, str) else one["player"] for one in opened["players"]]
    players = [(f"p{number}", name) for number, name in enumerate(names, 1)]
    cutters = [(one["seat"], one["player"]) for one in fact["cutters"]]
    require(cutters == [one for one in players if one[0] in turns], "others cut than are dealt to")
    for one in fact["cutters"]:
        require(one["anchor"] is None or hexed(one["anchor"]), "no anchor")


DEALS = {"CardsDealt", "KittyDealt", "CardTurnedUp"}
COMMANDS = {
    "fair.CutRevealed.1": "fair.RevealCut.1",
    "fair.CutMissed.1": "fair.MissCut.1",
}


def require_asked(row, before):
    """The fact is what its command asks for; what is derived stands behind it in its decision."""
    fact, command = row["body"]["event"], row["body"]["envelope"].get("command")
    if row["name"] == "fair.DeckCut.1":
        require(command is None and before and asked(row) == asked(before), "a cut by nobody")
        return
    first = "fair.CommitPlayoff.1" if fact["stage"] else "fair.CommitDeck.1"
    name = COMMANDS.get(row["name"], first)
    require(command is not None and command["type"] == name, "a fact that nobody asked for")
    same = all(fact[field] == told for field, told in command.items() if field != "type")
    require(same, "another fact than was asked for")
    missed = row["name"] == "fair.CutMissed.1"
    require(not missed or row["body"]["envelope"]["origin"] == "clock", "missed before the clock")


def decks_of(held, turns):
    """The decks, each committed with its stage, and all but the last one cut."""
    decks, opened, before = [], openings_of(held), None
    for row in held.rows.get(held.own[1], []):
        kind, fact = row["name"], row["body"]["event"]
        require_asked(row, before)
        if kind == "fair.DeckCommitted.1":
            require(all(one.cut for one in decks), "a deck before the last one was cut")
            require(fact["stage"] == len(decks) and fact["stage"] in turns, "a deck of no stage")
            require(asked(row) == asked(opened[fact["stage"]]), "a deck later than its stage")
            first = decks[0].committed if decks else fact
            commits(held, fact, first, turns[fact["stage"]])
            decks.append(Deck(fact, turns[fact["stage"]]))
        else:
            require(
                decks and not decks[-1].cut and fact["stage"] == len(decks) - 1, "no deck to cut"
            )
            cut = kind == "fair.DeckCut.1"
            decks[-1].finish(fact, row["position"]) if cut else decks[-1].reveal(fact)
        before = row
    return decks


def require_cut(held, decks, turns):
    """Every stage has a deck, and nothing of it is dealt before that is cut."""
    require(len(decks) == len(turns), "a stage without a committed deck")
    for row in held.rows[held.own[0]]:
        if row["name"].split(".")[1] in DEALS:
            deck = decks[row["body"]["event"].get("stage", 0)]
            require(deck.cut and deck.position < row["position"], "dealt before the deck was cut")


def check_decks(held):
    """The decks are those that the house was bound to, cut by the players and dealt so."""
    facts = held.facts[held.own[0]]
    turns = turns_of(facts)
    decks = decks_of(held, turns)
    openings = held.bundle["openings"]
    known = {}
    if held.own[1] in held.rows:
        require_cut(held, decks, turns)
    stages = {f"{deck.stage}.cutting" for deck in decks}
    for fact in held.facts[held.own[2]]:
        turn = fact.get("turn", "")
        require(not turn.endswith(".cutting") or turn in stages, "a turn to cut what is no deck")
    if held.all:
        require(not openings, "openings beside the secret")
        for deck in decks:
            (secret,) = deck.committed["secret"]
            require(secret != "??", "the secret is not here")
            known |= deck.whole(hexed(secret))
    decks = [one for one in decks if one.cut]
    for one in openings:
        place = one["stage"], one["place"]
        require(one["stage"] < len(decks), "an opening of no deck")
        require(not known or place > max(known), "the openings are not in their order")
        deck = decks[one["stage"]]
        require(one["place"] < deck.size and deck.order[one["place"]] == one["index"], "misplaced")
        leaf = deck.leaf(one["index"], one["card"], one["salt"])
        root = root_by(one["path"], one["index"], deck.size, leaf)
        require(root == deck.root, "an opening of another")
        known[place] = one["card"]
    for deck in decks:
        opened = Counter(card for (stage, _), card in known.items() if stage == deck.stage)
        require(opened <= Counter(PACKS[deck.size]), "cards are opened that no pack has")
    if not held.all:
        told = Counter((s, decks[s].owner(place), card) for (s, place), card in known.items())
        require(
            told == expected(facts, held.viewer, len(decks)),
            "other cards are opened than may be seen",
        )
    compare_deals(facts, decks, known)
    if held.own[1] not in held.rows and (facts[0].get("table") or facts[0].get("match")):
        held.unchecked.append("no committed deck: only the log tells whether the round is older")
    return f"{len(decks)} decks, {len(known)} of their cards"


def expected(facts, viewer, decks):
    """The cards that a viewer may see as they were dealt: stage, owner and face, so many of each."""
    own, shown, face_up = Counter(), Counter(), Counter()
    for fact in facts:
        kind, stage = fact["type"].split(".")[1], fact.get("stage", 0)
        if kind == "CardsDealt" and fact["seat"] == viewer:
            own.update((stage, viewer, card) for card in fact["cards"])
        elif kind == "HandsShown":
            for hand in fact["hands"]:
                shown.update((stage, hand["seat"], card) for card in hand["front"] + hand["back"])
        elif kind == "CardsShown":
            shown.update((0, fact["seat"], card) for card in fact["cards"])
        elif kind == "CardTurnedUp":
            face_up[0, fact["seat"], fact["card"]] = 1
        elif (kind == "KittyTaken" and fact["seat"] == viewer) or kind == "KittyShown":
            cards = fact.get("dealt") or fact["cards"]
            own |= Counter((0, "kitty", card) for card in cards)
    found = own | shown | face_up
    return Counter({one: count for one, count in found.items() if one[0] < decks})


def compare_deals(facts, decks, known):
    """Cards that can be read were dealt as the deck has them."""
    for fact in facts:
        kind, stage = fact["type"].split(".")[1], fact.get("stage", 0)
        if kind not in DEALS or stage >= len(decks):
            continue
        deck = decks[stage]
        places = deck.places(fact.get("seat", "kitty"))
        if kind == "CardTurnedUp":
            require(deck.face_up in places, "the card of another lay face up")
            places = [deck.face_up]
        cards = fact.get("cards") or [fact["card"]]
        if "??" not in cards:
            require(
                cards == [known.get((stage, place)) for place in places], "other cards were dealt"
            )


def check_sums(held):
    """The settlement sums to zero, with the rake that the house took."""
    facts = held.facts[held.own[0]]
    rake = sum(fact["points"] for fact in facts if fact["type"] == "sizhidao.RakeTaken.1")
    for fact in facts:
        if fact["type"] == "sizhidao.RoundSettled.1":
            require(sum(fact["net"].values()) + rake == 0, "points appear or vanish")
        if fact["type"] == "shengji.RoundSettled.1":
            require(sum(fact["scores"].values()) == 0, "scores do not sum to zero")
    return "what was settled sums to zero"


# ---- the checkpoint


def is_name(name):
    return bool(name) and name.isprintable() and "+" not in name and name.split() == [name]


def read_key(text):
    name, _, rest = text.partition("+")
    key_id, _, content = rest.partition("+")
    content = base64(content)
    require(is_name(name) and len(content) == 33 and content[0] in {1, 4}, "a key is none")
    require(sha(name.encode(), b"\n", content)[:4].hex() == key_id, "a key has the id of another")
    return name, content


def read_note(note):
    """Return text and signatures: name, id, and what was signed with."""
    require(len(note.encode()) <= 1 << 18, "the note is too long")
    require(all(sign >= " " or sign == "\n" for sign in note), "control characters in the note")
    text, blank, below_it = note.rpartition("\n\n")
    *lines, end = below_it.split("\n")
    require(blank and 0 < len(lines) <= 100 and not end, "the note is none")
    signatures = []
    for line in lines:
        dash, name, content = [*line.split(" "), "", ""][:3]
        require(dash == "—" and line.count(" ") == 2 and is_name(name), "a signature is none")
        signed = base64(content)
        require(len(signed) > 4, "a signature is none")
        signatures.append((name, signed[:4], signed[4:]))
    return f"{text}\n", signatures


def read_checkpoint(text):
    """Return origin, size and root of a checkpoint. Lines behind them are signed, too."""
    *lines, end = text.split("\n")
    require(len(lines) >= 3 and all(lines) and not end, "the checkpoint is none")
    require(re.fullmatch("0|[1-9][0-9]{0,18}", lines[1]) is not None, "the size is no number")
    root = base64(lines[2])
    require(len(root) == 32, "the root is none")
    return lines[0], int(lines[1]), root


def is_signed(text, key, signature):
    signed = text.encode()
    if key[1][0] == 4:
        seconds = int.from_bytes(signature[:8], "big")
        signed, signature = b"cosignature/v1\ntime %d\n" % seconds + signed, signature[8:]
    try:
        Ed25519PublicKey.from_public_bytes(key[1][1:]).verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def check_checkpoint(held, trusted, unchecked):
    """Every stream is in the tree of a checkpoint, which the house and witnesses have signed."""
    checkpoint, streams = held.bundle["checkpoint"], held.bundle["streams"]
    if checkpoint is None:
        require(all(one["included"] is None for one in streams), "there is no checkpoint")
        unchecked.append("not yet covered by a checkpoint")
        return "no checkpoint"
    try:
        text, signatures = read_note(checkpoint["note"])
        keys = [read_key(key) for key in checkpoint["keys"]]
        origin, size, root = read_checkpoint(text)
    except ValueError:
        raise Wrong("the note is none") from None
    require(len(set(keys)) == len(keys) == len(signatures), "others signed than are listed")
    for key, (name, key_id, signature) in zip(keys, signatures):
        own = key[0], sha(key[0].encode(), b"\n", key[1])[:4]
        require((name, key_id) == own and is_signed(text, key, signature), "a false signature")
    for one in streams:
        included = one["included"]
        if included is None:
            unchecked.append(f"{one['stream']} is not yet covered by a checkpoint")
            continue
        leaf = sha(b"\0", u64(one["rows"][-1]["position"]), one["rows"][-1]["hash"])
        found = root_by(included["path"], included["index"], size, leaf)
        require(found == root, f"{one['stream']} is not in the tree")
    house = [key for key in keys if key[0] == origin and key[1][0] == 1]
    require(house, "the house has not signed")
    for kind, who in ((1, "the house"), (4, "witnesses")):
        mine, listed = [k for k in trusted if k[1][0] == kind], [k for k in keys if k[1][0] == kind]
        require(kind == 4 or not mine or {*mine} & {*house}, "none of the keys given has signed")
        if listed and not mine:
            unchecked.append(f"nobody says that the keys of {who} are theirs: --key")
        elif any(key not in listed for key in mine) and kind == 4:
            unchecked.append("a witness that was asked for has not signed")
    return f"{len(streams)} streams in a tree of {size} events, signed by {origin}"


# ---- the command line

CHECKS = (check_head, check_whole, check_asked, check_decks, check_sums)


def keys_from(words_given):
    keys = []
    for word in words_given:
        lines = [word]
        if os.path.isfile(word):
            with open(word, encoding="utf-8") as file:
                lines = [one.rstrip("\n") for one in file if one.strip() and one[0] != "#"]
        keys += map(read_key, lines)
    return keys


def verify(content, trusted=()):
    """Yield a line for every check; raises `NoBundle` or `Wrong`. What is unchecked says so."""
    bundle = read(content)
    held = Round(bundle)
    yield f"ok         chains of {len(held.rows)} streams, and what is sealed in them"
    try:
        for check in CHECKS:
            yield f"ok         {check(held)}"
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        raise Wrong("events of a form that is not theirs") from None
    yield f"ok         {check_checkpoint(held, trusted, held.unchecked)}"
    yield from (f"unchecked  {reason}" for reason in held.unchecked)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Check a bundle by docs/proof.md.")
    parser.add_argument("file", help="a bundle")
    parser.add_argument("--key", action="append", default=[], help="a key that you have, or a file")
    chosen = parser.parse_args(arguments)
    lines = []
    try:
        with open(chosen.file, "rb") as file:
            content = file.read(MOST + 1)
        for line in verify(content, keys_from(chosen.key)):
            lines.append(line)
            print(printable(line))
    except Wrong as wrong:
        print(f"WRONG      {printable(str(wrong))}")
        return 1
    except (NoBundle, OSError, ValueError) as error:
        print(f"cannot be checked: {printable(str(error))}")
        return 2
    whole = not any(line.startswith("unchecked") for line in lines)
    print("it holds" if whole else "not all was checked, and nothing found wrong")
    return 0 if whole else 2


if __name__ == "__main__":
    sys.exit(main())
