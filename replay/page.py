"""The account of a round as a page for a browser: of itself, without scripts, nothing from outside.

It tells what `replay round` prints, to the same viewer, and every text is escaped.
"""

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from domain.kernel.text import text
from replay.account import Entry
from replay.checks import Check, Verdict
from replay.decks.told import heading
from replay.messages.language import Language
from replay.messages.say import Say, saying
from replay.proof import Proof
from replay.round import MARKS, conclusion, differing, standing, told_to
from replay.text import Folded, Line, Table
from replay.words import Viewer

_NOTHING_ELSE: Final = "default-src 'none'; style-src 'unsafe-inline'"
_CLASSES: Final = {Verdict.OK: "ok", Verdict.DIFFERENCE: "wrong"}
"""How a verdict looks; every other one is open."""


def page(proof: Proof, viewer: Viewer, until: int | None, language: Language) -> str:
    """Return the page on a round in a language, up to event `until`."""
    say = saying(language)
    told = list(told_to(proof, viewer, until))
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{language}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_ELSE}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{_text(text('round {round}', round=proof.round), say)}</title>",
            f"<style>\n{_style()}</style>",
            "</head>",
            "<body>",
            *_body(proof, told, until, say),
            "</body>",
            "</html>",
            "",
        )
    )


def _style() -> str:
    return files(__package__).joinpath("page.css").read_text("utf-8")


def _body(proof: Proof, told: list[Entry], until: int | None, say: Say) -> Iterator[str]:
    yield from _head(proof, told[0].told.above if told else (), say)
    day = None
    yield '<div class="steps">'
    for number, entry in enumerate(told):
        # What stands above the first fact is the heading, up to an empty line.
        above = entry.told.above if number else _behind_heading(entry.told.above)
        yield from (one for line in above for one in _line(line, say, "h2"))
        if entry.at is not None and entry.at.date() != day:
            day = entry.at.date()
            yield f'<p class="day">{day:%Y-%m-%d} UTC</p>'
        yield from _step(entry, say)
        yield from (one for line in entry.told.below for one in _line(line, say, "p"))
    yield "</div>"
    if until is not None and until < proof.stored:
        more = text("      … {events} more", events=proof.stored - until)
        yield f"<p>{_text(more, say)}</p>"
    yield f'<p class="standing">{_text(standing(proof), say)}</p>'
    yield from _checks(proof.checks, say)
    for line in differing(proof.difference):
        yield f'<p class="difference">{_text(line, say)}</p>'
    fine = "ok" if proof.proven else "wrong" if proof.first_wrong is not None else "open"
    yield f'<p class="conclusion {fine}">{_text(conclusion(proof), say)}</p>'


def _head(proof: Proof, above: tuple[Line, ...], say: Say) -> Iterator[str]:
    """Yield the title, the settings and the players, then the decks."""
    title, *rest = (*above[: len(above) - len(_behind_heading(above))], "")
    yield "<header>"
    yield from _line(title or text("round {round}", round=proof.round), say, "h1")
    yield from (one for line in rest if line for one in _line(line, say, "p"))
    yield from (f'<p class="deck">{escape(line.strip())}</p>' for line in heading(proof.decks, say))
    yield "</header>"


def _behind_heading(above: tuple[Line, ...]) -> tuple[Line, ...]:
    return above[above.index("") + 1 :] if "" in above else ()


def _line(line: Line, say: Say, element: str) -> Iterator[str]:
    if isinstance(line, Table):
        yield from _table(line, say)
    elif isinstance(line, Folded):
        yield f'<p class="settings">{_text(line.said, say)}</p>'
    elif isinstance(line, str):
        if line:
            yield f"<{element}>{_text(line, say)}</{element}>"
    else:
        yield f"<{element}>{escape(' '.join(line.lines(say)))}</{element}>"


def _table(table: Table, say: Say) -> Iterator[str]:
    yield '<div class="wide"><table>'
    yield _row(table.header, "th", table.words, say)
    yield from (_row(row, "td", table.words, say) for row in table.rows)
    yield "</table></div>"


def _row(cells: Sequence[object], kind: str, words: int, say: Say) -> str:
    """Return a row of a table, whose first `words` columns are words and the others figures."""
    told = (
        f"<{kind}{'' if place < words else ' class=figure'}>{_text(_cell(cell), say)}</{kind}>"
        for place, cell in enumerate(cells)
    )
    return f"<tr>{''.join(told)}</tr>"


def _cell(cell: object) -> str:
    return cell if isinstance(cell, str) else str(cell)


def _step(entry: Entry, say: Say) -> Iterator[str]:
    """Yield a fact: number, time, words with their details, rule, and what lies on the table."""
    words = entry.told.words
    at = "" if entry.at is None or not entry.first else f"{entry.at:%H:%M:%S.%f}"[:-3]
    yield '<div class="step">'
    yield f'<span class="number">{entry.number}</span><span class="time">{at}</span>'
    yield f'<span class="rule">{escape(words.rule)}</span>'
    yield f'<div class="words">{_text(words.text, say)}'
    yield from (f'<p class="detail">{_text(one, say)}</p>' for one in words.details)
    yield "</div>"
    if entry.told.lying:
        yield f'<span class="lying">{_text(entry.told.lying, say)}</span>'
    yield "</div>"


def _checks(checks: tuple[Check, ...], say: Say) -> Iterator[str]:
    yield '<table class="checks">'
    for check in checks:
        look = _CLASSES.get(check.verdict, "open")
        mark, name = _text(MARKS[check.verdict], say), _text(check.name, say)
        yield f'<tr><td class="mark {look}">{mark}</td>'
        yield f"<td>{name}<p>{_text(check.detail, say)}</p></td></tr>"
    yield "</table>"


def _text(said: str, say: Say) -> str:
    return escape(say(said).strip())
