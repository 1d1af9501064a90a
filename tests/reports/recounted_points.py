"""Reports about points counted again: each row with `test`, whether it is of a test account."""

from collections import Counter, defaultdict
from typing import Any
from zoneinfo import ZoneInfo

from tests.reports.stored import Counted, Fact, Row, Time, stamp


class Points(Counted):
    """What was wagered, paid, raked, brought and owed."""

    def performance(self, time: Time, *, apart: bool = True) -> list[Row]:
        groups: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
        for row in self.seats:
            if time.has(row["at"]):
                day = str(row["at"].astimezone(ZoneInfo(time.zone)).date())
                key = (
                    day,
                    row["game"],
                    row["rules"],
                    row["table"],
                    apart and row["player"] in self.tests,
                )
                groups[key].append(row)
        names = ("day", "game", "rules", "table", "test")
        return [
            dict(zip(names, key, strict=True))
            | {
                "rounds": len({one["round"] for one in rows}),
                "complete": len({r["round"] for r in rows if r["status"] == "complete"}),
                "voided": len({r["round"] for r in rows if r["status"] == "voided"}),
                "playoffs": len({one["round"] for one in rows if one["stages"] > 1}),
                "hands": len(rows),
                "wagered": sum(one["committed"] - one["returned"] for one in rows),
                "paid": sum(one["received"] for one in rows),
                "rake": sum(one["rake"] for one in rows),
                "net": sum(one["net"] for one in rows),
            }
            for key, rows in groups.items()
        ]

    def rake(self, time: Time, *by: str, apart: bool = True) -> list[Row]:
        found: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for one in self.of("sizhidao.RakeTaken.1"):
            opening = self.opened[one.about].event
            player = opening["players"][int(one.event["seat"][1:]) - 1]["player"]
            for part in one.event["parts"]:
                if time.has(one.at):
                    named = {
                        "player": player,
                        "table": opening["table"],
                        "round": one.about,
                        "day": str(one.at.astimezone(ZoneInfo(time.zone)).date()),
                        **part,
                    }
                    key = (*(named[name] for name in by), apart and player in self.tests)
                    found[key].append(part["points"])
        return [
            dict(zip((*by, "test"), key, strict=True)) | {"awards": len(a), "rake": sum(a)}
            for key, a in found.items()
        ]

    def payouts(self, time: Time) -> list[Row]:
        return [
            {
                "round": row["round"],
                "table": row["table"],
                "ended_at": stamp(row["at"]),
                "status": row["status"],
                "seat": row["seat"],
                "player": row["player"],
                "before": row["stack"],
                "committed": row["committed"],
                "returned": row["returned"],
                "wagered": row["committed"] - row["returned"],
                "paid": row["received"],
                "rake": row["rake"],
                "net": row["net"],
                "after": row["stack"] + row["net"],
                "test": row["player"] in self.tests,
            }
            for row in self.seats
            if row["points"] and time.has(row["at"])
        ]

    def wins(self, time: Time) -> list[Row]:
        return [
            {"what": "win" if row["net"] >= self.large else "wager", **row}
            for row in self.payouts(time)
            if row["net"] >= self.large or row["wagered"] >= self.large_wager
        ]

    def cash(self, time: Time) -> list[Row]:
        return [
            {
                "at": stamp(one.at),
                "player": one.event["player"],
                "direction": "deposit" if paid_in else "withdrawal",
                "reference": one.event["reference"],
                "deposited": one.event["points"] if paid_in else None,
                "withdrawn": None if paid_in else one.event["points"],
                "reason": one.event["reason"],
                "actor": one.actor,
                "test": one.event["player"] in self.tests,
            }
            for one in self.of("house.PointsDeposited.1", "house.PointsWithdrawn.1")
            for paid_in in (one.type == "house.PointsDeposited.1",)
            if time.has(one.at)
        ]

    def liability(self, time: Time, *, apart: bool = True) -> list[Row]:
        book, tests = Book(), self.tests if apart else set()
        for one in self.facts:
            if time.before(one.at):
                book.take(one)
        places: dict[tuple[str, str | None, bool], list[int]] = {
            ("wallets", None, False): [],
            **({("wallets", None, True): []} if apart else {}),
        }
        for player, points in book.wallets.items():
            places["wallets", None, player in tests].append(points)
        for (table, seat), stack in book.stacks.items():
            test = book.sits[table, seat] in tests
            staked = book.staked.get((table, seat), 0)
            places.setdefault(("stacks", table, test), []).append(stack - staked)
            if staked:
                of = ("running rounds", book.running[table], test)
                places.setdefault(of, []).append(staked)
        return [
            {
                **dict(zip(("item", "where", "test"), place, strict=True)),
                "holders": sum(points != 0 for points in amounts),
                "points": sum(amounts),
            }
            for place, amounts in places.items()
            if any(amounts) or place[0] == "wallets"
        ]

    def statement(self, player: str, time: Time) -> list[Row]:
        rows, wallet, tables = list[Row](), 0, 0
        opening = (0, 0)
        for one in self.facts:
            kind, of, to_wallet, to_tables = self._moved(one, player)
            if not time.before(one.at):
                continue
            wallet, tables = wallet + to_wallet, tables + to_tables
            if time.since is not None and one.at < time.since:
                opening = (wallet, tables)
            elif kind:
                rows.append(
                    _line((stamp(one.at), kind, of), (to_wallet, to_tables), (wallet, tables))
                )
        first = _line((stamp(time.since), "opening", None), (None, None), opening)
        last = _line((stamp(time.until), "closing", None), (None, None), (wallet, tables))
        test = {"test": player in self.tests}
        return [row | test for row in (first, *rows, last)]

    def _moved(self, one: Fact, player: str) -> tuple[str, str | None, int, int]:
        event = one.event
        if event.get("player") == player and "points" in event:
            points, table = event["points"], one.about
            found = {
                "house.PointsDeposited.1": ("deposit", None, points, 0),
                "house.PointsWithdrawn.1": ("withdrawal", None, -points, 0),
                "house.PlayerSat.1": ("sit", table, -points, points),
                "house.StackToppedUp.1": ("top_up", table, -points, points),
                "house.PlayerStoodUp.1": ("stand_up", table, points, -points),
            }.get(one.type)
            if one.type == "house.PointsAdjusted.1":
                return "adjustment", None, points, 0
            if found is not None:
                return found if points else ("", None, 0, 0)
        if one.type.startswith("sizhidao.Round"):
            for row in self.seats:
                here = row["position"] == one.position and row["player"] == player
                if here and row["housed"]:
                    return "round", one.about, 0, row["net"]
        return "", None, 0, 0


