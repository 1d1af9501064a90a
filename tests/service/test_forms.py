"""Bodies that are not what they should be are refused in the one shape, and change nothing."""

import codecs
import json

import pytest

from tests.service import match_bodies
from tests.service.asking import House, problem

DEPOSIT = "/players/ann/deposits"
AMOUNT = b'{"points": %b, "reason": "r", "reference": "x"}'
MOST = 2**63 - 1

UNREADABLE = {
    "nothing but a bracket": b"{",
    "words": b"points: 5",
    "a comma too many": b'{"points": 1,}',
    "single quotes": b"{'points': 1}",
    "a comment": b'{"points": 1 /* one */}',
    "two objects": b"{} {}",
    "a mark of the order of bytes": codecs.BOM_UTF8 + b"{}",
    "UTF-16": '{"points": 1}'.encode("utf-16"),
    "a byte that is no UTF-8": b'{"reason": "\xff"}',
    "a character written too long": b'{"reason": "\xc0\xaf"}',
    "half a character as bytes": b'{"reason": "\xed\xa0\x80"}',
    "half a character": b'{"reason": "\\ud83c"}',
    "half a character in a name": b'{"\\udcff": 1}',
    "a raw line break in a text": b'{"reason": "a\nb"}',
    "a raw NUL": b'{"reason": "a\x00b"}',
    "no number": AMOUNT % b"NaN",
    "no end": AMOUNT % b"Infinity",
    "no beginning": AMOUNT % b"-Infinity",
    "a number too long": AMOUNT % (b"9" * 21),
    "a number much too long": AMOUNT % (b"9" * 60_000),
    "a fraction too long": AMOUNT % (b"0." + b"1" * 50),
    "a zero in front": AMOUNT % b"05",
    "hexadecimal": AMOUNT % b"0x10",
    "lists too deep": b'{"points": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "objects too deep": b'{"a": ' * 9_000 + b"1" + b"}" * 9_000,
    "brackets that never close": b"[" * 60_000,
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_json_is_refused(house: House, body: bytes) -> None:
    with house.unchanged():
        assert problem(house.send("operator", DEPOSIT, body), 400, "bad_json") == {}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (DEPOSIT, b'{"points": 1, "points": 100, "reason": "r", "reference": "x"}'),
        (DEPOSIT, b'{"points": 1, "p\\u006fints": 100, "reason": "r", "reference": "x"}'),
        ("/tables", b'{"table": "n", "settings": {"ante": 1, "ante": 2}}'),
    ],
)
def test_a_name_twice_is_refused(house: House, path: str, body: bytes) -> None:
    with house.unchanged():
        assert problem(house.send("operator", path, body), 400, "duplicate_key") == {}


@pytest.mark.parametrize("length", [64 * 1024 + 1, 10_000_000])
def test_a_body_too_large_is_refused(house: House, length: int) -> None:
    with house.unchanged():
        answer = house.send("operator", DEPOSIT, b" " * length)
        assert problem(answer, 413, "too_large") == {"most": 65_536}


def test_a_body_too_large_that_does_not_say_so_is_refused(house: House) -> None:
    with house.unchanged():
        answer = house.guests["operator"].client.post(
            DEPOSIT,
            content=iter([b" " * 16_384] * 5),
            headers={"Content-Type": "application/json", "Idempotency-Key": "k"},
        )
        assert problem(answer, 413, "too_large") == {"most": 65_536}


def test_a_body_as_large_as_may_be_is_read(house: House) -> None:
    body = json.dumps({"points": 0, "reason": "r", "reference": "x"}).encode()
    answer = house.send("operator", DEPOSIT, body.ljust(64 * 1024))
    assert problem(answer, 409, "bad_points", "H2.1") == {"most": MOST}


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "text/json", "application/x-www-form-urlencoded", "multipart/form-data",
     "application/jsonp", "application/json, text/plain", "json"],
)  # fmt: skip
def test_another_content_type_is_refused(house: House, kind: str) -> None:
    with house.unchanged():
        answer = house.send("operator", DEPOSIT, AMOUNT % b"1", kind)
        assert problem(answer, 415, "not_json") == {}


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_called_so_in_other_ways(house: House, kind: str) -> None:
    answer = house.send("operator", DEPOSIT, AMOUNT % b"0", kind)
    problem(answer, 409, "bad_points", "H2.1")


