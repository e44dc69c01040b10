import type { Settings } from '@/lib/settings/layers'
import { type Classified, type Depth, isReflective } from '@/lib/shared/depth'
import type { ThinkingPlan } from '@/lib/shared/events'
import { limits } from '@/lib/shared/limits'

const NONE = { maxRounds: 0, tokenBudget: 0 }

/** What a turn of this depth may do. A preset that a person chose sets the rounds of its own depth. */
export function planFor(settings: Settings, depth: Depth, classified?: Classified): ThinkingPlan {
  const { ofDepth, deepSteps } = limits.depth
  const preset = settings.get('thinking.preset')
  const chosen = preset.value === 'auto' ? null : preset.value
  const { presets } = limits.thinking
  const own = chosen && presets[chosen].depth === depth ? chosen : ofDepth[depth].preset
  const { maxRounds, tokenBudget } = own ? presets[own] : NONE
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
    maxRounds,
    tokenBudget,
    maxRecallContexts: settings.get('thinking.maxRecallContexts').value,
    maxSteps: steps[depth],
    by: enabled.value ? preset.layer : enabled.layer,
    depth,
    ...(classified ? { classified } : {}),
  }
}
