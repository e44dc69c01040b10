import { z } from 'zod'
import { foreignText } from '@/lib/shared/text'
import { build as fence } from './fence'
import { IS_DATA, type StrategyInput, strategySection } from './trajectory'

export const version = 'contradiction-3'
export const name = 'contradiction'
export const schema = z.object({
  contradicts: z.boolean(),
  quote: foreignText(500),
  same: z.boolean().default(false),
})

export type Input = { first: StrategyInput; second: StrategyInput }

export const build = ({ first, second }: Input) => ({
  system: `Compare two strategies. ${IS_DATA} Answer with one JSON object with these keys, in this order:
- "contradicts": true if in the same situation one says to do what the other says not to do. Strategies for different situations, or where one only makes the other more precise, do not contradict each other.
- "quote": the words of the second strategy that contradict the first, copied exactly; empty if there are none.
- "same": true if they say the same, so that one of them is enough. Two that differ in when they apply are not the same.`,
  user: fence(strategySection('strategies', 'The first and the second strategy.', [first, second])),
})
