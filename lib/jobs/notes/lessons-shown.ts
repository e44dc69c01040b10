import type { Db } from '@/lib/db/engine/client'
import { sourcesOfEach } from '@/lib/db/forget/derived'
import { strategiesUsed, type UsedStrategy } from '@/lib/db/learning/uses/used'
import type { ShownLine } from './shown-lines'

const MOST = 5

/** `row` = the lesson that this line shows. */
export type ShownLesson = ShownLine & { row: UsedStrategy; shownAs: string }

/** The lessons that a turn cited, then those that its prompt had because they are like it, with short ids. */
export async function lessonsShown(
  db: Db,
  ownerId: string,
  turnId: string,
): Promise<{ cited: UsedStrategy[]; shown: ShownLesson[] }> {
  const used = await strategiesUsed(db, ownerId, turnId)
  const cited = used.filter((one) => one.cited)
  const like = used.filter((one) => !one.cited && one.place === 'retrieved')
  const rows = [...cited, ...like].slice(0, MOST)
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
