import { factsFor } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { replacements } from '@/lib/memory/facts/replaced'
import { latest } from '@/lib/memory/facts/timeline'
import { factsAnswering, isSmallTalk } from '@/lib/model/offline/fallbacks'
import { limits } from '@/lib/shared/limits'
import { memoryContextOf } from '../tools/new-recall'
import type { TurnState } from '../turn-state'

/** What is known of the person, and what of it the message is about. */
export async function gatherFacts(state: TurnState): Promise<void> {
  const text = state.run.turn.userText
  const facts = await factsFor(memoryContextOf(state))
  state.known = facts
  if (isSmallTalk(text)) return
  state.facts = relevantFacts(facts, text)
  state.factTokens = limits.facts.itemTokens * factsAnswering(text, state.facts.map(latest)).size
  state.replacements = replacements(facts)
}
