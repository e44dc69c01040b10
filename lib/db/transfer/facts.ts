import { z } from 'zod'
import { sha256 } from '@/lib/db/engine/blobs'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { chunks, columns, inChunks, PAGE, pages } from '@/lib/db/engine/rows'
import { type NewStatement, statementOps } from '@/lib/db/facts/save'
import { trashedAmong } from '@/lib/db/forget/visible'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import { isSecretFact } from '@/lib/heuristics/secrets/secrets'
import { limits } from '@/lib/shared/limits'
import { FACT_ORIGINS, FACT_STATUSES, factNorm, isQuoted, tripleSchema } from '@/lib/shared/memory/facts'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import type { Runtime } from '@/lib/shared/runtime'
import { idSchema } from '@/lib/shared/schemas'
import { storableJson } from '@/lib/shared/storable'
import { textSchema } from '@/lib/shared/text'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'
import { date } from './bundle-rows'

/** One statement in an export. `source` = the turn that states it, null = the person added it. */
const exportedFact = tripleSchema
  .extend({
    validFrom: date,
    writtenAt: date.nullish(),
    confidence: z.number().min(0).max(1),
    origin: z.enum(FACT_ORIGINS),
    status: z.enum(FACT_STATUSES),
    pinned: z.boolean(),
    quote: textSchema(limits.transfer.quoteChars).nullable(),
    source: idSchema.nullable(),
    /** Other turns whose words it may have; absent in exports of earlier versions. */
    others: z.array(idSchema).max(1_000).default([]),
  })
  .refine(({ source, origin }) => source !== null || origin === 'person', 'no turn states it')
type ExportedFact = z.infer<typeof exportedFact>

/** Pages of statements outside the trash: those that a conversation states, or all but the sample's. */
export async function* exportedFacts(db: Db, ownerId: string, conversationId?: string) {
  const page = (last: string) =>
    db.fact.findMany({
      where: { ownerId, trashId: null, id: { gt: last } },
      include: { subject: { select: { name: true } } },
      orderBy: { id: 'asc' },
      take: PAGE,
    })
  for await (const rows of pages(page, ({ id }) => id)) {
    const turnIds = rows.flatMap(({ sourceTurnId }) => sourceTurnId ?? [])
    const among = conversationId === undefined ? NOT_OF_SAMPLE : { conversationId }
    const texts = await textsOf(db, ownerId, turnIds, among)
    const ids = rows.map(({ id }) => id)
    const trashed = await trashedAmong(db, ownerId, 'fact', ids)
    const words = await db.provenance.findMany({ where: { ownerId, kind: 'fact', refId: { in: ids } } })
    const shown = rows.filter(
      ({ id, sourceTurnId: turnId }) =>
        !trashed.has(id) && (turnId === null ? conversationId === undefined : texts.has(turnId)),
    )
    const othersOf = (id: string) =>
      words.flatMap(({ refId, sourceTurnId }) => (refId === id ? sourceTurnId : [])).sort()
    yield shown.map(({ subject, predicate, object, validFrom, confidence, origin, status, ...row }) => ({
      ...{ subject: subject.name, predicate, object, validFrom, confidence },
      origin: origin as ExportedFact['origin'],
      status: status as ExportedFact['status'],
      ...{ pinned: row.pinned, quote: row.quote, source: row.sourceTurnId, writtenAt: row.writtenAt },
      others: othersOf(row.id),
    }))
  }
}

const NOT_OF_SAMPLE = { conversation: { trashId: null, origin: { not: SAMPLE_ORIGIN } } }
/** What the person said in these turns, without those that memory may not use. */
async function textsOf(db: Db, ownerId: string, turnIds: string[], among: Prisma.TurnWhereInput = {}) {
  const where = { ownerId, ...REMEMBERED, ...among }
  const turns = await inChunks([...new Set(turnIds)], (ids) =>
    db.turn.findMany({ where: { ...where, id: { in: ids } }, select: columns('id userText') }),
  )
  return new Map(turns.map(({ id, userText }) => [id, userText]))
}

/** The turns of an imported conversation by the ids that they have in the file. */
export async function turnsByFileId(
  db: Db,
  ownerId: string,
  conversationId: string,
  fileTurns: readonly { id?: unknown; clientMessageId?: unknown }[],
): Promise<Map<string, string>> {
  const select = columns('id clientMessageId')
  const here = await db.turn.findMany({ where: { ownerId, conversationId }, select })
  const idOf = new Map<unknown, string>(here.map((turn) => [turn.clientMessageId, turn.id]))
  return new Map(
    fileTurns.flatMap(({ id, clientMessageId }) => {
      const known = idOf.get(clientMessageId)
      return known === undefined ? [] : [[String(id), known]]
    }),
  )
}

