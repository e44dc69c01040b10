import { z } from 'zod'
import { build as fence } from './fence'
import { IS_DATA, type StrategyInput, strategySection } from './trajectory'

export const version = 'same-lesson-1'
export const name = 'same_lesson'
export const schema = z.object({ same: z.boolean() })

export type Input = { first: StrategyInput; second: StrategyInput }

/** One call that says whether two strategies are one. */
export const build = ({ first, second }: Input): { system: string; user: string } => ({
  system: `Say whether two strategies say the same, so that one of them is enough. ${IS_DATA} Two that differ in when they apply are not the same. Answer with one JSON object: {"same": true or false}.`,
  user: fence(strategySection('strategies', 'The first and the second strategy.', [first, second])),
})
