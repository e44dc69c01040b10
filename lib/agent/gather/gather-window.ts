import { earlierTokens } from '@/lib/db/ledger/ledger'
import {
  chooseWindow,
  type WindowTurn,
  windowFor,
  windowStart,
  windowTurnsOf,
} from '@/lib/memory/context/window'
import { referredTurns } from '@/lib/memory/recall/referred'
import { limits, type SectionName } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import { sectionBudget } from '@/lib/shared/section-budget'
import { CONTINUE } from '@/lib/shared/turn/continue'
import type { WindowPlan } from '@/lib/shared/turn/events'
import { fitReferred, fitWindow } from '../prompt/window-items'
import type { TurnState } from '../turn-state'

type GatheredWindow = Pick<TurnState, 'window' | 'windowTurns' | 'referredTurns' | 'windowTokens'> &
  Pick<Chosen, 'oldest' | 'whole'>

/** A full window leaves room for what else a prompt needs. */
function roomForAll(totalTokens: number, hasFiles: boolean): number {
  const others: Exclude<SectionName, 'steps'>[] = ['role', 'tools', 'profile', 'facts', 'recalled', 'task']
  if (hasFiles) others.push('workspace')
  const left = others.reduce((sum, name) => sum - sectionBudget(name, totalTokens), totalTokens)
  return Math.max(sectionBudget('window', totalTokens), left)
}

type Chosen = {
  turns: WindowTurn[]
  /** The first turn that was chosen, and the first that is in the prompt whole. */
  oldest: number
  whole: number
  tokens: number
  budget: number
  plan: Pick<WindowPlan, 'size' | 'reason' | 'from' | 'headAt'>
}
type Scene = Pick<TurnState, 'deps' | 'run' | 'settings' | 'outside'> & { hasFiles: boolean }

/** The last turns that the prompt has room for, and earlier ones that the message refers to. */
export async function gatherWindow(scene: Scene): Promise<GatheredWindow> {
  const { deps, run, settings, outside } = scene
  const { db, countTokens } = deps
  const { turn, path } = run
  const { ownerId, number: before } = turn
  const { value, layer } = settings.get('window.size')
  const isOwn = layer === 'message' || layer === 'conversation'
  const grows = settings.get('window.grows').value && !isOwn && value !== 'full' && value > 1
  const [chosen, earlier] = await Promise.all([
    grows ? growing(scene, value) : sized(scene),
    earlierTokens(db, ownerId, path, before),
  ])
  const recall = settings.get('recall.scope').value
  const meant =
    recall === 'off'
      ? []
      : await referredTurns(db, ownerId, {
          message: turn.userText,
          conversationId: turn.conversationId,
          path,
          before,
          from: chosen.whole,
          now: turn.createdAt,
          countTokens,
        })
  const numbers = meant.map((one) => one.turn)
  const texts = await windowTurnsOf(db, ownerId, path, numbers)
  const { budget } = chosen
  const referred = fitReferred(texts, countTokens, budget * windowLimits.referredShare, outside)
  const isReferred = ({ number }: WindowTurn) => referred.turns.some((one) => one.number === number)
  // A growing window stays as it is, and gets more room instead.
  const others = chosen.turns.filter((one) => !isReferred(one))
  const { turns, whole, tokens } =
    referred.turns.length && !grows
      ? fitWindow(others, before, countTokens, budget - referred.tokens, outside)
      : chosen
  const isCut = !grows && whole > chosen.oldest
  const window: WindowPlan = {
    ...chosen.plan,
    reason: `${chosen.plan.reason}${isCut ? '; there is no room for all, so summaries replace the rest' : ''}`,
    turns: turns.map((entry) => entry.number),
    tokens: tokens + referred.tokens,
    ...(referred.turns.length
      ? { referred: meant.filter((one) => referred.turns.some(({ number }) => number === one.turn)) }
      : {}),
    earlier,
    recall,
  }
  return {
    window,
    windowTurns: turns,
    referredTurns: referred.turns,
    windowTokens: grows ? budget + referred.tokens : window.size === 'full' ? budget : undefined,
    oldest: chosen.oldest,
    whole,
  }
}

/** As many turns as settings, or the message, ask for. */
async function sized({ deps, run, settings, outside, hasFiles }: Scene): Promise<Chosen> {
  const { db, countTokens } = deps
  const { ownerId, number: before, userText } = run.turn
  const own = settings.get('window.size')
  const { size, reason } = windowFor(userText, {
    size: own.value,
    by: own.layer,
    adaptive: settings.get('window.adaptive').value,
    minSize: settings.get('window.minSize').value,
    maxSize: settings.get('window.maxSize').value,
  })
  const totalTokens = settings.get('prompt.totalTokens').value
  const budget = size === 'full' ? roomForAll(totalTokens, hasFiles) : sectionBudget('window', totalTokens)
  const most = Math.ceil(budget / windowLimits.leastTurnTokens)
  const chosen = await chooseWindow(db, ownerId, run.path, { before, size, most })
  const oldest = size === 'full' && chosen.length === most ? 0 : (chosen[0]?.number ?? before)
  return {
    ...fitWindow(chosen, before, countTokens, budget, outside, userText === CONTINUE),
    ...{ oldest, budget, plan: { size, reason } },
  }
}

/** The window begins where the previous turn's did while there is room. Each turn is cut separately. */
async function growing({ deps, run, settings, outside }: Scene, own: number): Promise<Chosen> {
  const { db, countTokens, models } = deps
  const { ownerId, number: before, createdAt, userText } = run.turn
  const context = models.contextTokens?.('fast') ?? Number.POSITIVE_INFINITY
  const size = context < limits.model.smallContext ? windowLimits.smallSize : own
  const budget = sectionBudget('window', settings.get('prompt.totalTokens').value)
  // One more than it may have, so that it is seen to be full.
  const last = await chooseWindow(db, ownerId, run.path, { before, size: 2 * size })
  const fitted = last.map((turn) => {
    const goesOn = userText === CONTINUE && turn === last.at(-1)
    const share = goesOn ? 1 : windowLimits.turnShare
    return { turn, ...fitWindow([turn], before, countTokens, budget * share, outside, goesOn) }
  })
  const sized = fitted.map(({ turn: { number, at, plan }, tokens }) => ({ number, at, plan, tokens }))
  const start = windowStart(sized, { size, before, now: createdAt, tokens: budget })
  const kept = fitted.filter(({ turn }) => turn.number >= start.from)
  return {
    turns: kept.flatMap(({ turns }) => turns),
    oldest: start.from,
    whole: kept.find(({ turn, whole }) => whole === turn.number)?.turn.number ?? before,
    tokens: kept.reduce((sum, { tokens }) => sum + tokens, 0),
    budget,
    plan: {
      size: 2 * size - 1,
      reason: `it grows from ${size}, so that a provider can reuse what it has read`,
      ...start,
    },
  }
}
