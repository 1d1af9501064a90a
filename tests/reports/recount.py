"""Reports about what was handled counted again, and all of them together."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta

from tests.reports.recounted_points import Points
from tests.reports.stored import Row, Time, stamp

NO_TIME = datetime.max.replace(tzinfo=UTC)


class Recount(Points):
    """Every report counted again."""

    def adjustments(self, time: Time) -> list[Row]:
        ends = {
            one.about: one
            for one in self.of("house.AdjustmentApproved.1", "house.AdjustmentRejected.1")
            if time.before(one.at)
        }
        rows = []
        for one in self.of("house.AdjustmentProposed.1"):
            end = ends.get(one.about)
            if not time.has(one.at) and not (end and time.has(end.at)):
                continue
            good = end is not None and "Approved" in end.type
            moved = one.event["points"] if end and good and time.has(end.at) else 0
            rows.append(
                {
                    "adjustment": one.about,
                    "player": one.event["player"],
                    "proposed": one.event["points"],
                    "given": max(0, moved),
                    "taken": -min(0, moved),
                    "status": "proposed" if not end else "approved" if good else "rejected",
                    "reason": one.event["reason"],
                    "dispute": one.event["dispute"],
                    "proposed_by": one.actor,
                    "proposed_at": stamp(one.at),
                    "decided_by": end and end.actor,
                    "decided_at": end and stamp(end.at),
                    "test": one.event["player"] in self.tests,
                }
            )
        return [row for row in rows if time.until is None or row["proposed_at"] < stamp(time.until)]

    def disputes(self, time: Time, now: datetime) -> list[Row]:
        rows = []
        for one in self.of("house.DisputeOpened.1"):
            steps = [s for s in self.facts if s.stream == one.stream and time.before(s.at)]
            last = {step.type: step for step in steps}
            decided, closed = (last.get(f"house.Dispute{w}.1") for w in ("Decided", "Closed"))
            if not steps or (closed and time.since and closed.at < time.since):
                continue
            end = min(now, time.until or NO_TIME)
            due = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=one.event["due_ms"])
            age = max((decided.at if decided else end) - one.at, timedelta(0))
            rows.append(
                {
                    "dispute": one.about,
                    "round": one.event["round"],
                    "opened_by": one.actor,
                    "opened_at": stamp(one.at),
                    "due": stamp(due),
                    "state": "closed" if closed else "decided" if decided else "open",
                    "verdict": decided and decided.event["verdict"],
                    "decided_at": decided and stamp(decided.at),
                    "closed_at": closed and stamp(closed.at),
                    "age_hours": int(age.total_seconds()) // 3600,
                    "overdue": "yes" if not decided and end > due else "no",
                    "test": False,
                }
            )
        return rows

    def interrupted(self, time: Time, *, apart: bool = True) -> list[Row]:
        rows, stands = list[Row](), dict[str, Row]()
        for one in self.facts:
            if not time.before(one.at):
                continue
            if one.type == "house.ClockStopped.1":
                row = {"round": one.about, "what": "interrupted", "at": stamp(one.at)}
                row |= {"reason": one.event["reason"], "actor": one.actor, "went_on": "still"}
                stands[one.about] = row | {"until": None, "returned": None}
                rows.append(stands[one.about])
            ended = one.type.partition(".")[2] == "RoundVoided.1"
            if (one.type == "house.ClockResumed.1" or ended) and one.about in stands:
                how = "voided" if ended else "resumed"
                stands.pop(one.about).update(went_on=how, until=stamp(one.at))
            if ended:
                row = {"round": one.about, "what": "voided", "at": stamp(one.at)}
                row |= {"reason": one.command.get("reason"), "actor": one.actor, "went_on": None}
                rows.append(row | {"until": None, "returned": one.event.get("returned") or {}})
        since = stamp(time.since)
        return [
            row | {"test": test, "returned": _of(row["returned"], seats)}
            for row in rows
            for test, seats in self._dealt_in(row["round"], apart=apart).items()
            if since is None
            or row["at"] >= since
            or (row["what"] == "interrupted" and (not row["until"] or row["until"] >= since))
        ]

    def _dealt_in(self, round_id: str, *, apart: bool) -> dict[bool, list[str]]:
        seats: dict[bool, list[str]] = {}
        for number, one in enumerate(self.opened[round_id].event["players"], 1):
            player = one if isinstance(one, str) else one["player"]
            seats.setdefault(apart and player in self.tests, []).append(f"p{number}")
        return seats

    def decks(self, time: Time) -> list[Row]:
        rows = []
        for one in self.of("fair.DeckCommitted.1"):
            if not time.has(one.at):
                continue
            stage = one.event["stage"]
            later = [
                s
                for s in self.facts
                if s.stream == one.stream and s.event.get("stage") == stage and time.before(s.at)
            ]
            cut = next((step for step in later if step.type == "fair.DeckCut.1"), None)
            rows.append(
                {
                    "round": one.about,
                    "stage": stage,
                    **{name: one.event[name] for name in ("venue", "cards", "root")},
                    "committed_at": stamp(one.at),
                    "state": "cut" if cut else "waiting",
                    "cut_at": cut and stamp(cut.at),
                    "cut": cut and cut.event["cut"],
                    "seats": cut.event["seats"] if cut else 0,
                    "revealed": cut.event["cuts"] if cut else 0,
                    "missed": sum(step.type == "fair.CutMissed.1" for step in later),
                    "test": False,
                }
            )
        return rows

    def checkpoints(self, time: Time) -> list[Row]:
        rows = []
        for one in self.of("log.TreeSigned.1", "log.SigningKeyChanged.1"):
            row: Row = {"at": stamp(one.at), "test": False, "what": "signed", "keys": None}
            row |= {"size": one.event.get("size"), "root": one.event.get("root")}
            row |= {"until_position": one.event.get("position")}
            if one.type == "log.SigningKeyChanged.1":
                row |= {"what": "keys changed", "keys": ", ".join(one.event["keys"])}
            if time.has(one.at):
                rows.append(row)
        return rows

    def opponents(self, player: str, time: Time) -> list[Row]:
        found: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        for own in self.seats:
            if own["player"] == player and time.has(own["at"]):
                for one in self.seats:
                    if one["round"] == own["round"] and one["seat"] != own["seat"]:
                        found[one["player"], one["game"]].append((own["net"], one["net"]))
        return [
            {
                "opponent": name,
                "game": game,
                "rounds": len(nets),
                "own_net": sum(mine for mine, _ in nets),
                "their_net": sum(theirs for _, theirs in nets),
                "test": name in self.tests,
            }
            for (name, game), nets in found.items()
        ]


def _of(returned: dict[str, int] | None, seats: list[str]) -> int | None:
    return None if returned is None else sum(returned.get(seat, 0) for seat in seats)
