import type { Db } from '@/lib/db/engine/client'
import { contentHash } from '@/lib/db/learning/log/state'
import { type KnownStrategy, knownStrategies } from '@/lib/db/learning/uses/uses'
import { contentTerms } from '@/lib/memory/text/terms'
import { pacer } from '@/lib/shared/breath'
import { countEach } from '@/lib/shared/group-by'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'

/** How often each content term occurs in a text. */
type Terms = ReadonlyMap<string, number>
/** How rare a term is; null = too few texts have it to say. */
type Rarity = (key: string) => number | null
/** A text's terms by weight, as a vector of length 1. */
export type Weights = ReadonlyMap<string, number>

export const termsOf = (text: string): Terms => countEach(contentTerms(text).map(({ key }) => key))

/** How rare each term is among these texts: log(1 + texts / texts with it). */
export function rarityOf(texts: readonly Terms[]): Rarity {
  const having = countEach(texts.flatMap((terms) => [...terms.keys()]))
  const all = Math.max(texts.length, limits.rareOf)
  return (key) => {
    const count = having.get(key) ?? 0
    return count < 2 ? null : Math.log(1 + all / count)
  }
}

/**
 * Rarer terms weigh more. A term of fewer than two texts has the average weight of the others: otherwise one
 * odd word would make a copy look new, and a flood of such copies would make their common words worthless.
 */
export function weightsOf(terms: Terms, rarity: Rarity): Weights {
  const known = [...terms.keys()].flatMap((key) => rarity(key) ?? [])
  const average = known.length ? known.reduce((sum, one) => sum + one, 0) / known.length : 1
  const weights = new Map(
    [...terms].map(([key, count]) => [key, (1 + Math.log(count)) * (rarity(key) ?? average)] as const),
  )
  const length = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0))
  for (const [key, weight] of weights) weights.set(key, weight / length)
  return weights
}

export function cosine(a: Weights, b: Weights): number {
  let product = 0
  for (const [key, weight] of a) product += weight * (b.get(key) ?? 0)
  return Math.min(1, product)
}

const NEGATIONS =
  /\b(?:not|never|no|don['’]t|do not|avoid|without|instead of|stop|must not|cannot|can['’]t)\b/gi
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\balways\b/i, /\bnever\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\benable[sd]?\b/i, /\bdisable[sd]?\b/i],
  [/\bon\b/i, /\boff\b/i],
  [/\binclude[sd]?\b/i, /\b(?:exclude[sd]?|leave out)\b/i],
  [/\b(?:more|increase[sd]?)\b/i, /\b(?:less|fewer|decrease[sd]?|reduce[sd]?)\b/i],
  [/\b(?:first|at once)\b/i, /\b(?:last|later)\b/i],
]
const negations = (text: string) => [...text.matchAll(NEGATIONS)].length

/** Whether two texts seem opposite: one denies the other, or each has one of two opposite words. */
export function seemOpposite(a: string, b: string): boolean {
  if (negations(a) % 2 !== negations(b) % 2) return true
  return OPPOSITES.some(
    ([one, other]) =>
      (one.test(a) && !other.test(a) && other.test(b) && !one.test(b)) ||
      (one.test(b) && !other.test(b) && other.test(a) && !one.test(a)),
  )
}

export type KnownStrategies = Awaited<ReturnType<typeof readKnownStrategies>>

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
  /** A lesson may be the same as a known strategy, or the opposite of some that are in use. */
  function compare(content: string) {
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
