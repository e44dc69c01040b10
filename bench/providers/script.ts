import * as complexity from '@/lib/prompts/complexity'
import { roundIn } from '@/lib/prompts/role'
import { IS_DATA } from '@/lib/prompts/trajectory'
import type { Call, ModelReply, Outcome, Phase } from './kind'

export const QUESTION = 'Tell me the colour of the gate, and write it down.'
export const ANSWER = 'The gate is painted **green**.'
export const REASONING = 'The gate was painted in May.'
const SUMMARY = 'The gate was spoken of.'
export const TITLE = 'A green gate'
export const ARGS = { path: 'gate.md', text: 'The gate is "green".\nIt was red.' }
export const RAN = [{ name: 'write_file', args: ARGS, ok: true }]

export const says = (text: string, more: Partial<ModelReply> = {}): ModelReply => ({
  text,
  reasoning: '',
  calls: [],
  ...more,
})
export const write: Call = { id: 'call_w1', name: 'write_file', args: ARGS }
const decide: Call = {
  id: 'call_d1',
  name: 'continue_thinking',
  args: { continueThinking: false, reason: 'Enough is known.' },
}

/** What a model says in a phase, reply by reply. */
export const SCRIPT: Record<Phase, ModelReply[]> = {
  think: [says('Nothing is missing.', { reasoning: REASONING, calls: [decide] }), says(ANSWER)],
  answer: [says('', { reasoning: REASONING, calls: [write] }), says(ANSWER)],
  notes: [
    says(
      JSON.stringify({
        ...{ facts: [], summary: SUMMARY, insights: ['The gate is green.'] },
        verdict: { label: 'success', confidence: 0.9, reason: 'It was answered.' },
        ...{ lesson: null, title: TITLE },
      }),
      { reasoning: REASONING },
    ),
  ],
  classify: [
    says(JSON.stringify({ label: 'MODERATE', confidence: 0.77, reasons: ['One fact'], intents: [] }), {
      reasoning: REASONING,
    }),
  ],
}
export const TEXT_ONLY = [says(ANSWER, { reasoning: REASONING })]

/** What is stored of a background call. */
const NOTES: Partial<Record<Phase, string>> = { notes: SUMMARY, classify: 'model 0.77' }

export const expected = (phase: Phase): Outcome => ({
  status: 'completed',
  answer: ANSWER,
  tools: phase === 'answer' ? RAN : [],
  reasoning: phase === 'think' || phase === 'answer' ? REASONING : null,
  notice: null,
  failure: null,
  mostRequests: phase === 'answer' || phase === 'think' ? 2 : 1,
  note: NOTES[phase] ?? null,
})

/** The prompt's words that identify a call, wherever a service gets them. Other calls answer. */
const SIGNS: [Phase, string][] = [
  ['notes', 'Write notes on one turn of a conversation'],
  ['notes', `Find facts in a message. ${IS_DATA}`],
  ['classify', complexity.build({ text: '', before: [], examples: [] }).system],
]

/** Every text in a request. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsOf)
}

/** The phase of a request in either API. */
export function phaseOf(body: Record<string, unknown>): Phase {
  const all = textsOf([body.instructions, body.messages, body.input])
  const texts = all.join('\n')
  return SIGNS.find(([, sign]) => texts.includes(sign))?.[0] ?? (roundIn(all) ? 'think' : 'answer')
}

/** How many results of tools a request has, also where they are told as text. */
export const resultsIn = (body: Record<string, unknown>) =>
  JSON.stringify(body).match(/"role":"tool"|"function_call_output"|Result of write_file/g)?.length ?? 0
