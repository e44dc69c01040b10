import type { StrategyText } from '@/lib/shared/learning/strategies'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { isRefusal, readLesson } from './lessons'
import { cleanCut, type Trajectory } from './trajectory'

const ASKED = 200
const TITLED = 4
const STEPS = 20
/** The parts of a procedure's content that are its own: what was asked, and the tools. */
const MEASURED = /^For “(.*)”, these steps in this order gave a good answer: (.*?)\.(?: \d+ of|$)/s

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
  const more = steps.length > STEPS ? ', and more' : ''
  const problems = failed ? ` ${failed} of ${tools.length} calls failed on the way.` : ''
  const read = readLesson(
    {
      ...{ section: 'api', kind: 'procedure' },
      title: `Steps that worked: ${[...new Set(steps)].slice(0, TITLED).join(', ')}`.slice(
        0,
        limits.titleChars,
      ),
      description: 'What was done in a turn that went well.',
      content: `For “${asked}”, these steps in this order gave a good answer: ${steps.slice(0, STEPS).join(', ')}${more}.${problems}`,
      tags: [...new Set(steps)].slice(0, limits.tags),
    },
    domain,
  )
  return isRefusal(read) ? null : read
}

/**
 * What of a strategy's content is compared with others. All measured procedures share a sentence, which would make any
 * two of them alike, so only the message and the tools count, all tools together as one word.
 */
export function comparedText(content: string): string {
  const [, asked, steps] = MEASURED.exec(content) ?? []
  return asked === undefined || steps === undefined
    ? content
    : `${asked}\n${steps.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()}`
}
