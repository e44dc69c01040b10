import { changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { isTaken } from '@/lib/db/engine/errors'
import { columns } from '@/lib/db/engine/rows'
import { sourcesOf } from '@/lib/db/forget/derived'
import type { Turn } from '@/lib/db/turns/turns'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { contentWords } from '@/lib/heuristics/text/words'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { type FactBefore, type FactDto, factNorm } from '@/lib/shared/memory/facts'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

/** Changes statements that are not in the trash. @throws MnemeError not_found if there are none. */
async function change(
  db: Db,
  ownerId: string,
  ids: string[],
  data: Prisma.FactUpdateManyMutationInput,
  from?: Date,
  more: Batch = [],
) {
  const where = { ownerId, id: { in: ids }, trashId: null }
  const [made] = await db.$transaction([
    db.fact.updateMany({ where, data }),
    ...(from ? datesOps(db, where, ids[0], from) : []),
    ...more,
    ...changeOps(db, ownerId, changesTo('fact', 'put', ids)),
  ])
  if (!(made as { count: number }).count) throw notFound('fact')
}

/** A fact holds since its first statement; later statements keep a later date of their own. */
const datesOps = (db: Db, where: Prisma.FactWhereInput, first: string | undefined, validFrom: Date) => [
  db.fact.updateMany({ where: { ...where, validFrom: { lt: validFrom } }, data: { validFrom } }),
  db.fact.updateMany({ where: { ...where, id: first ?? '' }, data: { validFrom } }),
]

export const pin = (db: Db, ownerId: string, ids: string[], pinned: boolean) =>
  change(db, ownerId, ids, { pinned })

export const approve = (db: Db, ownerId: string, ids: string[], approved: boolean) =>
  change(db, ownerId, ids, { status: approved ? 'active' : 'proposed' })

/** What statements are about, and the texts of their turns. @throws MnemeError not_found without any. */
export async function readFrom(db: Db, ownerId: string, ids: string[]) {
  const found = await db.fact.findMany({
    where: { ownerId, id: { in: ids }, trashId: null },
    select: { sourceTurnId: true, subject: { select: { name: true } } },
  })
  const [first] = found
  if (!first) throw notFound('fact')
  const stating = found.flatMap(({ sourceTurnId }) => sourceTurnId ?? [])
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: [...stating, ...(await sourcesOf(db, ownerId, 'fact', ids))] } },
    select: { userText: true, answer: true, conversation: { select: { origin: true } } },
  })
  return {
    subject: first.subject.name,
    texts: turns.flatMap(({ userText, answer }) => [userText, answer]),
    isSample: turns.some(({ conversation }) => conversation.origin === SAMPLE_ORIGIN),
  }
}

/** What statements say, and the turns that state the same. @throws MnemeError not_found if there are none. */
export async function statedAlike(db: Db, ownerId: string, ids: string[]) {
  const where = { ownerId, id: { in: ids }, trashId: null }
  const found = await db.fact.findFirst({ where, include: { subject: { select: { name: true } } } })
  if (!found) throw notFound('fact')
  const { subjectId, predicate, objectNorm, object, subject } = found
  const alike = await db.fact.findMany({
    where: { ownerId, trashId: null, OR: [{ id: { in: ids } }, { subjectId, predicate, objectNorm }] },
    select: { sourceTurnId: true },
  })
  const turnIds = [...new Set(alike.flatMap(({ sourceTurnId }) => sourceTurnId ?? []))]
  return { subject: subject.name, object, turnIds }
}

const AS_WRITTEN = columns('id predicate object quote origin confidence validFrom writtenAt sourceTurnId')
export async function beforeEdit(db: Db, ownerId: string, ids: string[]): Promise<FactBefore> {
  const [statements, sources] = await Promise.all([
    db.fact.findMany({ where: { ownerId, id: { in: ids }, trashId: null }, select: AS_WRITTEN }),
    db.provenance.findMany({
      where: { ownerId, kind: 'fact', refId: { in: ids } },
      select: columns('refId sourceTurnId'),
    }),
  ])
  const written = statements.map((one) => ({ ...one, origin: one.origin as FactDto['origin'] }))
  return { statements: written, sources }
}

