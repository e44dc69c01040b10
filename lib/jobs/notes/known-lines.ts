import type { Statement } from '@/lib/db/facts/statements'
import { holdsAll, stemsOf } from '@/lib/memory/facts/own-words'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { type Fact, latest } from '@/lib/memory/facts/timeline'
import { factLine, isDenial } from '@/lib/shared/memory/facts'

const MOST = 60
const TOKENS = 600

/**
 * Open facts that notes on a turn are written with: those that its text is about, those of every subject that
 * it mentions, and those of its conversation's subjects; whole lines within a budget.
 */
export function knownFor(
  facts: readonly Fact[],
  text: string,
  conversationId: string,
  countTokens: (text: string) => number,
): Statement[] {
  const open = facts.filter((fact) => fact.until === null && !(isDenial(latest(fact)) && fact.next))
  const words = stemsOf(text)
  const newest = open.map(latest).reverse()
  const subjects = (of: readonly Statement[]) => new Set(of.map(({ subjectId }) => subjectId))
  const about = relevantFacts(facts, text).map(latest)
  const named = newest.filter(({ subject }) => holdsAll(words, subject))
  const mentioned = subjects([...about, ...named])
  const here = subjects(newest.filter(({ said }) => said?.conversationId === conversationId))
  const ranked = new Set([
    ...about,
    ...newest.filter(({ subjectId }) => mentioned.has(subjectId)),
    ...newest.filter(({ subjectId }) => here.has(subjectId)),
  ])
  let left = TOKENS
  return [...ranked].slice(0, MOST).filter((fact) => {
    left -= countTokens(`--- id=f00\n| ${factLine(fact)}\n`)
    return left >= 0
  })
}
