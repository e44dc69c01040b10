import { parsePartialJson } from 'ai'
import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import { parseJson } from '@/lib/shared/parse-json'
import { storableJson } from '@/lib/shared/storable'
import { isObject } from '../wire/fault'

export const CANDIDATES = 40

/** Finds the end of JSON that opens with the first text. Each character is read once. */
export class Bracket {
  #depth = 0
  #inString = false
  #escaped = false

  /** The exclusive end within the text that follows those before; -1 = it does not close yet. */
  end(text: string, from = 0): number {
    for (let at = from; at < text.length; at++) {
      const c = text[at]
      if (this.#escaped) this.#escaped = false
      else if (this.#inString) {
        if (c === '\\') this.#escaped = true
        else if (c === '"') this.#inString = false
      } else if (c === '"') this.#inString = true
      else if (c === '{' || c === '[') this.#depth++
      else if ((c === '}' || c === ']') && --this.#depth === 0) return at + 1
    }
    return -1
  }
}
export const closing = (text: string, start: number) => new Bracket().end(text, start)

/**
 * JSON as models write it: fenced, with trailing commas. Undefined = none, or not whole: nothing is made up.
 */
export function lenientJson(text: string): unknown {
  const strict = parseJson(text)
  if (strict !== undefined) return strict
  const bare = text.replace(/^\s*```[\w-]*\s*|\s*```\s*$/g, '').trim()
  if (!/^[[{]/.test(bare) || closing(bare, 0) !== bare.length) return undefined
  try {
    return JSON.parse(jsonrepair(bare))
  } catch {
    return undefined
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
    const value = lenientJson(text.slice(at.index, end))
    if (value === undefined) continue
    found.push({ value: storableJson(value), start: at.index, end })
    opening.lastIndex = end
  }
  return found
}

/** A value, and what may be meant by it: the object in a list, in a wrapper, or in a text of JSON. */
function meant(value: unknown): unknown[] {
  if (typeof value === 'string') return findJson(value).flatMap((inner) => meant(inner.value))
  if (Array.isArray(value)) return [value, ...value.filter(isObject)]
  const inner = isObject(value) ? Object.values(value) : []
  return [value, ...(inner.length === 1 && isObject(inner[0]) ? inner : [])]
}

/** A copy of the value without what breaks a limit: lists and texts are cut, null becomes an empty list. */
function mended(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const issue of issues) {
    const last = issue.path.at(-1)
    const holder = issue.path
      .slice(0, -1)
      .reduce<unknown>((at, key) => (isObject(at) || Array.isArray(at) ? at[key as never] : undefined), copy)
    if (last === undefined || !(isObject(holder) || Array.isArray(holder))) continue
    const fields = holder as Record<PropertyKey, unknown>
    const found = fields[last]
    if (issue.code === 'too_big' && (Array.isArray(found) || typeof found === 'string'))
      fields[last] = found.slice(0, Number(issue.maximum))
    if (issue.code === 'invalid_type' && issue.expected === 'array' && found === null) fields[last] = []
  }
  return copy
}

export function extractJson<T>(
  text: string,
  schema: z.ZodType<T>,
): { ok: true; value: T } | { ok: false; problem: string } {
  let problem = 'There is no JSON object in it.'
  const whole = parseJson(text)
  const values = typeof whole === 'string' ? [whole] : findJson(text).map(({ value }) => value)
  for (const value of values.flatMap(meant)) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { ok: true, value: parsed.data }
    const again = schema.safeParse(mended(value, parsed.error.issues))
    if (again.success) return { ok: true, value: again.data }
    problem = z.prettifyError(parsed.error)
  }
  return { ok: false, problem }
}

/** The fields that a model finished of an object that does not fit as a whole, or was cut off. */
export async function finishedParts(text: string): Promise<object> {
  const whole = findJson(text).find(({ value }) => isObject(value))?.value
  if (isObject(whole)) return whole
  const from = text.indexOf('{')
  const { value } = await parsePartialJson(from < 0 ? '' : text.slice(from))
  // The last one is where it was cut.
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, -1)) : {}
}
