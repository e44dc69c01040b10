import type { Db } from '@/lib/db/engine/client'
import type { Turn } from '@/lib/db/turns/turns'
import { loadSettings, overridesOf, type Settings } from '@/lib/settings/layers'
import { readOptions } from '@/lib/shared/schemas'
import { isMemoryOff } from '@/lib/shared/turn/memory-off'

/** The settings of a turn that may teach something; null for an import, and if its memory was off. */
export async function settingsToLearn(db: Db, turn: Turn): Promise<Settings | null> {
  const overrides = overridesOf(readOptions(turn.options))
  const settings = await loadSettings(db, turn.ownerId, turn.conversationId, overrides)
  const isOff = turn.window ? isMemoryOff(turn) : settings.get('recall.scope').value === 'off'
  return turn.importedAt || isOff ? null : settings
}
