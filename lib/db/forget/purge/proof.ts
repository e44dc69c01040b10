import { join, raw, sqltag } from '@prisma/client/runtime/client'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import type { OtherTurn } from '@/lib/shared/memory/forget'
import { literal } from '@/lib/shared/turn/literal'
import { inPromptFiles } from './purge-prompt-files'

type Place = { from: string; columns: string; turn?: string; what?: string; kind?: string }
const STEP = '"Step" x'
const copied = { kind: `'copied'`, turn: 'x."turnId"' }
/**
 * Every text column of an owner's rows `x`, with its turn or with the name that the report has for it. `kind` =
 * whether a remaining turn `said` the text itself, or the column is `copied` from what turns say.
 */
const COLUMNS: Place[] = [
  {
    ...{ from: '"Turn" x', turn: 'x."id"', columns: 'userText answer' },
    kind: `CASE WHEN x."trashId" IS NULL THEN 'said' ELSE '' END`,
  },
  { from: '"Turn" x', turn: 'x."id"', columns: 'attachments options complexity error' },
  { ...copied, from: '"Turn" x', turn: 'x."id"', columns: 'messages window' },
  { from: STEP, turn: 'x."turnId"', columns: 'text reasoning decision error tries' },
  { ...copied, from: STEP, columns: 'manifest' },
  { from: `${STEP} JOIN "ToolCall" y ON y."stepId" = x."id"`, turn: 'x."turnId"', columns: 'y.args y.name' },
  { ...copied, from: '"Turn" x JOIN "Event" y ON y."turnId" = x."id"', turn: 'x."id"', columns: 'y.data' },
  { from: '"Recall" x', turn: 'x."turnId"', columns: 'request' },
  { ...copied, from: '"Recall" x', columns: 'nearMisses' },
  { from: '"FileTouch" x', turn: 'x."turnId"', columns: 'path' },
  {
    ...{ ...copied, turn: 'y."sourceTurnId"', columns: 'text insights' },
    from: `"Summary" x JOIN "Provenance" y ON y."kind" = 'summary' AND y."refId" = x."id"`,
  },
  { what: `'a title'`, from: '(SELECT * FROM "Conversation" WHERE "trashId" IS NULL) x', columns: 'title' },
  { what: `'a file that waits to be sent'`, from: '"Upload" x', columns: 'path' },
  { what: `'a setting'`, from: '"Setting" x', columns: 'value' },
  { what: `'a background job'`, from: '"Job" x', columns: 'payload progress result error' },
  { what: `'a fact'`, from: '"Fact" x', columns: 'object quote' },
  { what: `'the subject of a fact'`, from: '"Entity" x', columns: 'name' },
  { what: `'a strategy'`, from: '"Strategy" x', columns: 'title description content query tags domain' },
  { what: `'the history of a strategy'`, from: '"Delta" x', columns: 'before after' },
  { what: `'a topic'`, from: '"Topic" x', columns: 'title terms' },
  { what: `'the words of topics'`, from: '"TopicState" x', columns: 'vocabulary names' },
  { what: `'a verdict'`, from: '"Verdict" x', columns: 'reasons' },
]
/** The same of columns that name a stored text by its hash. */
const HASHES: Place[] = [
  { ...copied, from: '"Context" x', columns: 'toolCalls' },
  { ...copied, from: STEP, columns: 'manifest' },
  { ...copied, from: `${STEP} JOIN "ToolCall" y ON y."stepId" = x."id"`, columns: 'y.resultHash' },
  { ...copied, from: '"Recall" x', columns: 'nearMisses' },
  { ...copied, from: '"Recall" x JOIN "RecallHit" y ON y."recallId" = x."id"', columns: 'y.excerptHash' },
  { what: `'the notes of the workspace'`, from: '"Context" x', columns: 'treeHash' },
  { what: `'the file ' || x."path"`, from: '"FileTouch" x', columns: 'fromHash toHash' },
]

