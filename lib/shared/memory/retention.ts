import { z } from 'zod'
import type { NamedTurn } from './forget'

/**
 * `undoDays` = how long dropped full texts can be brought back; `tickMs` = how often expired ones are
 * removed; `named` = how many a preview names.
 */
export const limitsOfRetention = { undoDays: 30, tickMs: 3_600_000, named: 50 } as const

/**
 * Full texts that retention would drop; `bytes` at most. Times are those of the oldest and the newest turn;
 * `which` = the first of the turns.
 */
export type OldTexts = {
  turns: number
  bytes: number
  oldest: string | null
  newest: string | null
  which: NamedTurn[]
}
/** Full texts that were dropped together and can be brought back. */
export type DroppedTexts = { at: string; turns: number }
/** `days` null = full texts are kept, and `old` is empty. */
export type RetentionDto = { days: number | null; undoDays: number; old: OldTexts; dropped: DroppedTexts[] }
export const restoreTextsSchema = z.object({ at: z.iso.datetime() })

/** The placeholder for a dropped full text. */
export const droppedWords = (at: Date) =>
  `The full text was dropped on ${at.toISOString().slice(0, 10)}. Its message, answer and summary are kept.`
