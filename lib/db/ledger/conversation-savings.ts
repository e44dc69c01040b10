import type { Db } from '@/lib/db/engine/client'
import { ownedBy } from '@/lib/db/engine/owned'
import type { Savings } from '@/lib/shared/usage/usage'
import { savingOf } from '@/lib/shared/usage/usage-maths'
import type { ConversationSums } from './usage-fold'

/** Conversations listed one by one, which keeps the page small. */
const MOST = 200

/** What memory saved in each conversation: those where it made the largest difference, best first. */
export async function conversationSavings(
  db: Db,
  ownerId: string,
  sums: readonly ConversationSums[],
  most: number = MOST,
): Promise<Savings> {
  const all = sums.map((sum) => ({ id: sum.id, saved: savingOf(sum, 'plainChat').tokens }))
  const own = all.filter(({ id }) => id !== '').sort((a, b) => Math.abs(b.saved) - Math.abs(a.saved))
  const [shown, rest] = [own.slice(0, most), own.slice(most)]
  const titles = await db.conversation.findMany({
    where: { ...ownedBy(ownerId), id: { in: shown.map(({ id }) => id) } },
    select: { id: true, title: true },
  })
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
  return {
    conversations: shown
      .map((one) => ({ ...one, title: titleOf.get(one.id) ?? '' }))
      .sort((a, b) => b.saved - a.saved),
    others: rest.reduce((sum, { saved }) => sum + saved, 0),
    left: rest.length,
    upkeep: all.find(({ id }) => id === '')?.saved ?? 0,
  }
}
