import { z } from 'zod'
import { NOTHING_OUTSIDE, type OutsideTurns, sourceOfTurns } from '@/lib/db/memory/outside'
import type { ToolUse } from '@/lib/db/turns/turn-texts'
import type { WindowTurn } from '@/lib/memory/context/window'
import { itemOf } from '@/lib/prompts/item'
import { ownLabel } from '@/lib/prompts/labels'
import type { Source } from '@/lib/shared/memory/source'
import { timeIn } from '@/lib/shared/time/day'
import { truncated } from '@/lib/shared/truncated'
import { withoutFarMarks } from '@/lib/shared/turn/citations'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import type { Candidate } from './fit'
import { DROP } from './plan'

/** Ranks everything said in the window above all tool results. */
const SPOKEN = 1_000_000_000
/** The prompt shows at most this many characters of what a tool said in an earlier turn. */
const TOOL_CHARS = 160
/** What a tool did, without what it read from memory: `write_file plan.md: 12 lines written.` */
function didLine({ name, args, ok, result }: ToolUse): string {
  const { path } = pathSchema.parse(args)
  const said = isMemoryTool(name) ? '' : truncated(result.trim().split('\n', 1)[0] ?? '', TOOL_CHARS)
  return `${name}${path ? ` ${path}` : ''}${ok ? '' : ' (failed)'}${said ? `: ${said}` : ''}`
}
const pathSchema = z.object({ path: z.string().optional() }).catch({})

/** Message and answer of a turn are kept, dropped and cut together. */
export const groupOf = (number: number) => `turn ${number}`

/**
 * The turns of a window, oldest first: message and answer as messages of their own, then what tools did as data. A
 * turn with text from outside is quoted.
 */
export function windowItems(
  turns: WindowTurn[],
  zone: string,
  outside = NOTHING_OUTSIDE,
  quoted = false,
  labelOf: (turn: Pick<WindowTurn, 'number' | 'turnId'>) => string = ({ number }) => ownLabel(number),
): Candidate[] {
  let order = 0
  const next = () => order++
  return turns.flatMap((turn): Candidate[] => {
    const source = sourceOfTurns(outside, turn.number, turn.number)
    // Only imported turns have messages, and so speakers.
    const product = source === 'import' && turn.speakers ? outside.answerer : null
    const id = labelOf(turn)
    const said = (who: 'user' | 'assistant') => ({
      id,
      who,
      ...(turn.speakers?.[who] ? { speaker: turn.speakers[who] } : { product }),
    })
    const own: Source = { kind: 'turn', id: turn.turnId }
    const isQuoted = quoted || source !== undefined
    const spoken = {
      sources: [own],
      outside: source !== undefined,
      keep: SPOKEN + turn.number,
      dropStage: DROP.windowTurns,
      group: groupOf(turn.number),
      mark: `... (truncated; recall turn ${turn.number} to see it whole)`,
    }
    const message = itemOf({ ...said('user'), date: timeIn(new Date(turn.at), zone) }, turn.userText, source)
    const answer = withoutFarMarks(turn.answer) || (isQuoted ? '' : NO_ANSWER)
    return [
      { ...spoken, item: { ...message, ...(isQuoted ? {} : { toEnd: true }) }, order: next() },
      ...(answer
        ? [
            {
              ...spoken,
              ...(isQuoted ? {} : { isAnswer: true }),
              item: itemOf(said('assistant'), answer, source),
              order: next(),
            },
          ]
        : []),
      ...(turn.tools.length
        ? [
            {
              item: itemOf({ id, who: 'tool' }, turn.tools.map(didLine).join('\n'), source),
              sources: [own, ...turn.tools.flatMap(({ sources = [] }) => sources)],
              outside: source !== undefined,
              keep: turn.number,
              order: next(),
              dropStage: DROP.windowResults,
            },
          ]
        : []),
    ]
  })
}
const NO_ANSWER = '(no answer)'

/** Turns before the window that the message refers to: quoted after it, and kept longest. */
export const referredItems = (
  turns: WindowTurn[],
  zone: string,
  outside: OutsideTurns,
  labelOf?: Parameters<typeof windowItems>[4],
): Candidate[] =>
  windowItems(turns, zone, outside, true, labelOf).map((one) => ({
    ...one,
    item: { ...one.item, attributes: { ...one.item.attributes, referred: 'yes' } },
    keep: one.keep + SPOKEN,
    order: one.order + SPOKEN,
  }))
