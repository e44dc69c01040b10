import { turnPlanOps } from '@/lib/db/turns/claims'
import { depthCorrections } from '@/lib/db/turns/feedback'
import { stepOps } from '@/lib/db/turns/steps'
import { hasOtherTurns } from '@/lib/db/turns/turn-texts'
import { guessDepth } from '@/lib/heuristics/depth/guess'
import { isSmallTalk } from '@/lib/heuristics/question'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { type SimilarTurn, stepsOfMost } from '@/lib/learning/examples'
import * as prompt from '@/lib/prompts/complexity'
import { isStronger, type Settings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { limitsOfExamples } from '@/lib/shared/limits/examples'
import type { Source } from '@/lib/shared/memory/source'
import { once } from '@/lib/shared/once'
import { attachmentsOf } from '@/lib/shared/schemas'
import { truncated } from '@/lib/shared/truncated'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { CONTINUE } from '@/lib/shared/turn/continue'
import { type Classified, DEPTHS, type Depth, isReflective, LABEL_OF } from '@/lib/shared/turn/depth'
import type { ThinkingPlan } from '@/lib/shared/turn/events'
import { windowImages } from '../prompt/images'
import { fitReferred, fitWindow } from '../prompt/window-items'
import { askUtility, backgroundRecord } from '../step/ledger'
import { store } from '../step/step'
import type { Background, TurnDepth, TurnSetup, TurnState } from '../turn-state'

/**
 * Decides how deep the turn goes: the person's choice, else the classifier's. If thinking is off, the turn
 * stays in fast mode. The plan is stored and emitted. A simple message gets a shorter window.
 */
export async function decideDepth(state: TurnState): Promise<TurnDepth & Partial<ShortWindow>> {
  const { settings, run, deps, window } = state
  const forced = state.options.depth ?? null
  const preset = settings.get('thinking.preset').value
  const enabled = settings.get('thinking.enabled')
  const chosen =
    forced ?? (preset === 'auto' || !enabled.value ? null : limits.thinking.presets[preset].depth)
  const { classified: found, call } = await decided(state, chosen)
  const classified = found.by === 'person' ? found : raised(found, state.examples.similar)
  const isCapped =
    isReflective(classified.depth) && !enabled.value && !(forced && enabled.layer !== 'environment')
  if (isCapped && forced)
    state.notices.push(
      'Thinking is turned off on this server (ENABLE_REFLECTIVE_MODE=false), so this answer is Fast.',
    )
  const short = classified.depth === 'simple' && window.size !== 'full' ? shortWindow(state) : null
  const { userText } = run.turn
  const leansOnLast = short?.cutsLast && classified.by !== 'person' && !isSmallTalk(userText)
  // A simple message has no tools, which attached files need, no strategies, and no room for a long answer.
  const asksForMore =
    attachmentsOf(run.turn).length > 0 ||
    state.options.learning === true ||
    userText === CONTINUE ||
    leansOnLast
  const isRaised = classified.depth === 'simple' && asksForMore
  const depth = isCapped || isRaised ? 'moderate' : classified.depth
  const plan = withUsualSteps(state, planFor(settings, depth, classified))
  const shown = plan.depth === 'simple' ? short?.shown : undefined
  const totalTokens = shown ? shortTokens({ ...state, ...shown }) : state.totalTokens
  const told = shown?.window ?? window
  run.emit({ type: 'classified', thinking: plan, window: told })
  const record = call && backgroundRecord(deps, call, state.steps.length)
  if (record) state.steps.push(record)
  await store(state, () => [
    ...turnPlanOps(deps.db, run.lease, plan, told),
    ...(record ? stepOps(deps.db, run.turn.ownerId, record, deps.runtime.now()) : []),
  ])
  return { plan, totalTokens, canLookUp: await canLookUp(state), ...shown }
}

async function canLookUp({ deps, run, workspace, recallScope }: TurnState): Promise<boolean> {
  const { ownerId, conversationId, number } = run.turn
  const { files, state } = workspace.tree()
  if (Object.keys({ ...files, ...state }).length > 0) return true
  if (recallScope === 'off') return false
  return number > 1 || (recallScope === 'owner' && hasOtherTurns(deps.db, ownerId, conversationId))
}

/**
 * The room of a simple message's prompt, with what people chose to add: their instructions, and images of the
 * window.
 */
function shortTokens(state: TurnState): number {
  const { deps, instructions, clientInstructions, totalTokens } = state
  const images = windowImages(state, !deps.models.describe('fast').offline)
  const own = [...Object.values(instructions), clientInstructions].join('\n')
  const more = images.reduce((sum, { image }) => sum + (image?.tokens ?? 0), deps.countTokens(own))
  return Math.min(totalTokens, limits.depth.simple.tokens + more)
}

/** A very similar turn that went deeper and succeeded raises the depth; nothing lowers it. */
function raised(classified: Classified, examples: readonly SimilarTurn[]): Classified {
  const [best] = examples
  const depth = best && best.similarity > limitsOfExamples.raisesDepth ? best.turn.depth : null
  if (!depth || DEPTHS.indexOf(depth) <= DEPTHS.indexOf(classified.depth)) return classified
  const reasons = [...classified.reasons, 'A very similar message went well at this depth']
  return { ...classified, depth, label: LABEL_OF[depth], reasons }
}

/**
 * As many steps as most similar successful turns took, fewer or more than the depth has, but not over a limit
 * that somebody set. A deep turn never has fewer. The last step answers without tools, so one more is allowed.
 */
function withUsualSteps({ settings, examples }: TurnState, plan: ThinkingPlan): ThinkingPlan {
  const isWanted = settings.get('action.adaptiveSteps').value && plan.depth !== 'simple'
  const usual = isWanted ? stepsOfMost(examples.similar.map(({ turn }) => turn.steps)) : null
  if (usual === null) return plan
  const set = settings.get('action.maxSteps')
  const most = Math.min(usual + 1, set.layer === 'default' ? limits.action.mostSteps : set.value)
  if (most === plan.maxSteps || (most < plan.maxSteps && plan.depth === 'deep')) return plan
  const reason = `Up to ${most} steps, as for most similar messages that went well`
  const { classified } = plan
  return {
    ...plan,
    maxSteps: most,
    ...(classified && { classified: { ...classified, reasons: [...classified.reasons, reason] } }),
  }
}

async function decided(state: TurnState, chosen: Depth | null): Promise<Decided> {
  if (chosen) return { classified: byPerson(chosen, []), call: null }
  if (state.settings.get('thinking.classifier').value === 'off')
    return { classified: byPerson('moderate', ['Messages are not classified']), call: null }
  return classify(state, state.settings.get('thinking.enabled').value)
}

const byPerson = (depth: Depth, reasons: string[]): Classified => ({
  label: LABEL_OF[depth],
  depth,
  confidence: 1,
  reasons,
  intents: [],
  by: 'person',
  ms: 0,
  costMicros: 0,
})

/** Until when each model is skipped: one that missed the time limit is not asked for an hour. */
const tooSlowUntil = () => once('slow-classifiers', () => new Map<string, number>())

type Decided = { classified: Classified; call: Background | null }

/**
 * The depth of a message. The heuristic decides where it is certain, where there is no model, and where
 * thinking is off, so that little depends on it; else the utility model decides, and MODERATE if that fails.
 */
async function classify(state: TurnState, mayThink: boolean): Promise<Decided> {
  const { deps, run, windowTurns } = state
  const startedAt = deps.runtime.now()
  const took = () => Math.max(0, deps.runtime.now().getTime() - startedAt.getTime())
  const before = windowTurns
    .flatMap(({ userText, answer }) => [
      { who: 'user' as const, text: userText },
      { who: 'assistant' as const, text: withoutMarks(answer) },
    ])
    .filter(({ text }) => text.trim())
    .slice(-limits.depth.messagesBefore)
    .map(({ who, text }) => ({ who, text: edgesOf(text, limits.depth.messageChars) }))
  const corrections = await depthCorrections(deps.db, run.turn.ownerId)
  const guess = guessDepth(run.turn.userText, before.at(-1)?.text ?? '', corrections)
  const { isCorrected, ...guessed } = guess
  const isCertain = isCorrected || guess.confidence >= limits.depth.certain
  const mayCall = state.settings.get('thinking.classifier').value === 'model'
  const utility = deps.models.describe('utility')
  const model = `${utility.provider} ${utility.model}`
  const isSlow = () => (tooSlowUntil().get(model) ?? 0) > startedAt.getTime()
  if (isCertain || !mayThink || !mayCall || utility.offline || isSlow())
    return { classified: { ...guessed, by: 'heuristic', ms: took(), costMicros: 0 }, call: null }

  const text = truncated(run.turn.userText, limits.depth.messageChars)
  // Examples come from other conversations too.
  const shown = state.recallScope === 'off' ? [] : corrections.slice(0, limits.depth.examples)
  const examples = shown.map((one) => ({
    text: truncated(one.text, limits.depth.exampleChars),
    label: LABEL_OF[one.depth],
  }))
  const asking = {
    turn: { ...run.turn, attempt: run.lease.attempt },
    phase: 'classify' as const,
    sources: [...windowTurns, ...shown].map(({ turnId }): Source => ({ kind: 'turn', id: turnId })),
    signal: AbortSignal.any([run.signal, AbortSignal.timeout(limits.depth.totalMs)]),
    maxOutputTokens: limits.depth.outputTokens,
  }
  const { value, call } = await askUtility(deps, prompt, { text, before, examples }, asking)
  const isLate = call.result.aborted && !run.signal.aborted
  if (isLate) tooSlowUntil().set(model, startedAt.getTime() + 3_600_000)
  const depth = value ? depthOf(value) : 'moderate'
  const classified: Classified = {
    label: LABEL_OF[depth],
    depth,
    confidence: value?.confidence ?? 0,
    reasons: [...new Set(value?.reasons ?? ['The classifier gave no answer'])],
    intents: value?.intents ?? [],
    by: 'model',
    ms: took(),
    costMicros: call.result.usage.costMicros,
  }
  return { classified, call }
}

/** A model names the deeper of the two COMPLEX depths as an intent. */
function depthOf({ label, intents }: { label: Classified['label']; intents: string[] }): Depth {
  if (label !== 'COMPLEX') return label === 'SIMPLE' ? 'simple' : 'moderate'
  return intents.includes(prompt.DEEP) ? 'deep' : 'complex'
}

const { windowTokens, referredTokens } = limits.depth.simple

type ShortWindow = Pick<TurnSetup, 'window' | 'windowTurns' | 'referredTurns' | 'summaries'>

/** The newest turns for which a simple message's prompt has room. `cutsLast` = not all of the last one. */
function shortWindow(state: TurnSetup): { shown: ShortWindow; cutsLast: boolean } {
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

/** A number that a person set, unless a preset was chosen since, for this conversation or message alone. */
function ownNumber(settings: Settings, key: 'thinking.maxRounds' | 'thinking.tokenBudget') {
  const preset = settings.get('thinking.preset')
  const { value, layer } = settings.get(key)
  return preset.value !== 'auto' && isStronger(preset.layer, layer) ? null : value
}

/**
 * What a turn of this depth may do. A preset that a person chose sets the rounds of its own depth; numbers of
 * their own override both.
 */
export function planFor(settings: Settings, depth: Depth, classified?: Classified): ThinkingPlan {
  const { ofDepth, deepSteps } = limits.depth
  const preset = settings.get('thinking.preset')
  const chosen = preset.value === 'auto' ? null : preset.value
  const { presets } = limits.thinking
  const own = chosen && presets[chosen].depth === depth ? chosen : ofDepth[depth].preset
  const most = settings.get('action.maxSteps').value
  const steps = {
    simple: 1,
    moderate: Math.min(most, limits.action.fastSteps),
    complex: most,
    deep: Math.round(most * deepSteps),
  }
  const enabled = settings.get('thinking.enabled')
  return {
    enabled: isReflective(depth),
    preset: preset.value,
    maxRounds: own ? (ownNumber(settings, 'thinking.maxRounds') ?? presets[own].maxRounds) : 0,
    tokenBudget: own ? (ownNumber(settings, 'thinking.tokenBudget') ?? presets[own].tokenBudget) : 0,
    maxRecallContexts: settings.get('thinking.maxRecallContexts').value,
    maxSteps: steps[depth],
    by: enabled.value ? preset.layer : enabled.layer,
    depth,
    ...(classified ? { classified } : {}),
  }
}
