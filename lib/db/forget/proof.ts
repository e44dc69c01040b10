import { join, raw, sqltag } from '@prisma/client/runtime/client'
import type { Db, Prisma } from '@/lib/db/engine/client'
import type { OtherTurn } from '@/lib/shared/forget'
import { limits } from '@/lib/shared/limits'

const {
  snippets: MOST,
  snippetChars,
  leastSnippet,
  phrase,
  words: MOST_WORDS,
  leastWord,
  rare,
} = limits.forget

const longestFirst = (a: string, b: string) => b.length - a.length
/** Sentences split at characters that JSON escapes, so that they match stored JSON too. */
const piecesOf = (text: string) =>
  text
    .split(/[\n\r"\\\t]|(?<=[.!?])\s+/)
    .map((piece) => piece.trim().slice(0, snippetChars))
    .filter(Boolean)
    .sort(longestFirst)

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._@/'’+-]*[\p{L}\p{N}])?/gu
const CODE = /\p{N}|\p{L}[._@/+]\p{L}/u
const INSIDE = /[\p{L}\p{N},;:] $/u
/**
 * Words that can reveal content by themselves: codes and numbers, then names (capitalised inside a sentence),
 * longest first.
 */
function distinctiveWords(texts: readonly string[]): string[] {
  const [codes, names] = [new Set<string>(), new Set<string>()]
  for (const text of texts)
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (word.length < leastWord || word.length > snippetChars) continue
      if (CODE.test(word)) codes.add(word)
      else if (/^\p{Lu}/u.test(word) && INSIDE.test(text.slice(Math.max(0, index - 2), index)))
        names.add(word)
    }
  return [codes, names].flatMap((words) => [...words].sort(longestFirst))
}

/**
 * Texts to search for after the purge: long or rare pieces of each message, unusual phrases of
 * answers, then rare codes and names, because a secret is often repeated without its sentence.
 */
export async function snippetsOf(
  db: Db,
  ownerId: string,
  { written, answers }: { written: string[]; answers: string[] },
): Promise<string[]> {
  const isInFewTurns = async (where: Prisma.TurnWhereInput, most: number) =>
    (await db.turn.findMany({ where: { ownerId, ...where }, select: { id: true }, take: most + 1 })).length <=
    most
  /** Whether few turns other than the forgotten ones contain it. */
  const isRare = (piece: string) =>
    isInFewTurns(
      { OR: [{ userText: { contains: piece } }, { answer: { contains: piece } }] },
      written.length + rare,
    )
  const own = [
    ...new Set(
      written.flatMap((text) => piecesOf(text).filter((piece, i) => i === 0 || piece.length >= leastSnippet)),
    ),
  ]
    .sort(longestFirst)
    .slice(0, MOST)
  const found: string[] = []
  for (const piece of own) if (piece.length >= leastSnippet || (await isRare(piece))) found.push(piece)
  for (const piece of [...new Set(answers.flatMap(piecesOf))].sort(longestFirst).slice(0, MOST)) {
    if (found.length >= MOST) break
    if (piece.length < leastSnippet || found.includes(piece)) continue
    if (await isInFewTurns({ answer: { contains: piece } }, answers.length + phrase)) found.push(piece)
  }
  const words = distinctiveWords(written).filter((word) => !found.includes(word))
  for (const word of words.slice(0, MOST_WORDS * 2)) {
    if (found.length >= MOST + MOST_WORDS) break
    if (await isRare(word)) found.push(word)
  }
  return found
}

type Place = { turnId: string | null; what: string }
const pattern = (snippet: string) => `%${snippet.replace(/[!%_]/g, (sign) => `!${sign}`)}%`
const MOST_PLACES = 200

/** Text columns of a turn: their table as `x` with joins, the turn id and the owner's table. */
const TURN_COLUMNS = [
  {
    ...{ from: '"Turn" x', turn: 'x."id"', owner: 'x' },
    columns: 'userText answer attachments options messages complexity window error',
  },
  {
    ...{ from: '"Step" x', turn: 'x."turnId"', owner: 'x' },
    columns: 'text reasoning decision error tries manifest',
  },
  {
    ...{ from: '"ToolCall" x JOIN "Step" s ON s."id" = x."stepId"', turn: 's."turnId"', owner: 's' },
    columns: 'args name',
  },
  {
    ...{ from: '"Event" x JOIN "Turn" t ON t."id" = x."turnId"', turn: 'x."turnId"', owner: 't' },
    columns: 'data',
  },
  { from: '"Recall" x', turn: 'x."turnId"', owner: 'x', columns: 'request nearMisses' },
  { from: '"FileTouch" x', turn: 'x."turnId"', owner: 'x', columns: 'path' },
  {
    from: `"Summary" x JOIN "Provenance" p ON p."kind" = 'summary' AND p."refId" = x."id"`,
    ...{ turn: 'p."sourceTurnId"', owner: 'x', columns: 'text insights' },
  },
]
/** Text columns outside turns, with the name of the place in the proof. */
const OTHER_COLUMNS = [
  { what: 'a title', from: '"Conversation" x', columns: 'title', where: 'x."trashId" IS NULL' },
  { what: 'a file that waits to be sent', from: '"Upload" x', columns: 'path' },
  { what: 'a setting', from: '"Setting" x', columns: 'value' },
  { what: 'a background job', from: '"Job" x', columns: 'payload progress result error' },
  { what: 'a fact', from: '"Fact" x', columns: 'object quote' },
  { what: 'a strategy', from: '"Strategy" x', columns: 'title description content' },
]

/** Whether one of these columns of `x` contains one of the snippets. */
const containsAny = (columns: string, snippets: readonly string[]) =>
  join(
    columns
      .split(' ')
      .flatMap((column) =>
        snippets.map(
          (text) => sqltag`CAST(x.${raw(`"${column}"`)} AS TEXT) LIKE ${pattern(text)} ESCAPE '!'`,
        ),
      ),
    ' OR ',
  )

/** Searches every text and JSON column of an owner; each match has its turn or the name of its place. */
async function placesOf(db: Db, ownerId: string, snippets: string[]): Promise<Place[]> {
  const inTurns = TURN_COLUMNS.map(async ({ from, turn, owner, columns }): Promise<Place[]> => {
    const rows = await db.$queryRaw<{ turnId: string }[]>(
      sqltag`SELECT DISTINCT ${raw(turn)} AS "turnId" FROM ${raw(from)}
        WHERE ${raw(owner)}."ownerId" = ${ownerId} AND (${containsAny(columns, snippets)}) LIMIT ${MOST_PLACES}`,
    )
    return rows.map(({ turnId }) => ({ turnId, what: '' }))
  })
  const elsewhere = OTHER_COLUMNS.map(async ({ what, from, columns, where }): Promise<Place[]> => {
    const rows = await db.$queryRaw<unknown[]>(
      sqltag`SELECT 1 AS "found" FROM ${raw(from)}
        WHERE x."ownerId" = ${ownerId} AND ${raw(where ?? '1 = 1')} AND (${containsAny(columns, snippets)}) LIMIT 1`,
    )
    return rows.map(() => ({ turnId: null, what }))
  })
  const blobs = await db.$queryRaw<{ hash: string }[]>`
    SELECT x."hash" FROM "Blob" x
    WHERE x."ownerId" = ${ownerId} AND (${containsAny('text', snippets)}) LIMIT ${MOST_PLACES}`
  return [
    ...(await Promise.all([...inTurns, ...elsewhere])).flat(),
    ...(await placesOfTexts(
      db,
      ownerId,
      blobs.map((blob) => blob.hash),
    )),
  ]
}

/** Marks the list of files and notes of a workspace; no file path equals it. */
const TREE = '/'
/**
 * The owners of stored texts: turns, by their contexts, prompts, tool results and recalls, or files. An
 * unreferenced text is a place of its own.
 */
async function placesOfTexts(db: Db, ownerId: string, hashes: string[]): Promise<Place[]> {
  const places: Place[] = []
  for (const hash of hashes) {
    const rows = await db.$queryRaw<{ turnId: string; file: string | null }[]>`
      SELECT "turnId" AS "turnId", NULL AS "file" FROM "Context" WHERE "ownerId" = ${ownerId} AND CAST("toolCalls" AS TEXT) LIKE ${`%${hash}%`}
      UNION SELECT "turnId", NULL FROM "Step" WHERE "ownerId" = ${ownerId} AND CAST("manifest" AS TEXT) LIKE ${`%${hash}%`}
      UNION SELECT s."turnId", NULL FROM "ToolCall" c JOIN "Step" s ON s."id" = c."stepId" WHERE s."ownerId" = ${ownerId} AND c."resultHash" = ${hash}
      UNION SELECT r."turnId", NULL FROM "RecallHit" h JOIN "Recall" r ON r."id" = h."recallId" WHERE r."ownerId" = ${ownerId} AND h."excerptHash" = ${hash}
      UNION SELECT "turnId", ${TREE} FROM "Context" WHERE "ownerId" = ${ownerId} AND "treeHash" = ${hash}
      UNION SELECT "turnId", "path" FROM "FileTouch" WHERE "ownerId" = ${ownerId} AND ("toHash" = ${hash} OR "fromHash" = ${hash})`
    if (rows.length === 0) places.push({ turnId: null, what: 'a stored text' })
    for (const { turnId, file } of rows)
      places.push(
        file === null
          ? { turnId, what: '' }
          : { turnId: null, what: file === TREE ? 'the notes of the workspace' : `the file ${file}` },
      )
  }
  return places
}

export type Traces = { also: OtherTurn[]; elsewhere: string[] }
/**
 * Searches all of an owner's data for the forgotten texts; `quoting` = turns that still name them as a
 * source. `also` = turns that contain or quote one, `elsewhere` = names of other places.
 */
export async function findTraces(
  db: Db,
  ownerId: string,
  snippets: string[],
  except: ReadonlySet<string>,
  quoting: string[] = [],
): Promise<Traces> {
  const places = snippets.length ? await placesOf(db, ownerId, snippets) : []
  const ids = [...new Set([...quoting, ...places.flatMap((place) => place.turnId ?? [])])].filter(
    (id) => !except.has(id),
  )
  if (ids.length + places.length === 0) return { also: [], elsewhere: [] }
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: ids } },
    select: { id: true, conversationId: true, number: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return {
    also: turns.map(({ id, ...turn }) => ({ ...turn, turnId: id })),
    elsewhere: [...new Set(places.flatMap((place) => (place.turnId === null ? place.what : [])))],
  }
}
