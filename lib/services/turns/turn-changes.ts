import type { Db } from '@/lib/db/engine/client'
import { ofTurn, statementsOf } from '@/lib/db/facts/statements'
import { deltasOfTurn } from '@/lib/db/learning/log/history'
import { contextRows, rollUpsEndingAt, touchRows, turnSummaryRows } from '@/lib/db/memory/graph'
import { openJobs } from '@/lib/db/turns/jobs'
import { keptTurn, type Turn } from '@/lib/db/turns/turns'
import { readTree } from '@/lib/memory/context/context'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { shownFact } from '@/lib/shared/memory/facts'
import {
  CHANGING_JOBS,
  type ChangedFact,
  type ChangedFile,
  type ChangedValue,
  type ChangingJob,
  type TurnChanges,
} from '@/lib/shared/turn/turn-changes'
import type { Owner } from '../caller'
import { changesIn } from '../learning/playbook-history'
import { replacedBy } from './noted'

/** What a turn changed in memory, so far. @throws MnemeError not_found. */
export async function turnChanges({ db, ownerId }: Owner, { turnId }: { turnId: string }) {
  const turn = await keptTurn(db, ownerId, turnId)
  const [record, rollUps, facts, deltas, files, state, open] = await Promise.all([
    recordOf(db, turn),
    rollUpsEndingAt(db, ownerId, turn.branchId, turn.number),
    factsOf(db, turn),
    deltasOfTurn(db, ownerId, turnId),
    touchRows(db, ownerId, [turnId]),
    stateOf(db, turn),
    jobsOf(db, turn),
  ])
  return {
    conversationId: turn.conversationId,
    running: turn.status === 'queued' || turn.status === 'running',
    ...{ record, rollUps, facts, state, open },
    strategies: await changesIn({ db, ownerId }, deltas),
    files: files.flatMap(({ path, op }) => (op === 'read' ? [] : [{ path, op: op as ChangedFile['op'] }])),
  }
}

async function recordOf(db: Db, { id, ownerId }: Turn): Promise<TurnChanges['record']> {
  const [context] = await contextRows(db, ownerId, [id])
  if (!context) return { context: null, summary: null }
  const [summary] = await turnSummaryRows(db, ownerId, [context.id])
  return {
    context: { id: context.id, tokens: context.tokens },
    summary: summary ? { id: summary.id, status: summary.status, tokens: summary.tokens } : null,
  }
}

async function factsOf(db: Db, { id, ownerId }: Turn): Promise<ChangedFact[]> {
  const stated = await statementsOf(db, ownerId, ofTurn(id))
  if (stated.length === 0) return []
  const known = await factsFor(everywhere(db, ownerId))
  const factOf = new Map(known.flatMap((fact) => fact.statements.map((one) => [one.id, fact] as const)))
  return stated.map((one): ChangedFact => {
    const fact = factOf.get(one.id)
    const isNew = !fact || fact.statements[0].id === one.id
    return {
      ...{ id: fact?.statements[0].id ?? one.id, subject: one.subject },
      line: shownFact(one),
      outcome: one.status === 'proposed' ? 'proposed' : isNew ? 'learned' : 'confirmed',
      replaced: replacedBy(one, fact),
    }
  })
}

/** The state after a turn compared with the state before it. */
async function stateOf(db: Db, { id, ownerId, parentId }: Turn): Promise<ChangedValue[]> {
  const [before, after] = await Promise.all(
    [parentId, id].map(async (turnId) => (await readTree(db, ownerId, turnId)).state),
  )
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return keys.flatMap((key) => {
    const [was, is] = [before?.[key] ?? null, after?.[key] ?? null]
    return was === is ? [] : [{ key, before: was, after: is }]
  })
}

async function jobsOf(db: Db, { id, ownerId, attempt }: Turn): Promise<TurnChanges['open']> {
  const jobs = await openJobs(db, ownerId, CHANGING_JOBS, [`${id}.${attempt}`])
  return jobs
    .map(({ kind, failed }) => ({ job: kind as ChangingJob, failed }))
    .sort((a, b) => CHANGING_JOBS.indexOf(a.job) - CHANGING_JOBS.indexOf(b.job))
}
