"""Things by their times: one for each name, in order, and nothing outdated is kept for ever."""

from hypothesis import given
from hypothesis import strategies as st

from api.steward.times import Times

NAMES = st.sampled_from("abcde")
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("set"), NAMES, st.integers(0, 20)),
        st.tuples(st.just("drop"), NAMES, st.just(0)),
        st.tuples(st.just("due"), st.just(""), st.integers(0, 20)),
    ),
    max_size=60,
)


@given(CHANGES)
def test_it_is_as_a_plain_list_would_be(changes: list[tuple[str, str, int]]) -> None:
    times: Times[str] = Times()
    plain: dict[str, tuple[int, int]] = {}
    for number, (change, name, when) in enumerate(changes):
        match change:
            case "set":
                times.set(name, when, f"{name}{number}")
                plain[name] = when, number
            case "drop":
                times.drop(name)
                plain.pop(name, None)
            case _:
                due = sorted((at, n, name) for name, (at, n) in plain.items() if at <= when)
                assert times.due(when) == [f"{name}{n}" for _, n, name in due]
        assert times.next_ms() == min((at for at, _ in plain.values()), default=None)
        assert {one: times.get(one) for one in plain} == {
            one: f"{one}{n}" for one, (_, n) in plain.items()
        }


def test_what_is_set_again_and_again_takes_no_more_room() -> None:
    times: Times[int] = Times()
    for number in range(10_000):
        times.set(f"{number % 3}", 1_000_000 + number, number)
    assert len(times._queue) < 100  # noqa: SLF001 -- what it costs shows nowhere else
    assert times.due(2_000_000) == [9_997, 9_998, 9_999]
    for name in "012":
        times.drop(name)
    assert times.next_ms() is None
    assert times.due(2_000_000) == []
