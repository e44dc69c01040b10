import { z } from 'zod'
import { limits } from '@/lib/shared/limits'
import type { TransferFormat } from '@/lib/shared/transfer/transfer'
import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { Refusal } from '@/lib/transfer/refusal'
import type { SpokenMessage } from './turns'

/**
 * A conversation that was read but not stored. `sourceId` '' = the file has no id; `notes` = what was left
 * out, as sentences.
 */
export type Talk = {
  format: TransferFormat
  sourceId: string
  title: string
  at: Date | null
  said: SpokenMessage[]
  notes: string[]
}

/** @throws Refusal that names the first invalid field. */
export function shaped<T>(schema: z.ZodType<T>, value: unknown, what: string, within = ''): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const path = [...(within ? [within] : []), ...(parsed.error.issues[0]?.path ?? [])]
  const place = path.map(String).join('.').slice(0, 80)
  throw new Refusal(`It is not ${what}${place ? `: the field ${place} is wrong` : ''}.`)
}

/** @throws Refusal for too many messages. */
export function checkCount(messages: number): void {
  if (messages > limits.transfer.messages)
    throw new Refusal(`It contains over ${limits.transfer.messages.toLocaleString('en')} messages.`)
}

/**
 * Each message of a list. `place` = the list's name for error messages. @throws Refusal that names the first
 * invalid one.
 */
export function shapedMessages<T>(
  schema: z.ZodType<T>,
  list: readonly unknown[],
  what: string,
  place: (at: number) => string,
): Promise<T[]> {
  checkCount(list.length)
  return mapSlowly(list, (value, at) => shaped(schema, value, what, place(at)))
}

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Ids may be numbers. */
export const nameSchema = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined ? '' : String(id)))

/**
 * Each message's id. One without gets the entry of `others` at its position, marked until no other message
 * has that id.
 */
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
/** `{ 'system message': 2 }` becomes "2 system messages were left out." */
export const leftOut = (counts: Record<string, number>): string[] => {
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return []
  const list = parts.map(([what, count]) => plural(count, what)).join(', ')
  return [`${list} ${total === 1 ? 'was' : 'were'} left out.`]
}
