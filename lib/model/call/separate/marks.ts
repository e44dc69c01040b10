import { literally } from '@/lib/shared/literally'

type Pair = readonly [open: string, close: string | null]
const tags = (...names: string[]) => names.map((name): Pair => [`<${name}>`, `</${name}>`])

/** How models mark their thoughts when a server leaves the marks in the text. */
export const THOUGHTS: readonly Pair[] = [
  ...tags('think', 'thinking', 'thought', 'reasoning', 'seed:think'),
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
  // The commentary channel without a recipient is a preamble of its thoughts.
  ['<|channel|>commentary<|message|>', '<|end|>'],
  ['<|channel>thought', '<channel|>'],
]

/** How models write tool calls as text; null = up to the end. */
export const CALLS: readonly Pair[] = [
  ...tags('tool_call', 'tool_calls', 'function_call', 'function_calls', 'minimax:tool_call'),
  ['<|tool_call|>', '<|/tool_call|>'],
  ['<invoke name=', '</invoke>'],
  ['<function=', '</function>'],
  ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'],
  ['<|tool_call_begin|>', '<|tool_call_end|>'],
  ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'],
  ['<|start_action|>', '<|end_action|>'],
  ['<|channel|>commentary to=', '<|call|>'],
  ['<|action_start|>', '<|action_end|>'],
  ['<｜dsml｜function_calls>', '</｜dsml｜function_calls>'],
  ['to=functions.', '<|call|>'],
  ['functools[', null],
  ['[tool_calls]', null],
  ['<|python_tag|>', null],
]

/** Marks of a chat template that are no words. */
export const NOISE = [
  '<|channel|>final<|message|>',
  '<|start|>assistant',
  '<|end|>',
  '<|return|>',
  '<|call|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|start_response|>',
  '<|end_response|>',
  '<｜end▁of▁sentence｜>',
  '<|endoftext|>',
  '<end_of_turn>',
  '<eos>',
  '</tool_call>',
]

/** Also HTML, so it is only a mark at the very end. */
export const END_TAG = /<\/s>\s*$/

export const found = (mark: string) => new RegExp(literally(mark), 'i')
const CLOSES = THOUGHTS.flatMap(([, close]) => (close && close !== '<|end|>' ? [close] : []))
/** Also usual in XML, so they are only marks before any words. */
const FIRST = ['<thinking>', '<thought>', '<reasoning>']

const WITHIN_WORD = /^[\p{L}\p{N}]{2}$/u

export type ReasoningMark = {
  at: number
  length: number
  /** `json`, `fence` = where JSON may begin. */
  kind: 'thought' | 'call' | 'noise' | 'thought-end' | 'json' | 'fence'
  close: string | null
  /** Where it is a mark; `apart` = not in mid-sentence. */
  place: 'anywhere' | 'apart' | 'line' | 'first'
}

/** Finds marks. `tools` = names that some models use as tags (`<write_file>…</write_file>`). */
export class Marks {
  readonly #calls: readonly Pair[]
  readonly #mark: RegExp
  readonly #tags: readonly string[]
  readonly #begun = new Set<string>()
  readonly #longest: number

  constructor(tools: readonly string[], json: boolean) {
    const own = tags(...tools.map((name) => name.toLowerCase()))
    this.#tags = own.map(([open]) => open)
    this.#calls = [...CALLS, ...own]
    const all = [...[...THOUGHTS, ...this.#calls].map(([open]) => open), ...CLOSES, ...NOISE].sort(
      (a, b) => b.length - a.length,
    )
    this.#mark = new RegExp(`${all.map(literally).join('|')}|\`{3,}|~{3,}${json ? '|[[{]' : ''}`, 'i')
    this.#longest = all[0]?.length ?? 0
    for (const mark of [...all, '```', '~~~'])
      for (let end = 1; end < mark.length; end++) this.#begun.add(mark.slice(0, end))
  }

  in(text: string): ReasoningMark | null {
    const match = this.#mark.exec(text)
    if (!match) return null
    const mark = match[0].toLowerCase()
    const [thought, call] = [THOUGHTS, this.#calls].map((pairs) => pairs.find(([open]) => open === mark))
    const kind = thought ? 'thought' : call ? 'call' : kindOf(mark)
    const onLine = thought || mark.startsWith('to=') || this.#tags.includes(mark)
    const isApart = kind === 'thought-end' || (kind === 'noise' && !mark.startsWith('<|start|>'))
    const place = FIRST.includes(mark) ? 'first' : onLine ? 'line' : isApart ? 'apart' : 'anywhere'
    return { at: match.index, length: mark.length, kind, close: (thought ?? call)?.[1] ?? null, place }
  }

  /**
   * Where a mark may begin at the end of a text that follows `before`; its length = nowhere. Not within a
   * word.
   */
  partialAt(text: string, before: string): number {
    const tail = text.slice(-this.#longest).toLowerCase()
    for (let i = 0; i < tail.length; i++)
      if (this.#begun.has(tail.slice(i))) {
        const at = text.length - tail.length + i
        const last = (at > 0 ? text[at - 1] : before.at(-1)) ?? ''
        return WITHIN_WORD.test(`${last}${text[at]}`) ? text.length : at
      }
    return text.length
  }
}

function kindOf(mark: string): ReasoningMark['kind'] {
  if (/^[[{]$/.test(mark)) return 'json'
  if (/^[`~]/.test(mark)) return 'fence'
  return CLOSES.includes(mark) ? 'thought-end' : 'noise'
}

/** Whether a mark is in mid-sentence, by what is before and after it on its line. */
export const isWord = (before: string, after: string): boolean =>
  /^[ \t]*\S/.test(after) &&
  (/["'“‘(]$|[^.!?…。！？\s][ \t]+$/.test(before) ||
    /^[).,;:]/.test(after) ||
    (/(?:^|\s)$/.test(before) && /^[ \t]+\p{Ll}/u.test(after)))