type Found = { n: number | bigint; turnId: string | null; what: string; kind: string }
/** Where an owner's rows contain these texts, word for word; `n` = which text. One search, on both databases. */
async function search(db: Db, ownerId: string, texts: readonly string[]): Promise<Found[]> {
  if (texts.length === 0) return []
  const has = raw(onSqlite(db) ? 'instr' : 'strpos')
  // A quotation in Markdown is a match, too.
  const sought = texts.flatMap((text, n) =>
    [...new Set([text, literal(text)])].map((one) => [n, one] as const),
  )
  const select = (
    { from, columns, turn = 'NULL', what = `''`, kind = `''` }: Place,
    of: string,
    by: string,
  ) => {
    const names = columns
      .split(' ')
      .map((name) => (name.startsWith('y.') ? `y."${name.slice(2)}"` : `x."${name}"`))
    const holds = names.map((name) => sqltag`${has}(CAST(${raw(name)} AS TEXT), s.${raw(by)}) > 0`)
    return sqltag`SELECT s."n" AS "n", ${raw(turn)} AS "turnId", ${raw(what)} AS "what", ${raw(kind)} AS "kind"
      FROM ${raw(from)} JOIN ${raw(of)} s ON ${join(holds, ' OR ')} WHERE x."ownerId" = ${ownerId}`
  }
  return db.$queryRaw<Found[]>(sqltag`
    WITH sought("n", "text") AS (VALUES ${join(sought.map(([n, text]) => sqltag`(CAST(${n} AS INTEGER), CAST(${text} AS TEXT))`))}),
      stored AS MATERIALIZED (SELECT s."n" AS "n", b."hash" AS "hash" FROM "Blob" b
        JOIN sought s ON ${has}(b."text", s."text") > 0 WHERE b."ownerId" = ${ownerId})
    SELECT DISTINCT * FROM (
      ${join([...COLUMNS.map((place) => select(place, 'sought', '"text"')), ...HASHES.map((place) => select(place, 'stored', '"hash"'))], ' UNION ALL ')}
    ) AS "found"`)
}

/** Texts that occur nowhere else; the others are legitimately still in the file. */
export async function unreferenced(db: Db, ownerId: string, snippets: readonly string[]): Promise<string[]> {
  const found = new Set((await search(db, ownerId, snippets)).map(({ n }) => Number(n)))
  return snippets.filter((_, n) => !found.has(n))
}

type Traces = { also: OtherTurn[]; elsewhere: string[] }
/**
 * Where the forgotten texts still are; `pictured` = turns that still have one of their images. `also` = turns that
 * contain a text, `elsewhere` = names of other places. Of what a turn still says only that turn is
 * listed, not what quotes it. `promptFolder` = searched too.
 */
export async function findTraces(
  db: Db,
  ownerId: string,
  snippets: string[],
  except: ReadonlySet<string>,
  pictured: string[],
  promptFolder: string | null,
): Promise<Traces> {
  const rows = await search(db, ownerId, snippets)
  const said = new Set(rows.flatMap(({ n, kind }) => (kind === 'said' ? Number(n) : [])))
  const places = rows.filter(({ n, kind }) => kind !== 'copied' || !said.has(Number(n)))
  const unsaid = snippets.filter((_, n) => !said.has(n))
  const inFile = promptFolder !== null && (await inPromptFiles(promptFolder, ownerId, unsaid))
  const ids = [...pictured, ...places.flatMap((place) => place.turnId ?? [])].filter((id) => !except.has(id))
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: [...new Set(ids)] } },
    select: { id: true, conversationId: true, number: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return {
    also: turns.map(({ id, ...turn }) => ({ ...turn, turnId: id })),
    elsewhere: [
      ...new Set([...places.flatMap(({ what }) => what || []), ...(inFile ? ['a prompt file'] : [])]),
    ],
  }
}
