import type { SearchHit } from '@/lib/shared/memory/search'

export type HitGroup = { hit: SearchHit; also: SearchHit[] }

/** One row per turn: its other side and its summaries go under the message found first. */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const groups: HitGroup[] = []
  for (const hit of hits) {
    const group = groups.find((one) => belongs(hit, one.hit))
    if (!group) {
      groups.push({ hit, also: [] })
      continue
    }
    const summaries = hit.kind === 'message' ? group.also.findIndex(({ kind }) => kind === 'summary') : -1
    group.also.splice(summaries < 0 ? group.also.length : summaries, 0, hit)
  }
  return groups
}

function belongs({ kind, refId, branchId, fromNumber, turnNumber }: SearchHit, first: SearchHit): boolean {
  if (first.kind !== 'message') return false
  if (kind === 'message') return refId === first.refId
  const covers = fromNumber <= first.turnNumber && first.turnNumber <= turnNumber
  return kind === 'summary' && branchId === first.branchId && covers
}