/** Undoes a correction. @throws MnemeError not_found if a fact or a message it was read from is gone. */
export async function undoEdit(db: Db, ownerId: string, { statements, sources }: FactBefore): Promise<void> {
  const ids = statements.map(({ id }) => id)
  const from = new Set([...statements, ...sources].flatMap(({ sourceTurnId }) => sourceTurnId ?? []))
  const [facts, turns] = await Promise.all([
    db.fact.count({ where: { ownerId, id: { in: ids }, trashId: null } }),
    db.turn.count({ where: { ownerId, id: { in: [...from] }, trashId: null } }),
  ])
  if (facts < ids.length || turns < from.size || sources.some(({ refId }) => !ids.includes(refId)))
    throw notFound('fact')
  await db.$transaction([
    ...statements.map(({ id, ...was }) =>
      db.fact.updateMany({ where: { ownerId, id }, data: { ...was, objectNorm: factNorm(was.object) } }),
    ),
    db.provenance.deleteMany({ where: { ownerId, kind: 'fact', refId: { in: ids } } }),
    db.provenance.createMany({ data: sources.map((one) => ({ ...one, ownerId, kind: 'fact' })) }),
    ...changeOps(db, ownerId, changesTo('fact', 'put', ids)),
  ])
}

type Correction = { ids: string[]; predicate: string; object: string; isOwn: boolean; isOver: boolean } & {
  now: Date
  from?: Date
}
/**
 * Corrects a fact: it becomes the person's own statement, without the quotation, and with `isOwn` without its
 * sources; `isOver` = it holds no longer, and must not count as newer than what replaced it. `ids` = oldest first.
 * @throws MnemeError conflict if the turn states that already.
 */
export async function edit(db: Db, ownerId: string, { ids, now, from, isOwn, isOver, ...said }: Correction) {
  const { object } = said
  const words = { predicate: standardPredicate(said.predicate), object, objectNorm: factNorm(object) }
  const written = { origin: 'person', quote: null, confidence: 1, ...(isOver ? {} : { writtenAt: now }) }
  const unsourced = isOwn ? { sourceTurnId: null } : {}
  const sources = { ownerId, kind: 'fact', refId: { in: ids } }
  const cut = isOwn ? [db.provenance.deleteMany({ where: sources })] : []
  try {
    await change(db, ownerId, ids, { ...words, ...written, ...unsourced }, from, cut)
  } catch (error) {
    if (!isTaken(error)) throw error
    throw new MnemeError('conflict', 'This message already states that fact.', 'Forget one of the two.')
  }
}

/** "My", "boat" and "is" go with the name of a boat; more words than these say something of their own. */
const MOST_OTHER_WORDS = 2
/** An answer that only repeats a fact has at most this many sentences. */
const MOST_ANSWER_SENTENCES = 2

/** Those of these turns that say more than the statements `ids`, whose subject and value are in `names`. */
export async function sayingMore(db: Db, ids: string[], names: string[], turns: Turn[]): Promise<Turn[]> {
  const where = { sourceTurnId: { in: turns.map(({ id }) => id) }, id: { notIn: ids }, trashId: null }
  const others = await db.fact.findMany({ where, select: { sourceTurnId: true } })
  const stating = new Set(others.map(({ sourceTurnId }) => sourceTurnId))
  const named = new Set(contentWords(names.join(' ')).map(({ lower }) => lower))
  const isLong = (text: string) =>
    contentWords(text).filter(({ lower }) => !named.has(lower)).length > MOST_OTHER_WORDS
  return turns.filter(({ id, userText, answer }) => {
    const [said, ...rest] = sentencesOf(userText)
    if (stating.has(id) || rest.length > 0) return true
    return said?.trim().endsWith('?')
      ? sentencesOf(answer).length > MOST_ANSWER_SENTENCES
      : isLong(said ?? '')
  })
}
