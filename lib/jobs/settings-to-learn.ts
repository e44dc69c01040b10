import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Turn } from '@/lib/db/turns/turns'
import { loadSettings, overridesOf, type Settings } from '@/lib/settings/layers'
import { readOptions } from '@/lib/shared/schemas'
import { isMemoryOff } from '@/lib/shared/turn/memory-off'

/** The settings for learning from a turn; null if it was imported or ran with memory off. */
export async function settingsToLearn(deps: AgentDeps, turn: Turn): Promise<Settings | null> {
  const overrides = { ...deps.overrides, ...overridesOf(readOptions(turn.options)) }
  const settings = await loadSettings(deps.db, turn.ownerId, turn.conversationId, overrides)
  const isOff = turn.window ? isMemoryOff(turn) : settings.get('recall.scope').value === 'off'
  return turn.importedAt || isOff ? null : settings
}
