import { z } from 'zod'
import { idSchema, timeZoneSchema } from '../schemas'

/** Days ending today, the month so far, or own first and last days such as `2026-03-01`; in a time zone. */
export const PERIODS = ['7d', '30d', 'month'] as const
export const periodSchema = z
  .union([
    z.strictObject({ name: z.enum(PERIODS), zone: timeZoneSchema }),
    z.strictObject({ since: z.iso.date(), until: z.iso.date(), zone: timeZoneSchema }),
  ])
  .refine((period) => 'name' in period || period.since <= period.until)
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

/**
 * `?conversation=ID`, `?compare=A,B`, and with each `period=7d` or `since=2026-03-01&until=2026-03-31`, in
 * `zone=Europe/Dublin` (UTC).
 */
export function parseAddress(params: Record<string, string | string[] | undefined>): UsageAddress {
  const one = (name: string) => (Array.isArray(params[name]) ? params[name][0] : params[name]) ?? null
  const ids = (one('compare') ?? '').split(',').filter(Boolean)
  const [a, b] = ids
  const compare: [string, string] | null =
    a && b && a !== b && ids.length === 2 && ids.every((id) => idSchema.safeParse(id).success) ? [a, b] : null
  const conversation = one('conversation')
  const known = conversation === null || idSchema.safeParse(conversation).success
  const named = one('period') === 'all' ? null : one('period')
  const days = { since: one('since') ?? undefined, until: one('until') ?? undefined }
  const zone = one('zone') ?? 'UTC'
  const own = days.since !== undefined || days.until !== undefined
  const period = periodSchema
    .nullable()
    .safeParse(named ? { name: named, zone } : own ? { ...days, zone } : null)
  const problems = [
    ...(known ? [] : ['That is not a conversation ID.']),
    ...(one('compare') && !compare ? ['To compare two conversations, use compare=ID,ID.'] : []),
    ...(period.success && !(named && own)
      ? []
      : ['The dates are not valid: use period=7d, 30d or month, or since and until as 2026-03-31.']),
  ]
  return {
    conversationId: known ? conversation : null,
    compare,
    period: named && own ? null : (period.data ?? null),
    problem: problems[0] ?? null,
  }
}
