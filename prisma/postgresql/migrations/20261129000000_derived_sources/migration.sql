-- Verdicts, texts of strategies and facts name the turns that they are made from. For those of before, what may be
-- a source is one: the two messages after a judged turn, and the messages before one that a fact was read from.
CREATE TEMP TABLE "Heard" AS
SELECT t."id" AS "turnId", t."id" AS "sourceTurnId" FROM "Turn" t
UNION SELECT c."parentId", c."id" FROM "Turn" c WHERE c."parentId" IS NOT NULL
UNION SELECT c."parentId", g."id" FROM "Turn" c JOIN "Turn" g ON g."parentId" = c."id" WHERE c."parentId" IS NOT NULL;

CREATE INDEX "Heard_turn" ON "Heard" ("turnId");

INSERT INTO "Provenance" ("ownerId", "kind", "refId", "sourceTurnId")
SELECT v."ownerId", 'verdict', v."turnId", h."sourceTurnId" FROM "Verdict" v JOIN "Heard" h ON h."turnId" = v."turnId"
WHERE TRUE ON CONFLICT DO NOTHING;

-- Which turn taught which strategy its words: whoever changed a text, and the sources of a new strategy.
CREATE TEMP TABLE "Taught" AS
SELECT d."ownerId", d."strategyId", d."turnId" FROM "Delta" d
WHERE d."turnId" IS NOT NULL AND d."op" IN ('ADD', 'UPDATE') AND jsonb_exists_any(d."after", ARRAY['content', 'title', 'description', 'query', 'tags', 'domain'])
UNION SELECT d."ownerId", d."strategyId", s."value" FROM "Delta" d, jsonb_array_elements_text(d."after" -> 'sources') s ("value")
WHERE d."op" = 'ADD' AND jsonb_typeof(d."after" -> 'sources') = 'array';

CREATE INDEX "Taught_strategy" ON "Taught" ("strategyId");

-- With the words of the strategies that the turn's answer cites, since these were shown where it was learned from.
INSERT INTO "Provenance" ("ownerId", "kind", "refId", "sourceTurnId")
WITH RECURSIVE "Wording" ("ownerId", "strategyId", "sourceTurnId") AS (
  SELECT t."ownerId", t."strategyId", h."sourceTurnId" FROM "Taught" t JOIN "Heard" h ON h."turnId" = t."turnId"
  UNION
  SELECT t."ownerId", t."strategyId", w."sourceTurnId" FROM "Wording" w
  JOIN "StrategyUse" u ON u."strategyId" = w."strategyId" AND u."cited"
  JOIN "Taught" t ON t."turnId" = u."turnId")
SELECT DISTINCT "ownerId", 'wording', "strategyId", "sourceTurnId" FROM "Wording"
WHERE TRUE ON CONFLICT DO NOTHING;

-- What a fact says, and its quotation does not, comes from the messages before it, or from facts about the same.
CREATE TEMP TABLE "Read" AS
SELECT f."id", f."ownerId", f."subjectId", f."sourceTurnId" AS "turnId" FROM "Fact" f JOIN "Entity" e ON e."id" = f."subjectId"
WHERE f."sourceTurnId" IS NOT NULL AND f."origin" <> 'person' AND (position(f."objectNorm" IN lower(COALESCE(f."quote", ''))) = 0
  OR (e."norm" <> 'user' AND position(e."norm" IN lower(COALESCE(f."quote", ''))) = 0));

INSERT INTO "Provenance" ("ownerId", "kind", "refId", "sourceTurnId")
SELECT "ownerId", 'fact', "id", "sourceTurnId" FROM (
  SELECT r."ownerId", r."id", a."parentId" AS "sourceTurnId" FROM "Read" r JOIN "Turn" a ON a."id" = r."turnId"
  UNION SELECT r."ownerId", r."id", b."parentId" FROM "Read" r JOIN "Turn" a ON a."id" = r."turnId" JOIN "Turn" b ON b."id" = a."parentId"
  UNION SELECT r."ownerId", r."id", c."parentId" FROM "Read" r JOIN "Turn" a ON a."id" = r."turnId" JOIN "Turn" b ON b."id" = a."parentId" JOIN "Turn" c ON c."id" = b."parentId"
  UNION SELECT r."ownerId", r."id", f."sourceTurnId" FROM "Read" r JOIN "Entity" e ON e."id" = r."subjectId" AND e."norm" <> 'user' JOIN "Fact" f ON f."subjectId" = r."subjectId" AND f."sourceTurnId" <> r."turnId"
) x WHERE "sourceTurnId" IS NOT NULL ON CONFLICT DO NOTHING;

DROP TABLE pg_temp."Heard";
DROP TABLE pg_temp."Taught";
DROP TABLE pg_temp."Read";
