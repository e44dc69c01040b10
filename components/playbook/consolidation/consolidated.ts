import type { Result } from '@/lib/shared/errors'
import type { ConsolidatedDto } from '@/lib/shared/learning/consolidation'
import { consolidatePlaybook, loadConsolidation } from '../actions'
import { progressWords } from './consolidation-words'

const POLL_MS = 400

/** Starts a consolidation, or joins one that runs, and waits for its end. */
export async function consolidated(onProgress: (words: string) => void): Promise<Result<ConsolidatedDto>> {
  const started = await consolidatePlaybook()
  if (!started.ok) return started
  for (;;) {
    const state = await loadConsolidation(started.value)
    if (!state.ok) return state
    if (state.value.stage === 'done') return { ok: true, value: state.value.done }
    if (state.value.stage === 'failed') return { ok: false, error: state.value.error }
    onProgress(progressWords(state.value.progress))
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