/**
 * Adds facts of a file that are not here yet. Anyone can write a file, so each waits for approval. Left out
 * are secrets, future dates, what its turn does not say, and without `own` what no turn states.
 */
export async function addFacts(
  { db, ownerId, runtime }: { db: Db; ownerId: string; runtime: Runtime },
  given: readonly unknown[],
  { turnIds, own, trusted }: { turnIds: ReadonlyMap<string, string>; own: boolean; trusted?: boolean },
): Promise<{ added: number; leftOut: number }> {
  const now = runtime.now()
  const byThePerson = await statementsHere(db, { ownerId, sourceTurnId: null })
  const known = new Set(byThePerson.map(keyOf))
  let [added, leftOut] = [0, Math.max(0, given.length - limits.transfer.facts)]
  for (const some of chunks(given.slice(0, limits.transfer.facts))) {
    const read = some.flatMap((one) => exportedFact.safeParse(storableJson(one)).data ?? [])
    const sources = read.flatMap(({ source }) => (source && turnIds.get(source)) ?? [])
    const texts = await textsOf(db, ownerId, sources)
    const usable = read.flatMap((fact): NewStatement[] => {
      const turnId = fact.source === null ? null : (turnIds.get(fact.source) ?? '')
      const text = turnId === null ? undefined : texts.get(turnId)
      const isQuote = fact.quote === null || isQuoted(text ?? '', fact.quote)
      const isSaid = isQuote && (turnId === null ? own : text !== undefined)
      if (!isSaid || isSecretFact(fact) || fact.validFrom > now || (fact.writtenAt ?? now) > now) return []
      const { source: _, validFrom: from, others: given, ...rest } = fact
      const others = given.flatMap((id) => turnIds.get(id) ?? [])
      const id = `fact_${sha256(`${ownerId}\n${keyOf({ ...fact, turnId })}`).slice(0, 24)}`
      return [{ ...rest, id, from, turnId, others, status: trusted ? fact.status : 'proposed' }]
    })
    const sameTime = { trashId: null, validFrom: { in: usable.map(({ from }) => from) } }
    const here = await statementsHere(db, { ownerId, OR: [{ sourceTurnId: { in: sources } }, sameTime] })
    for (const one of here) known.add(keyOf(one))
    // The copy of a turn states the same again.
    const kept = here.filter(({ turnId, trashId }) => turnId !== null && trashId === null)
    const saying = kept.map(({ turnId }) => turnId ?? '')
    const remembered = await textsOf(db, ownerId, saying)
    const stated = new Set(
      kept.flatMap((one) => (remembered.has(one.turnId ?? '') ? keyOf({ ...one, turnId: null }) : [])),
    )
    const fresh = usable.filter((fact) => {
      const one = { ...fact, validFrom: fact.from }
      const key = keyOf(one)
      return !stated.has(keyOf({ ...one, turnId: null })) && !known.has(key) && known.add(key)
    })
    leftOut += some.length - usable.length
    added += fresh.length
    const ids = fresh.map(({ id }) => id)
    await db.$transaction([
      ...statementOps(db, ownerId, fresh),
      ...changeOps(db, ownerId, changesTo('fact', 'put', ids)),
    ])
  }
  return { added, leftOut }
}

type Key = Pick<ExportedFact, 'subject' | 'predicate' | 'object' | 'validFrom'> & { turnId: string | null }
/** Equal for two statements that are the same one. A turn states each fact once; a person may on two days. */
const keyOf = ({ subject, predicate, object, validFrom, turnId }: Key) => {
  const said = [factNorm(subject), standardPredicate(predicate), factNorm(object)]
  return [turnId ?? validFrom.toISOString(), ...said].join('\n')
}

/** The statements that are here, in the trash or not. */
async function statementsHere(db: Db, where: Prisma.FactWhereInput) {
  const fields = columns('predicate object validFrom sourceTurnId trashId')
  const rows = await db.fact.findMany({ where, select: { ...fields, subject: { select: columns('name') } } })
  return rows.map(({ subject, sourceTurnId: turnId, ...row }) => ({ ...row, subject: subject.name, turnId }))
}
