import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { askedRound, partText } from '@/lib/model/offline/view'
import { type PromptItem, parse, sentSections, unquote } from '@/lib/prompts/fence'
import type { Received } from './openai-server'
import { ScriptedModel, type ScriptedTurn } from './scripted-model'

export type Kind = 'think' | 'act' | 'form'
type Call = LanguageModelV4CallOptions
/**
 * What a model says in a thinking round (from 1 for each question) and when it answers (`step` = tool calls
 * so far). Titles and summaries are filled in automatically.
 */
export type Dialogue = {
  think?: (question: string, round: number) => ScriptedTurn | undefined
  answer: (question: string, step: number, call: Call) => ScriptedTurn
  /** Structured replies by the name of the output, before the automatic ones. */
  forms?: Record<string, (call: Call) => unknown>
}

/** The sections of a call's messages, with earlier turns as items of the window. */
const sectionsIn = ({ prompt }: Call) =>
  sentSections(
    prompt.flatMap(({ role, content }) =>
      typeof content === 'string' ? [] : [{ role, text: content.map(textIn).join('') }],
    ),
  )
const textIn = (part: Parameters<typeof partText>[0]) => (part.type === 'text' ? part.text : '')
const sectionOf = (call: Call, name: string) => sectionsIn(call).findLast((section) => section.name === name)
const byUser = (item: PromptItem) => item.attributes.who === 'user'

const resultsIn = ({ prompt }: Call) =>
  prompt.flatMap(({ role, content }) =>
    role === 'tool' ? content.map((part) => unquote(partText(part))) : [],
  )
/** All quoted text of a section of the prompt or of tool results; '' if there is no such section. */
export const quotedIn = (call: Call | null, name: string): string =>
  (call ? [...sectionsIn(call), ...resultsIn(call).flatMap(parse)] : [])
    .flatMap((section) => (section.name === name ? section.items.map(({ text }) => text) : []))
    .join('\n')
/** The lessons that a prompt names: those of the playbook in their text, those that were found as ids. */
export const lessonsIn = (call: Call): string =>
  ['playbook', 'strategies']
    .flatMap((name) => sectionOf(call, name)?.items ?? [])
    .map(({ attributes: { id = '' }, text }) => `${id} ${text}`)
    .join('\n')
export const questionIn = (call: Call) => sectionOf(call, 'task')?.items.find(byUser)?.text ?? ''
const roundIn = (call: Call) => askedRound(call.prompt)?.number ?? 1

/** Results since the last round of thinking. */
function toolResults({ prompt }: Call): number {
  const thought = prompt.findLastIndex(
    ({ role, content }) =>
      role === 'tool' && content.some((part) => part.type === 'tool-result' && part.toolName === DECISION),
  )
  return prompt.slice(thought + 1).filter(({ role }) => role === 'tool').length
}
const DECISION = 'continue_thinking'

export const kindOf = (call: Call): Kind => {
  if (call.responseFormat?.type === 'json') return 'form'
  return askedRound(call.prompt) ? 'think' : 'act'
}

/** Matches requests of a kind, optionally for one question. */
export const asksFor = (kind: Kind, question?: string) => (request: Received) =>
  request.options !== null &&
  kindOf(request.options) === kind &&
  (question === undefined || questionIn(request.options) === question)
export const isRound = (round: number) => (request: Received) =>
  asksFor('think')(request) && request.options !== null && roundIn(request.options) === round

export const enough: ScriptedTurn = {
  text: 'I see what is needed.',
  calls: [
    { name: 'continue_thinking', args: { continueThinking: false, reason: 'Everything needed is here.' } },
  ],
}

const SUMMARY = { summary: 'They talked as the script says.', insights: ['The script was followed.'] }
/** Notes on a turn that teach nothing, unless said otherwise. */
export const notesOn = (call: Call, said: object = {}) => ({
  ...{ facts: [], ...SUMMARY, tags: [], lesson: null },
  verdict: { label: 'unknown', confidence: 0, reason: '' },
  title: sectionOf(call, 'turn')?.items.find(byUser)?.text.slice(0, 100),
  ...said,
})
const FORMS: Record<string, (call: Call) => unknown> = {
  facts: () => ({ facts: [] }),
  turn_notes: (call) => notesOn(call),
  turn_summary: () => SUMMARY,
  rollup_summary: () => ({ summary: 'Many turns of a script.', insights: [] }),
}

export function playing(dialogue: Dialogue): ScriptedModel {
  return new ScriptedModel((call) => {
    const kind = kindOf(call)
    if (kind === 'form') {
      const name = (call.responseFormat?.type === 'json' && call.responseFormat.name) || ''
      return { text: JSON.stringify((dialogue.forms?.[name] ?? FORMS[name])?.(call) ?? {}) }
    }
    const question = questionIn(call)
    return kind === 'think'
      ? (dialogue.think?.(question, roundIn(call)) ?? enough)
      : dialogue.answer(question, toolResults(call), call)
  })
}
