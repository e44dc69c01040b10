import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import { getConversation } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'
import { failureSchema } from '@/lib/shared/turn/events'
import type { CallCursor, CallPage } from '@/lib/shared/usage/usage'
import { uncountedModels } from './uncounted'
import { upkeepCalls } from './upkeep-calls'
import type { SqlPeriod } from './usage-sql'

/** Besides the tries themselves there are notices and the times at which tools began. */
const storedLog = z.array(z.looseObject({ notice: z.string().optional(), tool: z.int().optional() }))
const TOKENS = columns('inputTokens cachedTokens outputTokens estInputTokens estOutputTokens costMicros')
const FIELDS = {
  ...columns('id turnId attempt phase round provider model startedAt finish log error firstMs totalMs'),
  ...TOKENS,
  tools: { select: { name: true } },
}

/**
 * Recorded calls of the newest turns that have any, a few turns at a time, on every branch; over all
 * conversations also those that no turn caused. @throws MnemeError not_found.
 */
export async function recordedCalls(
  db: Db,
  ownerId: string,
  query: { conversationId: string | null; before: CallCursor | null; period?: SqlPeriod | null },
): Promise<CallPage> {
  const { conversationId, before, period } = query
  if (conversationId) await getConversation(db, ownerId, conversationId)
  const counted = { notIn: [...(await uncountedModels(db, ownerId, conversationId))] }
  const at = before && new Date(before.at)
  const turns = await db.turn.findMany({
    where: {
      ownerId,
      conversation: { trashId: null },
      steps: { some: { model: counted } },
      ...(conversationId ? { conversationId } : {}),
      ...(period ? { createdAt: { gte: period.since, lt: period.until } } : {}),
      ...(at ? { OR: [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: before.id } }] } : {}),
    },
    select: columns('id number conversationId createdAt trashId'),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limits.usage.callTurns,
  })
  const steps = await db.step.findMany({
    where: { ...ownedBy(ownerId), turnId: { in: turns.map((turn) => turn.id) }, model: counted },
    select: FIELDS,
    orderBy: [{ attempt: 'asc' }, { index: 'asc' }],
  })
  const dtoOf = (turn: (typeof turns)[number], call: (typeof steps)[number]) => {
    const { startedAt, log, error, turnId: _, ...step } = call
    const made = (storedLog.safeParse(log).data ?? []).filter(
      ({ notice, tool }) => notice === undefined && tool === undefined,
    )
    return {
      ...step,
      turn: pick(turn, 'id number conversationId'),
      at: startedAt.toISOString(),
      tries: Math.max(1, made.length),
      // What went wrong may quote what was said.
      error: turn.trashId ? null : (failureSchema.safeParse(error).data?.message ?? null),
    }
  }
  const last = turns.length === limits.usage.callTurns ? turns.at(-1) : undefined
  const ofNoTurn = conversationId
    ? []
    : await upkeepCalls(db, ownerId, {
        model: counted,
        from: last?.createdAt ?? period?.since ?? null,
        before: at ?? period?.until ?? null,
      })
  const groups = [
    ...turns.map((turn) => ({
      at: turn.createdAt.toISOString(),
      calls: steps.filter((step) => step.turnId === turn.id).map((step) => dtoOf(turn, step)),
    })),
    ...ofNoTurn.map((call) => ({ at: call.at, calls: [call] })),
  ]
  const calls = groups
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .flatMap((group) => group.calls)
  return { calls, next: last ? { at: last.createdAt.toISOString(), id: last.id } : null }
}
