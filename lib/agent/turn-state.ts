import type { Batch, Db } from '@/lib/db/engine/client'
import type { OutsideTurns } from '@/lib/db/memory/outside'
import type { Lease, TurnTokens } from '@/lib/db/turns/claims'
import type { BranchPath } from '@/lib/db/turns/path'
import type { StepRecord } from '@/lib/db/turns/steps'
import type { Turn } from '@/lib/db/turns/turns'
import type { Examples } from '@/lib/learning/examples'
import type { TurnStrategies } from '@/lib/learning/retrieve'
import type { WindowTurn } from '@/lib/memory/context/window'
import type { Replacements } from '@/lib/memory/facts/replaced'
import type { Fact } from '@/lib/memory/facts/timeline'
import type { Passage } from '@/lib/memory/recall/recall-query'
import type { SummaryItem } from '@/lib/memory/summaries/summaries'
import type { Models } from '@/lib/model/models'
import type { ModelResult, Role } from '@/lib/model/types'
import type { TurnLabels } from '@/lib/prompts/labels'
import type { Instructions } from '@/lib/prompts/role'
import type { MessageOverrides, Settings } from '@/lib/settings/layers'
import type { Failure } from '@/lib/shared/errors'
import type { Source } from '@/lib/shared/memory/source'
import type { OnCall } from '@/lib/shared/model-call'
import type { Runtime } from '@/lib/shared/runtime'
import type { RecallScope, TurnOptions } from '@/lib/shared/schemas'
import type { Phase, Recall, ThinkingPlan, ToolCall, TurnEvent, WindowPlan } from '@/lib/shared/turn/events'
import type { BasePlan, QuotingExchange } from './prompt/plan'
import type { ToolRun } from './tools/registry'
import type { ServerTools } from './tools/servers/server-tools'
import type { Workspace } from './workspace/workspace'

/** One attempt at a turn. */
export type TurnRun = {
  turn: Turn
  lease: Lease
  /** The path to the turn before this one. */
  path: BranchPath
  signal: AbortSignal
  emit(event: TurnEvent): void
  onCall?: OnCall | undefined
}

/** How an attempt ended, and what to write in the same transaction. Each try calls `writes` again. */
export type TurnOutcome = {
  status: 'completed' | 'stopped' | 'failed' | 'interrupted'
  answer: string
  error: Failure | null
  tokens: TurnTokens
  writes(): Batch
}

/** What the agent needs from outside, and what tests replace. */
export type AgentDeps = {
  db: Db
  models: Models
  runtime: Runtime
  countTokens(text: string): number
  jobsAfter(end: EndedTurn): TurnJob[]
  log(message: string, fields?: Record<string, unknown>): void
  /** The space of the embedding model chosen at this moment, which may change while a long job runs. */
  spaceNow?(): Promise<string | null>
  /** Settings of every message that does not choose otherwise. */
  overrides?: MessageOverrides
}

/** Decides which jobs follow a turn. `embeds` = a model embeds. */
export type EndedTurn = { turn: Turn; embeds: boolean; rollUpEvery: number }
export type TurnJob = { kind: string; key: string }

/** The model of every step of a turn. */
export const roleOf = ({ enabled }: Pick<ThinkingPlan, 'enabled'>): Role => (enabled ? 'reflective' : 'fast')

/** A model call outside the steps of a turn, for the ledger. */
export type Background = {
  /** No id = no turn caused it. */
  turn: { id: string; ownerId: string; attempt: number } | { id: null; ownerId: string }
  phase: Phase
  promptVersion: string
  prompt: { system: string; user: string }
  /** What the prompt quotes in addition to the turn. */
  sources?: Source[]
  /** Default: utility. */
  role?: Role
  /** Tokens of texts that were sent but are not stored here. */
  sent?: number
  result: ModelResult
  startedAt: Date
}

/** What a turn's prompts have shown and its answer may cite, in order of the latest showing. */
export type ShownTurns = { turns: Set<string>; summaries: Set<string>; strategies: Set<string> }

