import type { Db } from '@/lib/db/engine/client'
import { ownedBy } from '@/lib/db/engine/owned'
import { namesIn, pick } from '@/lib/shared/pick'
import type { Savings } from '@/lib/shared/usage/usage'
import { savingOf, withMemory } from '@/lib/shared/usage/usage-maths'
import type { ConversationSums } from './usage-fold'

/** Conversations listed one by one, which keeps the page small. */
const MOST = 200
const FIGURES = namesIn('calls costMicros unpricedCalls plainChat withMemory saved')

/** What memory saved in each conversation: those where it made the largest difference, best first. */
export async function conversationSavings(
  db: Db,
  ownerId: string,
  sums: readonly ConversationSums[],
  most: number = MOST,
): Promise<Savings> {
  const all = sums
    .map((sum) => ({
      ...pick(sum, 'id calls costMicros unpricedCalls plainChat'),
      withMemory: withMemory(sum),
      saved: savingOf(sum, 'plainChat').tokens,
    }))
    .sort((a, b) => Math.abs(b.saved) - Math.abs(a.saved))
  const [shown, rest] = [all.slice(0, most), all.slice(most)]
  const titles = await db.conversation.findMany({
    where: { ...ownedBy(ownerId), id: { in: shown.map(({ id }) => id) } },
    select: { id: true, title: true },
  })
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
  const total = (name: (typeof FIGURES)[number]) => rest.reduce((sum, one) => sum + one[name], 0)
  return {
    conversations: shown
      .map((one) => ({ ...one, title: titleOf.get(one.id) ?? '' }))
      .sort((a, b) => b.saved - a.saved),
    others: Object.fromEntries(FIGURES.map((name) => [name, total(name)])) as Savings['others'],
    left: rest.length,
  }
}
