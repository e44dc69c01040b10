import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import { isQuestion, politely } from '@/lib/heuristics/question'
import { edgesOf, edgesOfAll } from '@/lib/heuristics/text/edges'
import { isObject } from '@/lib/model/call/wire/fault'
import { type PromptSection, sentSections, unquote } from '@/lib/prompts/fence'
import { roundIn } from '@/lib/prompts/role'

export type Performed = { name: string; input: Record<string, unknown>; result: string; failed: boolean }

export type Reply = { text: string; calls: { name: string; args: Record<string, unknown> }[] }

export const itemsIn = ({ sections }: View, name: string) =>
  sections.flatMap((section) => (section.name === name ? section.items : []))

type Part = Exclude<LanguageModelV4Message['content'], string>[number]

function textOf(message: LanguageModelV4Message): string {
  if (message.role === 'system') return message.content
  if (message.role === 'tool') return ''
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function outputText(output: LanguageModelV4ToolResultOutput): string {
  if (output.type === 'execution-denied') return output.reason ?? ''
  if (output.type === 'content')
    return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
}

export function partText(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return JSON.stringify(part.input)
  return part.type === 'tool-result' ? outputText(part.output) : ''
}

function performedIn(prompt: readonly LanguageModelV4Message[]): Performed[] {
  const calls = new Map<string, Performed>()
  for (const { content } of prompt)
    for (const part of typeof content === 'string' ? [] : content)
      if (part.type === 'tool-call') {
        const input = isObject(part.input) ? part.input : {}
        calls.set(part.toolCallId, { name: part.toolName, input, result: '', failed: false })
      } else if (part.type === 'tool-result') {
        const call = calls.get(part.toolCallId)
        if (!call) continue
        call.result = unquote(outputText(part.output))
        call.failed = part.output.type.startsWith('error') || part.output.type === 'execution-denied'
      }
  return [...calls.values()]
}

export const askedRound = (prompt: readonly LanguageModelV4Message[]) =>
  roundIn(
    prompt.flatMap(({ role, content }) =>
      role === 'assistant' || typeof content === 'string' ? [] : content.map(partText),
    ),
  )

/** A prompt in another form: the last user message is the task, and what precedes it is the window. */
function foreign(prompt: readonly LanguageModelV4Message[]): PromptSection[] {
  const spoken = prompt.filter((message) => message.role === 'user' || message.role === 'assistant')
  const last = spoken.findLastIndex((message) => message.role === 'user')
  let turn = 0
  const items = spoken.slice(0, Math.max(0, last)).map((message) => {
    if (message.role === 'user') turn++
    return { attributes: { turn: String(turn), who: message.role }, text: textOf(message) }
  })
  const task = spoken[last]
  return [
    { name: 'window', note: '', items },
    { name: 'task', note: '', items: task ? [{ attributes: { who: 'user' }, text: textOf(task) }] : [] },
  ]
}

/** The rules read this many characters of a prompt, besides the message. Usual prompts have fewer. */
const READ = 64_000
function readable(sections: readonly PromptSection[]): PromptSection[] {
  const texts = edgesOfAll(
    sections.flatMap((section) => section.items.map((item) => item.text)),
    READ,
  ).values()
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({ ...item, text: texts.next().value ?? '' })),
  }))
}

const BARE = /^(?:and |but )?(when|where|who|why|how|what time|which day)[?!. ]*$/i
/** A bare "When?" asks the person's last question in another way. */
function completed(task: string, sections: readonly PromptSection[]): string {
  const asks = BARE.exec(task.trim())?.[1]
  const said = sections.filter(({ name }) => name === 'window').flatMap(({ items }) => items)
  const last = asks ? said.findLast(({ attributes }) => attributes.who === 'user')?.text.trim() : undefined
  if (!asks || !last || !isQuestion(last)) return task
  return `${asks} ${politely(last).replace(/^(?:when|where|who|why|how|what)(?:['’]s (.*)| )/i, (_, rest) => (rest ? `is ${rest}` : ''))}`
}

/** Only `who=user` items of the task section are the task; nothing else can command. */
export function viewOf({ prompt, tools = [], toolChoice }: LanguageModelV4CallOptions) {
  const parsed = sentSections(prompt.map((message) => ({ role: message.role, text: textOf(message) })))
  const sections = parsed.some((section) => section.items.length > 0 && section.name !== 'role')
    ? parsed
    : foreign(prompt)
  const task = sections.filter((section) => section.name === 'task')
  const items = task.flatMap((section) => section.items)
  const message = items
    .filter((item) => item.attributes.who === 'user')
    .map((item) => item.text)
    .join('\n')
  const offered = toolChoice?.type === 'none' ? [] : tools.filter((tool) => tool.type === 'function')
  return {
    sections: readable(sections),
    message,
    /** As much of the message as the rules look at. */
    task: completed(edgesOf(message), sections),
    /** The person's day; '' = unknown. */
    today: items.find((item) => item.attributes.today)?.attributes.today ?? '',
    attached: items.flatMap((item) => item.attributes.file || []),
    pictured: items.some((item) => item.attributes.image),
    taskNote: task.map((section) => section.note).join('\n'),
    /** The round of thinking that is asked for; null = the answer. */
    round: askedRound(prompt),
    performed: performedIn(prompt),
    tools: offered.map(({ name }) => name),
  }
}
export type View = ReturnType<typeof viewOf>
