import { join, raw, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import type { OtherTurn } from '@/lib/shared/memory/forget'
import { literal } from '@/lib/shared/turn/literal'
import { inPromptFiles } from '../purge/purge-prompt-files'
import { saying } from './snippets'

type Place = { turnId: string | null; what: string }
const pattern = (snippet: string) => `%${snippet.replace(/[!%_]/g, (sign) => `!${sign}`)}%`
const MOST_PLACES = 200

/**
 * Text columns of a turn: their table as `x` with joins, the turn id and the owner's table. `copied` = they
 * repeat other turns.
 */
const TURN_COLUMNS = [
  {
    ...{ from: '"Turn" x', turn: 'x."id"', owner: 'x' },
    columns: 'userText answer attachments options complexity error',
  },
  { from: '"Turn" x', turn: 'x."id"', owner: 'x', columns: 'messages window', copied: true },
  {
    ...{ from: '"Step" x', turn: 'x."turnId"', owner: 'x' },
    columns: 'text reasoning decision error tries',
  },
  { from: '"Step" x', turn: 'x."turnId"', owner: 'x', columns: 'manifest', copied: true },
  {
    ...{ from: '"ToolCall" x JOIN "Step" s ON s."id" = x."stepId"', turn: 's."turnId"', owner: 's' },
    columns: 'args name',
  },
  {
    ...{ from: '"Event" x JOIN "Turn" t ON t."id" = x."turnId"', turn: 'x."turnId"', owner: 't' },
    ...{ columns: 'data', copied: true },
  },
  { from: '"Recall" x', turn: 'x."turnId"', owner: 'x', columns: 'request' },
  { from: '"Recall" x', turn: 'x."turnId"', owner: 'x', columns: 'nearMisses', copied: true },
  { from: '"FileTouch" x', turn: 'x."turnId"', owner: 'x', columns: 'path' },
  {
    from: `"Summary" x JOIN "Provenance" p ON p."kind" = 'summary' AND p."refId" = x."id"`,
    ...{ turn: 'p."sourceTurnId"', owner: 'x', columns: 'text insights', copied: true },
  },
]
/** Text columns outside turns, with the name of the place in the proof. */
const OTHER_COLUMNS = [
  { what: 'a title', from: '"Conversation" x', columns: 'title', where: 'x."trashId" IS NULL' },
  { what: 'a file that waits to be sent', from: '"Upload" x', columns: 'path' },
  { what: 'a setting', from: '"Setting" x', columns: 'value' },
  { what: 'a background job', from: '"Job" x', columns: 'payload progress result error' },
  { what: 'a fact', from: '"Fact" x', columns: 'object quote' },
  { what: 'the subject of a fact', from: '"Entity" x', columns: 'name' },
  { what: 'a strategy', from: '"Strategy" x', columns: 'title description content query tags domain' },
  { what: 'the history of a strategy', from: '"Delta" x', columns: 'before after' },
  { what: 'a topic', from: '"Topic" x', columns: 'title terms' },
  { what: 'the words of topics', from: '"TopicState" x', columns: 'vocabulary names' },
  { what: 'a verdict', from: '"Verdict" x', columns: 'reasons' },
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

/**
 * Searches the text and JSON columns of an owner, without those that repeat other turns if `own`; each match
 * has its turn or the name of its place. A quotation in Markdown is a match, too.
 */
async function placesOf(db: Db, ownerId: string, said: string[], own: boolean): Promise<Place[]> {
  if (!said.length) return []
  const snippets = [...new Set(said.flatMap((text) => [text, literal(text)]))]
  const inTurns = TURN_COLUMNS.filter(({ copied }) => !(own && copied)).map(
    async ({ from, turn, owner, columns }): Promise<Place[]> => {
      const rows = await db.$queryRaw<{ turnId: string }[]>(
        sqltag`SELECT DISTINCT ${raw(turn)} AS "turnId" FROM ${raw(from)}
        WHERE ${raw(owner)}."ownerId" = ${ownerId} AND (${containsAny(columns, snippets)}) LIMIT ${MOST_PLACES}`,
      )
      return rows.map(({ turnId }) => ({ turnId, what: '' }))
    },
  )
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
      own,
    )),
  ]
}

