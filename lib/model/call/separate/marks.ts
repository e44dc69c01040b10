type Pair = readonly [open: string, close: string | null]

/** How models mark their thoughts when a server leaves the marks in the text. */
export const THOUGHTS: readonly Pair[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
  // What it says to nobody is a preamble of its thoughts.
  ['<|channel|>commentary<|message|>', '<|end|>'],
  ['<|channel>thought', '<channel|>'],
]

/** How models write tool calls as text; null = up to the end. */
export const CALLS: readonly Pair[] = [
  ['<tool_call>', '</tool_call>'],
  ['<tool_calls>', '</tool_calls>'],
  ['<|tool_call|>', '<|/tool_call|>'],
  ['<function_call>', '</function_call>'],
  ['<function_calls>', '</function_calls>'],
  ['<minimax:tool_call>', '</minimax:tool_call>'],
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

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const CLOSES = THOUGHTS.flatMap(([, close]) => (close && close !== '<|end|>' ? [close] : []))

const WITHIN_WORD = /^[\p{L}\p{N}]{2}$/u

export type Mark = {
  at: number
  length: number
  kind: 'thought' | 'call' | 'noise' | 'thought-end'
  close: string | null
  /** Only at the beginning of a line is it a mark. */
  startsLine: boolean
}

/** Finds marks. `tools` = names that some models use as tags (`<write_file>…</write_file>`). */
export class Marks {
  readonly #calls: readonly Pair[]
  readonly #all: readonly string[]
  readonly #mark: RegExp
  readonly #tags: readonly string[]

  constructor(tools: readonly string[]) {
    this.#tags = tools.map((name) => `<${name.toLowerCase()}>`)
    this.#calls = [...CALLS, ...this.#tags.map((tag): Pair => [tag, tag.replace('<', '</')])]
    this.#all = [...[...THOUGHTS, ...this.#calls].map(([open]) => open), ...CLOSES, ...NOISE].sort(
      (a, b) => b.length - a.length,
    )
    this.#mark = new RegExp(this.#all.map(escaped).join('|'), 'i')
  }

  /** The first mark at or after `from`; null = there is none. */
  in(text: string, from: number): Mark | null {
    const found = this.#mark.exec(text.slice(from))
    if (!found) return null
    const mark = found[0].toLowerCase()
    const [thought, call] = [THOUGHTS, this.#calls].map((pairs) => pairs.find(([open]) => open === mark))
    const kind = thought ? 'thought' : call ? 'call' : CLOSES.includes(mark) ? 'thought-end' : 'noise'
    const startsLine = kind === 'thought' || mark.startsWith('to=') || this.#tags.includes(mark)
    return {
      at: from + found.index,
      length: mark.length,
      kind,
      close: (thought ?? call)?.[1] ?? null,
      startsLine,
    }
  }

  /**
   * Where the end of a text, which follows `before`, may be the beginning of a mark; its length = nowhere. No
   * mark begins within a word.
   */
  partialAt(text: string, before: string): number {
    const at = partialAt(text, this.#all)
    const around = (before + text).slice(before.length + at - 1, before.length + at + 1)
    return before.length + at > 0 && WITHIN_WORD.test(around) ? text.length : at
  }
}

/** Where the end of a text may be the beginning of one of these; its length = nowhere. */
export function partialAt(text: string, marks: readonly string[]): number {
  const tail = text.slice(-Math.max(...marks.map((mark) => mark.length))).toLowerCase()
  for (let i = 0; i < tail.length; i++)
    if (marks.some((mark) => mark.length > tail.length - i && mark.startsWith(tail.slice(i))))
      return text.length - tail.length + i
  return text.length
}

const OPENS = new RegExp(THOUGHTS.map(([open]) => escaped(open)).join('|'), 'gi')
const ENDS = new RegExp(CLOSES.map(escaped).join('|'), 'gi')
/** How many thoughts a text opens beyond those it closes. */
export const openedIn = (text: string): number =>
  (text.match(OPENS)?.length ?? 0) - (text.match(ENDS)?.length ?? 0)
