import { z } from 'zod'
import { DAY_MS } from '@/lib/shared/day'

/** Weeks are counted from 1970 and begin on Mondays. */
export const weekAt = (ms: number) => Math.floor((ms / DAY_MS + 3) / 7)
/** The first day of a week, at midnight UTC. */
export const weekStart = (week: number) => new Date((week * 7 - 3) * DAY_MS)
/** The last one. */
export const weekEnd = (week: number) => new Date((week * 7 + 3) * DAY_MS)

/** `offset` = minutes from the person's clock to UTC, as `getTimezoneOffset` says. */
export const calendarSchema = z.strictObject({ offset: z.int().min(-900).max(900) })
/** Turns of a week about a topic in a conversation: indexes of both, and how many; topic -1 = of none. */
export type WeekRow = [week: number, topic: number, conversation: number, turns: number]
export type Calendar = { topics: string[]; conversations: string[]; rows: WeekRow[] }
/** Weeks, both included. */
export type Period = { from: number; to: number }
