/** Whole numbers, both ends included. */
export type Range = { from: number; to: number }

export const within = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to
export const overlap = (a: Range, b: Range) => a.from <= b.to && b.from <= a.to

/** The gaps: parts of `whole` that no range covers, in order. */
export function gaps(ranges: readonly Range[], whole: Range): Range[] {
  const open: Range[] = []
  let next = whole.from
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (to < next) continue
    if (from > whole.to) break
    if (from > next) open.push({ from: next, to: from - 1 })
    next = to + 1
  }
  if (next <= whole.to) open.push({ from: next, to: whole.to })
  return open
}
