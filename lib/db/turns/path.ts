import type { Prisma } from '@/lib/db/engine/client'

/** The way to a leaf: on each branch, turns up to that number. Numbers never repeat along a path. */
export type BranchPath = [branchId: string, maxNumber: number][]

/** The last entry of a stored `Branch.path` is open: turns still to come are on it. */
export const OPEN_END = 1_000_000_000

/** `Branch.path` cut at a turn of that branch. */
export const pathTo = (stored: BranchPath, number: number): BranchPath =>
  stored.map(([branchId, max]) => [branchId, Math.min(max, number)])

/** `Branch.path` of a branch that leaves `parent` behind turn `forkNumber` (0 = a new first turn). */
export const forkPath = (parent: BranchPath, forkNumber: number, branchId: string): BranchPath => [
  ...(forkNumber > 0 ? pathTo(parent, forkNumber) : []),
  [branchId, OPEN_END],
]

/** The turns of a path, as a `where`; numbers from `from` to `to`, both included. */
export function onPath(path: BranchPath, from = 1, to = OPEN_END): Prisma.TurnWhereInput {
  const spans = path
    .map(([branchId, max], i) => ({
      branchId,
      min: Math.max(from, (path[i - 1]?.[1] ?? 0) + 1),
      max: Math.min(to, max),
    }))
    .filter((span) => span.min <= span.max)
  // Prisma drops an empty OR inside an AND, which would match every turn.
  if (spans.length === 0) return { id: { in: [] } }
  return { OR: spans.map((span) => ({ branchId: span.branchId, number: { gte: span.min, lte: span.max } })) }
}

/** Which turns of an index belong to a path: branch -> highest number. */
export const pathLimits = (path: BranchPath): Map<string, number> => new Map(path)
