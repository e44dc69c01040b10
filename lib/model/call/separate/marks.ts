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
  ['[tool_calls]', null],
  ['<|python_tag|>', null],
]

/** Marks of a chat template that are no words. */
export const NOISE = [
  '<|channel|>final<|message|>',
  '<|channel|>commentary<|message|>',
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
  '</tool_call>',
]

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const longestFirst = (marks: readonly string[]) => [...marks].sort((a, b) => b.length - a.length)
const CLOSES = THOUGHTS.flatMap(([, close]) => (close && close !== '<|end|>' ? [close] : []))
const ALL = longestFirst([...[...THOUGHTS, ...CALLS].map(([open]) => open), ...CLOSES, ...NOISE])
const MARK = new RegExp(ALL.map(escaped).join('|'), 'i')
const LONGEST = Math.max(...ALL.map((mark) => mark.length))

export type Mark = {
  at: number
  length: number
  kind: 'thought' | 'call' | 'noise' | 'thought-end'
  close: string | null
}

/** The first mark at or after `from`; null = there is none. */
export function markIn(text: string, from: number): Mark | null {
  const found = MARK.exec(text.slice(from))
  if (!found) return null
  const mark = found[0].toLowerCase()
  const at = from + found.index
  const of = (pairs: readonly Pair[]) => pairs.find(([open]) => open === mark)
  const kind = of(THOUGHTS) ? 'thought' : of(CALLS) ? 'call' : CLOSES.includes(mark) ? 'thought-end' : 'noise'
  return { at, length: mark.length, kind, close: (of(THOUGHTS) ?? of(CALLS))?.[1] ?? null }
}

/** Where the end of a text may be the beginning of one of these marks; its length = nowhere. */
export function partialAt(text: string, marks: readonly string[] = ALL): number {
  const longest = marks === ALL ? LONGEST : Math.max(...marks.map((mark) => mark.length))
  const tail = text.slice(-longest).toLowerCase()
  for (let i = 0; i < tail.length; i++)
    if (marks.some((mark) => mark.length > tail.length - i && mark.startsWith(tail.slice(i))))
      return text.length - tail.length + i
  return text.length
}
