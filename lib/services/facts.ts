import { changeOps, changesTo } from '@/lib/db/engine/changes'
import * as stored from '@/lib/db/facts/edit'
import { type NewStatement, statementOps } from '@/lib/db/facts/save'
import type { Statement } from '@/lib/db/facts/statements'
import { zoneFor } from '@/lib/db/turns/turns'
import { isSecretFact } from '@/lib/heuristics/secrets/secrets'
import { everywhere, factsFor, statementsFor } from '@/lib/memory/facts/known-facts'
import { isApartFrom } from '@/lib/memory/facts/own-words'
import {
  type Fact,
  isPinned,
  isSaidByNext,
  latest,
  rowNames,
  sinceOf,
  timelineOf,
} from '@/lib/memory/facts/timeline'
import { contentTerms } from '@/lib/memory/text/terms'
import { DAY_MS } from '@/lib/shared/day'
import { MnemeError, notFound, secretRefused } from '@/lib/shared/errors'
import { groupBy } from '@/lib/shared/group-by'
import type { AddFact, FactBefore, FactDto, FactsDto, SubjectDto, Triple } from '@/lib/shared/memory/facts'
import { factKey, factNorm, isDenial, isOfSample, USER } from '@/lib/shared/memory/facts'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import { pick } from '@/lib/shared/pick'
import { daysIn } from '@/lib/shared/time/day'
import type { Person } from './caller'

const dtoOf = (fact: Fact, row: string): FactDto => {
  const { statements, until } = fact
  return {
    ...{ ...pick(latest(fact), 'subject predicate object status origin quote'), row },
    ids: statements.map(({ id }) => id),
    from: sinceOf(fact),
    until: until?.toISOString() ?? null,
    ...(fact.coming ? { coming: true as const } : {}),
    pinned: isPinned(fact),
    sources: statements.flatMap(({ said }) => (said ? pick(said, 'turnId number conversationId title') : [])),
  }
}

/** Whether each word of a search occurs in a statement, also as a part of a longer word. */
function finder(search: string): (one: Statement) => boolean {
  const words = factNorm(search).split(' ').filter(Boolean)
  return ({ subject, predicate, object, quote }) => {
    const text = `${subject} ${predicate} ${object} ${quote ?? ''}`
    const terms = new Set(contentTerms(text).map(({ key }) => key))
    const isIn = (word: string) => contentTerms(word).some(({ key }) => terms.has(key))
    return words.every((word) => factNorm(text).includes(word) || isIn(word))
  }
}
const keyOf = (one: Statement) => factKey(one.subjectId, one)
const valueKey = (one: Statement) =>
  [keyOf(one), standardPredicate(one.predicate), factNorm(one.object)].join(' ')
/** Whether a proposal is news: what it says is not true now, and was not said again later. */
function newsTo(known: readonly Fact[]): (one: Statement) => boolean {
  const heldTill = new Map<string, number>()
  for (const fact of known) {
    const key = valueKey(latest(fact))
    const till = fact.until === null ? Number.POSITIVE_INFINITY : latest(fact).from.getTime()
    heldTill.set(key, Math.max(till, heldTill.get(key) ?? 0))
  }
  return (one) => one.from.getTime() > (heldTill.get(valueKey(one)) ?? 0)
}
/** Proposals that say the same are decided together. */
const togetherIfSame = (statements: readonly Statement[]): Fact[] =>
  [...groupBy(statements, valueKey).values()].flatMap(([first, ...more]) =>
    first ? { statements: [first, ...more], until: null, before: null, next: null, coming: false } : [],
  )

/**
 * What is known, by subject: the person first, then by name, the sample's last; within a subject pinned facts
 * first, then the newest. `search` = words that all occur in a fact; what it replaced, and what replaced it, is found with
 * it.
 */
export async function listFacts({ db, ownerId, runtime }: Person, search = ''): Promise<FactsDto> {
  const [all, zone] = await Promise.all([statementsFor(everywhere(db, ownerId)), zoneFor({ db, ownerId })])
  const isFound = finder(search)
  const active = all.filter(({ status }) => status === 'active')
  const known = timelineOf(active, runtime.now(), zone)
  const rowOf = rowNames(known)
  const found = new Set(known.filter(({ statements }) => statements.some(isFound)).map(rowOf))
  const facts = known.filter((fact) => found.has(rowOf(fact)) && !isSaidByNext(fact))
  const subjects = new Map<string, SubjectDto>()
  for (const fact of facts.toReversed()) {
    const { subjectId: id, subject: name } = latest(fact)
    const of = subjects.get(id) ?? { id, name, now: [], earlier: [], sample: isOfSample(id) }
    subjects.set(id, of)
    of[fact.until === null ? 'now' : 'earlier'].push(dtoOf(fact, rowOf(fact)))
  }
  for (const { now } of subjects.values()) now.sort((a, b) => Number(b.pinned) - Number(a.pinned))
  const placeOf = ({ name, sample }: SubjectDto) => (sample ? 2 : Number(factNorm(name) !== USER))
  const isNews = newsTo(known)
  const proposed = all.filter((one) => one.status === 'proposed' && isFound(one) && isNews(one))
  return {
    subjects: [...subjects.values()].sort(
      (a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, 'en'),
    ),
    proposed: togetherIfSame(proposed).map((fact) => dtoOf(fact, valueKey(latest(fact)))),
    total: facts.filter(({ until }) => until === null).length,
  }
}

