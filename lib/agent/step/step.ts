import type { Batch } from '@/lib/db/engine/client'
import { taintOps } from '@/lib/db/memory/outside'
import { injectedOps, recallOps } from '@/lib/db/memory/recalls'
import { stepOps } from '@/lib/db/turns/steps'
import { zoneNote } from '@/lib/memory/recall/excerpts'
import { sumUsage } from '@/lib/model/call/usage'
import type { ModelResult, Role, ToolSpec } from '@/lib/model/types'
import { CitingText, citing } from '@/lib/prompts/labels'
import { buildRole, phaseNote, type TurnPhase, version } from '@/lib/prompts/role'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import type { RoundEnd } from '@/lib/shared/schemas'
import type { Recall } from '@/lib/shared/turn/events'
import { DECIDING_TOOL, FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { showTurns } from '../prompt/citations'
import { loadImages } from '../prompt/images'
import { type Plan, planNext, planTurn, quotedSources } from '../prompt/plan'
import {
  CLIENT_NOTE,
  foundNothing,
  NOTHING_FOUND,
  promptSections,
  RECALL_NOTES,
  sectionNotes,
  sectionsToTalk,
} from '../prompt/sections'
import type { RanTool, TurnState } from '../turn-state'
import { embedRows, stepRecord } from './ledger'

type StepInput = {
  prompt: TurnPhase
  role: Role
  round: { number: number; max: number } | null
  tools: ToolSpec[]
  toolChoice: 'auto' | 'required' | 'none'
  note: string
}
/** A call that was made, until `endStep`. */
export type OpenStep = {
  id: string
  index: number
  input: StepInput
  plan: Plan
  startedAt: Date
  /** Its text has marks in place of labels; `said` = as the model wrote it. */
  result: ModelResult
  said: string
  shownRecalls: string[]
  retries: string[]
}
type StepEnd = {
  decision?: RoundEnd & { stop: string | null }
  tools?: RanTool[]
  recalls?: Recall[]
  notices?: string[]
  text?: string
}

const SHORTEN = 'Shorten the message, attach it as a file, or choose a model with a larger context.'

const phaseOf = (prompt: TurnPhase) => (prompt === 'think' ? 'think' : 'act')

/** The most useful tools, for a model that can read little. */
const ESSENTIAL = [
  DECIDING_TOOL,
  'recall_context',
  'search_memories',
  'lookup_facts',
  'read_file',
  'write_file',
  FINISHING_TOOL,
]

/** Our note for a call: what it is for, unless the one before was for the same. */
function noteFor({ steps, canLookUp }: TurnState, { prompt, round, note }: StepInput): string {
  if (prompt === 'act' && steps.some(({ phase }) => phase === 'act')) return note
  return round?.number === 1 && !canLookUp ? phaseNote('once', null, note) : phaseNote(prompt, round, note)
}

/**
 * The step's prompt, within what its model can read: that of the turn's first call, and after it the calls and
 * results so far. If there is no room for them, it is planned again.
 */
function planStep(state: TurnState, input: StepInput, note: string, fits: number | null) {
  const { deps } = state
  const isSmall = fits !== null && fits < limits.model.smallContext
  const tools = isSmall ? input.tools.filter(({ name }) => ESSENTIAL.includes(name)) : input.tools
  const room = fits === null ? state.totalTokens : Math.floor(fits * limits.model.promptShare)
  const totalTokens = Math.min(state.totalTokens, room)
  const { exchanges } = state
  const { countTokens } = deps
  const last = exchanges.at(-1)?.results.at(-1)
  if (last) last.note = note
  else
    state.taskNote = [
      ...[note, zoneNote(state.zone), RECALL_NOTES[state.recallScope]],
      foundNothing(state, input.tools, deps.models.describe(input.role)) && NOTHING_FOUND,
      state.clientInstructions && CLIENT_NOTE,
    ]
      .filter(Boolean)
      .join('\n')
  const next = last && state.base && planNext(state.base, { exchanges, totalTokens, countTokens })
  if (next) return { plan: next, tools }
  const isTalk = input.prompt === 'talk'
  const { base, plan } = planTurn({
    role: buildRole(isTalk, state.instructions),
    notes: { ...sectionNotes(tools, state), task: state.taskNote },
    sections: (isTalk ? sectionsToTalk : promptSections)(state, !deps.models.describe(input.role).offline),
    tools,
    exchanges,
    totalTokens,
    windowTokens: state.windowTokens,
    factTokens: state.factTokens,
    countTokens,
  })
  state.base = base
  return { plan, tools }
}

/**
 * One model call of a turn: plans the prompt and streams the reply. If the model says that the prompt is too
 * long, it is planned once more within what fits. `endStep` must follow its tool calls.
 */
export async function beginStep(state: TurnState, input: StepInput): Promise<OpenStep> {
  const { deps, run } = state
  const known = () => deps.models.contextTokens?.(input.role) ?? null
  const note = noteFor(state, input)
  const open = await callStep(state, input, note, known())
  if (open.result.error?.code !== 'provider_context') return open
  const fits = known() ?? open.plan.estInputTokens / 2
  state.notices.push(...(open.result.notices ?? []))
  run.emit({
    type: 'retry',
    step: open.index,
    attempt: open.result.tries.length,
    waitMs: 0,
    reason: open.result.error.message,
  })
  const again = await callStep(state, input, note, fits)
  const { error } = again.result
  // After replanning only the message itself can be too long.
  const told = error?.code === 'provider_context' ? { ...error, hint: SHORTEN } : error
  const tries = [...open.result.tries, ...again.result.tries]
  const usage = sumUsage(tries.map((each) => each.usage)) ?? again.result.usage
  const result = {
    ...again.result,
    error: told,
    tries,
    usage,
    totalMs: open.result.totalMs + again.result.totalMs,
  }
  return { ...again, result, retries: [...open.retries, open.result.error.message, ...again.retries] }
}

async function callStep(state: TurnState, input: StepInput, note: string, fits: number | null) {
  const { deps, run } = state
  const index = state.steps.length
  // Planning a long prompt takes a while, and so did what came before.
  await breath()
  const model = deps.models.describe(input.role)
  const { plan, tools } = planStep(state, input, note, fits)
  // Recalls during the call belong to the next prompt.
  const shownRecalls = [...new Set([...plan.recallIds, ...state.exchangedRecalls])]
  showTurns(state.shownTurns, quotedSources(plan))
  if (state.tainted === 'no' && (plan.outside || state.readOutside)) state.tainted = 'yes'
  run.emit({
    type: 'step-started',
    step: index,
    phase: phaseOf(input.prompt),
    round: input.round?.number ?? null,
    provider: model.provider,
    model: model.model,
    sections: plan.sections,
  })
  for (const recall of state.retrieved) run.emit({ type: 'recall', step: index, recall })
  const images = await loadImages(state, plan.images)
  const startedAt = deps.runtime.now()
  const retries: string[] = []
  const kind = input.prompt === 'think' ? 'thought-delta' : 'answer-delta'
  const shown = new CitingText(state.labels)
  const emitText = (text: string) => text && run.emit({ type: kind, step: index, text })
  const result = await deps.models.call(
    input.role,
    {
      system: plan.system,
      history: plan.history,
      user: plan.user,
      ...(images.length ? { images } : {}),
      exchanges: plan.exchanges,
      tools,
      toolChoice: input.toolChoice,
      maxOutputTokens: state.answerTokens,
      signal: run.signal,
    },
    {
      onText: (text) => emitText(shown.read(text)),
      onReasoning: (text) => run.emit({ type: 'reasoning-delta', step: index, text }),
      onRetract: (chars) => {
        emitText(shown.end())
        run.emit({ type: 'retracted', step: index, chars })
      },
      onRetry: (retry) => {
        retries.push(retry.reason)
        const at = new Date(deps.runtime.now().getTime() + retry.waitMs).toISOString()
        run.emit({ type: 'retry', step: index, ...retry, ...(retry.waitMs ? { at } : {}) })
      },
    },
  )
  emitText(shown.end())
  const { text: said } = result
  const cited = { ...result, text: citing(state.labels, said) }
  const id = deps.runtime.id('step')
  return { id, index, input, plan, startedAt, result: cited, said, shownRecalls, retries }
}

/** Writes the step with its tools, recalls and ledger at once. If that fails, the commit writes them. */
export async function endStep(state: TurnState, open: OpenStep, end: StepEnd = {}): Promise<void> {
  const { deps, run } = state
  const { result, plan, input } = open
  const { decision = null, tools = [], text = result.text } = end
  const recalls = [...state.retrieved.splice(0), ...(end.recalls ?? [])]
  const news = (result.notices ?? []).filter((notice) => !state.told.has(notice))
  for (const notice of news) state.told.add(notice)
  const notices = [...state.notices.splice(0), ...news, ...(end.notices ?? [])]
  const record = stepRecord(
    {
      id: open.id,
      turnId: run.turn.id,
      attempt: run.lease.attempt,
      index: open.index,
      phase: phaseOf(input.prompt),
      round: input.round?.number ?? null,
      role: input.role,
      promptVersion: version,
      manifest: { ...plan.manifest, labels: state.labels.named() },
      blobs: plan.blobs,
      sections: plan.sections,
      retries: open.retries,
      startedAt: open.startedAt,
      ...{ text, decision, notices, tools },
    },
    result,
    deps.countTokens,
  )
  state.steps.push(record)
  state.tools.push(...tools)
  const now = deps.runtime.now()
  const taints = state.tainted === 'yes'
  if (taints) state.tainted = 'stored'
  const embedding = embedRows(state)
  const { ownerId, id: turnId } = run.turn
  const { countTokens } = deps
  await store(state, () => [
    ...embedding(),
    ...(taints ? taintOps(deps.db, run.lease) : []),
    ...stepOps(deps.db, ownerId, record, now),
    ...recalls.flatMap((recall) =>
      recallOps(deps.db, ownerId, { turnId, stepId: open.id, recall, countTokens, now }),
    ),
    ...injectedOps(deps.db, ownerId, open.shownRecalls, open.id),
  ])
  for (const notice of notices) run.emit({ type: 'notice', step: open.index, text: notice })
  run.emit({
    type: 'step-ended',
    step: open.index,
    finish: result.finish,
    usage: record.usage,
    ms: result.totalMs,
    firstMs: result.firstMs,
  })
}

/** Writes now, or with the commit if that fails. */
export async function store({ deps, run, unsaved }: TurnState, writes: () => Batch): Promise<void> {
  try {
    await deps.db.$transaction(writes())
  } catch (error) {
    deps.log('a step could not be stored yet', { turnId: run.turn.id, error: String(error) })
    unsaved.push(writes)
  }
}
