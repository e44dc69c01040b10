import { z } from 'zod'
import { shortened } from '@/lib/base/shortened'
import { contentTerms } from '@/lib/memory/text/terms'
import { measuredContent, measuredParts } from '@/lib/model/offline/fallbacks'
import { capitalised } from '@/lib/shared/capitalised'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { isRefusal, readLesson } from './lessons'
import { cleanStart, type Trajectory } from './trajectory'

const ASKED = 200
const STEPS = 20
/** Steps that a title names. */
const NAMED = 3
const NAME = 36

/**
 * What a turn that went well did, as one procedure: its tools in order and how many of them failed, all
 * measured. Null if that says nothing: no tool was used, one way of looking into memory was all, or the
 * message has no words of its own. Nothing is advised that was not done.
 */
export function procedureOf({ userText, tools }: Trajectory, domain: string): StrategyText | null {
  if (tools.length === 0) return null
  const failed = tools.filter(({ ok }) => !ok).length
  const worked = tools.filter(({ name, ok }) => ok && name !== FINISHING_TOOL)
  const steps = worked.map(({ name }) => name).filter((name, i, all) => name !== all[i - 1])
  const used = [...new Set(steps)]
  const asked = shortened(cleanStart(userText, ASKED).replace(/\s+/g, ' ').trim(), ASKED)
  const looksUpOnly = used.length === 1 && used.every(isMemoryTool)
  if (used.length === 0 || looksUpOnly || contentTerms(asked).length === 0) return null
  const more = steps.length > STEPS ? ', and more' : ''
  const problems = failed ? ` ${failed} of ${tools.length} calls failed on the way.` : ''
  const read = readLesson(
    {
      ...{ section: 'api', kind: 'procedure' },
      title: titleOf([...new Set(worked.map(deedOf))]),
      description: 'What was done in a turn that went well.',
      content: measuredContent(asked, steps.slice(0, STEPS).join(', ') + more) + problems,
      tags: used.slice(0, limits.tags),
    },
    domain,
  )
  return isRefusal(read) ? null : read
}

const withPath = z.object({ path: z.string() })
/** "write layout.md", "recall context": a tool by its name, with the file it was used on. */
function deedOf({ name, args }: Trajectory['tools'][number]): string {
  const words = name.replaceAll('_', ' ')
  const file = withPath.safeParse(args).data?.path.split('/').at(-1)
  return file ? words.replace(/ file$/, () => ` ${shortened(file, NAME)}`) : words
}

/** "Recall context, then write layout.md"; of many the first ones and how many more. */
function titleOf(deeds: readonly string[]): string {
  const left = deeds.length - NAMED
  const named = left > 0 ? [...deeds.slice(0, NAMED), `${left} more`] : deeds
  const title = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(', then ')
  return capitalised(title)
}

/**
 * What of a strategy's content is compared with others. All measured procedures share a sentence, which would
 * make any two of them alike, so only the message and the tools count, all tools together as one word.
 */
export function comparedText(content: string): string {
  const parts = measuredParts(content)
  return parts ? `${parts.asked}\n${parts.steps.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()}` : content
}
