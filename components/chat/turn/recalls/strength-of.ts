import { isOwnQuestion } from '@/components/ui/words/why-words'
import type { RecallHit } from '@/lib/shared/turn/events'

/** The summed rarity of a search's words that a hit contains. */
export const wordsHeld = ({ words = [] }: Pick<RecallHit, 'words'>) =>
  words.reduce((sum, { held, rarity }) => sum + (held ? rarity : 0), 0)

const WEAK = 0.2
/** What speaks for a hit: its score, unless the passage itself says nothing on the matter. */
export function evidenceOf(hit: RecallHit): number {
  const { score, parts, words } = hit
  const isOnlyNear = words?.length && wordsHeld(hit) === 0 && !('dense' in parts) && !('date' in parts)
  return isOnlyNear || isOwnQuestion(hit) ? Math.min(score, WEAK) : score
}

/** A word, because a score means nothing without the other scores. */
export const strengthAt = (score: number) => (score >= 0.6 ? 'strong' : score >= 0.3 ? 'fair' : 'weak')
export const strengthOf = (hit: RecallHit) => strengthAt(evidenceOf(hit))