NO_POINTS = {
    "a fraction": b"1.5",
    "a whole fraction": b"100.0",
    "a power": b"1e2",
    "a power beyond all": b"1e400",
    "a text": b'"100"',
    "true": b"true",
    "null": b"null",
    "a list": b"[100]",
    "one more than all": b"9223372036854775808",
    "far more than all": b"99999999999999999999",
    "far less than none": b"-9999999999999999999",
}


@pytest.mark.parametrize("points", NO_POINTS.values(), ids=NO_POINTS)
def test_points_that_are_no_whole_number_are_refused(house: House, points: bytes) -> None:
    with house.unchanged():
        params = problem(house.send("operator", DEPOSIT, AMOUNT % points), 422, "bad_form")
        assert [fault["where"] for fault in params["faults"]] == ["body.points"]


@pytest.mark.parametrize("points", [b"0", b"-1", b"-0", str(-MOST).encode()])
def test_points_that_a_number_can_be_are_left_to_the_rules(house: House, points: bytes) -> None:
    with house.unchanged():
        answer = house.send("operator", DEPOSIT, AMOUNT % points)
        assert problem(answer, 409, "bad_points", "H2.1") == {"most": MOST}


WRONG_FORMS = [
    (DEPOSIT, b"", "body"),
    (DEPOSIT, b"null", "body"),
    (DEPOSIT, b"[]", "body"),
    (DEPOSIT, b'"points"', "body"),
    (DEPOSIT, b'{"points": 1, "reason": "r"}', "body.reference"),
    (DEPOSIT, b'{"points": 1, "reason": "", "reference": "x"}', "body.reason"),
    (DEPOSIT, AMOUNT[:-1] % b"1" + b', "test": true}', "body.test"),
    ("/players", b'{"player": "x", "test": 1}', "body.test"),
    ("/players", b'{"player": "%b"}' % (b"x" * 101), "body.player"),
    ("/players", b'{"player": ["x"]}', "body.player"),
    ("/players", b'{"player": "."}', "body.player"),
    ("/tables", b'{"table": ".."}', "body.table"),
    ("/players/ann/disable", b"{}", "body.reason"),
    ("/tables", b'{"table": "n", "settings": []}', "body.settings"),
    ("/tables", b'{"table": "n", "seats": {}}', "body.seats"),
]
WRONG_PLAYERS_FORMS = [
    ("/tables/t/sit", b'{"seat": "p14", "points": 1}', "body.seat"),
    ("/tables/t/sit", b'{"seat": "p1\\n", "points": 1}', "body.seat"),
    ("/tables/t/sit", b'{"seat": 1, "points": 1}', "body.seat"),
    ("ROUND", b'{"verb": "call"}', "body.call.turn"),
    ("ROUND", b'{"verb": "call", "turn": ""}', "body.call.turn"),
    ("ROUND", b'{"verb": "call", "turn": 0}', "body.call.turn"),
    ("ROUND", b'{"verb": "call", "turn": "t", "points": 5}', "body.call.points"),
    ("ROUND", b'{"verb": "bet", "turn": "t"}', "body.bet.points"),
    ("ROUND", b'{"verb": "raise", "turn": "t", "points": 5}', "body.raise.to"),
    ("ROUND", b'{"verb": "deal", "turn": "t"}', "body"),
    ("ROUND", b'{"verb": null, "turn": "t"}', "body"),
    ("ROUND", b'{"turn": "t"}', "body"),
    ("ROUND", b'{"verb":"split","turn":"t","front":["As"],"back":["2s","2d"]}', "body.split.front"),
    ("ROUND", b'{"verb":"split","turn":"t","front":"As","back":["2s","2d"]}', "body.split.front"),
    (
        "ROUND",
        b'{"verb":"split","turn":"t","front":["As","Ad"],"back":["1s","2d"]}',
        "body.split.back.0",
    ),
]


@pytest.mark.parametrize(("path", "body", "where"), [*WRONG_FORMS, *match_bodies.WRONG_FORMS])
def test_another_form_is_refused(house: House, path: str, body: bytes, where: str) -> None:
    with house.unchanged():
        params = problem(house.send("operator", path, body), 422, "bad_form")
        assert where in [fault["where"] for fault in params["faults"]]


