import type { Background } from '@/lib/agent/step/background'
import { strategiesUsed } from '@/lib/db/learning/uses/used'
import { verdictOf } from '@/lib/db/learning/verdicts'
import { isWorthACall } from '@/lib/learning/judge'
import { tagsOf } from '@/lib/learning/reflect'
import { shownTrajectory } from '@/lib/learning/trajectory'
import * as prompt from '@/lib/prompts/reflect'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { askModel } from '../ask-model'
import type { JobKind } from '../kind'
import { endJob } from '../turn-job'
import { endLearning, hasModel, learningJob, quotedBy } from './learning-job'

/**
 * Tags each strategy that a turn cited with whether it helped: by a model, or by the verdict where a person
 * has given it or there is no model. A later verdict removes the earlier tag.
 */
export const reflect: JobKind = {
  name: 'reflect',
  run: learningJob(async (work) => {
    const { deps, job, turn, seen, judged, signal } = work
    const { db } = deps
    const cited = (await strategiesUsed(db, turn.ownerId, turn.id)).filter((one) => one.cited)
    const verdict = await verdictOf(db, turn.ownerId, turn.id)
    if (!verdict || cited.length === 0) return endJob(deps, job)
    const calls: Background[] = []
    const quoted = await quotedBy(work, cited)
    let reflection: prompt.ReflectionOutput | null = null
    if (verdict.by !== 'person' && hasModel(deps, turn) && isWorthACall(seen, judged, true)) {
      const { sources } = quoted
      const input = { turn: shownTrajectory(seen), verdict, cited }
      const about = { turn, phase: 'reflect' as const, sources, signal, ...limits.distil }
      const { value, call } = await askModel(deps, prompt, input, about)
      if (!value) deps.log('a turn was reflected on without a model', { turnId: turn.id })
      calls.push(call)
      reflection = value
    }
    await endLearning({ deps, job, turn }, calls, async () => {
      // A person may have given a verdict while the model was asked.
      const now = (await verdictOf(db, turn.ownerId, turn.id)) ?? verdict
      const heard = quoted.wording
      if (now.by === 'person') return { by: 'person', heard, ...tagsOf(turn.id, cited, now, null) }
      return { by: reflection ? 'model' : 'heuristic', heard, ...tagsOf(turn.id, cited, now, reflection) }
    })
  }),
}
