/**
 * What memory's saving is measured against: every thinking and answering call again, with what memory put into its
 * prompt replaced by all earlier turns. `plain` = their messages and tool results, `full` = their whole contexts.
 */
export type History = { plain: number; full: number }

/** Calls that the baselines make too; every other call is one of memory's own and counts against it. */
export const isAnswering = (phase: string) => phase === 'think' || phase === 'act'

/** Prompt sections that memory fills. */
const MEMORY_SECTIONS = new Set(['playbook', 'summaries', 'window', 'strategies', 'facts', 'recalled'])
export const isMemorySection = (section: string) => MEMORY_SECTIONS.has(section)

/** Tools whose results were said before, so that no baseline counts them again. */
const MEMORY_TOOLS = new Set([
  'recall_context',
  'search_memories',
  'search_summaries',
  'lookup_facts',
  'analyze_patterns',
  'analyze_topic',
])
export const isMemoryTool = (name: string) => MEMORY_TOOLS.has(name)

type TurnTokens = {
  userTokens: number
  answerTokens: number
  toolTokens: number
  recalledTokens: number
  contextTokens: number
}
/** What a turn adds to the history of later ones. */
export const historyOf = (turn: TurnTokens): History => ({
  plain: turn.userTokens + turn.answerTokens + turn.toolTokens - turn.recalledTokens,
  full: turn.contextTokens - turn.recalledTokens,
})
