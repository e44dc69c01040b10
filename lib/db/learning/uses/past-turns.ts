import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import { limitsOfExamples } from '@/lib/shared/limits/examples'
import { type Depth, depthSchema } from '@/lib/shared/turn/depth'

/** A turn that succeeded: calls for its answer, tool calls, failed ones, and the thumb (-1, 0, 1). */
export type PastTurn = {
  id: string
  attempt: number
  /** It read text from outside. */
  tainted: boolean
  depth: Depth | null
  steps: number
  tools: number
  failed: number
  feedback: number
}

/** Which of these turns succeeded (a thumb up, or a confident verdict) and may be used by memory. */
export async function goodTurns(db: Db, ownerId: string, ids: string[]): Promise<Map<string, PastTurn>> {
  if (ids.length === 0) return new Map()
  const of = { ...ownedBy(ownerId), turnId: { in: ids } }
  const [turns, verdicts, thumbs, steps] = await Promise.all([
    db.turn.findMany({
      where: { ...ownedBy(ownerId), id: { in: ids }, ...REMEMBERED, conversation: { trashId: null } },
      select: columns('id attempt depth tainted'),
    }),
    db.verdict.findMany({ where: { ...of, label: 'success' }, select: columns('turnId confidence') }),
    db.feedback.findMany({ where: of, select: columns('turnId value') }),
    db.step.findMany({
      where: { ...of, phase: 'act' },
      select: { turnId: true, attempt: true, tools: { select: { ok: true } } },
    }),
  ])
  const sure = new Map(verdicts.map(({ turnId, confidence }) => [turnId, confidence]))
  const thumb = new Map(thumbs.map(({ turnId, value }) => [turnId, Math.sign(value)]))
  return new Map(
    turns.flatMap(({ id, attempt, depth, tainted }) => {
      const feedback = thumb.get(id) ?? 0
      const isSure = (sure.get(id) ?? 0) >= limitsOfExamples.leastConfidence
      if (feedback < 0 || (feedback === 0 && !isSure)) return []
      const own = steps.filter((step) => step.turnId === id && step.attempt === attempt)
      const tools = own.flatMap((step) => step.tools)
      const measured = {
        steps: own.length,
        tools: tools.length,
        failed: tools.filter(({ ok }) => !ok).length,
      }
      const past = { id, attempt, tainted, depth: depthSchema.safeParse(depth).data ?? null }
      return [[id, { ...past, ...measured, feedback }] as const]
    }),
  )
}
