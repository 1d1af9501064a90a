"""A house that can be asked everything, so that every route is asked while its database is away."""

from datetime import UTC, datetime

import httpx

from api.roles import Role
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.keys import read_signer
from domain.log.store import open_log
from tests.service.playing import round_at, round_of
from tests.support.postgres import Server
from tests.support.service import Guest, Served, seat_four, seat_players

LONG = {"act_seconds": 600, "split_seconds": 600, "buy_in_seconds": 600}
PLAYERS = ["ann", "bob", "cid"]
PLACES = ("tables/t", "matches/m")


class House:
    """A service whose database can be stopped, with a round that waits."""

    def __init__(self, server: Server, running: Served) -> None:
        self.server = server
        self.served = running
        self.guests = seat_players(running, "t", PLAYERS, **LONG)
        self.office = running.guest("office", Role.OPERATOR)
        seat_four(running, "m", [*PLAYERS, "eve"])
        self.contest = round_of(self.ann, "m")
        self.round = round_at(self.ann, "t")
        self.turn = self.ann.see(f"/rounds/{self.round}")["turn"]
        about = {"round": self.round, "claim": "test"}
        self.dispute = self.ann.done("/disputes", about)["dispute"]
        points = {"player": "ann", "points": 1, "reason": "test"}
        self.adjustment = self.office.done("/adjustments", points)["adjustment"]
        self.boss = running.guest("boss", Role.SUPERVISOR)
        signer = read_signer(running.place.signing)
        with open_log(running.place.log, now=lambda: datetime.now(UTC)) as log:
            Checkpoints(log, signer).take()

    @property
    def ann(self) -> Guest:
        return self.guests["ann"]

    def looks(self) -> list[str]:
        """Everything that can be looked at."""
        at, contest = f"/rounds/{self.round}", f"/rounds/{self.contest}"
        return [
            *("/health", "/ready", "/me", "/me/rounds", "/me/matches", "/me/statement"),
            *("/players/ann", "/players/ann/movements", "/tables", "/tables/t", "/tables/t/rounds"),
            *(at, f"{at}/legal", f"{at}/history", f"{at}/pots", f"{at}/proofs"),
            *(f"{at}/replay", f"/me{at}/recall", f"{at}/bundle", f"/proofs{at}"),
            *("/matches", "/matches/m", "/matches/m/levels", "/matches/m/scores"),
            *("/matches/m/rounds", "/matches/m/replay"),
            *("/checkpoints", "/checkpoints/latest", "/checkpoints/consistency?old=1"),
            *("/disputes", f"/disputes/{self.dispute}"),
            *(f"{contest}/tricks", f"{contest}/contest", "/audits/decks"),
        ]

    def followed(self) -> list[str]:
        """Everything that can be followed, by a socket or a stream."""
        return [*PLACES, f"rounds/{self.round}"]

    def looks_of_staff(self) -> list[str]:
        """Everything that only those who run or look into the house can look at."""
        one = f"/adjustments/{self.adjustment}"
        proof = f"/proofs/streams?stream=round/{self.round}"
        looks = f"/rounds/{self.round}/access"
        return [
            *("/rounds", "/adjustments", one, looks, proof, "/switches", "/selfcheck"),
            *("/reports/rake", "/tokens/revocations"),
        ]

    def commands(self) -> list[httpx.Response]:
        """Ask one command of each kind."""
        return [
            *self.commands_of_office(),
            *self.commands_at_tables(),
            *self.commands_in_matches(),
            *self.commands_about_disputes(),
        ]

    def commands_of_office(self) -> list[httpx.Response]:
        """Ask one command of each kind about players, switches, checks and tokens."""
        paid = {"points": 10, "reason": "test", "reference": "away"}
        office = self.office.ask
        return [
            office("/players", {"player": "dan"}),
            office("/players/ann/deposits", paid),
            office("/players/ann/withdrawals", paid),
            office("/players/ann/disable", {"reason": "test"}),
            office("/players/ann/enable", {"reason": "test"}),
            office("/switches/disable", {"scope": "table/t", "reason": "test"}),
            office("/switches/enable", {"scope": "table/t", "reason": "test"}),
            office("/selfcheck"),
            office("/selfcheck/acknowledge", {"digest": "0" * 64, "reason": "test"}),
            office("/tokens/revocations", {"name": "x", "role": "player", "reason": "test"}),
            self.ann.ask("/session"),
        ]

    def commands_at_tables(self) -> list[httpx.Response]:
        """Ask one command of each kind about tables and rounds."""
        office, ann, at = self.office.ask, self.ann.ask, f"/rounds/{self.round}"
        return [
            office("/tables", {"table": "u"}),
            office("/tables/t/settings", {"settings": {}}, method="PUT"),
            office("/tables/t/delay", {"seconds": 1}, method="PUT"),
            office("/tables/t/rounds"),
            office(f"{at}/interrupt", {"reason": "test"}),
            office(f"{at}/resume", {"reason": "test"}),
            office(f"{at}/void", {"reason": "test"}),
            office(f"{at}/reveals", {"reason": "test"}),
            ann("/tables/u/sit", {"seat": "p1", "points": 100}),
            ann("/tables/t/anchor", {"anchor": "5f" * 32}),
            ann("/tables/t/leave"),
            ann("/tables/t/top-up", {"points": 10}),
            ann(f"{at}/actions", {"turn": self.turn, "verb": "fold"}),
            ann(f"{at}/cut", {"turn": "0.cutting", "value": "5f" * 32}),
        ]

    def commands_in_matches(self) -> list[httpx.Response]:
        """Ask one command of each kind about matches."""
        office, ann = self.office.ask, self.ann.ask
        return [
            office("/matches", {"match": "n"}),
            office("/matches/m/delay", {"seconds": 1}, method="PUT"),
            office("/matches/m/abandon", {"reason": "test"}),
            office("/matches/m/rounds"),
            ann("/matches/n/join", {"seat": "p1"}),
            ann("/matches/m/anchor", {"anchor": "5f" * 32}),
            ann("/matches/n/ready"),
            ann("/matches/m/leave"),
            ann("/matches/m/come-back"),
            ann(f"/rounds/{self.contest}/check", {"turn": "contest.0", "verb": "pass"}),
        ]

    def commands_about_disputes(self) -> list[httpx.Response]:
        """Ask one command of each kind about disputes and adjustments."""
        office, at = self.office.ask, f"/disputes/{self.dispute}"
        points, one = {"player": "ann", "points": 1}, f"/adjustments/{self.adjustment}"
        return [
            self.ann.ask("/disputes", {"round": self.round, "claim": "test"}),
            self.ann.ask(f"{at}/evidence", {"digest": "a" * 64, "note": "test"}),
            self.ann.ask(f"{at}/notes", {"text": "test"}),
            office(f"{at}/decision", {"verdict": "upheld", "text": "test"}),
            office(f"{at}/compensation", points),
            office(f"{at}/close"),
            office("/adjustments", {**points, "reason": "test"}),
            office(f"{one}/approve"),
            office(f"{one}/reject", {"reason": "test"}),
        ]