@pytest.mark.parametrize(
    ("path", "body", "where"), [*WRONG_PLAYERS_FORMS, *match_bodies.WRONG_PLAYERS_FORMS]
)
def test_another_form_of_a_player_is_refused(
    house: House, path: str, body: bytes, where: str
) -> None:
    path = path.replace("MATCH ROUND", f"/rounds/{house.match_round}")
    path = path.replace("ROUND", f"/rounds/{house.round}/actions")
    with house.unchanged():
        params = problem(house.send("ann", path, body), 422, "bad_form")
        assert where in [fault["where"] for fault in params["faults"]]


WRONG_SETTINGS: list[tuple[dict[str, object], str]] = [
    ({"colour": 1}, "unknown field"),
    ({"ante": "50"}, "Expected `int`, got `str`"),
    ({"ante": 50.0}, "Expected `int`, got `float`"),
    ({"ante": True}, "Expected `int`, got `bool`"),
    ({"ante": None}, "Expected `int`, got `null`"),
    ({"ante": 0}, "Expected `int` >= 1"),
    ({"max_players": 14}, "Expected `int` <= 13"),
    ({"rounding": "sideways"}, "unknown field"),
    ({"buy_in_rounding": "sideways"}, "Invalid enum value"),
]
PLACES = {"table": ("/tables", "Z1"), "match": ("/matches", "S1")}
"""Where each is opened, and the rule on its settings."""


@pytest.mark.parametrize(
    ("place", "settings", "says"),
    [
        *(("table", *one) for one in WRONG_SETTINGS),
        *(("match", *one) for one in match_bodies.WRONG_SETTINGS),
    ],
)
def test_a_setting_that_is_none_is_refused(
    house: House, place: str, settings: dict[str, object], says: str
) -> None:
    path, rule = PLACES[place]
    body = json.dumps({place: "n", "settings": settings}).encode()
    with house.unchanged():
        answer = house.send("operator", path, body)
        assert problem(answer, 422, "bad_setting", rule) == {}
    assert says in answer.json()["detail"]


def test_settings_that_do_not_agree_are_refused_by_the_rules(house: House) -> None:
    body = b'{"table": "n", "settings": {"ante": 50, "cap": 49}}'
    with house.unchanged():
        answer = house.send("operator", "/tables", body)
        reason = problem(answer, 409, "bad_table_settings", "H3.1")
        assert reason == {"reason": "cap is below the ante"}


def test_a_refusal_of_the_rules_has_the_same_shape_with_its_rule(house: House) -> None:
    with house.unchanged():
        answer = house.guests["bob"].act(house.round, "0.betting.0", "check")
        assert problem(answer, 409, "not_your_turn", "Z3.1") == {"turn": "p1"}
        late = house.guests["ann"].act(house.round, "0.betting.7", "fold")
        assert problem(late, 409, "turn_over", "H5.2") == {"turn": "0.betting.0"}


def test_a_split_is_read_as_lists(house: House) -> None:
    body = b'{"verb":"split","turn":"0.betting.0","front":["As","Ad"],"back":["2s","2d"]}'
    with house.unchanged():
        answer = house.send("ann", f"/rounds/{house.round}/actions", body)
        assert problem(answer, 409, "wrong_phase", "Z2-Z7") == {"phase": "betting"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (DEPOSIT, b'{"points": "S3cret", "reason": "S3cret", "S3cret": "S3cret"}'),
        ("/tables", b'{"table": "n", "settings": {"S3cret": "S3cret"}}'),
        ("/tables", b'{"table": "n", "settings": {"buy_in_rounding": "S3cret"}}'),
        ("/rounds/x/actions", b'{"verb": "S3cret", "turn": "S3cret"}'),
        ("/players", b'{"S3cret'),
    ],
)
def test_what_was_sent_is_not_told_back(house: House, path: str, body: bytes) -> None:
    who = "ann" if path.startswith("/rounds") else "operator"
    answer = house.send(who, path, body)
    assert answer.status_code in {400, 422}
    assert "S3cret" not in answer.text
