import type { SearchHit } from '@/lib/shared/search'

/** A row of the results: a hit, and where the same turn says it again. */
export type HitGroup = { hit: SearchHit; also: SearchHit[] }

/**
 * Groups hits in order, one row per turn: its other side and the summaries that cover it go under the message
 * found first. Files, summaries found before any such message, and those of another branch get their own row.
 * Nothing is left out.
 */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const groups: HitGroup[] = []
  const ofTurn = new Map<string, HitGroup>()
  const ofBranch = new Map<string, HitGroup[]>()
  for (const hit of hits) {
    const { kind, branchId, refId, fromNumber, turnNumber } = hit
    const group =
      kind === 'message'
        ? ofTurn.get(refId)
        : kind === 'summary'
          ? ofBranch
              .get(branchId)
              ?.find((one) => fromNumber <= one.hit.turnNumber && one.hit.turnNumber <= turnNumber)
          : undefined
    if (group) {
      const summaries = kind === 'message' ? group.also.findIndex((one) => one.kind === 'summary') : -1
      group.also.splice(summaries < 0 ? group.also.length : summaries, 0, hit)
      continue
    }
    const own: HitGroup = { hit, also: [] }
    groups.push(own)
    if (kind !== 'message') continue
    ofTurn.set(refId, own)
    ofBranch.set(branchId, [...(ofBranch.get(branchId) ?? []), own])
  }
  return groups
}
