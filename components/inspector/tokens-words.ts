import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import type { Format } from '../ui/words/use-format'
import { isWithin, sums } from './trace/trace'

/** "33,653 in, 1,102 out, then 5,049 in, 102 out for memory". */
export function tokensWords(turn: InspectedTurn, format: Format): string {
  const of = (steps: readonly InspectedStep[]) => {
    const { tokensIn, tokensOut } = sums(steps)
    return `${format.tokens(tokensIn)} in, ${format.tokens(tokensOut)} out`
  }
  const later = turn.steps.filter((step) => !isWithin(turn, step))
  const own = of(turn.steps.filter((step) => isWithin(turn, step)))
  return later.length === 0 ? own : `${own}, then ${of(later)} for memory`
}

/** Who counted the tokens of a turn. */
export function tokensLabel({ steps }: Pick<InspectedTurn, 'steps'>): string {
  const reported = steps.filter((step) => step.reported).length
  if (reported === 0) return 'Tokens estimated'
  return reported === steps.length ? 'Tokens reported' : 'Tokens, some estimated'
}
