import type { SearchHit } from '@/lib/shared/memory/search'

export type HitGroup = { hit: SearchHit; also: SearchHit[] }

/**
 * Groups hits in order, one row per turn: its other side and the summaries that cover it go under the message
 * found first. Files, facts, strategies, summaries found before any such message, and those of another branch
 * get their own row. Nothing is left out.
 */
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
