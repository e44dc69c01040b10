import type { TurnDto } from '@/lib/shared/dto'

const together = (a: TurnDto, b: TurnDto) =>
  a.status === 'forgotten' &&
  b.status === 'forgotten' &&
  a.undo?.trashId === b.undo?.trashId &&
  a.siblings.length < 2 &&
  b.siblings.length < 2

/** The turns in rows of ids: each by itself, but forgotten neighbours in one as long as they come back together, or not at all, and none has another version. */
export function turnRows(turns: TurnDto[]): string[][] {
  const rows: string[][] = []
  turns.forEach((turn, i) => {
    const before = turns[i - 1]
    if (before && together(before, turn)) rows.at(-1)?.push(turn.id)
    else rows.push([turn.id])
  })
  return rows
}
