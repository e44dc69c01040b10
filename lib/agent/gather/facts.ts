import { factsAnswering } from '@/lib/heuristics/fact-finding/asked'
import { isSmallTalk } from '@/lib/heuristics/question'
import { factsAsOf } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { replacements } from '@/lib/memory/facts/replaced'
import { latest } from '@/lib/memory/facts/timeline'
import { limits } from '@/lib/shared/limits'
import { memoryContextOf } from '../tools/new-recall'
import type { TurnState } from '../turn-state'

/** What is known of the person, and what of it the message is about. */
export async function gatherFacts(state: TurnState): Promise<void> {
  const { userText: text, conversationId, createdAt } = state.run.turn
  const { from, headAt = createdAt.toISOString() } = state.window
  const { now: facts, earlier } = await factsAsOf(memoryContextOf(state), ({ said, written, at }) =>
    from !== undefined && said?.conversationId === conversationId
      ? said.number < from
      : (written ?? at) <= new Date(headAt),
  )
  state.known = facts
  state.knownBefore = earlier
  if (isSmallTalk(text)) return
  state.facts = relevantFacts(facts, text)
  state.factTokens = limits.facts.itemTokens * factsAnswering(text, state.facts.map(latest)).size
  state.replacements = replacements(facts)
}
