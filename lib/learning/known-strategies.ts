import type { Db } from '@/lib/db/engine/client'
import { contentHash } from '@/lib/db/learning/log/state'
import { type KnownStrategy, knownStrategies } from '@/lib/db/learning/uses/used'
import { pacer } from '@/lib/shared/breath'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { cosine, rarityOf, seemOpposite, type Terms, termsOf, type Weights, weightsOf } from './similar'

/** What a lesson is among those that are known: one of them, or the opposite of some that are in use. */
type Comparison = { same: KnownStrategy | null; opposites: KnownStrategy[] }
export type KnownStrategies = {
  all: readonly KnownStrategy[]
  compare(content: string): Comparison
}

/**
 * Reads the strategies of a domain. What waits for approval is compared only with lessons that would wait too:
 * else a planted text would keep a lesson of the person's own from being learned.
 */
export async function readKnownStrategies(db: Db, ownerId: string, domain: string, tainted: boolean) {
  const all = await knownStrategies(db, ownerId)
  const byId = new Map(all.map((one) => [one.id, one]))
  const compared = all.filter((one) => one.domain === domain && (tainted || one.status !== 'proposed'))
  const pace = pacer()
  const terms: Terms[] = []
  for (const { content } of compared) {
    await pace()
    terms.push(termsOf(content))
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
  function compare(content: string): Comparison {
    const hash = contentHash(content)
    const own = weightsOf(termsOf(content), rarity)
    const equal = compared.find((one) => one.contentHash === hash)
    const near = compared.flatMap((one, i) => {
      const similarity = cosine(own, weights[i] ?? new Map())
      return similarity >= limits.opposeAt && one !== equal
        ? [{ one, similarity, isOpposite: seemOpposite(one.content, content) }]
        : []
    })
    const same =
      equal ?? near.find(({ similarity, isOpposite }) => similarity >= limits.mergeAt && !isOpposite)?.one
    const isUsed = ({ status }: KnownStrategy) => status === 'active' || status === 'quarantined'
    return {
      same: same ? rootOf(same) : null,
      opposites: near.flatMap(({ one, isOpposite }) => (isOpposite && isUsed(one) ? [one] : [])),
    }
  }
  return { all, compare }
}
