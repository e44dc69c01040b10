import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import type { Delta } from '@/lib/db/generated/sqlite/client'
import { type Patch, stateOf } from '@/lib/db/learning/log/state'
import { strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { titledTurns } from '@/lib/db/learning/uses/uses'
import type { StrategyState } from '@/lib/shared/learning/strategies'

type Logged = Pick<Delta, 'op' | 'by' | 'at' | 'groupId' | 'turnId' | 'before' | 'after'>
/** `wording` = the turns that its text is made from. */
export type ExportedStrategy = StrategyState & { id: string; wording: string[]; history: Logged[] }

/**
 * Pages of an owner's strategies with their links and their history, without what is in the trash: those
 * learned in a conversation or used in it alone, or all of them.
 */
export async function* exportedStrategies(
  db: Db,
  ownerId: string,
  conversationId?: string,
): AsyncGenerator<ExportedStrategy[]> {
  const which =
    conversationId === undefined
      ? sqltag`1 = 1`
      : sqltag`s."conversationId" = ${conversationId} OR EXISTS (SELECT 1 FROM "Provenance" p
          JOIN "Turn" t ON t."id" = p."sourceTurnId"
          WHERE p."kind" = 'strategy' AND p."refId" = s."id" AND t."conversationId" = ${conversationId})`
  for (const ids of chunks(await strategyIds(db, ownerId, which))) {
    const [rows, wording, deltas] = await Promise.all([
      strategiesOf(db, ownerId, ids),
      db.provenance.findMany({ where: { ownerId, kind: 'wording', refId: { in: ids } } }),
      db.delta.findMany({ where: { ownerId, strategyId: { in: ids } }, orderBy: { seq: 'asc' } }),
    ])
    const named = [
      ...[...rows.values()].flatMap(({ sources }) => sources),
      ...wording.map(({ sourceTurnId }) => sourceTurnId),
      ...deltas.flatMap(({ before, after, turnId }) => [
        ...[before, after].flatMap((patch) => (patch as Patch | null)?.sources ?? []),
        ...(turnId ? [turnId] : []),
      ]),
    ]
    const turns = await titledTurns(db, ownerId, named)
    const known = (sources: string[]) => sources.filter((id) => turns.has(id))
    const patched = (value: unknown) => {
      const patch = value as Patch | null
      return patch?.sources ? { ...patch, sources: known(patch.sources) } : value
    }
    yield [...rows.values()].map((row) => {
      const state = stateOf(row)
      const history = deltas
        .filter(({ strategyId }) => strategyId === row.id)
        .map(({ op, by, at, groupId, turnId, before, after }) => ({
          ...{ op, by, at, groupId, turnId: turnId && turns.has(turnId) ? turnId : null },
          ...{ before: patched(before), after: patched(after) },
        })) as Logged[]
      const from = wording.flatMap(({ refId, sourceTurnId }) => (refId === row.id ? sourceTurnId : []))
      return { id: row.id, ...state, sources: known(state.sources), wording: known(from.sort()), history }
    })
  }
}
