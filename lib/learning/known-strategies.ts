import { pacer } from '@/lib/base/breath'
import type { Db } from '@/lib/db/engine/client'
import { contentHash } from '@/lib/db/learning/log/state'
import { type KnownStrategy, knownStrategies } from '@/lib/db/learning/uses/used'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { comparedText } from './procedure'
import { cosine, rarityOf, type Terms, termsOf, type Weights, weightsOf } from './similar'

/** Where a new lesson belongs: it is a known strategy, it is near one, or it is new. */
export type StrategyPlace =
  | { at: 'known'; known: KnownStrategy }
  | { at: 'near'; known: KnownStrategy; similarity: number }
  | { at: 'new' }

/** The strategies that a lesson is compared with, each with its terms. */
export type KnownStrategies = { all: readonly KnownStrategy[]; placeOf(content: string): StrategyPlace }

/**
 * Reads the strategies of a domain. What waits for approval is compared only with lessons that would wait too:
 * else a planted text would keep a lesson of the person's own from being learned.
 */
export async function readKnownStrategies(
  db: Db,
  ownerId: string,
  domain: string,
  tainted: boolean,
): Promise<KnownStrategies> {
  const all = await knownStrategies(db, ownerId)
  const byId = new Map(all.map((one) => [one.id, one]))
  const compared = all.filter((one) => one.domain === domain && (tainted || one.status !== 'proposed'))
  const pace = pacer()
  const terms: Terms[] = []
  for (const { content } of compared) {
    await pace()
    terms.push(termsOf(comparedText(content)))
  }
  const rarity = rarityOf(terms)
  const weights: Weights[] = []
  for (const one of terms) {
    await pace()
    weights.push(weightsOf(one, rarity))
  }
  /** The strategy that another one was merged into, and so on. */
  const rootOf = (one: KnownStrategy): KnownStrategy => {
    const into = one.mergedIntoId ? byId.get(one.mergedIntoId) : undefined
    return into ? rootOf(into) : one
  }
  function placeOf(content: string): StrategyPlace {
    const hash = contentHash(content)
    const same = compared.find((one) => one.contentHash === hash)
    if (same) return { at: 'known', known: rootOf(same) }
    const own = weightsOf(termsOf(comparedText(content)), rarity)
    let [best, similarity]: [KnownStrategy | null, number] = [null, 0]
    for (const [i, one] of compared.entries()) {
      const alike = cosine(own, weights[i] ?? new Map())
      if (alike > similarity) [best, similarity] = [one, alike]
    }
    if (best && similarity >= limits.mergeAt) return { at: 'known', known: rootOf(best) }
    if (best && similarity >= limits.askAt) return { at: 'near', known: rootOf(best), similarity }
    return { at: 'new' }
  }
  return { all, placeOf }
}

/** The same for two lessons of one turn. */
export function isSameLesson(a: string, b: string): boolean {
  if (contentHash(a) === contentHash(b)) return true
  const both = [a, b].map((content) => termsOf(comparedText(content)))
  const [first = new Map(), second = new Map()] = both.map((terms) => weightsOf(terms, rarityOf(both)))
  return cosine(first, second) >= limits.mergeAt
}
