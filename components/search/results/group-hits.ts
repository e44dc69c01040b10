import type { SearchHit } from '@/lib/shared/search'

/** A row of the results: what was found, and where the same turn says it again. */
export type HitGroup = { hit: SearchHit; also: SearchHit[] }

/**
 * What was found, in its order, with one row for a turn: its other side, then the summaries that cover it, stand under the message that was found first.
 * A summary before any such message, one of another branch, and every file, is a row of its own. Nothing is left out.
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
