"""The routes for playing: players, tables, matches, rounds, and what is told of them."""

from api.service.answers import (
    HistoryAnswer,
    MeAnswer,
    ReceiptAnswer,
    RoundsAnswer,
    StartedAnswer,
    TableAnswer,
    TablesAnswer,
    WalletAnswer,
)
from api.service.decks import ProofsAnswer
from api.service.report import BundleAnswer, MatchReport, Report
from api.service.routes import (
    audit,
    bundles,
    ledgers,
    lists,
    matches,
    players,
    rounds,
    tables,
)
from api.service.routing import (
    ASK,
    READ_OF_ONE_GAME,
    READ_WITH_KEYS,
    add,
    get,
    post,
    report,
)
from api.service.shengji.answers import ContestCourse, TricksAnswer
from api.service.shengji.checking import CheckAnswer
from api.service.shengji.matches import (
    LevelsAnswer,
    MatchAnswer,
    MatchesAnswer,
    MatchRoundsAnswer,
    MyMatchesAnswer,
    ScoresAnswer,
)
from api.service.sight import LEGALS_OF_A_GAME, ROUND_OF_A_GAME
from api.service.sizhidao.answers import PotsHistory

get("/me", "players", "show_me", players.me, MeAnswer)
get("/me/matches", "matches", "list_my_matches", lists.matches_of_player, MyMatchesAnswer)

post("/players", "players", "create_player", players.create)
get("/players/{player}", "players", "show_player", players.show, WalletAnswer)
post("/players/{player}/deposits", "players", "deposit", players.deposit)
post("/players/{player}/withdrawals", "players", "withdraw", players.withdraw)
post("/players/{player}/disable", "players", "disable_player", players.disable)
post("/players/{player}/enable", "players", "enable_player", players.enable)

get("/tables", "tables", "list_tables", tables.listed, TablesAnswer)
post("/tables", "tables", "open_table", tables.opened)
get("/tables/{table}", "tables", "show_table", tables.show, TableAnswer)

add(
    "PUT /tables/{table}/settings",
    ("tables", "change_settings"),
    tables.changed,
    answer=ReceiptAnswer,
    responses=ASK,
)

post("/tables/{table}/sit", "tables", "sit", tables.sit)
post("/tables/{table}/anchor", "tables", "deposit_anchor", tables.anchor)
post("/tables/{table}/leave", "tables", "leave", tables.leave)
post("/tables/{table}/top-up", "tables", "top_up", tables.top_up)
get("/tables/{table}/rounds", "rounds", "list_table_rounds", lists.of_table, RoundsAnswer)
post("/tables/{table}/rounds", "rounds", "start_round", tables.start, StartedAnswer)

get("/matches", "matches", "list_matches", matches.listed, MatchesAnswer)
post("/matches", "matches", "open_match", matches.opened)
get("/matches/{match}", "matches", "show_match", matches.show, MatchAnswer)
post("/matches/{match}/join", "matches", "join_match", matches.join)
post("/matches/{match}/anchor", "matches", "deposit_match_anchor", matches.anchor)
post("/matches/{match}/ready", "matches", "be_ready", matches.ready)
post("/matches/{match}/leave", "matches", "leave_match", matches.leave)
post("/matches/{match}/come-back", "matches", "come_back", matches.come_back)
post("/matches/{match}/abandon", "matches", "abandon_match", matches.abandon)
get("/matches/{match}/levels", "matches", "show_levels", ledgers.levels, LevelsAnswer)
get("/matches/{match}/scores", "matches", "show_scores", ledgers.scores, ScoresAnswer)
get("/matches/{match}/rounds", "rounds", "list_match_rounds", ledgers.rounds, MatchRoundsAnswer)
post("/matches/{match}/rounds", "rounds", "start_match_round", matches.start, StartedAnswer)

get("/rounds/{round}", "rounds", "show_round", rounds.show, ROUND_OF_A_GAME)
get("/rounds/{round}/legal", "rounds", "show_legal", rounds.legals, LEGALS_OF_A_GAME)
post("/rounds/{round}/actions", "rounds", "act", rounds.act)
post("/rounds/{round}/cut", "rounds", "cut", rounds.cut)
post("/rounds/{round}/check", "rounds", "check_action", rounds.check, CheckAnswer)
post("/rounds/{round}/void", "rounds", "void_round", rounds.void)
post("/rounds/{round}/interrupt", "rounds", "interrupt_round", rounds.interrupt)
post("/rounds/{round}/resume", "rounds", "resume_round", rounds.resume)

get(
    "/rounds/{round}/proofs",
    "rounds",
    "show_proofs",
    rounds.proofs,
    ProofsAnswer,
    responses=READ_WITH_KEYS,
)

get("/rounds/{round}/history", "rounds", "show_history", rounds.history, HistoryAnswer)

get(
    "/rounds/{round}/pots",
    "rounds",
    "show_pots",
    rounds.pots,
    PotsHistory,
    responses=READ_OF_ONE_GAME,
)

get(
    "/rounds/{round}/tricks",
    "rounds",
    "show_tricks",
    rounds.tricks,
    TricksAnswer,
    responses=READ_OF_ONE_GAME,
)

get(
    "/rounds/{round}/contest",
    "rounds",
    "show_contest",
    rounds.contest,
    ContestCourse,
    responses=READ_OF_ONE_GAME,
)

add(
    "GET /rounds/{round}/replay",
    ("audit", "replay_round"),
    audit.replay,
    answer=None,
    responses=report(Report),
)

add(
    "GET /rounds/{round}/bundle",
    ("audit", "bundle_round"),
    bundles.bundle,
    answer=None,
    responses={
        200: {"description": "the bundle", "model": BundleAnswer},
        **READ_WITH_KEYS,
    },
)

add(
    "GET /matches/{match}/replay",
    ("audit", "replay_match"),
    audit.replay_match,
    answer=None,
    responses=report(MatchReport),
)
