import { isStronger, type Settings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { type Classified, type Depth, isReflective } from '@/lib/shared/turn/depth'
import type { ThinkingPlan } from '@/lib/shared/turn/events'

const NONE = { maxRounds: 0, tokenBudget: 0 }

/** A number that a person set, unless a preset was chosen since, for this conversation or message alone. */
function ownNumber(settings: Settings, key: 'thinking.maxRounds' | 'thinking.tokenBudget') {
  const preset = settings.get('thinking.preset')
  const { value, layer } = settings.get(key)
  return preset.value !== 'auto' && isStronger(preset.layer, layer) ? null : value
}

/**
 * What a turn of this depth may do. A preset that a person chose sets the rounds of its own depth; numbers of
 * their own override both.
 */
export function planFor(settings: Settings, depth: Depth, classified?: Classified): ThinkingPlan {
  const { ofDepth, deepSteps } = limits.depth
  const preset = settings.get('thinking.preset')
  const chosen = preset.value === 'auto' ? null : preset.value
  const { presets } = limits.thinking
  const own = chosen && presets[chosen].depth === depth ? chosen : ofDepth[depth].preset
  const thinking = own
    ? {
        maxRounds: ownNumber(settings, 'thinking.maxRounds') ?? presets[own].maxRounds,
        tokenBudget: ownNumber(settings, 'thinking.tokenBudget') ?? presets[own].tokenBudget,
      }
    : NONE
  const most = settings.get('action.maxSteps').value
  const steps = {
    simple: 1,
    moderate: Math.min(most, limits.action.fastSteps),
    complex: most,
    deep: Math.round(most * deepSteps),
  }
  const enabled = settings.get('thinking.enabled')
  return {
    enabled: isReflective(depth),
    preset: preset.value,
    ...thinking,
    maxRecallContexts: settings.get('thinking.maxRecallContexts').value,
    maxSteps: steps[depth],
    by: enabled.value ? preset.layer : enabled.layer,
    depth,
    ...(classified ? { classified } : {}),
  }
}
