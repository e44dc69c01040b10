import { droppedTexts, removeDropped, restoreTexts } from '@/lib/db/memory/retention'
import { daysBefore, dropTexts, retentionDays, textsToDrop } from '@/lib/memory/context/retention'
import { MnemeError } from '@/lib/shared/errors'
import { limitsOfRetention as limits, type RetentionDto } from '@/lib/shared/memory/retention'
import type { Caller, Person } from '../caller'

const NOTHING = { turns: 0, bytes: 0, oldest: null, newest: null, which: [] }

/** What would be dropped now, and what can still be brought back. */
export async function retentionState(who: Person): Promise<RetentionDto> {
  const [days, old, dropped] = await Promise.all([
    retentionDays(who),
    textsToDrop(who),
    droppedTexts(who.db, who.ownerId),
  ])
  return { days, undoDays: limits.undoDays, old: old ?? NOTHING, dropped }
}

/** Drops the full texts that are old enough. @throws MnemeError invalid if they are kept forever. */
export async function dropOldTexts(who: Person): Promise<RetentionDto> {
  const dropped = await dropTexts(who)
  if (dropped === null)
    throw new MnemeError('invalid', 'Full texts are kept forever.', 'Set a number of days in Settings first.')
  return retentionState(who)
}

/** Brings back what was dropped at a moment. @throws MnemeError not_found. */
export async function bringBackTexts(who: Person, { at }: { at: string }): Promise<RetentionDto> {
  const count = await restoreTexts(who.db, who.ownerId, new Date(at))
  if (count === 0)
    throw new MnemeError(
      'not_found',
      'These texts were already restored, or permanently deleted.',
      'Reload the page.',
    )
  return retentionState(who)
}

/** Removes for good what was dropped longer ago than it can be undone. */
export const removeDroppedTexts = ({ db, runtime }: Pick<Caller, 'db' | 'runtime'>) =>
  removeDropped(db, daysBefore(runtime.now(), limits.undoDays), runtime.now())
