import { z } from 'zod'
import { NOTHING_OUTSIDE, type OutsideTurns, sourceOfTurns } from '@/lib/db/memory/outside'
import type { StoredToolUse } from '@/lib/db/turns/turn-texts'
import type { WindowTurn } from '@/lib/memory/context/window'
import { itemOf } from '@/lib/prompts/fence'
import { ownLabel } from '@/lib/prompts/labels'
import { limits } from '@/lib/shared/limits'
import type { Source } from '@/lib/shared/memory/source'
import { timeIn } from '@/lib/shared/time/day'
import { truncated } from '@/lib/shared/truncated'
import { withoutFarMarks } from '@/lib/shared/turn/citations'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { type Candidate, type Count, fitItems, sizedItem, sumTokens } from './fit'
import { DROP } from './plan'

/** Ranks everything said in the window above all tool results. */
const SPOKEN = 1_000_000_000
/** The prompt shows at most this many characters of what a tool said in an earlier turn. */
const TOOL_CHARS = 160
/** What a tool did, without what it read from memory: `write_file plan.md: 12 lines written.` */
function didLine({ name, args, ok, result }: StoredToolUse): string {
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
  return turns.flatMap((turn) => {
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
    // What it says is the answer.
    const tools = turn.tools.filter(({ name }) => name !== FINISHING_TOOL)
    const message = itemOf({ ...said('user'), date: timeIn(new Date(turn.at), zone) }, turn.userText, source)
    const answer = withoutFarMarks(turn.answer) || (isQuoted ? '' : NO_ANSWER)
    const items: Candidate[] = [
      { ...spoken, item: { ...message, ...(isQuoted ? {} : { toEnd: true }) }, order: next() },
    ]
    if (answer)
      items.push({
        ...spoken,
        ...(isQuoted ? {} : { isAnswer: true }),
        item: itemOf(said('assistant'), answer, source),
        order: next(),
      })
    if (tools.length)
      items.push({
        item: itemOf({ id, who: 'tool' }, tools.map(didLine).join('\n'), source),
        sources: [own, ...tools.flatMap(({ sources = [] }) => sources)],
        outside: source !== undefined,
        keep: turn.number,
        order: next(),
        dropStage: DROP.windowResults,
      })
    return items
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

const LEFT_OUT = '(The beginning of this answer is left out.) ...'
/** Times are equally long in all zones. */
const ANY_ZONE = 'UTC'

/**
 * The chosen turns that the prompt has room for. `whole` = the first uncut turn, or `before`; earlier turns
 * need their summaries. `goesOn` = the last answer is to be continued, so that its end is kept.
 */
export function fitWindow(
  chosen: WindowTurn[],
  before: number,
  countTokens: Count,
  budget: number = limits.prompt.sections.window,
  outside: OutsideTurns = NOTHING_OUTSIDE,
  goesOn = false,
): { turns: WindowTurn[]; whole: number; tokens: number } {
  const last = groupOf(chosen.at(-1)?.number ?? 0)
  const items = windowItems(chosen, ANY_ZONE, outside).map((one) =>
    goesOn && one.group === last && one.item.attributes.who === 'assistant'
      ? { ...one, keepsEnd: true, mark: LEFT_OUT }
      : one,
  )
  const { turns, cut, tokens } = fitTurns(items, chosen, countTokens, budget)
  return { turns, whole: turns.find((turn) => !cut.has(ownLabel(turn.number)))?.number ?? before, tokens }
}

/** The turns whose items have room, with texts cut as they will be shown. `cut` = labels of those. */
function fitTurns(items: Candidate[], turns: WindowTurn[], countTokens: Count, budget: number) {
  const sized = items.map((candidate) => sizedItem(candidate, countTokens))
  const kept = fitItems(sized, budget, countTokens)
  const labels = (some: typeof kept) => new Set(some.map((entry) => entry.item.attributes.id))
  const shown = labels(kept)
  const cut = labels(kept.filter((entry) => entry.cut && entry.group !== undefined))
  const said = (number: number, who: string) =>
    kept.find(({ item: { attributes } }) => attributes.id === ownLabel(number) && attributes.who === who)
      ?.item.text ?? ''
  // Keeps cut texts, so that no step counts them whole again.
  const asShown = turns
    .filter((turn) => shown.has(ownLabel(turn.number)))
    .map((turn) =>
      cut.has(ownLabel(turn.number))
        ? { ...turn, userText: said(turn.number, 'user'), answer: said(turn.number, 'assistant') }
        : turn,
    )
  return { turns: asShown, cut, tokens: sumTokens(kept) }
}

/** Turns that the message refers to, each cut to its share of the room. */
export function fitReferred(
  turns: WindowTurn[],
  countTokens: Count,
  budget: number,
  outside: OutsideTurns = NOTHING_OUTSIDE,
): { turns: WindowTurn[]; tokens: number } {
  const share = Math.floor(budget / Math.max(1, turns.length))
  const fitted = turns.map((turn) =>
    fitTurns(referredItems([turn], ANY_ZONE, outside), [turn], countTokens, share),
  )
  return {
    turns: fitted.flatMap((one) => one.turns),
    tokens: fitted.reduce((sum, one) => sum + one.tokens, 0),
  }
}
