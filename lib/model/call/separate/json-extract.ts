import { z } from 'zod'
import { storableJson } from '@/lib/base/storable'

/** How many places of a text are tried as the start of JSON. */
const CANDIDATES = 40

/** Finds the end of the JSON object or array that opens at `start`, in a text that may still grow. */
export class Bracket {
  #depth = 0
  #inString = false
  constructor(private at: number) {}

  /** The exclusive end; -1 = it does not close yet. */
  end(text: string): number {
    for (; this.at < text.length; this.at++) {
      const c = text[this.at]
      if (this.#inString) {
        if (c === '\\') this.at++
        else if (c === '"') this.#inString = false
      } else if (c === '"') this.#inString = true
      else if (c === '{' || c === '[') this.#depth++
      else if ((c === '}' || c === ']') && --this.#depth === 0) return ++this.at
    }
    return -1
  }
}
export const closing = (text: string, start: number) => new Bracket(start).end(text)

const parse = (text: string): { value: unknown } | null => {
  try {
    return { value: storableJson(JSON.parse(text)) }
  } catch {
    return null
  }
}

export type ExtractedJson = { value: unknown; start: number; end: number }

/** The outermost JSON objects and arrays of a text, in order: alone, in a code fence, or within prose. */
export function findJson(text: string): ExtractedJson[] {
  const found: ExtractedJson[] = []
  const opening = /[{[]/g
  for (let tried = 0; tried < CANDIDATES; tried++) {
    const at = opening.exec(text)
    if (!at) break
    const end = closing(text, at.index)
    if (end < 0) continue
    const parsed = parse(text.slice(at.index, end))
    if (!parsed) continue
    found.push({ value: parsed.value, start: at.index, end })
    opening.lastIndex = end
  }
  return found
}

/** The first JSON value in a text that fits the schema, else why none does. */
export function extractJson<T>(
  text: string,
  schema: z.ZodType<T>,
): { ok: true; value: T } | { ok: false; problem: string } {
  let problem = 'There is no JSON object in it.'
  for (const { value } of findJson(text)) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { ok: true, value: parsed.data }
    problem = z.prettifyError(parsed.error)
  }
  return { ok: false, problem }
}