function refuseSecret(fact: Triple) {
  if (isSecretFact(fact)) throw secretRefused('Secrets are never stored as facts. Leave it out.')
}

/**
 * Since when a fact holds. A day is stored as its midnight in UTC; the person's today means now, so that the
 * fact counts as later than what was said earlier today. @throws MnemeError invalid for a day that has not
 * begun anywhere.
 */
async function since(who: Person, day: string, now: Date): Promise<Date> {
  const start = new Date(day)
  if (start.getTime() - DAY_MS > now.getTime())
    throw new MnemeError('invalid', 'This date is in the future.', 'Choose today or an earlier day.')
  return day < daysIn(await zoneFor(who))(now.getTime()) ? start : now
}

/** Adds a fact, and where both could be true says that the one it `replaces` is over. @throws MnemeError not_found */
export async function addFact(who: Person, { from, replaces, ...fact }: AddFact): Promise<null> {
  const { db, ownerId, runtime } = who
  refuseSecret(fact)
  const now = runtime.now()
  const begins = from ? await since(who, from, now) : now
  const said = [...(replaces ? await denialOf(who, replaces, fact) : []), fact]
  const statements = said.map(
    (one): NewStatement => ({
      ...one,
      id: runtime.id('fact'),
      ...{ confidence: 1, quote: null, origin: 'person', status: 'active', turnId: null },
      ...{ from: begins, writtenAt: now },
    }),
  )
  const ids = statements.map(({ id }) => id)
  await db.$transaction([
    ...statementOps(db, ownerId, statements),
    ...changeOps(db, ownerId, changesTo('fact', 'put', ids)),
  ])
  return null
}

/** "not 75 mg" before "100 mg"; none for a value that ends the old one by itself. */
async function denialOf({ db, ownerId }: Person, ids: string[], now: Triple): Promise<Triple[]> {
  const old = (await statementsFor(everywhere(db, ownerId))).findLast(({ id }) => ids.includes(id))
  if (!old) throw notFound('fact')
  const { subject, predicate, object } = old
  const isSameKey = factKey(factNorm(subject), old) === factKey(factNorm(now.subject), now)
  return isDenial(old) || isSameKey ? [] : [{ subject, predicate, object: `not ${object}` }]
}

export async function editFact(
  who: Person,
  { from, ...fact }: { ids: string[]; predicate: string; object: string; from?: string | undefined },
): Promise<FactBefore> {
  const { db, ownerId, runtime } = who
  const before = await stored.beforeEdit(db, ownerId, fact.ids)
  const { subject, texts, isSample } = await stored.readFrom(db, ownerId, fact.ids)
  refuseSecret({ ...fact, subject })
  const now = runtime.now()
  const isOwn = !isSample && isApartFrom(texts, { ...fact, subject })
  const known = await factsFor(everywhere(db, ownerId, runtime.now))
  const isOver = known.some(
    ({ statements, until }) => until !== null && statements.some(({ id }) => fact.ids.includes(id)),
  )
  await stored.edit(db, ownerId, {
    ...fact,
    ...{ isOwn, isOver, now },
    ...(from ? { from: await since(who, from, now) } : {}),
  })
  return before
}

export async function uncorrectFact({ db, ownerId }: Person, before: FactBefore): Promise<null> {
  await stored.undoEdit(db, ownerId, before)
  return null
}

export async function pinFact({ db, ownerId }: Person, { ids, pinned }: { ids: string[]; pinned: boolean }) {
  await stored.pin(db, ownerId, ids, pinned)
  return null
}

/** Accepts facts from a turn that read text from outside, or takes that back. */
export async function approveFact(
  { db, ownerId }: Person,
  { ids, approved }: { ids: string[]; approved: boolean },
): Promise<null> {
  await stored.approve(db, ownerId, ids, approved)
  return null
}
