import type { AgentDeps } from '@/lib/agent/turn-state'
import { ownersWithChanges } from '@/lib/db/memory/topic-writes'
import { jobOps } from '@/lib/db/turns/jobs'
import { TOPICS } from './topics'

/** Asks for a look at the topics of everyone whose turns changed: by answers, imports, forgetting or undo. */
export async function queueTopicJobs({ db, runtime }: Pick<AgentDeps, 'db' | 'runtime'>): Promise<void> {
  for (const { id: ownerId, rev } of await ownersWithChanges(db, TOPICS)) {
    const job = { id: runtime.id('job'), kind: TOPICS, key: String(rev), payload: {} }
    await db.$transaction(jobOps(db, ownerId, [job], runtime.now()))
  }
}
