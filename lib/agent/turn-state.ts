import type { Runtime } from '@/lib/base/runtime'
import type { Batch, Db } from '@/lib/db/engine/client'
import type { OutsideTurns } from '@/lib/db/memory/outside'
import type { StepRecord } from '@/lib/db/turns/steps'
import type { Turn } from '@/lib/db/turns/turns'
import type { WindowTurn } from '@/lib/memory/context/window'
import type { Passage } from '@/lib/memory/recall/passage'
import type { SummaryItem } from '@/lib/memory/summaries/summaries'
import type { Models } from '@/lib/model/models'
import type { Exchange, Role } from '@/lib/model/types'
import type { ThinkingPlan, ToolCall, WindowPlan } from '@/lib/shared/events'
import type { RecallScope } from '@/lib/shared/schemas'
import type { Source } from '@/lib/shared/source'
import type { Background } from './background'
import type { ShownTurns } from './prompt/shown-turns'
import type { TurnRun } from './turn-run'
import type { Workspace } from './workspace/workspace'

/** What the agent needs from outside; everything that could differ in a test. */
export type AgentDeps = {
  db: Db
  models: Models
  runtime: Runtime
  countTokens(text: string): number
  /** The background jobs that an ended turn asks for. */
  jobsAfter(end: EndedTurn): TurnJob[]
  log(message: string, fields?: Record<string, unknown>): void
}

/**
 * What decides which jobs follow a turn. `offline` = no model writes summaries, `embeds` = there is an
 * embedding model.
 */
export type EndedTurn = {
  turn: Turn
  thought: boolean
  offline: boolean
  embeds: boolean
  rollUpEvery: number
}
export type TurnJob = { kind: string; key: string }

/** The model that plays every step of a turn. */
export const roleOf = ({ enabled }: Pick<ThinkingPlan, 'enabled'>): Role => (enabled ? 'reflective' : 'fast')

/** What recalls found, once each; `recallIds` = every recall that found it. */
export type FoundPassage = Passage & { recallIds: string[] }
export type RecallNote = { text: string; recallIds: string[] }
export type Thought = { round: number; kind: 'thought' | 'focus' | 'reason'; text: string }

/** A tool call that ended, with what its arguments and result quote. */
export type RanTool = ToolCall & { sources: Source[] }

/** A step's calls and results, with what each result quotes; no provider sees that. */
export type QuotingExchange = Omit<Exchange, 'results'> & {
  results: (Exchange['results'][number] & { sources?: Source[] })[]
}

/** A turn while it runs: what was gathered before, and what its steps added. */
export type TurnState = {
  run: TurnRun
  deps: AgentDeps
  /** What went wrong before the first step; goes with it when it ends. */
  notices: string[]
  plan: ThinkingPlan
  window: WindowPlan
  totalTokens: number
  /** What one call of the action may write. */
  answerTokens: number
  recallScope: RecallScope
  /** Summaries of turns, or roll-ups of a level, that make one roll-up. */
  rollUpEvery: number
  /** Contents by path of files that the prompt may show, most wanted first. */
  shownFiles: string[]
  workspace: Workspace
  summaries: SummaryItem[]
  /** Earlier turns and files whose text is from outside. */
  outside: OutsideTurns
  outsideFiles: Set<string>
  /** A tool result of this turn holds such text. */
  readOutside: boolean
  /** A prompt of this turn held such text; `stored` = its row says so. */
  tainted: 'no' | 'yes' | 'stored'
  windowTurns: WindowTurn[]
  passages: FoundPassage[]
  recallNotes: RecallNote[]
  /** Recalls whose material stands in the tool results of `exchanges`. */
  exchangedRecalls: string[]
  /** Turns that a prompt of this turn has shown, which an answer may cite. */
  shownTurns: ShownTurns
  nextRecallIndex: number
  /**
   * Calls that embedded what recalls looked for and that wait to be written: with the step that asked, behind
   * the turn's own steps; `embedded` = how many were.
   */
  embedCalls: Background[]
  embedded: number
  thoughts: Thought[]
  exchanges: QuotingExchange[]
  tools: RanTool[]
  steps: Pick<StepRecord, 'index' | 'phase' | 'round' | 'text' | 'decision'>[]
  /** Writes of steps that could not be stored when they ended; the commit tries again. */
  unsaved: (() => Batch)[]
}
