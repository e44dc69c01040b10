import { z } from 'zod'
import { storableJson } from '@/lib/base/storable'

/** How many places of a text are tried as the start of JSON. */
const CANDIDATES = 40

/** The exclusive end of the JSON object or array that opens at `start`; -1 = it never closes. */
function closing(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let i = start; i < text.length; i++) {
    const c = text[i]
    if (inString) {
      if (c === '\\') i++
      else if (c === '"') inString = false
    } else if (c === '"') inString = true
    else if (c === '{' || c === '[') depth++
    else if ((c === '}' || c === ']') && --depth === 0) return i + 1
  }
  return -1
}

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

/** Reasoning in tags is not part of the answer. */
const THINKING = /<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi

/** The first JSON value in a text that fits the schema, else why none does. */
export function extractJson<T>(
  text: string,
  schema: z.ZodType<T>,
): { ok: true; value: T } | { ok: false; problem: string } {
  let problem = 'There is no JSON object in it.'
  for (const { value } of findJson(text.replace(THINKING, ''))) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { ok: true, value: parsed.data }
    problem = z.prettifyError(parsed.error)
  }
  return { ok: false, problem }
}
