import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import type { Format } from '../ui/words/use-format'
import { isWithin, sums } from './trace/trace'

/** "38,702 in, 1,204 out: 33,653 in, 1,102 out for the turn and 5,049 in, 102 out after the answer". */
export function tokensWords(turn: InspectedTurn, format: Format): string {
  const of = (steps: readonly InspectedStep[]) => {
    const { tokensIn, tokensOut } = sums(steps)
    return `${format.tokens(tokensIn)} in, ${format.tokens(tokensOut)} out`
  }
  const later = turn.steps.filter((step) => !isWithin(turn, step))
  const own = turn.steps.filter((step) => isWithin(turn, step))
  if (later.length === 0) return of(own)
  return `${of(turn.steps)}: ${of(own)} for the turn and ${of(later)} after the answer`
}
