import { sayingMore, statedAlike } from '@/lib/db/facts/edit'
import { alikeTo, statementsOf } from '@/lib/db/facts/statements'
import { citersOf } from '@/lib/db/forget/forget-plan'
import { recordTrashed } from '@/lib/db/forget/forgotten-record'
import { trashFacts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { namedTurns } from '@/lib/db/turns/conversations'
import { isForgotten, type Turn } from '@/lib/db/turns/turns'
import { everywhere, reachedBy } from '@/lib/memory/facts/known-facts'
import { saysAll } from '@/lib/memory/facts/own-words'
import { searchMemory } from '@/lib/memory/search/search'
import { factNorm, USER, withoutNot } from '@/lib/shared/memory/facts'
import type { ForgetFactInput, ForgetFactPreview, Forgotten } from '@/lib/shared/memory/forget'
import {
  type Forgetter,
  forgetPlaces,
  idsOfTurns,
  placesOf,
  refuseBusy,
  turnsOf,
  undoMs,
} from './forget-places'

/** As many as one search brings. */
const MOST_FOUND = 50
/** Words with single spaces around them, so that a part of a word is not found. */
const bare = (text: string) =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** The turns whose message says it, or names its subject and value, and those whose answer repeats it. */
async function turnsAbout({ db, ownerId }: Forgetter, ids: string[]) {
  const { subject, object, turnIds } = await statedAlike(db, ownerId, ids)
  const names = [...(factNorm(subject) === USER ? [] : [subject]), withoutNot(object)]
  const { hits } = await searchMemory(db, ownerId, {
    ...{ text: names.join(' '), kinds: ['message'], limit: MOST_FOUND },
  })
  const found = hits.flatMap(({ turnId }) => turnId ?? [])
  const turns = (await turnsOf(db, [...new Set([...turnIds, ...found])])).filter(
    (turn) => turn.ownerId === ownerId && turn.trashId === null && !isForgotten(turn),
  )
  const wanted = names.map(bare)
  const tells = (text: string) => wanted.every((name) => bare(text).includes(name))
  const saying = turns.filter(({ id, userText }) => turnIds.includes(id) || tells(userText))
  const citers = (await citersOf(db, ownerId, idsOfTurns(saying))).map(({ turnId }) => turnId)
  const citing = await turnsOf(db, citers)
  const repeating = [
    ...turns.filter((turn) => !saying.includes(turn) && tells(turn.answer)),
    ...citing.filter(({ answer }) => saysAll(answer, withoutNot(object))),
  ]
  return { names, saying, repeating: [...new Map(repeating.map((turn) => [turn.id, turn])).values()] }
}

/** Which turns would still say it, and which answers repeat it, with what else each of them says. */
export async function previewForgetFact(
  caller: Forgetter,
  { ids }: { ids: string[] },
): Promise<ForgetFactPreview> {
  const { db, ownerId } = caller
  const { names, saying, repeating } = await turnsAbout(caller, ids)
  const more = new Set(idsOfTurns(await sayingMore(db, ids, names, [...saying, ...repeating])))
  const named = async (turns: Turn[]) => {
    const places = turns.map(({ id, conversationId, number }) => ({ turnId: id, conversationId, number }))
    const found = await namedTurns(db, ownerId, places)
    return found.map((turn) => ({ ...turn, saysMore: more.has(turn.turnId) }))
  }
  return { saidIn: await named(saying), repeatedBy: await named(repeating) }
}

/** These statements, and those alike that only versions state which are not shown: they would come back with them. */
async function withHidden({ db, ownerId }: Forgetter, ids: string[]): Promise<string[]> {
  const alike = await statementsOf(db, ownerId, alikeTo(ids))
  const shown = new Set(await reachedBy(everywhere(db, ownerId), alike))
  const hidden = alike.filter((one) => !shown.has(one))
  return [...new Set([...ids, ...hidden.map(({ id }) => id)])]
}

/** Forgets a fact, and `turns` with it. @throws MnemeError not_found, conflict while one of them runs. */
export async function forgetFact(
  caller: Forgetter,
  { ids: known, turns = [] }: ForgetFactInput,
): Promise<Forgotten> {
  const { db, ownerId, runtime, keptMs = undoMs() } = caller
  const trashId = runtime.id('trash')
  const ids = await withHidden(caller, known)
  const { saying, repeating } = turns.length ? await turnsAbout(caller, ids) : { saying: [], repeating: [] }
  const going = [...saying, ...repeating].filter(({ id }) => turns.includes(id))
  const [first] = going
  if (!first) {
    await trashFacts(db, ownerId, trashId, ids, runtime.now(), keptMs)
    await recordTrashed(db, ownerId, [trashId], runtime.now())
    return { trashId, undoMs: keptMs }
  }
  refuseBusy(going)
  const fact = { trashId, turnIds: [], trashed: { ...trashedWhole(''), kind: 'fact' as const, facts: ids } }
  return forgetPlaces(caller, placesOf(first.conversationId, going), new Set(idsOfTurns(going)), false, [
    fact,
  ])
}
