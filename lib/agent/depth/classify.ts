import type { Background } from '@/lib/agent/step/background'
import { depthCorrections } from '@/lib/db/turns/depth-corrections'
import { guessDepth } from '@/lib/heuristics/depth/guess'
import { edgesOf } from '@/lib/heuristics/text/edges'
import * as prompt from '@/lib/prompts/complexity'
import { limits } from '@/lib/shared/limits'
import type { Source } from '@/lib/shared/memory/source'
import { once } from '@/lib/shared/once'
import { truncated } from '@/lib/shared/truncated'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { type Classified, type Depth, LABEL_OF } from '@/lib/shared/turn/depth'
import type { TurnState } from '../turn-state'

/** Until when each model is not asked: one that missed the limit would delay every turn. For an hour. */
const tooSlowUntil = () => once('slow-classifiers', () => new Map<string, number>())

export type Decided = { classified: Classified; call: Background | null }

/**
 * The depth of a message. The heuristic decides where it is certain, where there is no model, and where
 * thinking is off, so that little depends on it; else the utility model decides, and MODERATE if that fails.
 */
export async function classify(state: TurnState, mayThink: boolean): Promise<Decided> {
  const { deps, run, windowTurns } = state
  const startedAt = deps.runtime.now()
  const took = () => Math.max(0, deps.runtime.now().getTime() - startedAt.getTime())
  const before = windowTurns
    .flatMap(({ userText, answer }) => [
      { who: 'user' as const, text: userText },
      { who: 'assistant' as const, text: withoutMarks(answer) },
    ])
    .filter(({ text }) => text.trim())
    .slice(-limits.depth.messagesBefore)
    .map(({ who, text }) => ({ who, text: edgesOf(text, limits.depth.messageChars) }))
  const corrections = await depthCorrections(deps.db, run.turn.ownerId)
  const guess = guessDepth(run.turn.userText, before.at(-1)?.text ?? '', corrections)
  const { isCorrected, ...guessed } = guess
  const isCertain = isCorrected || guess.confidence >= limits.depth.certain
  const mayCall = state.settings.get('thinking.classifier').value === 'model'
  const utility = deps.models.describe('utility')
  const model = `${utility.provider} ${utility.model}`
  const isSlow = () => (tooSlowUntil().get(model) ?? 0) > startedAt.getTime()
  if (isCertain || !mayThink || !mayCall || utility.offline || isSlow())
    return { classified: { ...guessed, by: 'heuristic', ms: took(), costMicros: 0 }, call: null }

  const text = truncated(run.turn.userText, limits.depth.messageChars)
  // Examples come from other conversations too.
  const shown = state.recallScope === 'off' ? [] : corrections.slice(0, limits.depth.examples)
  const examples = shown.map((one) => ({
    text: truncated(one.text, limits.depth.exampleChars),
    label: LABEL_OF[one.depth],
  }))
  const built = prompt.build({ text, before, examples })
  const tooLong = AbortSignal.timeout(limits.depth.totalMs)
  const { value, result } = await deps.models.structured('utility', {
    ...built,
    name: prompt.name,
    schema: prompt.schema,
    maxOutputTokens: limits.depth.outputTokens,
    temperature: 0,
    signal: AbortSignal.any([run.signal, tooLong]),
  })
  if (result.aborted && !run.signal.aborted) tooSlowUntil().set(model, startedAt.getTime() + 3_600_000)
  const depth = value ? depthOf(value) : 'moderate'
  const classified: Classified = {
    label: LABEL_OF[depth],
    depth,
    confidence: value?.confidence ?? 0,
    reasons: [...new Set(value?.reasons ?? ['The classifier gave no answer'])],
    intents: value?.intents ?? [],
    by: 'model',
    ms: took(),
    costMicros: result.usage.costMicros,
  }
  const sources = [...windowTurns, ...shown].map(({ turnId }): Source => ({ kind: 'turn', id: turnId }))
  const turn = { ...run.turn, attempt: run.lease.attempt }
  const call = {
    turn,
    phase: 'classify' as const,
    promptVersion: prompt.version,
    prompt: built,
    sources,
    result,
    startedAt,
  }
  return { classified, call }
}

/** A model names the deeper of the two COMPLEX depths as an intent. */
function depthOf({ label, intents }: { label: Classified['label']; intents: string[] }): Depth {
  if (label !== 'COMPLEX') return label === 'SIMPLE' ? 'simple' : 'moderate'
  return intents.includes(prompt.DEEP) ? 'deep' : 'complex'
}
