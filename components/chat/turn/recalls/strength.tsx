import { cn } from '@/components/ui/cn'
import { isOwnQuestion } from '@/components/ui/words/why-words'
import type { RecallHit } from '@/lib/shared/turn/events'

const LENGTH = { weak: 'w-1/3', fair: 'w-2/3', strong: 'w-full' } as const

export function Strength({ hit }: { hit: RecallHit }) {
  const strength = strengthOf(hit)
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-normal">
      <span aria-hidden className="block h-1 w-6 overflow-hidden rounded-full bg-recall-line/40">
        <span className={cn('block h-full rounded-full bg-recall-fill', LENGTH[strength])} />
      </span>
      {strength}
    </span>
  )
}

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
