"""Bodies about matches that are not what they should be, and what is wrong with each."""

WRONG_FORMS = [
    ("/matches", b'{"match": "n", "settings": []}', "body.settings"),
    ("/matches", b'{"match": "n", "seats": 4}', "body.seats"),
    ("/matches", b'{"match": ".."}', "body.match"),
    ("/matches/m/abandon", b"{}", "body.reason"),
    ("/matches/m/abandon", b'{"reason": ""}', "body.reason"),
]
WRONG_PLAYERS_FORMS = [
    ("/matches/m/join", b'{"seat": "p5"}', "body.seat"),
    ("/matches/m/join", b'{"seat": "p1", "points": 1}', "body.points"),
    *(
        (path, body, where)
        for path in ("MATCH ROUND/actions", "MATCH ROUND/check")
        for body, where in (
            (b'{"verb": "pass"}', "body.pass.turn"),
            (b'{"verb": "pass", "turn": "t", "cards": []}', "body.pass.cards"),
            (b'{"verb": "show", "turn": "t"}', "body.show.cards"),
            (b'{"verb": "show", "turn": "t", "cards": []}', "body.show.cards"),
            (b'{"verb": "show", "turn": "t", "cards": "As"}', "body.show.cards"),
            (b'{"verb": "play", "turn": "t", "cards": ["Xs"]}', "body.play.cards.0"),
            (b'{"verb": "play", "turn": "t", "cards": ["XJ"]}', "body.play.cards.0"),
            (b'{"verb": "play", "turn": "t", "cards": ["??"]}', "body.play.cards.0"),
            (b'{"verb": "trump", "turn": "t", "suit": "x"}', "body.trump.suit"),
            (b'{"verb": "return", "turn": "t", "cards": ["2s"]}', "body.return.to"),
            (b'{"verb": "return", "turn": "t", "to": "p5", "cards": ["2s"]}', "body.return.to"),
            (b'{"verb": "turnup", "turn": "t", "card": "2s"}', "body"),
        )
    ),
    ("MATCH ROUND/check", b'{"verb": "fold", "turn": "t"}', "body"),
]
WRONG_SETTINGS: list[tuple[dict[str, object], str]] = [
    ({"colour": 1}, "unknown field"),
    ({"ladder": "A-Z"}, "Invalid enum value"),
    ({"follow": "rank"}, "Invalid enum value"),
    ({"play_seconds": 0}, "Expected `int` >= 1"),
    ({"ante": 50}, "unknown field"),
]
