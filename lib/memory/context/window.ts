import type { Db } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import { lastTurns, type ToolUse, toolUses } from '@/lib/db/turns/turn-texts'
import { limits } from '@/lib/shared/limits'
import { type Speakers, speakersOf } from '@/lib/shared/speakers'

/** `speakers` = who said each text, for conversations imported with names. */
export type WindowTurn = {
  turnId: string
  number: number
  at: string
  userText: string
  answer: string
  tools: ToolUse[]
  speakers?: Speakers
}

/** A tool result in the window, with a note if it was cut. */
export function cutResult(result: string): string {
  const most = limits.prompt.toolResultChars
  return result.length > most ? `${result.slice(0, most)}... (truncated)` : result
}

/**
 * The last turns of a path, verbatim and oldest first, with tool results cut. `size` includes the current
 * turn `before`: 5 gives the four turns before it, 1 or less gives none. Turns are whole, so the window
 * starts on a user message and has no call without its result.
 */
export async function chooseWindow(
  db: Db,
  ownerId: string,
  path: BranchPath,
  { before, size }: { before: number; size: number },
): Promise<WindowTurn[]> {
  if (size <= 1 || before <= 1) return []
  const turns = await lastTurns(db, ownerId, path, before, size - 1)
  if (turns.length === 0) return []
  const uses = await toolUses(db, ownerId, turns)
  return turns.map((turn) => ({
    turnId: turn.id,
    number: turn.number,
    at: turn.createdAt.toISOString(),
    userText: turn.userText,
    answer: turn.answer,
    ...(turn.messages ? { speakers: speakersOf(turn.messages) } : {}),
    tools: (uses.get(turn.id) ?? []).map((use) => ({ ...use, result: cutResult(use.result) })),
  }))
}