class Book:
    """What every wallet and every seat of a table holds, fact by fact."""

    def __init__(self) -> None:
        self.wallets: Counter[str] = Counter()
        self.stacks: Counter[tuple[str, str]] = Counter()
        self.sits: dict[tuple[str, str], str] = {}
        self.staked: Counter[tuple[str, str]] = Counter()
        self.running: dict[str, str] = {}
        self._seats: dict[str, list[tuple[str, str]]] = {}

    def take(self, one: Fact) -> None:
        event = one.event
        match one.type.split(".")[1]:
            case "PointsDeposited" | "PointsAdjusted":
                self.wallets[event["player"]] += event["points"]
            case "PointsWithdrawn":
                self.wallets[event["player"]] -= event["points"]
            case "PlayerSat" | "StackToppedUp":
                self.sits[one.about, event["seat"]] = event["player"]
                self.wallets[event["player"]] -= event["points"]
                self.stacks[one.about, event["seat"]] += event["points"]
            case "PlayerStoodUp":
                self.wallets[event["player"]] += event["points"]
                self.stacks[one.about, event["seat"]] -= event["points"]
            case "RoundStarted":
                self.running[one.about] = event["round"]
                seats = [(one.about, line["seat"]) for line in event["dealt_in"]]
                self._seats[event["round"]] = seats
            case "RoundEnded":
                for seat, net in event["net"].items():
                    self.stacks[one.about, seat] += net
                for of in self._seats.pop(event["round"]):
                    self.staked.pop(of, None)
            case kind if one.about in self._seats and one.type.startswith("sizhidao."):
                self._stake(one, kind)

    def _stake(self, one: Fact, kind: str) -> None:
        sign = -1 if kind == "UncalledReturned" else 1
        puts = {"AntePosted", "BetMade", "Called", "Raised", "WentAllIn", "BoughtIn"}
        if kind in puts or sign < 0:
            seat = self._seats[one.about][int(one.event["seat"][1:]) - 1]
            self.staked[seat] += sign * one.event["points"]
        if kind == "PotAwarded":
            for seat, points in one.event["awards"].items():
                self.staked[self._seats[one.about][int(seat[1:]) - 1]] -= points


def _line(
    what: tuple[str | None, str, str | None],
    moved: tuple[int | None, int | None],
    held: tuple[int, int],
) -> Row:
    wallet, tables = held
    after = {"wallet_after": wallet, "tables_after": tables, "total_after": wallet + tables}
    at, kind, of = what
    return {"at": at, "kind": kind, "of": of, "wallet": moved[0], "tables": moved[1], **after}
