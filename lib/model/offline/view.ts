import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import { edgesOf, edgesOfAll } from '@/lib/heuristics/edges'
import { type PromptSection, parse, unquote } from '@/lib/prompts/fence'

/** One tool call of this turn with what came back; `failed` = it came back as an error. */
export type Performed = { name: string; input: Record<string, unknown>; result: string; failed: boolean }
export type OfferedTool = { name: string; properties: string[] }

/** What the engine sees of a call: the parsed sections, this turn's tool calls, the tools offered. */
export type View = {
  sections: PromptSection[]
  /** The current message, and as much of it as rules look at. */
  message: string
  task: string
  attached: string[]
  taskNote: string
  performed: Performed[]
  tools: OfferedTool[]
  mustCall: boolean
  text: string
}

const textOf = (message: LanguageModelV4Message): string =>
  message.role === 'system'
    ? message.content
    : message.role === 'tool'
      ? ''
      : message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')

function outputText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
    case 'execution-denied':
      return output.reason ?? ''
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('')
  }
}

function asRecord(input: unknown): Record<string, unknown> {
  let value = input
  if (typeof value === 'string')
    try {
      value = JSON.parse(value)
    } catch {
      return {}
    }
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function performedIn(prompt: readonly LanguageModelV4Message[]): Performed[] {
  const calls: (Performed & { id: string })[] = []
  for (const message of prompt) {
    if (message.role !== 'assistant' && message.role !== 'tool') continue
    for (const part of message.content) {
      if (part.type === 'tool-call')
        calls.push({
          id: part.toolCallId,
          name: part.toolName,
          input: asRecord(part.input),
          result: '',
          failed: false,
        })
      if (part.type !== 'tool-result') continue
      const call = calls.findLast((one) => one.id === part.toolCallId)
      if (!call) continue
      call.result = unquote(outputText(part.output))
      call.failed = part.output.type.startsWith('error') || part.output.type === 'execution-denied'
    }
  }
  return calls.map(({ name, input, result, failed }) => ({ name, input, result, failed }))
}

/**
 * Sections of a prompt that is not in our form: the last user message is the task, what stands before it the
 * window.
 */
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

/** Characters of a prompt besides the message that rules look at; usual prompts have fewer. */
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

const propertiesOf = (schema: unknown): string[] => {
  const properties =
    typeof schema === 'object' && schema !== null && 'properties' in schema ? schema.properties : null
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

/**
 * Reads a call's options. Only the task section's own `who=user` items are the task; nothing else in the
 * prompt can command.
 */
export function viewOf(options: LanguageModelV4CallOptions): View {
  const text = options.prompt.map(textOf).filter(Boolean).join('\n\n')
  const parsed = options.prompt
    .filter((message) => message.role !== 'assistant')
    .flatMap((message) => parse(textOf(message)))
  const sections = parsed.some((section) => section.items.length > 0 && section.name !== 'role')
    ? parsed
    : foreign(options.prompt)
  const task = sections.filter((section) => section.name === 'task')
  const items = task.flatMap((section) => section.items)
  const message = items
    .filter((item) => item.attributes.who === 'user')
    .map((item) => item.text)
    .join('\n')
  return {
    sections: readable(sections),
    message,
    task: edgesOf(message),
    attached: items.flatMap((item) => (item.attributes.file ? [item.attributes.file] : [])),
    taskNote: task.map((section) => section.note).join('\n'),
    performed: performedIn(options.prompt),
    tools:
      options.toolChoice?.type === 'none'
        ? []
        : (options.tools ?? []).flatMap((tool) =>
            tool.type === 'function' ? [{ name: tool.name, properties: propertiesOf(tool.inputSchema) }] : [],
          ),
    mustCall: options.toolChoice?.type === 'required' || options.toolChoice?.type === 'tool',
    text,
  }
}
