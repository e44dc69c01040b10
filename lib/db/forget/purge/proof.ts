import { join, raw, sqltag } from '@prisma/client/runtime/client'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { imagesElsewhere, turnsWithImages } from '@/lib/db/files/images'
import { unitsLeft } from '@/lib/db/memory/full-text'
import { jobOps } from '@/lib/db/turns/jobs'
import type { ForgetProof, OtherTurn } from '@/lib/shared/memory/forget'
import { literal } from '@/lib/shared/turn/literal'
import { STILL_THERE } from '../forget-plan'
import { gapsOf, spanOf } from '../trash-list'
import { isWhole, NO_PLAN, purgedWhat, type Trashed } from '../trashed'
import type { Due, Purging, Started } from './purge-due'
import { inPromptFiles } from './purge-prompt-files'

type SearchedColumns = { from: string; columns: string; turn?: string; what?: string; kind?: string }
const STEP = '"Step" x'
const copied = { kind: `'copied'`, turn: 'x."turnId"' }
/**
 * Every text column of an owner's rows `x`, with its turn or with the name that the report has for it. `kind` =
 * whether a remaining turn `said` the text itself, or the column is `copied` from what turns say.
 */
const COLUMNS: SearchedColumns[] = [
  {
    ...{ from: '"Turn" x', turn: 'x."id"', columns: 'userText answer' },
    kind: `CASE WHEN x."trashId" IS NULL THEN 'said' ELSE '' END`,
  },
  { from: '"Turn" x', turn: 'x."id"', columns: 'attachments options plan error' },
  { ...copied, from: '"Turn" x', turn: 'x."id"', columns: 'messages window' },
  { from: STEP, turn: 'x."turnId"', columns: 'text reasoning decision error log' },
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
const HASHES: SearchedColumns[] = [
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
    { from, columns, turn = 'NULL', what = `''`, kind = `''` }: SearchedColumns,
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

/** Where the forgotten texts still are: in turns (`also`) and `elsewhere`, but not what quotes such a turn. */
async function findTraces(purging: Purging, { snippets, images }: Started, own: ReadonlySet<string>) {
  const { db, ownerId, promptFolder } = purging
  const pictured = await turnsWithImages(db, ownerId, images)
  const rows = await search(db, ownerId, snippets)
  const said = new Set(rows.flatMap(({ n, kind }) => (kind === 'said' ? Number(n) : [])))
  const places = rows.filter(({ n, kind }) => kind !== 'copied' || !said.has(Number(n)))
  const unsaid = snippets.filter((_, n) => !said.has(n))
  const inFile = promptFolder !== null && (await inPromptFiles(promptFolder, ownerId, unsaid))
  const ids = [...pictured, ...places.flatMap((place) => place.turnId ?? [])].filter((id) => !own.has(id))
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: [...new Set(ids)] } },
    select: columns('id conversationId number'),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const named = [...places.flatMap(({ what }) => what || []), ...(inFile ? ['a prompt file'] : [])]
  return {
    also: turns.map(({ id, ...turn }): OtherTurn => ({ ...turn, turnId: id })),
    elsewhere: [...new Set(named), ...(await imagesElsewhere(db, ownerId, images))],
  }
}

/** Stores the proof in place of the search texts; the row is closed once the database file is wiped. */
export async function verify(purging: Purging, { id, trashed, turns }: Due, started: Started) {
  const { db, ownerId, now } = purging
  const { kind, conversationId, cited, numbers, together = [] } = trashed
  const others = { ownerId, trashId: { in: together } }
  const alongside = await db.turn.findMany({ where: others, select: columns('id') })
  const own = new Set([...turns, ...alongside].map((turn) => turn.id))
  const { also, elsewhere } = await findTraces(purging, started, own)
  const citers = { ownerId, id: { in: cited.map((turn) => turn.turnId) }, ...STILL_THERE }
  const citing = await db.turn.findMany({ where: citers, select: columns('id') })
  const stillCiting = cited.filter(({ turnId }) => citing.some((turn) => turn.id === turnId))
  const gaps = gapsOf(numbers)
  const isIndexed = await unitsLeft(db, ownerId, kind === 'imported' ? null : conversationId)
  const proof: ForgetProof = {
    stage: 'gone',
    kind,
    conversationId,
    ...(isWhole(trashed) ? { from: 0, to: 0 } : spanOf(numbers)),
    ...(gaps.length ? { numbers: gaps } : {}),
    counts: Object.fromEntries(Object.entries(started.counts).filter(([, count]) => count > 0)),
    also: [...new Map([...also, ...stillCiting].map((turn) => [turn.turnId, turn])).values()],
    elsewhere: [...elsewhere, ...(isIndexed ? ['the full-text index'] : [])],
    checked: started.snippets.length,
    at: now.toISOString(),
  }
  const bare: Trashed = { ...trashed, ...NO_PLAN, verified: proof }
  await db.trash.update({ where: { id, ownerId }, data: { held: bare }, select: columns('id') })
  return proof
}

/** The last write: releases the tombstones, schedules new roll-ups and publishes the proof. */
export async function close(purging: Purging, due: Due, proof: ForgetProof): Promise<void> {
  const { db, ownerId } = purging
  const { id, trashed, turns } = due
  const { kind, conversationId } = trashed
  const turnIds = turns.map((turn) => turn.id)
  const changes = isWhole(trashed)
    ? changesTo('conversation', 'del', [conversationId || id])
    : [
        ...changesTo('turn', 'del', turnIds),
        ...changesTo('fact', 'del', kind === 'fact' ? [id] : []),
        ...changesTo('conversation', 'put', proof.counts.file ? [conversationId] : []),
      ]
  await db.$transaction([
    db.trash.update({
      where: { id, ownerId },
      data: { what: purgedWhat(trashed), held: proof },
      select: columns('id'),
    }),
    db.turn.updateMany({ where: { ownerId, trashId: id }, data: { trashId: null } }),
    ...(isWhole(trashed) ? [] : await rollUpJobs(purging, id, conversationId)),
    ...changeOps(db, ownerId, changes),
  ])
}

/** One job per branch with stale roll-ups, for the last turn that they cover. */
async function rollUpJobs({ db, ownerId, now }: Purging, trashId: string, conversationId: string) {
  const where = { ownerId, conversationId, level: { gte: 1 }, stale: true }
  const stale = await db.summary.groupBy({ by: ['branchId'], where, _max: { toNumber: true } })
  const last = stale.map(({ branchId, _max }) => ({ branchId, number: _max.toNumber ?? 0 }))
  const turns = await db.turn.findMany({ where: { ownerId, OR: last }, select: columns('id') })
  const jobs = turns.map(({ id: turnId }) => ({
    ...{ id: `job_${trashId}_${turnId}`, kind: 'roll-up', key: `${trashId}.${turnId}`, payload: { turnId } },
  }))
  return jobOps(db, ownerId, jobs, now)
}
