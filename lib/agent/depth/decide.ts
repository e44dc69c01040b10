import { turnPlanOps } from '@/lib/db/turns/claims'
import { stepOps } from '@/lib/db/turns/steps'
import { hasOtherTurns } from '@/lib/db/turns/turn-texts'
import { isSmallTalk } from '@/lib/heuristics/question'
import { type SimilarTurn, stepsOfMost } from '@/lib/learning/examples'
import { limits } from '@/lib/shared/limits'
import { limitsOfExamples } from '@/lib/shared/limits/examples'
import { CONTINUE } from '@/lib/shared/turn/continue'
import { type Classified, DEPTHS, type Depth, isReflective, LABEL_OF } from '@/lib/shared/turn/depth'
import type { ThinkingPlan } from '@/lib/shared/turn/events'
import { type ShortWindow, shortWindow } from '../gather/short-window'
import { attachmentsOf } from '../prompt/attachments'
import { windowImages } from '../prompt/images'
import { backgroundRecord } from '../step/background-step'
import { store } from '../step/step'
import type { TurnDepth, TurnState } from '../turn-state'
import { classify, type Decided } from './classify'
import { planFor } from './plan'

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
  return { plan, totalTokens, canLookUp: !plan.enabled || (await canLookUp(state)), ...shown }
}

async function canLookUp({ deps, run, workspace, recallScope }: TurnState): Promise<boolean> {
  const { ownerId, conversationId, number } = run.turn
  const { files, state } = workspace.tree()
  if (Object.keys({ ...files, ...state }).length > 0) return true
  if (recallScope === 'off') return false
  return number > 1 || (recallScope === 'owner' && hasOtherTurns(deps.db, ownerId, conversationId))
}

/** The room of a simple message's prompt, with what people chose to add: their instructions, and images of the window. */
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
