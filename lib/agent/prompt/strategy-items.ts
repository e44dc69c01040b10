import type { TurnState } from '@/lib/agent/turn-state'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import { itemOf } from '@/lib/prompts/item'
import { strategyLine } from '@/lib/shared/learning/strategies'
import type { Source } from '@/lib/shared/memory/source'
import type { Candidate } from './fit'
import { DROP } from './plan'

export const PLAYBOOK_NOTE = 'Lessons from earlier turns, as [id] helpful=times harmful=times :: lesson.'
export const STRATEGIES_NOTE = 'Lessons that may fit this task, the closest first.'

const sourcesOf = ({ id, sources }: StrategyRow): Source[] => [{ kind: 'strategy', id, turns: sources }]

/** The playbook, one item per strategy, in its own order. */
export const playbookItems = ({ strategies }: Pick<TurnState, 'strategies'>): Candidate[] =>
  strategies.playbook.map((row, i) => ({
    item: itemOf({}, strategyLine(row)),
    sources: sourcesOf(row),
    // Nothing is shown that a person has not approved.
    outside: false,
    keep: Number(row.pinned) * 1_000 - i,
    order: i,
    dropStage: DROP.summaries,
  }))

/** The worked example, then what was retrieved. */
export function strategyItems({
  strategies,
  examples,
}: Pick<TurnState, 'strategies' | 'examples'>): Candidate[] {
  const retrieved = strategies.retrieved.map(({ row }) => ({
    item: itemOf({ id: row.slug }, `${row.title}\n${row.content}`),
    sources: sourcesOf(row),
    outside: false,
  }))
  const { shown } = examples
  const example = shown && {
    item: itemOf({}, `Worked example\n${shown.text}`),
    sources: [{ kind: 'turn', id: shown.turn.id } as const],
    outside: shown.turn.tainted,
  }
  return [...(example ? [example] : []), ...retrieved].map((one, i) => ({
    ...one,
    keep: -i,
    order: i,
    dropStage: DROP.recalled,
  }))
}
