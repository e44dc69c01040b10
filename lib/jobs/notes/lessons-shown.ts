import type { Db } from '@/lib/db/engine/client'
import { sourcesOf } from '@/lib/db/forget/derived'
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
  const shown = await Promise.all(
    [...cited, ...like].slice(0, MOST).map(async (row, i) => ({
      row,
      shownAs: `l${i + 1}`,
      text: `${row.title}\n${row.content}`,
      sources: [{ kind: 'strategy', id: row.id, turns: row.sources } as const],
      turns: await sourcesOf(db, ownerId, 'wording', [row.id]),
    })),
  )
  return { cited, shown }
}
