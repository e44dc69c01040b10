import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { FORGOTTEN } from '@/lib/db/forget/forgotten'
import { trashedAmong } from '@/lib/db/forget/visible'

export type SummaryStatus = 'extractive' | 'fallback' | 'model'
/** Numbers of a path, both included. */
export type TurnRange = { from: number; to: number }
export type SummaryRow = TurnRange & {
  id: string
  branchId: string
  level: number
  contextId: string | null
  text: string
  insights: string[]
  tokens: number
  status: SummaryStatus
}
/** `tokens` 0 = emptied because a turn in it was forgotten; it is written again from what remains. */
export type RollUpRow = Omit<SummaryRow, 'contextId' | 'text' | 'insights' | 'status'> & { stale: boolean }

const insightsSchema = z.array(z.string()).catch([])
const statusSchema = z.enum(['extractive', 'fallback', 'model']).catch('fallback')
export type StoredSummary = Omit<SummaryRow, 'from' | 'to' | 'insights' | 'status'> & {
  fromNumber: number
  toNumber: number
  insights: unknown
  status: string
  conversationId: string
}
export const FIELDS = columns(
  'id conversationId branchId level fromNumber toNumber contextId text insights tokens status',
)

/** Rows as they may be shown now: without the texts that are derived from something in the trash. */
export async function toRows(db: Db, ownerId: string, stored: StoredSummary[]): Promise<SummaryRow[]> {
  const ids = stored.map(({ id }) => id)
  const trashed = await trashedAmong(db, ownerId, 'summary', ids)
  return stored.map(({ conversationId: _, fromNumber, toNumber, text, insights, status, ...row }) => ({
    ...row,
    from: fromNumber,
    to: toNumber,
    text: trashed.has(row.id) ? FORGOTTEN : text,
    insights: trashed.has(row.id) ? [] : insightsSchema.parse(insights),
    status: statusSchema.parse(status),
  }))
}
