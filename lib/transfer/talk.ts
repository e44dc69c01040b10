import { z } from 'zod'
import type { TransferFormat } from '@/lib/shared/transfer'
import { Refusal } from './refusal'
import type { Said } from './turns'

/** A conversation from elsewhere, read but not yet stored. `sourceId` '' = the file does not name it; `notes` = what was left out, in words. */
export type Talk = {
  format: TransferFormat
  sourceId: string
  title: string
  at: Date | null
  said: Said[]
  notes: string[]
}

/** @throws Refusal naming the first field that is wrong. */
export function shaped<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join('.').slice(0, 80)
  throw new Refusal(`It is not ${what}${place ? `: the field ${place} is wrong` : ''}.`)
}

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Ids may be numbers. */
export const nameSchema = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined ? '' : String(id)))

/** Each message's own id; for one that has none, what stands at its place in `others`, marked as long as another has that. */
export function idsOf(
  own: readonly string[],
  others: readonly string[] = own.map((_, i) => String(i + 1)),
): string[] {
  const taken = new Set(own)
  return own.map((named, i) => {
    let id = named || (others[i] ?? '')
    while (!named && taken.has(id)) id = `#${id}`
    taken.add(id)
    return id
  })
}

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
/** `{ 'system message': 2 }` as "2 system messages were left out." */
export const leftOut = (counts: Record<string, number>): string[] => {
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  return parts.length
    ? [
        `${parts.map(([what, count]) => plural(count, what)).join(', ')} ${total === 1 ? 'was' : 'were'} left out.`,
      ]
    : []
}
