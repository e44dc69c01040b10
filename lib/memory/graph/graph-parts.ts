import type { contextRows, rollUpRows, TurnNodeRow, turnSummaryRows } from '@/lib/db/memory/graph'
import type { touchRows } from '@/lib/db/memory/graph-links'
import type { GraphFact } from './graph-facts'
import { type GraphStrategies, NO_STRATEGIES } from './graph-strategies'

/** The rows of a graph before edges, by kind and in order. */
export type GraphParts = {
  turns: TurnNodeRow[]
  contexts: Awaited<ReturnType<typeof contextRows>>
  summaries: Awaited<ReturnType<typeof turnSummaryRows>>
  rollUps: Awaited<ReturnType<typeof rollUpRows>>
  touches: Awaited<ReturnType<typeof touchRows>>
  facts: GraphFact[]
  strategies: GraphStrategies
}

export const NO_PARTS: GraphParts = {
  ...{ turns: [], contexts: [], summaries: [], rollUps: [], touches: [], facts: [] },
  strategies: NO_STRATEGIES,
}
