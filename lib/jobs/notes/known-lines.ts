import { edgesOf, READ_CHARS } from '@/lib/heuristics/text/edges'
import { changesOf } from '@/lib/memory/facts/fact-items'
import { holdsAll, stemsOf } from '@/lib/memory/facts/own-words'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { type Fact, latest } from '@/lib/memory/facts/timeline'
import { factLine, isDenial } from '@/lib/shared/memory/facts'

const MOST = 60
const TOKENS = 600

/**
 * Open facts that notes on a turn are written with: those that its text is about, those of every subject that
 * it mentions, and those of its conversation's subjects; whole lines within a budget. What is not so is left
 * out: nothing replaces or ends it. `from` = the day to come on which one begins.
 */
export function knownFor(
  facts: readonly Fact[],
  text: string,
  { conversationId, zone }: { conversationId: string; zone: string },
  countTokens: (text: string) => number,
) {
  const newest = facts.filter((fact) => fact.until === null && !isDenial(latest(fact))).reverse()
  const words = stemsOf(edgesOf(text, READ_CHARS))
  const idOf = (fact: Fact) => latest(fact).subjectId
  const about = relevantFacts(newest.toReversed(), text)
  const named = newest.filter((fact) => holdsAll(words, latest(fact).subject))
  const mentioned = new Set([...about, ...named].map(idOf))
  const here = new Set(
    newest.filter((fact) => latest(fact).said?.conversationId === conversationId).map(idOf),
  )
  const ranked = new Set([
    ...about,
    ...newest.filter((fact) => mentioned.has(idOf(fact))),
    ...newest.filter((fact) => here.has(idOf(fact))),
  ])
  let left = TOKENS
  return [...ranked].slice(0, MOST).flatMap((fact) => {
    const [statement, { from }] = [latest(fact), changesOf(fact, zone)]
    left -= countTokens(`--- id=f00${from ? ` from=${from}` : ''}\n| ${factLine(statement)}\n`)
    return left >= 0 ? [{ statement, from }] : []
  })
}
