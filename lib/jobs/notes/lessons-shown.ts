import type { Db } from '@/lib/db/engine/client'
import { sourcesOfEach } from '@/lib/db/forget/derived'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import { strategiesTaught, strategiesUsed, type UsedStrategy } from '@/lib/db/learning/uses/used'
import type { ShownLine } from './shown-lines'

const MOST = 5

/** `row` = the lesson that this line shows. */
export type ShownLesson = ShownLine & { row: StrategyRow & { cited?: boolean }; shownAs: string }

/**
 * The lessons that a turn cited, what it has taught already, then those that its prompt had because they are like
 * it, with short ids.
 */
export async function lessonsShown(
  db: Db,
  ownerId: string,
  turnId: string,
): Promise<{ cited: UsedStrategy[]; shown: ShownLesson[] }> {
  const [used, taught] = await Promise.all([
    strategiesUsed(db, ownerId, turnId),
    strategiesTaught(db, ownerId, turnId),
  ])
  const cited = used.filter((one) => one.cited)
  const like = used.filter((one) => !one.cited && one.place === 'retrieved')
  const all = [...cited, ...taught, ...like]
  const rows = all.filter(({ id }, i) => all.findIndex((one) => one.id === id) === i).slice(0, MOST)
  const ids = rows.map(({ id }) => id)
  const turns = await sourcesOfEach(db, ownerId, 'wording', ids)
  const shown = rows.map((row, i) => ({
    row,
    shownAs: `l${i + 1}`,
    text: `${row.title}\n${row.content}`,
    sources: [{ kind: 'strategy', id: row.id, turns: row.sources } as const],
    turns: turns.get(row.id) ?? [],
  }))
  return { cited, shown }
}
