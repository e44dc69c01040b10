import { costMicros, type PriceTable } from '@/lib/model/prices'
import { modelNamed } from '@/lib/model/provider/provider'
import { countTokens } from '@/lib/model/tokens'
import type { Usage } from '@/lib/shared/turn/events'
import type { Attempt, AttemptSpec } from './attempt'
import { promptText } from './prompt'
import { parametersOf } from './tool-calls'
import type { Counts } from './usage'

/** An estimate of what one try sends, in tokens. */
export const promptTokens = (spec: AttemptSpec): number =>
  countTokens(
    promptText(spec.system, spec.messages, {
      tools: spec.tools.map((tool) => [tool.name, tool.description, parametersOf(tool.inputSchema)]),
      format: spec.format,
    }),
  ) + spec.imageTokens

function estimated(spec: AttemptSpec, said: Attempt): Counts {
  const reasoningTokens = countTokens(said.reasoning)
  const callTokens = said.calls.length
    ? countTokens(JSON.stringify(said.calls.map((call) => [call.name, call.args])))
    : 0
  return {
    inputTokens: promptTokens(spec),
    cachedTokens: 0,
    outputTokens: countTokens(said.text) + reasoningTokens + callTokens,
    reasoningTokens,
  }
}

export const UNUSABLE_COUNTS =
  'The provider reported impossible token counts. Mneme uses its own estimates instead.'

/** What one try used: as reported, else estimated if the model may have worked on it, else null. */
export function usageOf(spec: AttemptSpec, tried: Attempt, prices: PriceTable): Usage | null {
  if (!tried.usage && !tried.worked) return null
  const reported = tried.usage === 'unusable' ? null : tried.usage
  const counts = reported ?? estimated(spec, tried)
  return {
    ...counts,
    estimated: reported === null || spec.config.provider === 'offline',
    costMicros: tried.costMicros ?? costMicros(modelNamed(spec.config).model, counts, prices),
  }
}
