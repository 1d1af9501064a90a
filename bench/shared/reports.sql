-- Rows of views as so many rounds of four seats would have them, spread evenly over 2026.
CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rounds)
SELECT i, strftime('%Y-%m-%dT%H:%M:%S.000000Z', 1767225600 + i * 31536000 / :rounds, 'unixepoch') AS at FROM n;
CREATE TEMP TABLE l AS WITH RECURSIVE l(l) AS (SELECT 0 UNION ALL SELECT l + 1 FROM l WHERE l < 13) SELECT l FROM l;
INSERT INTO results SELECT 1, 'round-' || i, 'p' || s, i * 30, at, at, 'sizhidao', 1,
  'table-' || (i % 10), NULL, 1, 'complete', 1, 'player-' || ((i * 4 + s) % 1000), 15000, 100, 0,
  CASE s WHEN 1 THEN 400 ELSE 0 END, CASE s WHEN 1 THEN 15 ELSE 0 END,
  CASE s WHEN 1 THEN 285 ELSE -100 END, NULL
  FROM n, (SELECT 1 AS s UNION SELECT 2 UNION SELECT 3 UNION SELECT 4);
INSERT INTO rake SELECT 1, 'round-' || i, 'p1', 0, 'P1', 'player-' || ((i * 4 + 1) % 1000),
  'table-' || (i % 10), 15, i * 30 - 1, at FROM n;
INSERT INTO journal SELECT 1, i * 30 - 29 + l / 2, l % 2 + 1, 'bet', 'round/round-' || i, l,
  CASE l % 2 WHEN 0 THEN 'seat:table-' || (i % 10) || '/p' || (1 + l / 2 % 4) ELSE 'round:round-' || i END,
  CASE l WHEN 12 THEN 150 WHEN 13 THEN -150 ELSE CASE l % 2 WHEN 0 THEN -25 ELSE 25 END END, at FROM n, l;
INSERT INTO office SELECT 1, i * 30 - 29 + k, 'deck/round-' || i, k + 1,
  CASE k WHEN 0 THEN 'fair.DeckCommitted.1' ELSE 'fair.DeckCut.1' END, at, 'house/house', NULL, NULL,
  CASE k WHEN 0 THEN json_object('cards', 52, 'root', hex(zeroblob(32)), 'stage', 0, 'venue', 'table/t')
  ELSE json_object('cut', hex(zeroblob(32)), 'cuts', 4, 'seats', 4, 'stage', 0) END
  FROM n, (SELECT 0 AS k UNION SELECT 1);
INSERT INTO projections SELECT name, 1, :rounds * 30, 1 FROM (SELECT 'rounds' AS name UNION SELECT 'chips'
  UNION SELECT 'rake' UNION SELECT 'results' UNION SELECT 'office');
INSERT INTO accounts VALUES (1, 'player-7', 'wallet/player-7', 0, 1);
ANALYZE
