import { limitsOfLearning as limits } from '@/lib/shared/limits-learning'
import type { StrategyText } from '@/lib/shared/strategies'
import { isRefusal, readLesson } from './lessons'
import { type Terms, termsOf } from './similar'
import { cleanCut, type Trajectory } from './trajectory'

const ASKED = 200
const TITLED = 4
const STEPS = 20

const TITLE = 'Steps that worked: '
const sentence = (asked: string, steps: string, problems: string) =>
  `For “${asked}”, these steps in this order gave a good answer: ${steps}.${problems}`
const problemsOf = (failed: number, calls: number) => ` ${failed} of ${calls} calls failed on the way.`
const MORE = ', and more'
const SAID_BY_ALL = termsOf(TITLE + sentence('', MORE, problemsOf(0, 0)))

/**
 * The terms by which a strategy is compared with others. Of a procedure these are its message and its tools: by what
 * all procedures say they would all be alike.
 */
export function comparedTerms({ kind, content }: { kind: string; content: string }): Terms {
  const terms = termsOf(content)
  return kind === 'procedure' ? new Map([...terms].filter(([key]) => !SAID_BY_ALL.has(key))) : terms
}
/** Whether two strategies can say the same: what was done is no lesson. */
export const areOfOneSort = (a: { kind: string }, b: { kind: string }) =>
  (a.kind === 'procedure') === (b.kind === 'procedure')

/**
 * What a turn that went well did, as one procedure: its tools in order and how many of them failed, all measured.
 * Null if it used no tool. Nothing is advised that was not done.
 */
export function procedureOf({ userText, tools }: Trajectory, domain: string): StrategyText | null {
  if (tools.length === 0) return null
  const failed = tools.filter(({ ok }) => !ok).length
  const steps = tools
    .filter(({ ok }) => ok)
    .map(({ name }) => name)
    .filter((name, i, all) => name !== all[i - 1])
  if (steps.length === 0) return null
  const asked = cleanCut(userText, ASKED).replace(/\s+/g, ' ').trim()
  const shown = steps.slice(0, STEPS).join(', ') + (steps.length > STEPS ? MORE : '')
  const read = readLesson(
    {
      ...{ section: 'api', kind: 'procedure' },
      title: (TITLE + [...new Set(steps)].slice(0, TITLED).join(', ')).slice(0, limits.titleChars),
      description: 'What was done in a turn that went well.',
      content: sentence(asked, shown, failed ? problemsOf(failed, tools.length) : ''),
      tags: [...new Set(steps)].slice(0, limits.tags),
    },
    domain,
  )
  return isRefusal(read) ? null : read
}
