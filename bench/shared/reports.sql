-- Rows of views as so many rounds of four seats would have them, spread evenly over 2026.
CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rounds)
SELECT i, printf('%09d', i) AS id, strftime('%Y-%m-%dT%H:%M:%S.000000Z', 1767225600 + i * 31536000 / :rounds, 'unixepoch') AS at FROM n;
CREATE TEMP TABLE l AS WITH RECURSIVE l(l) AS (SELECT 0 UNION ALL SELECT l + 1 FROM l WHERE l < 13) SELECT l FROM l;
INSERT INTO rounds (generation, round, game, "table", rules, status, head, next_head, stages, pot_total, started_at, ended_at,
    ended_position, version, opened_position)
  SELECT 1, 'round-' || id, 'sizhidao', 'table-' || (i % 10), 1, CASE i % 500 WHEN 0 THEN 'voided' ELSE 'complete' END, 'p1', 'p2',
  1, 400, at, at, i * 30, 20, i * 30 - 29 FROM n;
INSERT INTO round_seats (generation, round, seat, player, stack, committed, returned, received, rake, net, started_at, opened_position)
  SELECT 1, 'round-' || id, 'p' || s, 'player-' || ((i * 4 + s) % 1000), 15000, 100, 0, CASE s WHEN 1 THEN 400 ELSE 0 END,
  CASE s WHEN 1 THEN 15 ELSE 0 END, CASE s WHEN 1 THEN 285 ELSE -100 END, at, i * 30 - 29
  FROM n, (SELECT 1 AS s UNION SELECT 2 UNION SELECT 3 UNION SELECT 4);
INSERT INTO rake SELECT 1, 'round-' || id, 'p1', 0, 'P1', 'player-' || ((i * 4 + 1) % 1000),
  'table-' || (i % 10), 15, i * 30 - 1, at FROM n;
INSERT INTO journal SELECT 1, i * 30 - 29 + l / 2, l % 2 + 1, 'bet', 'round/round-' || id, l,
  CASE l % 2 WHEN 0 THEN 'seat:table-' || (i % 10) || '/p' || (1 + l / 2 % 4) ELSE 'round:round-' || id END,
  CASE l WHEN 12 THEN 150 WHEN 13 THEN -150 ELSE CASE l % 2 WHEN 0 THEN -25 ELSE 25 END END, at FROM n, l;
INSERT INTO office SELECT 1, i * 30 - 29 + k, 'deck/round-' || id, k + 1,
  CASE k WHEN 0 THEN 'fair.DeckCommitted.1' ELSE 'fair.DeckCut.1' END, at, 'house/house', NULL, NULL,
  CASE k WHEN 0 THEN json_object('cards', 52, 'root', hex(zeroblob(32)), 'stage', 0, 'venue', 'table/t')
  ELSE json_object('cut', hex(zeroblob(32)), 'cuts', 4, 'seats', 4, 'stage', 0) END
  FROM n, (SELECT 0 AS k UNION SELECT 1);
INSERT INTO office SELECT 1, i * 30 - 9 + k, 'clock/round-' || id, k + 1,
  CASE k WHEN 0 THEN 'house.ClockStopped.1' ELSE 'house.ClockResumed.1' END, at, 'operator/o', NULL, NULL, json_object('reason', 'a storm')
  FROM n, (SELECT 0 AS k UNION SELECT 1) WHERE i % 1000 = 0;
INSERT INTO office SELECT 1, i * 30 - 7, 'round/round-' || id, 20, 'sizhidao.RoundVoided.1', at, 'operator/o', NULL, NULL, json_object('reason', 'a storm')
  FROM n WHERE i % 500 = 0;
INSERT INTO office SELECT 1, i * 30 - 6, 'wallet/player-' || (i % 1000), i, 'house.PointsDeposited.1', at, 'operator/o', 'player-' || (i % 1000), 1000,
  json_object('reason', 'cash', 'reference', 'r-' || i) FROM n WHERE i % 20 = 0;
INSERT INTO office SELECT 1, i * 30 - 5 + k, 'adjustment/a-' || id, k + 1,
  CASE k WHEN 0 THEN 'house.AdjustmentProposed.1' ELSE 'house.AdjustmentApproved.1' END, at, 'operator/o', 'player-7', 10,
  json_object('reason', 'late', 'dispute', NULL) FROM n, (SELECT 0 AS k UNION SELECT 1) WHERE i % 1000 = 0;
INSERT INTO office SELECT 1, i * 30 - 3 + k, 'dispute/d-' || id, k + 1,
  CASE k WHEN 0 THEN 'house.DisputeOpened.1' ELSE 'house.DisputeDecided.1' END, at, 'operator/o', NULL, NULL,
  json_object('round', 'round-' || id, 'due_ms', 0, 'verdict', 'upheld') FROM n, (SELECT 0 AS k UNION SELECT 1) WHERE i % 1000 = 0;
INSERT INTO journal SELECT 1, i * 30 - 6, l % 2 + 1, 'deposit', 'wallet/player-' || (i % 1000), 1,
  CASE l % 2 WHEN 0 THEN 'issue' ELSE 'wallet:player-' || (i % 1000) END, CASE l % 2 WHEN 0 THEN -1000 ELSE 1000 END, at
  FROM n, l WHERE i % 20 = 0 AND l < 2;
INSERT INTO journal_days SELECT 1, substr(entered_at, 1, 10), account, sum(points) FROM journal
  GROUP BY 2, account HAVING sum(points) <> 0 OR account NOT LIKE 'round:%';
INSERT INTO balances SELECT 1, account, sum(points) FROM journal GROUP BY account HAVING sum(points) <> 0;
INSERT INTO projections SELECT name, 1, :rounds * 30, 1 FROM (SELECT 'rounds' AS name UNION SELECT 'chips' UNION SELECT 'rake' UNION SELECT 'office');
INSERT INTO accounts SELECT 1, 'player-' || (i - 1), 'wallet/player-' || (i - 1), i % 50 = 0, i FROM n WHERE i <= 1000