/** A recalled passage, and every recall that found it. */
export type FoundPassage = Passage & { recallIds: string[] }

/** A finished tool call, with what its arguments and result quote. */
export type RanTool = ToolCall & { sources: Source[] }

/** What a turn starts from, read by `gather`. */
export type TurnSetup = Readonly<{
  run: TurnRun
  deps: AgentDeps
  settings: Settings
  options: TurnOptions
  zone: string
  instructions: Instructions
  /** Instructions from the program in which the person writes; '' = none. */
  clientInstructions: string
  /** Token limit of one call of the action. */
  answerTokens: number
  recallScope: RecallScope
  /** Paths of files whose content the prompt may show, most important first. */
  shownFiles: string[]
  /** Tools from outside. */
  servers: ServerTools
  workspace: Workspace
  summaries: SummaryItem[]
  /** Earlier turns and files with external text. */
  outside: OutsideTurns
  outsideFiles: Set<string>
  window: WindowPlan
  windowTurns: WindowTurn[]
  /** Turns before the window that the message refers to. */
  referredTurns: WindowTurn[]
  /** The room of a full window. */
  windowTokens: number | undefined
}>

/** How the turn may think, from `decideDepth`. Until then it is in fast mode. */
export type TurnDepth = Readonly<{
  plan: ThinkingPlan
  totalTokens: number
  /** Memory or workspace hold something that rounds of thinking could look up. */
  canLookUp: boolean
}>

/** What is known of the person, from `turnFacts`. */
export type TurnFacts = Readonly<{
  /** All facts that the turn may use, and those of them that were known when its window began. */
  known: Fact[]
  knownBefore: Fact[]
  /** Those that the message is about, best first. */
  facts: Fact[]
  /** The room of those that answer the message. */
  factTokens: number
  /** Outdated values of turns. */
  replacements: Replacements
}>

/** What earlier turns taught, from `examplesFor` and `turnStrategies`. */
export type TurnLessons = Readonly<{
  strategies: TurnStrategies
  /** Similar turns that went well, looked up before the depth is decided. */
  examples: Examples
}>

/** What the turn's steps add. */
export type TurnProgress = {
  /** Problems before the first step, which reports them. */
  notices: string[]
  /** A tool result of this turn has external text. */
  readOutside: boolean
  /** A prompt of this turn had such text; `stored` = its row says so. */
  tainted: 'no' | 'yes' | 'stored'
  /** The bytes of images that this turn's calls have sent, by upload. */
  imageBytes: Map<string, Uint8Array>
  passages: FoundPassage[]
  /** Recalls before the first call, which the first step reports. */
  retrieved: Recall[]
  /** Recalls whose material is in the tool results of `exchanges`, and that material. */
  exchangedRecalls: string[]
  exchangedPassages: FoundPassage[]
  /** Turns that this turn's prompts have shown, so that an answer may cite them. */
  shownTurns: ShownTurns
  labels: TurnLabels
  nextRecallIndex: number
  /** Embedding calls that are not in the ledger yet; `embedded` = how many are. */
  embedCalls: Background[]
  embedded: number
  /** What was thought aloud in rounds. */
  thoughts: string[]
  /** The prompt of the first call, and our note in it. */
  base: BasePlan | null
  taskNote: string
  exchanges: QuotingExchange[]
  tools: RanTool[]
  /** How each call ended, while it runs. */
  ran: (ToolRun & Pick<ToolCall, 'args'>)[]
  /** Notices of calls to the person; each is shown once. */
  told: Set<string>
  steps: Pick<StepRecord, 'index' | 'phase' | 'round' | 'text' | 'decision'>[]
  /** Writes of steps that could not be stored when they ended. The commit tries again. */
  unsaved: (() => Batch)[]
}

/** A turn while it runs. Only its progress changes; the agent puts the rest in, stage by stage. */
export type TurnState = TurnSetup & TurnDepth & TurnFacts & TurnLessons & TurnProgress
