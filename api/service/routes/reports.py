"""Reports of the house: each as of one position of the log, in the form that is wanted."""

from collections.abc import Iterator, Mapping
from datetime import UTC as UTC_ZONE
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Annotated, Any, Final, Literal, NamedTuple

from fastapi import Depends, Path, Query, Response
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema
from starlette.responses import StreamingResponse

from api.reports.ask import UTC, Choice, asked_of
from api.reports.catalogue import REPORTS, report_named
from api.reports.errors import NoSuchReportError, NotThereError, ReportError
from api.reports.form import Check
from api.reports.heading import file_name
from api.reports.kinds.cash import RECONCILIATION
from api.reports.period import Wanted
from api.reports.writing import FORMS, Order, write_report
from api.service.answers import Answer
from api.service.asked import InRoom
from api.service.auth import Staff
from api.service.problems import NOT_FOUND, UNPROCESSABLE, ProblemError
from api.service.room import Room
from api.service.speaking import Asked, Spoken, in_language
from domain.kernel.text import text, text_of
from replay.messages.language import Language
from replay.messages.say import saying

IN_MEMORY: Final = 1 << 20
"""Bytes of a report that are held; what is more lies in a file until it is sent."""
PIECE: Final = 1 << 16
CHECKS: Final = "Paipu-Checks"
"""The header that says whether the report's own checks hold: `ok` or `failed`."""
SERVED: Final = tuple(one for one in REPORTS.values() if one is not RECONCILIATION)

DOCUMENTED: Final[dict[str, Any]] = {
    "description": "the report",
    "content": {
        one.media.partition(";")[0]: {
            "schema": {"type": "object", "title": "Report"}
            if name == "json"
            else {"type": "string"}
        }
        for name, one in FORMS.items()
    },
    "headers": {
        CHECKS: {
            "description": "whether its own checks hold",
            "required": True,
            "schema": {"type": "string", "enum": ["ok", "failed"]},
        }
    },
}


class ReportLine(Answer):
    """A report: what it is called, and what it can be asked with."""

    name: str
    title: str
    filters: tuple[str, ...]
    needed: Annotated[tuple[str, ...], Field(description="filters it cannot be without")]
    by: Annotated[tuple[str, ...], Field(description="what its lines can be grouped by")]
    form: Annotated[int, Field(description="the version of its columns")]


class ReportsAnswer(Answer):
    """All reports that are served."""

    reports: tuple[ReportLine, ...]


class Times(NamedTuple):
    """The time that a report is about."""

    wanted: Wanted
    zone: str


_Told = str | None
Day = Annotated[_Told, Query(description="such as 2026-03-29; `now`: the one that runs")]
Month = Annotated[_Told, Query(description="such as 2026-03; `now`: the one that runs")]
Year = Annotated[_Told, Query(description="such as 2026; `now`: the one that runs")]
Since = Annotated[_Told, Query(description="a day or moment")]
Until = Annotated[_Told, Query(description="a day or moment; it is not part of it any more")]
Life = Annotated[bool, Query(description="all there is, which is the usual")]
Zone = Annotated[str, Query(description="an IANA name such as Europe/Paris")]


async def times_of(  # noqa: PLR0913, PLR0917 -- the ways to name a time
    day: Day = None,
    month: Month = None,
    year: Year = None,
    since: Since = None,
    until: Until = None,
    life: Life = False,  # noqa: FBT002 -- a query has no positions
    tz: Zone = UTC,
) -> Times:
    """Return the time that a query names."""
    return Times(Wanted(day, month, year, since, until, life=life), tz)


async def _filters(
    table: Annotated[str | None, Query(description="only of one table")] = None,
    player: Annotated[str | None, Query(description="only of one player")] = None,
    game: Annotated[str | None, Query(description="only of one game")] = None,
    of_round: Annotated[str | None, Query(alias="round", description="only of one round")] = None,
) -> Mapping[str, str | None]:
    return {"table": table, "player": player, "game": game, "round": of_round}


class Manner(NamedTuple):
    """The form in which a report is told, and the language in which it is, if people read it."""

    form: str
    language: Language


class Shape(NamedTuple):
    """How a report is told, what it is grouped by, and whose accounts it is about."""

    manner: Manner
    groups: str | None
    accounts: str | None


async def _shape(
    language: Asked,
    form: Annotated[Literal["json", "csv", "parquet", "text"], Query(alias="format")] = "json",
    by: Annotated[
        str | None, Query(description="what to group by, with commas between", examples=["day"])
    ] = None,
    accounts: Annotated[
        Literal["real", "test", "all"] | SkipJsonSchema[None],
        Query(description="the usual: real ones, and the sums of test accounts apart"),
    ] = None,
) -> Shape:
    return Shape(Manner(form, language), by, accounts)


async def listed(_: Staff, say: Spoken) -> ReportsAnswer:
    """List the reports, and what each can be asked with."""
    lines = (
        ReportLine(
            name=one.name,
            title=say(one.title),
            filters=one.filters,
            needed=one.needed,
            by=one.groups,
            form=one.form,
        )
        for one in SERVED
    )
    return ReportsAnswer(reports=tuple(lines))


async def show(
    room: InRoom,
    _: Staff,
    report: Annotated[str, Path(description="the name of a report")],
    times: Annotated[Times, Depends(times_of)],
    filters: Annotated[Mapping[str, str | None], Depends(_filters)],
    shape: Annotated[Shape, Depends(_shape)],
) -> Response:
    """Make a report, see docs/reports.md.

    All of it is as of one position of the log, which it names.
    """
    choice = Choice(times.wanted, times.zone, filters, shape.groups, shape.accounts)
    return await told(room, report, choice, shape.manner)


async def told(room: Room, report: str, choice: Choice, manner: Manner) -> Response:
    """Return a report as a file. Raises `ProblemError`."""
    form, language = manner
    try:
        kind = report_named(report)
        if kind is RECONCILIATION:
            raise NoSuchReportError(
                text("this one is made at a terminal: paipu report reconciliation")
            )
        asked = asked_of(kind, choice, datetime.now(UTC_ZONE))
    except ReportError as error:
        raise _problem(error) from None
    order = Order(kind, asked, await room.read(room.log.last_position))
    for name in kind.reads:
        await room.projected(name, order.position)
    file, checks = await room.report(_made, room, order, manner)
    named = f'attachment; filename="{file_name(kind, asked, form)}"'
    return StreamingResponse(
        _pieces(file),
        media_type=FORMS[form].media,
        headers={
            "Content-Disposition": named,
            CHECKS: "ok" if all(one.ok for one in checks) else "failed",
            **(in_language(language) if FORMS[form].spoken else {}),
        },
    )


def _made(room: Room, order: Order, manner: Manner) -> tuple[IO[bytes], list[Check]]:
    """Write a report, whole: a client that reads slowly keeps no database waiting."""
    file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 -- it is closed once it has been sent
    try:
        checks = write_report(room.views, order, manner.form, file, saying(manner.language))  # type: ignore[arg-type]
    except BaseException as error:
        file.close()
        if isinstance(error, ReportError):
            raise _problem(error) from None
        raise
    file.seek(0)
    return file, checks


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece


def _problem(error: ReportError) -> ProblemError:
    status = NOT_FOUND if isinstance(error, NotThereError) else UNPROCESSABLE
    return ProblemError(status, error.code, text_of(error))
