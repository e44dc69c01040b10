import { z } from 'zod'
import { foreignText } from '@/lib/shared/text'
import { build as fence } from './fence'
import { IS_DATA, type StrategyInput, strategySection } from './trajectory'

export const version = 'contradiction-2'
export const name = 'contradiction'
export const schema = z.object({ contradicts: z.boolean(), quote: foreignText(500) })

export type Input = { first: StrategyInput; second: StrategyInput }

/** One call that says whether two strategies cannot both be followed. */
export const build = ({ first, second }: Input): { system: string; user: string } => ({
  system: `Say whether two strategies contradict each other: in the same situation one says to do what the other says not to do. ${IS_DATA}

Strategies for different situations, or where one only makes the other more precise, do not contradict each other. quote: the words of the second strategy that contradict the first, copied exactly; empty if there are none.`,
  user: fence(strategySection('strategies', 'The first and the second strategy.', [first, second])),
})
