import type { Format } from '@/components/ui/words/use-format'
import { wordList } from '@/components/ui/words/words'
import { limits } from '@/lib/shared/limits'
import { type Classified, DEPTHS, type Depth } from '@/lib/shared/turn/depth'
import type { ThinkingPlan } from '@/lib/shared/turn/events'
import { isPrepared } from '../turn-facts'

const { presets } = limits.thinking
type Preset = keyof typeof presets
/** How much the agent may think: the names of the composer, which are those everywhere. */
export const PRESET_NAMES: Record<Preset, string> = {
  quick: 'Quick',
  standard: 'Standard',
  thorough: 'Thorough',
  research: 'Research',
}
export const PRESETS = Object.keys(PRESET_NAMES) as Preset[]
export const roundsWords = (maxRounds: number) => `thinks up to ${maxRounds} rounds`

const withoutTools = (depth: Depth) => (depth === 'simple' ? ', without tools' : '')

type Plan = Pick<ThinkingPlan, 'depth'> & Partial<Pick<ThinkingPlan, 'preset' | 'maxRounds'>>
/** "Fast: answers at once", "Thorough: thinks up to 7 rounds". */
export function depthWords({ depth = 'moderate', preset = 'auto', maxRounds }: Plan): string {
  const usual = limits.depth.ofDepth[depth].preset
  if (usual === null) return `Fast: answers at once${withoutTools(depth)}`
  const level = preset !== 'auto' && presets[preset].depth === depth ? preset : usual
  return `${PRESET_NAMES[level]}: ${roundsWords(maxRounds ?? presets[level].maxRounds)}`
}

/** All levels of a depth: "Fast, without tools", "Quick and Standard". */
export const depthName = (depth: Depth): string =>
  wordList(PRESETS.flatMap((level) => (presets[level].depth === depth ? PRESET_NAMES[level] : []))) ||
  `Fast${withoutTools(depth)}`

export const DEPTH_CHOICES = DEPTHS.map((value) => ({ value, label: depthWords({ depth: value }) }))

/** Who decided, how sure they were, and what deciding took. A prepared turn has no such line. */
export function decidedWords(
  steps: readonly { model: string }[],
  thinking: ThinkingPlan,
  { by, confidence, ms, costMicros }: Classified,
  format: Format,
): string {
  if (isPrepared({ steps })) return 'Prepared for the sample.'
  if (by === 'person') return thinking.by === 'environment' ? 'Set on this server.' : 'You chose this.'
  const sure = `${Math.round(confidence * 100)}% sure`
  if (by === 'heuristic') return `Chosen by built-in rules, ${sure}.`
  return `Chosen by the utility model, ${sure}, in ${format.duration(ms)} (${format.cost(costMicros)}).`
}
