import type { TurnDto } from '@/lib/shared/dto'

const together = (a: TurnDto, b: TurnDto) =>
  a.status === 'forgotten' &&
  b.status === 'forgotten' &&
  a.undo?.trashId === b.undo?.trashId &&
  a.siblings.length < 2 &&
  b.siblings.length < 2

/**
 * Turns in rows of ids. Each has its own row, except that forgotten neighbours share one if they have the
 * same undo, or none, and no other versions.
 */
export function turnRows(turns: TurnDto[]): string[][] {
  const rows: string[][] = []
  turns.forEach((turn, i) => {
    const before = turns[i - 1]
    if (before && together(before, turn)) rows.at(-1)?.push(turn.id)
    else rows.push([turn.id])
  })
  return rows
}
