import { isOwnQuestion } from '@/components/ui/words/why-words'
import type { RecallHit } from '@/lib/shared/turn/events'

/** The summed rarity of a search's words that a hit contains. */
export const wordsHeld = ({ words = [] }: Pick<RecallHit, 'words'>) =>
  words.reduce((sum, { held, rarity }) => sum + (held ? rarity : 0), 0)

const [STRONG, FAIR, WEAK] = [0.6, 0.3, 0.2]
/** A hit's score, unless the passage says nothing on the matter, or a single word of many. */
export function evidenceOf(hit: RecallHit): number {
  const { score, parts, words = [] } = hit
  if (isOwnQuestion(hit)) return Math.min(score, WEAK)
  if (words.length === 0 || 'dense' in parts || 'date' in parts) return score
  const held = words.filter((one) => one.held)
  if (held.length === 0) return Math.min(score, WEAK)
  const all = words.reduce((sum, { rarity }) => sum + rarity, 0)
  return held.length === 1 && wordsHeld(hit) < all / 2 ? Math.min(score, STRONG - 0.01) : score
}

const STRENGTHS = ['strong', 'fair', 'weak'] as const
/** A word, because a score means nothing without the other scores. */
export function strengthOf(hit: RecallHit) {
  const evidence = evidenceOf(hit)
  return STRENGTHS[evidence >= STRONG ? 0 : evidence >= FAIR ? 1 : 2]
}
export const byStrength = (a: RecallHit, b: RecallHit) =>
  STRENGTHS.indexOf(strengthOf(a)) - STRENGTHS.indexOf(strengthOf(b))
