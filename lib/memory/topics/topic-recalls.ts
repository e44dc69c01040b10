import type { Db } from '@/lib/db/engine/client'
import { recallPairs } from '@/lib/db/memory/topic-writes'
import type { TopicLink } from '@/lib/db/memory/topics'

/** How many of these turns recalled what, by topic; `links` by `FROM TO`. */
export async function topicRecalls(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
  topicsOf: (turnIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>>,
) {
  const pairs = await recallPairs(db, ownerId, turnIds)
  const topicOf = await topicsOf(pairs.flatMap(({ from, to }) => [from, to]))
  const links = new Map<string, number>()
  const topics = new Map<string, { recalls: number; recalledAt: Date }>()
  const counted = new Set<string>()
  for (const { from, to, at } of pairs) {
    const [asking, found] = [topicOf.get(from), topicOf.get(to)]
    if (!found) continue
    const known = topics.get(found)
    const recalledAt = known && known.recalledAt > at ? known.recalledAt : at
    // An answer that recalled several turns of a topic counts once.
    const once = counted.has(`${from} ${found}`) ? 0 : 1
    counted.add(`${from} ${found}`)
    topics.set(found, { recalls: once + (known?.recalls ?? 0), recalledAt })
    if (!asking || asking === found) continue
    const key = `${asking} ${found}`
    links.set(key, (links.get(key) ?? 0) + once)
  }
  return { links, topics }
}

export function withRecalls(links: readonly TopicLink[], recalls: ReadonlyMap<string, number>): TopicLink[] {
  const found = new Map(links.map((link) => [`${link.from} ${link.to}`, link]))
  for (const [key, recalled] of recalls) {
    const [from = '', to = ''] = key.split(' ')
    const known = found.get(key) ?? { from, to, ties: 0, recalled: 0 }
    found.set(key, { ...known, recalled: known.recalled + recalled })
  }
  return [...found.values()]
}
