import { recallMemory } from '@/lib/memory/recall/recall-memory'
import { sentencesIn } from '@/lib/model/offline/fallbacks'
import { limits } from '@/lib/shared/limits'
import { addPassages, memoryOf, recorded } from '../tools/recorded'
import type { TurnState } from '../turn-state'

/**
 * Searches memory for the message itself before the first call. What is close enough is in the turn's
 * prompts; the first step shows it as recalled.
 */
export async function retrieve(state: TurnState): Promise<void> {
  const { plan, recallScope, run } = state
  const { most, leastScore } = {
    most: limits.depth.ofDepth[plan.depth ?? 'moderate'].retrieved,
    ...limits.depth,
  }
  const keywords = sentencesIn(run.turn.userText)
    .slice(0, limits.recall.maxKeywords)
    .map((sentence) => sentence.slice(0, limits.recall.keywordChars))
  if (recallScope === 'off' || keywords.length === 0) return
  const request = { keywords }
  const found = await recallMemory({ ...memoryOf(state), limit: most }, request)
  const isClose = ({ score }: { score: number }) => score >= leastScore
  const close = { ...found, hits: found.hits.filter(isClose), passages: found.passages.filter(isClose) }
  if (close.hits.length === 0) return
  const { recall, passages } = recorded(state, state.steps.length, 'prompt', request, close)
  addPassages(state, { recall, passages })
  state.retrieved.push(recall)
}
