import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
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
/** `tokens` 0 = emptied, because a turn in it was forgotten; it is made again of what remains. */
export type RollUpRow = TurnRange & {
  id: string
  branchId: string
  level: number
  tokens: number
  stale: boolean
}

const insightsSchema = z.array(z.string()).catch([])
const statusSchema = z.enum(['extractive', 'fallback', 'model']).catch('fallback')
export type StoredSummary = Omit<SummaryRow, 'from' | 'to' | 'insights' | 'status'> & {
  fromNumber: number
  toNumber: number
  insights: unknown
  status: string
  conversationId: string
}
export const FIELDS = {
  id: true,
  conversationId: true,
  branchId: true,
  level: true,
  fromNumber: true,
  toNumber: true,
  contextId: true,
  text: true,
  insights: true,
  tokens: true,
  status: true,
} as const
const toRow = ({
  id,
  branchId,
  level,
  fromNumber,
  toNumber,
  contextId,
  text,
  insights,
  tokens,
  status,
}: StoredSummary): SummaryRow => ({
  id,
  branchId,
  level,
  from: fromNumber,
  to: toNumber,
  contextId,
  text,
  tokens,
  insights: insightsSchema.parse(insights),
  status: statusSchema.parse(status),
})

/** Rows as anybody may see them now: without what they quote of a file in the trash. */
export async function toRows(db: Db, ownerId: string, stored: StoredSummary[]): Promise<SummaryRow[]> {
  const without = stored.length ? await unquoted(db, ownerId) : null
  if (!without) return stored.map(toRow)
  return stored.map((one) => {
    const row = toRow(one)
    return {
      ...row,
      text: without(one.conversationId, row.text),
      insights: row.insights.filter((insight) => without(one.conversationId, insight) === insight),
    }
  })
}
