import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
} from '@ai-sdk/provider'
import { build, type PromptSection, quoteResult } from '@/lib/prompts/fence'

type Call = { id: string; name: string; args: Record<string, unknown> }
type Result = { text: string; calls: Call[] }
const tool = (name: string, ...properties: string[]): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [property, { type: 'string' }])),
  },
})
const RECALL = tool('recall_context', 'turnNumbers', 'contextIds', 'keywords')
export const THINK_TOOLS = [tool('continue_thinking', 'continueThinking', 'reason', 'nextFocus'), RECALL]
export const ACT_TOOLS = [
  tool('list_files'),
  tool('read_file', 'path', 'from', 'to'),
  tool('write_file', 'path', 'text'),
  tool('edit_file', 'path', 'find', 'replace', 'all'),
  tool('delete_file', 'path'),
  tool('search_files', 'text'),
  tool('get_state', 'key'),
  tool('set_state', 'key', 'value'),
  tool('complete_task', 'answer'),
  RECALL,
]

export const role: PromptSection = { name: 'role', note: 'You are a test.', items: [] }
export const task = (text: string, note = ''): PromptSection => ({
  name: 'task',
  note,
  items: [{ attributes: { who: 'user' }, text }],
})
export const section = (name: string, ...items: [Record<string, string>, string][]): PromptSection => ({
  name,
  note: '',
  items: items.map(([attributes, text]) => ({ attributes, text })),
})

type Round = { text?: string; calls: { name: string; args: Record<string, unknown> }[] }
/** A round of thinking as the next call sees it: `results` of its calls in order, then our `note`. */
export function roundDone({ text = '', calls }: Round, results: readonly string[], note: string, at = 0) {
  const named = calls.map((call, i) => ({ ...call, toolCallId: `round${at}_${i}`, toolName: call.name }))
  const messages: LanguageModelV4Message[] = [
    {
      role: 'assistant',
      content: [
        ...(text ? [{ type: 'text' as const, text }] : []),
        ...named.map(({ toolCallId, toolName, args }) => ({
          type: 'tool-call' as const,
          toolCallId,
          toolName,
          input: args,
        })),
      ],
    },
    {
      role: 'tool',
      content: named.map(({ toolCallId, toolName }, i) => {
        const text = results[i] ?? ''
        const value = quoteResult({ text, note: i === named.length - 1 ? note : '' })
        return {
          type: 'tool-result' as const,
          toolCallId,
          toolName,
          output: { type: 'text' as const, value },
        }
      }),
    },
  ]
  return messages
}

/** Rounds that each searched memory for "x", before round `next`, or before the answer if that is null. */
export const searchedBefore = (next: number | null, found: readonly string[] = [], max = 5) =>
  Array.from({ length: (next ?? 2) - 1 }, (_, i) => i + 1).flatMap((round) =>
    roundDone(
      {
        text: 'I search memory.',
        calls: [
          { name: 'recall_context', args: { keywords: ['x'] } },
          { name: 'continue_thinking', args: { continueThinking: true, reason: 'More to see.' } },
        ],
      },
      round === 1 ? found : [],
      next !== null ? `Round ${round + 1} of at most ${max}.` : 'Now do this task.',
      round,
    ),
  )

/** Call options as the agent makes them. */
export function optionsOf(
  sections: PromptSection[],
  more: Partial<LanguageModelV4CallOptions> = {},
  steps: LanguageModelV4Message[] = [],
): LanguageModelV4CallOptions {
  return {
    prompt: [
      { role: 'system', content: build([role]) },
      { role: 'user', content: [{ type: 'text', text: build(sections) }] },
      ...steps,
    ],
    ...more,
  }
}

export async function generate(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<Result> {
  const { content } = await model.doGenerate(options)
  return {
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    calls: content.flatMap((part) =>
      part.type === 'tool-call'
        ? [
            {
              id: part.toolCallId,
              name: part.toolName,
              args: JSON.parse(part.input) as Record<string, unknown>,
            },
          ]
        : [],
    ),
  }
}

/** Asks until the model calls no tool any more. @returns its answer and the names of the tools it called. */
export async function askedTo(
  model: LanguageModelV4,
  text: string,
  resultOf: (call: Call) => string,
): Promise<{ answer: string; called: string[] }> {
  const steps: LanguageModelV4Message[] = []
  const called: string[] = []
  for (;;) {
    const { text: answer, calls } = await generate(
      model,
      optionsOf([task(text)], { tools: ACT_TOOLS }, steps),
    )
    if (calls.length === 0) return { answer, called }
    steps.push(...roundDone({ calls }, calls.map(resultOf), '', called.length))
    called.push(...calls.map(({ name }) => name))
  }
}
