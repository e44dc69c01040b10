import type { Db } from '@/lib/db/engine/client'
import { dropOldTexts, oldTexts } from '@/lib/db/memory/retention'
import { loadSettings } from '@/lib/settings/layers'
import { DAY_MS } from '@/lib/shared/day'
import type { OldTexts } from '@/lib/shared/memory/retention'
import type { Runtime } from '@/lib/shared/runtime'

type RetentionOwner = { db: Db; ownerId: string; runtime: Runtime }

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
export const retentionDays = async ({ db, ownerId }: Pick<RetentionOwner, 'db' | 'ownerId'>) =>
  (await loadSettings(db, ownerId, null)).get('memory.retentionDays').value

/** The full texts that no recall has found for the configured days; null if they are kept forever. */
export async function textsToDrop(who: RetentionOwner): Promise<OldTexts | null> {
  const days = await retentionDays(who)
  return days === null ? null : oldTexts(who.db, who.ownerId, daysBefore(who.runtime.now(), days))
}

/** Drops them. @returns how many; null if they are kept forever. */
export async function dropTexts(who: RetentionOwner): Promise<number | null> {
  const days = await retentionDays(who)
  const now = who.runtime.now()
  return days === null ? null : dropOldTexts(who.db, who.ownerId, daysBefore(now, days), now)
}
