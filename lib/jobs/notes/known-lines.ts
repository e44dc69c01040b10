import type { Statement } from '@/lib/db/facts/statements'
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
 * out: nothing replaces or ends it.
 */
export function knownFor(
  facts: readonly Fact[],
  text: string,
  conversationId: string,
  zone: string,
  countTokens: (text: string) => number,
): { statement: Statement; from: string | undefined }[] {
  const open = facts.filter((fact) => fact.until === null && !isDenial(latest(fact)))
  const words = stemsOf(text)
  const newest = open.map(latest).reverse()
  const begins = new Map(open.map((fact) => [latest(fact), changesOf(fact, zone).from]))
  const subjects = (of: readonly Statement[]) => new Set(of.map(({ subjectId }) => subjectId))
  const about = relevantFacts(open, text).map(latest)
  const named = newest.filter(({ subject }) => holdsAll(words, subject))
  const mentioned = subjects([...about, ...named])
  const here = subjects(newest.filter(({ said }) => said?.conversationId === conversationId))
  const ranked = new Set([
    ...about,
    ...newest.filter(({ subjectId }) => mentioned.has(subjectId)),
    ...newest.filter(({ subjectId }) => here.has(subjectId)),
  ])
  let left = TOKENS
  return [...ranked].slice(0, MOST).flatMap((statement) => {
    const from = begins.get(statement)
    left -= countTokens(`--- id=f00${from ? ` from=${from}` : ''}\n| ${factLine(statement)}\n`)
    return left >= 0 ? [{ statement, from }] : []
  })
}
