import { factsAnswering } from '@/lib/heuristics/fact-finding/asked'
import { isSmallTalk } from '@/lib/heuristics/question'
import { factsAsOf } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { replacements } from '@/lib/memory/facts/replaced'
import { latest } from '@/lib/memory/facts/timeline'
import { limits } from '@/lib/shared/limits'
import { memoryContextOf } from '../tools/new-recall'
import type { TurnFacts, TurnState } from '../turn-state'

/** What is known of the person, and what of it the message is about. */
export async function factsFor(state: TurnState): Promise<TurnFacts> {
  const { userText: text, conversationId, createdAt } = state.run.turn
  const { from, headAt = createdAt.toISOString() } = state.window
  const { now: known, earlier } = await factsAsOf(memoryContextOf(state), ({ said, written, at }) =>
    from !== undefined && said?.conversationId === conversationId
      ? said.number < from
      : (written ?? at) <= new Date(headAt),
  )
  const all = { ...noFacts(), known, knownBefore: earlier }
  if (isSmallTalk(text)) return all
  const facts = relevantFacts(known, text)
  const factTokens = limits.facts.itemTokens * factsAnswering(text, facts.map(latest)).size
  return { ...all, facts, factTokens, replacements: replacements(known) }
}

export const noFacts = (): TurnFacts => ({
  known: [],
  knownBefore: [],
  facts: [],
  factTokens: 0,
  replacements: replacements([]),
})
