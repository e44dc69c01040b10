import { THINKING } from '@/components/chat/composer/controls/thinking-control'
import type { Format } from '@/components/ui/words/use-format'
import { limits } from '@/lib/shared/limits'
import type { Classified, Depth } from '@/lib/shared/turn/depth'
import type { ThinkingPlan } from '@/lib/shared/turn/events'
import { isPrepared } from '../turn-facts'

export const DEPTH_WORDS: Record<Depth, { label: string; note: string }> = {
  simple: { label: 'Simple', note: 'answers in one call, without tools' },
  moderate: { label: 'Moderate', note: 'answers right away, with tools' },
  complex: { label: 'Complex', note: 'thinks in rounds before it answers' },
  deep: { label: 'Deep', note: 'thinks in the most rounds before it answers' },
}

/** "Moderate: answers right away, with tools". */
export const depthWords = ({ depth }: Pick<ThinkingPlan, 'depth'>): string => {
  const { label, note } = DEPTH_WORDS[depth ?? 'moderate']
  return `${label}: ${note}`
}

/** What the person chose, in the words of the composer. */
function chosenWords({ preset, by }: ThinkingPlan, depth: Depth): string {
  if (by === 'environment') return 'Set on this server.'
  if (preset === 'auto' || limits.thinking.presets[preset].depth !== depth) return 'You chose this.'
  return `You chose ${THINKING.find(({ value }) => value === preset)?.label ?? preset}.`
}

/** Who decided, how sure, and what deciding took. Nobody chose for a prepared turn. */
export function decidedWords(
  steps: readonly { model: string }[],
  thinking: ThinkingPlan,
  { by, depth, confidence, ms, costMicros }: Classified,
  format: Format,
): string {
  if (isPrepared({ steps })) return 'Prepared for the sample.'
  if (by === 'person') return chosenWords(thinking, depth)
  const sure = `${Math.round(confidence * 100)}% sure`
  if (by === 'heuristic') return `Chosen by built-in rules, ${sure}.`
  return `Chosen by the utility model, ${sure}, in ${format.duration(ms)} (${format.cost(costMicros)}).`
}
