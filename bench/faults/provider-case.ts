import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { FaultName } from '@/e2e/support/chaos-faults'
import type { Received } from '@/e2e/support/openai-server'
import type { Api } from '@/e2e/support/openai-types'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { askedRound } from '@/lib/model/offline/view'
import * as rollUp from '@/lib/prompts/rollup-summary'

export const PHASES = ['think', 'act', 'notes', 'roll-up'] as const
export type FaultPhase = (typeof PHASES)[number]
/** `passing` = only the phase's first call fails. */
export type FaultCase = { fault: FaultName; phase: FaultPhase; api: Api; passing: boolean }
export const nameOf = ({ fault, phase, api, passing }: FaultCase) =>
  `${fault} in ${phase} over ${api}${passing ? ', once' : ''}`

export const FILE_FREE_ANSWER = 'The gate is painted green.'

/** Identifies the phase by its system prompt, which also works when a call falls back to another format. */
const SIGNS: Partial<Record<FaultPhase, string>> = {
  notes: 'Write notes on one turn of a conversation',
  'roll-up': rollUp.build({ from: 1, to: 2, items: [] }).system,
}
const systemOf = (options: LanguageModelV4CallOptions | null) =>
  options?.prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n') ?? ''
export function phaseOf(options: LanguageModelV4CallOptions | null): FaultPhase | null {
  if (!options) return null
  const system = systemOf(options)
  const named = PHASES.find((phase) => system.includes(SIGNS[phase] ?? '\0'))
  if (named || !system.includes('You are Mneme')) return named ?? null
  return askedRound(options.prompt) ? 'think' : 'act'
}
export const phaseOfRequest = (request: Received) => phaseOf(request.options)

const REPLIES: Record<FaultPhase, ScriptedTurn> = {
  think: {
    text: 'Nothing is missing.',
    calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough is known.' } }],
  },
  act: { text: FILE_FREE_ANSWER.split(/(?<= )/) },
  notes: {
    text: JSON.stringify({
      ...{ summary: 'The gate was spoken of.', insights: ['It is green.'], title: 'A green gate' },
      verdict: { label: 'success', confidence: 0.9, reason: 'It was answered.' },
    }),
  },
  'roll-up': { text: JSON.stringify({ summary: 'The gate was spoken of twice.', insights: [] }) },
}

/** What the service replies between faults. */
export const wellBehaved = () => new ScriptedModel((options) => REPLIES[phaseOf(options) ?? 'act'])
