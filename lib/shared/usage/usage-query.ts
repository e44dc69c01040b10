import { z } from 'zod'
import { idSchema, timeZoneSchema } from '../schemas'

/** The 7 or 30 days up to and including today, this month so far, or all of last month. */
export const PERIODS = ['7d', '30d', 'month', 'last-month'] as const
export const periodSchema = z.strictObject({ name: z.enum(PERIODS), zone: timeZoneSchema })
export type UsagePeriod = z.infer<typeof periodSchema>

export const callsQuerySchema = z.strictObject({
  conversationId: idSchema.nullable().default(null),
  period: periodSchema.nullable().default(null),
  before: z.strictObject({ at: z.iso.datetime(), id: idSchema }).nullable().default(null),
})

/** The query parameters of the usage page. Invalid ones are ignored, and `problem` says so. */
export type UsageAddress = {
  conversationId: string | null
  compare: [string, string] | null
  period: UsagePeriod | null
  problem: string | null
}

/** `?conversation=ID`, `?compare=A,B`, and with each `period=7d` in `zone=Europe/Dublin` (UTC). */
export function parseAddress(params: Record<string, string | string[] | undefined>): UsageAddress {
  const one = (name: string) => (Array.isArray(params[name]) ? params[name][0] : params[name]) ?? null
  const ids = (one('compare') ?? '').split(',').filter(Boolean)
  const [a, b] = ids
  const compare: [string, string] | null =
    a && b && a !== b && ids.length === 2 && ids.every((id) => idSchema.safeParse(id).success) ? [a, b] : null
  const conversation = one('conversation')
  const known = conversation === null || idSchema.safeParse(conversation).success
  const named = one('period') === 'all' ? null : one('period')
  const zone = one('zone') ?? 'UTC'
  const period = periodSchema.nullable().safeParse(named ? { name: named, zone } : null)
  const problems = [
    ...(known ? [] : ['That is not a conversation ID.']),
    ...(one('compare') && !compare ? ['To compare two conversations, use compare=ID,ID.'] : []),
    ...(period.success ? [] : [`The period is not valid: use ${PERIODS.join(', ')}.`]),
  ]
  return {
    conversationId: known ? conversation : null,
    compare,
    period: period.data ?? null,
    problem: problems[0] ?? null,
  }
}
