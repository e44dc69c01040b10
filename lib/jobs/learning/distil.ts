import type { Background } from '@/lib/agent/step/background'
import { commitCalls } from '@/lib/agent/step/background-step'
import { strategiesOf } from '@/lib/db/learning/strategies'
import { strategiesUsed } from '@/lib/db/learning/uses/used'
import { verdictOf } from '@/lib/db/learning/verdicts'
import { readOperations } from '@/lib/learning/curate'
import { readKnownStrategies } from '@/lib/learning/known-strategies'
import { changesOf, type Decided, nearLessons } from '@/lib/learning/learned'
import { lessonsIn } from '@/lib/learning/lessons'
import { procedureOf } from '@/lib/learning/procedure'
import { shownTrajectory } from '@/lib/learning/trajectory'
import * as curatePrompt from '@/lib/prompts/curate'
import * as prompt from '@/lib/prompts/distil'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import { limitsOfExamples } from '@/lib/shared/limits/examples'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { askModel } from '../ask-model'
import type { JobKind } from '../kind'
import { endJob } from '../turn-job'
import { endLearning, hasModel, learningJob, quotedBy } from './learning-job'

/**
 * Learns from a judged turn: with a model at most three lessons, the steps of a good turn among them; without
 * one the steps of a turn that the person marked as good. What a turn teaches that read text from outside
 * waits for approval.
 */
export const distil: JobKind = {
  name: 'distil',
  run: learningJob(async (work) => {
    const { deps, job, turn, seen, domain, signal } = work
    const { db, log } = deps
    const verdict = await verdictOf(db, turn.ownerId, turn.id)
    if (!verdict || verdict.label === 'unknown') return endJob(deps, job)
    const { label, reasons } = verdict
    const isAsked = hasModel(deps, turn)
    const calls: Background[] = []
    let lessons: StrategyText[] = []
    let curated: Decided | null = null
    let wording = work.heard
    if (isAsked) {
      // Others were in the prompt, but what is learned must not depend on every lesson that ever was.
      const known = (await strategiesUsed(db, turn.ownerId, turn.id)).filter(({ cited }) => cited)
      const input = { turn: shownTrajectory(seen), verdict: { label, reasons }, known }
      const quoted = await quotedBy(work, known)
      wording = quoted.wording
      const about = { turn, phase: 'distil' as const, sources: quoted.sources, signal, ...limits.distil }
      const { value, call } = await askModel(deps, prompt, input, about)
      calls.push(call)
      const read = lessonsIn(value?.strategies ?? [], domain)
      lessons = read.lessons
      if (!value)
        log('nothing was learned from a turn', { turnId: turn.id, reason: call.result.error?.message })
      if (read.refused.length) log('a lesson was refused', { turnId: turn.id, reasons: read.refused })
      // Nothing that read text from outside may change what is trusted.
      if (!turn.tainted) curated = await curate()
    }
    const isGood = label === 'success' && verdict.confidence >= limitsOfExamples.leastConfidence
    const procedure = isGood && (isAsked || verdict.by === 'person') ? procedureOf(seen, domain) : null
    if (procedure) lessons = [procedure, ...lessons].slice(0, limits.perTurn)
    await endLearning({ deps, job, turn }, calls, async () => {
      const known = await readKnownStrategies(db, turn.ownerId, domain, turn.tainted)
      const { changes, left } = await changesOf(db, lessons, curated, known, { turn, verdict })
      return {
        by: isAsked ? 'model' : 'heuristic',
        heard: wording,
        changes: changes.map((change) => ({ ...change, wording })),
        rejected: [...left, ...(curated?.rejected ?? [])],
      }
    })

    /**
     * Asks the model what to do with lessons similar to known strategies; null = it was not asked, or gave no
     * answer.
     */
    async function curate(): Promise<Decided | null> {
      const near = nearLessons(lessons, await readKnownStrategies(db, turn.ownerId, domain, false))
      if (near.length === 0) return null
      const playbook = [...new Map(near.map(({ known }) => [known.id, known])).values()]
      const input = {
        reasons,
        proposed: near.map(({ lesson }) => lesson),
        playbook,
      }
      const about = { turn, phase: 'curate' as const, signal, ...limits.distil }
      try {
        const rows = await strategiesOf(
          db,
          turn.ownerId,
          playbook.map(({ id }) => id),
        )
        const quoted = await quotedBy({ ...work, heard: wording }, [...rows.values()])
        const { sources } = quoted
        wording = quoted.wording
        const { value, call } = await askModel(deps, curatePrompt, input, { ...about, sources })
        calls.push(call)
        const decided = new Set(near.map(({ lesson }) => lesson))
        return value && { ...readOperations(value, playbook, domain), decided }
      } catch (error) {
        await commitCalls(deps, calls, () => [])
        throw error
      }
    }
  }),
}