/** Marks the list of files and notes of a workspace; no file path equals it. */
const TREE = '/'
/**
 * The owners of stored texts: turns, by their contexts, prompts, tool results and recalls (not if `own`), or
 * files. An unreferenced text is a place of its own.
 */
async function placesOfTexts(db: Db, ownerId: string, hashes: string[], own: boolean): Promise<Place[]> {
  const places: Place[] = []
  for (const hash of hashes) {
    const rows = await db.$queryRaw<{ turnId: string; file: string | null }[]>`
      SELECT "turnId" AS "turnId", NULL AS "file" FROM "Context" WHERE "ownerId" = ${ownerId} AND CAST("toolCalls" AS TEXT) LIKE ${`%${hash}%`}
      UNION SELECT "turnId", NULL FROM "Step" WHERE "ownerId" = ${ownerId} AND CAST("manifest" AS TEXT) LIKE ${`%${hash}%`}
      UNION SELECT s."turnId", NULL FROM "ToolCall" c JOIN "Step" s ON s."id" = c."stepId" WHERE s."ownerId" = ${ownerId} AND c."resultHash" = ${hash}
      UNION SELECT r."turnId", NULL FROM "RecallHit" h JOIN "Recall" r ON r."id" = h."recallId" WHERE r."ownerId" = ${ownerId} AND h."excerptHash" = ${hash}
      UNION SELECT "turnId", NULL FROM "Recall" WHERE "ownerId" = ${ownerId} AND CAST("nearMisses" AS TEXT) LIKE ${`%${hash}%`}
      UNION SELECT "turnId", ${TREE} FROM "Context" WHERE "ownerId" = ${ownerId} AND "treeHash" = ${hash}
      UNION SELECT "turnId", "path" FROM "FileTouch" WHERE "ownerId" = ${ownerId} AND ("toHash" = ${hash} OR "fromHash" = ${hash})`
    if (rows.length === 0) places.push({ turnId: null, what: 'a stored text' })
    for (const { turnId, file } of rows)
      if (file !== null)
        places.push({
          turnId: null,
          what: file === TREE ? 'the notes of the workspace' : `the file ${file}`,
        })
      else if (!own) places.push({ turnId, what: '' })
  }
  return places
}

/** Whether a turn that stays says this itself, so that prompts and summaries repeat it from there. */
async function isStillSaid(db: Db, ownerId: string, snippet: string) {
  const turns = await db.turn.findMany({
    where: { ownerId, trashId: null, ...saying(snippet) },
    select: { id: true },
    take: 1,
  })
  return turns.length > 0
}

export type Traces = { also: OtherTurn[]; elsewhere: string[] }
/**
 * Searches all of an owner's data for the forgotten texts; `quoting` = turns that still name them as a
 * source. `also` = turns that contain or quote one, `elsewhere` = names of other places. Of what a turn
 * still says only that turn is listed, not the prompts that quote it. `promptFolder` = searched too.
 */
export async function findTraces(
  db: Db,
  ownerId: string,
  snippets: string[],
  except: ReadonlySet<string>,
  quoting: string[] = [],
  promptFolder: string | null = null,
): Promise<Traces> {
  const [said, unsaid]: [string[], string[]] = [[], []]
  for (const snippet of snippets) ((await isStillSaid(db, ownerId, snippet)) ? said : unsaid).push(snippet)
  const places = [
    ...(await placesOf(db, ownerId, unsaid, false)),
    ...(await placesOf(db, ownerId, said, true)),
    ...(promptFolder && (await inPromptFiles(promptFolder, ownerId, unsaid))
      ? [{ turnId: null, what: 'a prompt file' }]
      : []),
  ]
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
