import { limits } from '@/lib/shared/limits'
import { fitReferred, fitWindow } from '../prompt/fit-window'
import type { TurnSetup } from '../turn-state'

const { windowTokens, referredTokens } = limits.depth.simple

/** What a simple message's prompt shows of its conversation. */
export type ShortWindow = Pick<TurnSetup, 'window' | 'windowTurns' | 'referredTurns' | 'summaries'>

/** The newest turns for which a simple message's prompt has room. `cutsLast` = not all of the last one. */
export function shortWindow(state: TurnSetup): { shown: ShortWindow; cutsLast: boolean } {
  const { deps, run, outside, windowTurns } = state
  const { countTokens } = deps
  const before = run.turn.number
  const referred = fitReferred(state.referredTurns, countTokens, referredTokens, outside)
  const fitted = fitWindow(windowTurns, before, countTokens, windowTokens - referred.tokens, outside)
  const window = {
    ...state.window,
    turns: fitted.turns.map(({ number }) => number),
    tokens: fitted.tokens + referred.tokens,
  }
  return {
    shown: { window, windowTurns: fitted.turns, referredTurns: referred.turns, summaries: [] },
    cutsLast: fitted.whole > (windowTurns.at(-1)?.number ?? before),
  }
}
