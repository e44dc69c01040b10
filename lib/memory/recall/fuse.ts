import type { MessageHit } from '@/lib/memory/index/message-hit'

/** The hits of one search, best first. `share` = how much of what a message says was searched by, in [0, 1]. */
type Ranked = { hits: readonly MessageHit[]; share: number }

/** The rank constant of the paper, and the weight of each list after the first, measured on recall data. */
const [K, LATER] = [60, 0.5]
/**
 * Reciprocal rank fusion, Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
 * Individual Rank Learning Methods" (SIGIR 2009), with weights:
 *
 *     order(hit) = sum over lists of weight / (60 + rank of the hit in the list)
 *
 * The first list weighs 1, each later one half of its squared share. A hit shows its best score times share.
 */
export function fuse(lists: readonly Ranked[]): MessageHit[] {
  const found = new Map<string, { hit: MessageHit; order: number }>()
  for (const [list, { hits, share }] of lists.entries())
    for (const [i, hit] of hits.entries()) {
      const id = JSON.stringify([hit.turnId, hit.part, hit.start])
      const known = found.get(id)
      const order = (known?.order ?? 0) + (list === 0 ? 1 : LATER * share ** 2) / (K + i + 1)
      const score = hit.score * share
      const parts = Object.fromEntries(Object.entries(hit.parts).map(([name, part]) => [name, part * share]))
      const best = known && known.hit.score >= score ? {} : { score, parts }
      found.set(id, { hit: { ...(known?.hit ?? hit), ...best }, order })
    }
  return [...found.values()].sort((a, b) => b.order - a.order).map(({ hit }) => hit)
}
