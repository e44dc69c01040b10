import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { unquoted } from '@/lib/db/forget/held'

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

/** Rows as they may be shown now: without what they quote of a file in the trash. */
export async function toRows(db: Db, ownerId: string, stored: StoredSummary[]): Promise<SummaryRow[]> {
  const without = stored.length ? await unquoted(db, ownerId) : null
  return stored.map(({ conversationId, fromNumber, toNumber, text, insights, status, ...row }) => {
    const shown = (words: string) => (without ? without(conversationId, words) : words)
    return {
      ...row,
      from: fromNumber,
      to: toNumber,
      text: shown(text),
      insights: insightsSchema.parse(insights).filter((insight) => shown(insight) === insight),
      status: statusSchema.parse(status),
    }
  })
}
