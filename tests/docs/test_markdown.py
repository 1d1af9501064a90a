"""The reader of the documentation sees what is there, so that the checks built on it can fail."""

import pytest

from tests.docs.markdown import anchors, blocks, headings, links, spans, table, tables, unlike

PAGE = """\
# The `log` page, Z4 底注

| code | means |
|---|---|
| `a_b` | one \\| two, [see](x.md#y) |

## Twice

```console
$ replay rounds
# no heading [no](link.md)
| no | table |
```

| other | means |
|---|---|

## Twice

`[no](link.md)` but [this](z.md)
"""


def test_headings_and_anchors_are_read_as_a_browser_makes_them() -> None:
    assert headings(PAGE) == ["The `log` page, Z4 底注", "Twice", "Twice"]
    assert anchors(PAGE) == {"the-log-page-z4-底注", "twice", "twice-1"}


def test_tables_links_spans_and_blocks_are_read() -> None:
    first, second = tables(PAGE)
    assert first.rows == (("`a_b`", "one \\| two, [see](x.md#y)"),)
    assert first.column("code") == ["`a_b`"]
    assert (second.heading, second.rows) == ("Twice", ())
    assert links(PAGE) == ["x.md#y", "z.md"]
    assert spans("`p1 split \\| As`, `b`") == ["p1 split | As", "b"]
    (block,) = blocks(PAGE)
    assert (block.language, block.text.splitlines()[0]) == ("console", "$ replay rounds")


def test_a_table_is_found_by_header_and_heading_or_not_at_all() -> None:
    assert table(PAGE, "code", "means", heading="The log page, Z4 底注").rows
    with pytest.raises(AssertionError, match="0 tables"):
        table(PAGE, "code", "means", heading="Twice")


@pytest.mark.parametrize(
    ("documented", "real", "complaint"),
    [
        (["a"], ["a", "b"], "b is not documented"),
        (["a", "b"], ["a"], "b does not exist"),
        (["a", "a"], ["a"], "a is documented twice"),
        (["b", "a"], ["a", "b"], "b is out of order"),
    ],
)
def test_every_way_of_being_unlike_is_told(
    documented: list[str], real: list[str], complaint: str
) -> None:
    assert unlike(documented, real, ordered=True) == [complaint]


def test_what_is_the_same_is_not_complained_of() -> None:
    assert unlike(["a", "b"], ["a", "b"], ordered=True) == []
    assert unlike(["b", "a"], ["a", "b"]) == []
