import { consolidationJob, consolidationRun, openConsolidation } from '@/lib/db/learning/consolidations'
import { jobOps } from '@/lib/db/turns/jobs'
import { CONSOLIDATE } from '@/lib/jobs/learning/consolidation'
import { consolidationPlan } from '@/lib/learning/consolidate/consolidate'
import { textsToDrop } from '@/lib/memory/context/retention'
import { notFound } from '@/lib/shared/errors'
import type { ConsolidationDto, ConsolidationState } from '@/lib/shared/learning/consolidation'
import { pick } from '@/lib/shared/pick'
import { failureSchema } from '@/lib/shared/turn/events'
import type { Caller, Person } from '../caller'
import { modelsFor } from '../models/model-settings'
import { takePersonsTurn } from '../person-limits'

/** What a consolidation would do now; nothing is written. */
export async function planConsolidation(who: Person): Promise<ConsolidationDto> {
  const models = await modelsFor(who)
  const canAsk = !models.describe('utility').offline
  const { plan, rows } = await consolidationPlan({ ...who, canAsk })
  const byId = new Map(rows.map((row) => [row.id, pick(row, 'slug title')]))
  const named = (...ids: string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    items: plan.items,
    merges: plan.merges.flatMap((one) => {
      const [into, from] = named(one.into, one.from)
      return into && from ? [{ into, from }] : []
    }),
    opposites: plan.opposites.map(({ a, b }) => named(a, b)),
    retired: named(...plan.retired),
    trials: named(...plan.trials),
    unclear: plan.unclear.length,
    texts: await textsToDrop(who),
  }
}

/** Begins a consolidation in the background; one that a person began before and that still runs is joined. */
export async function startConsolidation(caller: Caller): Promise<{ id: string }> {
  const { db, ownerId, runtime, jobs } = caller
  const open = await openConsolidation(db, ownerId, CONSOLIDATE)
  if (open) return open
  await takePersonsTurn(caller)
  const id = runtime.id('run')
  // Before other background jobs: a person is waiting for it.
  await db.$transaction(jobOps(db, ownerId, [{ id, kind: CONSOLIDATE, key: id, payload: {} }], new Date(0)))
  jobs.wake()
  return { id }
}

/** How far a consolidation is. @throws MnemeError not_found. */
export async function consolidationState(who: Person, { id }: { id: string }): Promise<ConsolidationState> {
  const { db, ownerId } = who
  const job = await consolidationJob(db, ownerId, CONSOLIDATE, id)
  if (!job) throw notFound('consolidation')
  if (job.status === 'failed') return { stage: 'failed', error: failureSchema.parse(job.error) }
  const run = job.status === 'done' ? await consolidationRun(db, ownerId, id) : null
  if (!run) return { stage: 'running' }
  const { duplicates: merged, contradictions: flagged, pruned: retired } = run
  return { stage: 'done', done: { groupId: id, merged, flagged, retired } }
}
