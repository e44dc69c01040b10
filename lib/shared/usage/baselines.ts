import { namesIn, type Words } from '@/lib/shared/pick'

/**
 * The two baselines of the saving. Both repeat every thinking and answering call, but replace what memory put
 * into its prompt with all earlier turns: `plain` with their messages and tool results, `full` with their
 * whole contexts.
 */
export type History = { plain: number; full: number }

/** Calls that the baselines make too. Every other call counts against memory. */
export const isAnswering = (phase: string) => phase === 'think' || phase === 'act'

/** The prompts of all other calls, which the sums by section do not split up. */
export const OWN_PROMPTS = 'upkeep'

/** Prompt sections that memory fills. */
const MEMORY_SECTIONS = new Set<string>(
  namesIn('profile playbook summaries window strategies facts recalled'),
)
export const isMemorySection = (section: string) => MEMORY_SECTIONS.has(section)

/** Tools whose results repeat earlier turns, so no baseline counts them again. */
const MEMORY_TOOLS = new Set<string>(
  namesIn('recall_context search_memories search_summaries lookup_facts analyze_patterns analyze_topic'),
)
export const isMemoryTool = (name: string) => MEMORY_TOOLS.has(name)

type Counts = Words<'userTokens answerTokens toolTokens recalledTokens contextTokens'>
/** What a turn adds to the history of later ones. */
export const historyOf = (turn: Record<Counts, number>): History => ({
  plain: turn.userTokens + turn.answerTokens + turn.toolTokens - turn.recalledTokens,
  full: turn.contextTokens - turn.recalledTokens,
})
