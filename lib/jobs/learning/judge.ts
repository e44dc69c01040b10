import type { Background } from '@/lib/agent/step/background'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import { strategiesUsed } from '@/lib/db/learning/uses/used'
import { modelVerdict, verdictOf, verdictOps } from '@/lib/db/learning/verdicts'
import { sameMessage, turnsBefore } from '@/lib/db/turns/follow-ups'
import { jobOps } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'
import {
  changesOnReversal,
  isWorthACall,
  verdictByEvidence,
  verdictOfModel,
  verdictOfPerson,
} from '@/lib/learning/judge'
import { shownTrajectory, trajectoryHash } from '@/lib/learning/trajectory'
import { isCorrection, isThanks } from '@/lib/model/offline/fallbacks'
import * as prompt from '@/lib/prompts/judge'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { askModel } from '../ask-model'
import { isOfEarlierAttempt, type JobKind, keyOfAttempt } from '../kind'
import { endJob } from '../turn-job'
import { CONSOLIDATE, consolidationDue } from './consolidation'
import { endLearning, hasModel, learningJob, quotedBy } from './learning-job'

export const JUDGE = 'judge'

/**
 * Says how a turn went: by the person's thumb, else by a model, else by what was measured. Reflection and
 * lessons follow. A message that corrects or accepts an earlier answer has that one judged again.
 */
export const judge: JobKind = {
  name: JUDGE,
  after: keyOfAttempt,
  run: learningJob(async (work) => {
    const { deps, job, turn, seen, heard, judged, signal } = work
    if (isOfEarlierAttempt(job, turn)) return endJob(deps, job)
    const { db, runtime } = deps
    const { ownerId } = turn
    const hash = trajectoryHash(seen)
    const canAsk = hasModel(deps, turn)
    const person = verdictOfPerson(seen)
    const used = await strategiesUsed(db, ownerId, turn.id)
    const cites = used.some(({ cited }) => cited)
    const asked =
      !person && canAsk && isWorthACall(seen, judged, cites)
        ? ((await cached(deps, ownerId, hash)) ?? (await byModel()))
        : null
    const verdict: Verdict = person ?? asked?.verdict ?? verdictByEvidence(seen)
    const again = await judgedAgain(deps, turn)
    const isDue = (await consolidationDue(db, ownerId)) !== null
    await endLearning({ deps, job, turn }, asked?.calls ?? [], async () => {
      const before = await verdictOf(db, ownerId, turn.id)
      const teaches =
        verdict.label !== 'unknown' && turn.status === 'completed' && (canAsk || seen.feedback === 1)
      const next = [
        ...(cites ? [{ kind: 'reflect', key: job.key, of: turn.id }] : []),
        ...(teaches
          ? [{ kind: 'distil', key: `${turn.id}.${turn.attempt}.${verdict.label}`, of: turn.id }]
          : []),
        ...(isDue ? [{ kind: CONSOLIDATE, key: job.key, of: turn.id }] : []),
        ...again.map((of) => ({ kind: JUDGE, key: `${of}.after.${turn.id}.${turn.attempt}`, of })),
      ]
      return {
        ...{ by: 'heuristic', heard },
        changes: await changesOnReversal(db, turn, before?.label ?? null, verdict.label),
        writes: [
          ...verdictOps(db, ownerId, turn.id, { ...verdict, trajectoryHash: hash }, heard),
          ...changeOps(db, ownerId, [{ kind: 'status', refId: turn.id, op: 'put' }]),
          ...jobOps(
            db,
            ownerId,
            next.map(({ of, ...one }) => ({ ...one, id: runtime.id('job'), payload: { turnId: of } })),
            runtime.now(),
          ),
        ],
      }
    })

    async function byModel(): Promise<{ verdict: Verdict | null; calls: Background[] }> {
      const { sources } = await quotedBy(work, [])
      const about = { turn, phase: 'judge' as const, sources, signal, ...limits.judge }
      const { value, call } = await askModel(deps, prompt, shownTrajectory(seen), about)
      if (!value) deps.log('a turn was judged without a model', { turnId: turn.id })
      return { verdict: value && verdictOfModel(value), calls: [call] }
    }
  }),
}

async function cached({ db }: AgentDeps, ownerId: string, hash: string) {
  const known = await modelVerdict(db, ownerId, hash)
  return known && { verdict: known, calls: [] }
}

/** Earlier turns that this turn's message gives feedback on, so that they are judged again. */
async function judgedAgain({ db }: AgentDeps, turn: Turn): Promise<string[]> {
  const [before, versions] = await Promise.all([
    turnsBefore(db, turn.ownerId, turn, limits.followUps),
    sameMessage(db, turn.ownerId, turn),
  ])
  const [last] = before
  if (last && isCorrection(turn.userText, last.answer))
    return [...before.map(({ id }) => id), ...versions.before]
  return [...(last && isThanks(turn.userText) ? [last.id] : []), ...versions.before]
}
