import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
} from '@ai-sdk/provider'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { contentWords } from '@/lib/heuristics/text/words'
import { build, type PromptItem, type PromptSection, quoteResult } from '@/lib/prompts/fence'
import { roundNote } from '@/lib/prompts/role'
import { OfflineModel } from './offline-model'

type Call = { id: string; name: string; args: Record<string, unknown> }
type Result = { text: string; calls: Call[] }
export type Turn = {
  number: number
  user: string
  answer: string
  tools: { name: string; result: string }[]
  thoughts: string[]
  calls: Call[]
  prompts: string[]
}

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

function summaryOf(turn: Turn): PromptItem {
  const { summary, insights } = summariseExtractively({
    userText: turn.user,
    answer: turn.answer,
    thoughts: [],
    tools: [],
  })
  return {
    attributes: { turn: String(turn.number) },
    text: `[Turn ${turn.number}] ${summary}\nInsights: ${insights.join('; ')}`,
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

/**
 * A small agent with window, keyword recall and workspace, and with the prompts and results of the real one.
 */
export class Simulator {
  readonly turns: Turn[] = []
  readonly files = new Map<string, string>()
  readonly state = new Map<string, string>()

  constructor(
    private readonly setting: {
      model?: LanguageModelV4
      window?: number
      thinking?: boolean
      maxRounds?: number
    } = {},
    private readonly day = (turn: number) => `2026-05-${String(turn).padStart(2, '0')}`,
  ) {}

  async say(user: string): Promise<Turn> {
    const {
      model = new OfflineModel({ delayMs: 0 }),
      window = 5,
      thinking = true,
      maxRounds = 5,
    } = this.setting
    const turn: Turn = {
      number: this.turns.length + 1,
      user,
      answer: '',
      tools: [],
      thoughts: [],
      calls: [],
      prompts: [],
    }
    const steps: LanguageModelV4Message[] = []
    const firstNote = thinking ? roundNote(1, maxRounds) : 'Now do this task.'
    const sections = () =>
      [
        { name: 'summaries', note: '', items: this.turns.slice(0, -window).map((one) => summaryOf(one)) },
        {
          name: 'window',
          note: 'The latest turns, word for word.',
          items: this.turns.slice(-window || this.turns.length).flatMap((one) => this.itemsOf(one)),
        },
        {
          name: 'workspace',
          note: '',
          items: [...this.files].map(([file, text]) => ({
            attributes: { file, bytes: String(Buffer.byteLength(text)), version: '1' },
            text: '',
          })),
        },
        task(user, firstNote),
      ].filter((one) => one.items.length > 0)
    const ask = async (tools: LanguageModelV4FunctionTool[]) => {
      const options = optionsOf(sections(), { tools }, steps)
      turn.prompts.push(JSON.stringify(options.prompt))
      const result = await generate(model, options)
      turn.calls.push(...result.calls)
      return result
    }
    for (let round = 1; thinking && round <= maxRounds; round++) {
      const { text, calls } = await ask(THINK_TOOLS)
      turn.thoughts.push(text)
      const results = calls.map((call) => (call.name === 'recall_context' ? this.run(call) : ''))
      const decision = calls.find((call) => call.name === 'continue_thinking')
      turn.thoughts.push(`  -> ${decision?.args.reason}`)
      const goesOn = decision?.args.continueThinking === true && round < maxRounds
      const note = goesOn ? roundNote(round + 1, maxRounds) : 'Now do this task.'
      steps.push(...roundDone({ text, calls }, results, note, round))
      if (!goesOn) break
    }
    for (let step = 1; step <= 10; step++) {
      const { text, calls } = await ask(ACT_TOOLS)
      if (text) turn.answer = text
      if (calls.length === 0) break
      steps.push({
        role: 'assistant',
        content: calls.map((call) => ({
          type: 'tool-call',
          toolCallId: call.id,
          toolName: call.name,
          input: call.args,
        })),
      })
      const results = calls.map((call) => ({ call, value: this.run(call) }))
      turn.tools.push(...results.map(({ call, value }) => ({ name: call.name, result: value })))
      steps.push({
        role: 'tool',
        content: results.map(({ call, value }) => ({
          type: 'tool-result',
          toolCallId: call.id,
          toolName: call.name,
          output: { type: 'text', value },
        })),
      })
    }
    this.turns.push(turn)
    return turn
  }

  private itemsOf(turn: Turn): PromptItem[] {
    const attributes = { turn: String(turn.number), date: this.day(turn.number) }
    return [
      { attributes: { ...attributes, who: 'user' }, text: turn.user },
      ...turn.tools.map((one) => ({
        attributes: { turn: attributes.turn, who: 'tool', name: one.name },
        text: one.result,
      })),
      { attributes: { turn: attributes.turn, who: 'assistant' }, text: turn.answer },
    ]
  }

  private recall(request: Record<string, unknown>): PromptItem[] {
    const numbers = (request.turnNumbers as number[] | undefined) ?? []
    const keywords = ((request.keywords as string[] | undefined) ?? []).flatMap((keyword) =>
      contentWords(keyword).map(({ lower }) => lower.slice(0, 5)),
    )
    const hits = this.turns
      .map((turn) => ({
        turn,
        score: numbers.includes(turn.number)
          ? 99
          : keywords.filter((word) => `${turn.user} ${turn.answer}`.toLowerCase().includes(word)).length,
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || b.turn.number - a.turn.number)
      .slice(0, 3)
      .flatMap(({ turn }) => this.itemsOf(turn))
    const unknown = numbers.filter((number) => number > this.turns.length)
    if (unknown.length > 0)
      return [
        {
          attributes: { who: 'note' },
          text: `no turn ${unknown.join(', ')}; turns 1-${this.turns.length} exist`,
        },
      ]
    return hits.length > 0
      ? hits
      : [
          {
            attributes: { who: 'note' },
            text: `no earlier turn mentions ${((request.keywords as string[]) ?? []).map((word) => `"${word}"`).join(', ')}`,
          },
        ]
  }

  private run({ name, args }: Call): string {
    const path = String(args.path ?? '')
    const text = this.files.get(path)
    const head = (of: string, more = '') => `${path} (${Buffer.byteLength(of)} bytes, version 1${more})`
    if (name === 'recall_context') {
      const found = this.recall(args)
      const [first] = found
      if (first?.attributes.who === 'note') return first.text
      return build([{ name: 'recalled', note: 'Excerpts.', items: found }])
    }
    if (name === 'list_files')
      return (
        [...this.files]
          .map(([file, content]) => `${file} (${Buffer.byteLength(content)} bytes, version 1)`)
          .join('\n') || 'The workspace has no files.'
      )
    if (name === 'write_file') {
      this.files.set(path, String(args.text))
      return `Wrote ${head(String(args.text))}.`
    }
    if (name === 'search_files') {
      const lines = [...this.files].flatMap(([file, content]) =>
        content
          .split('\n')
          .flatMap((line, i) => (line.includes(String(args.text)) ? [`${file}:${i + 1}: ${line}`] : [])),
      )
      return lines.length > 0
        ? [`${lines.length} lines contain "${args.text}":`, ...lines].join('\n')
        : `No file contains "${args.text}".`
    }
    if (name === 'get_state')
      return this.state.has(String(args.key))
        ? `${args.key} = ${this.state.get(String(args.key))}`
        : `${args.key} is not set. No state is set.`
    if (name === 'set_state') {
      this.state.set(String(args.key), String(args.value))
      return `Set ${args.key} = ${args.value}`
    }
    if (text === undefined) return `There is no file ${path}. The workspace has no files.`
    if (name === 'read_file')
      return text === '' ? `${head('')} is empty.` : `${head(text, ', 1 line')}:\n${text}`
    if (name === 'edit_file') {
      if (!text.includes(String(args.find)))
        return `${path} does not hold this text. Read the file and copy the passage exactly.`
      this.files.set(path, text.replace(String(args.find), String(args.replace)))
      return `Edited ${head(text, ', 1 place')}.`
    }
    this.files.delete(path)
    return `Deleted ${head(text)}.`
  }
}
