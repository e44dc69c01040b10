import { sectionBudget } from '@/lib/base/section-budget'
import { earlierTokens } from '@/lib/db/ledger/ledger'
import type { OutsideTurns } from '@/lib/db/memory/outside'
import { windowFor } from '@/lib/memory/context/adaptive-window'
import { chooseWindow, type WindowTurn, windowTurnsOf } from '@/lib/memory/context/window'
import { referredTurns } from '@/lib/memory/recall/referred'
import type { Settings } from '@/lib/settings/layers'
import type { SectionName } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import type { WindowPlan } from '@/lib/shared/turn/events'
import { fitReferred, fitWindow } from '../prompt/fit-window'
import type { TurnRun } from '../turn-run'
import type { AgentDeps, TurnState } from '../turn-state'

type GatheredWindow = Pick<TurnState, 'window' | 'windowTurns' | 'referredTurns' | 'windowTokens'> & {
  /** The first turn that was chosen, and the first that is in the prompt whole. */
  oldest: number
  whole: number
}

/** A full window leaves room for what else a prompt needs. */
function roomForAll(totalTokens: number, hasFiles: boolean): number {
  const others: Exclude<SectionName, 'steps'>[] = [
    ...(['role', 'tools', 'profile', 'facts', 'recalled', 'task'] as const),
  ]
  if (hasFiles) others.push('workspace')
  const left = others.reduce((sum, name) => sum - sectionBudget(name, totalTokens), totalTokens)
  return Math.max(sectionBudget('window', totalTokens), left)
}

/** The last turns that the prompt has room for, and earlier ones that the message refers to. */
export async function gatherWindow(
  { db, countTokens }: AgentDeps,
  { turn, path }: TurnRun,
  settings: Settings,
  outside: OutsideTurns,
  hasFiles: boolean,
): Promise<GatheredWindow> {
  const { ownerId, number: before } = turn
  const own = settings.get('window.size')
  const { size, reason } = windowFor(turn.userText, {
    size: own.value,
    by: own.layer,
    adaptive: settings.get('window.adaptive').value,
    minSize: settings.get('window.minSize').value,
    maxSize: settings.get('window.maxSize').value,
  })
  const totalTokens = settings.get('prompt.totalTokens').value
  const windowTokens = size === 'full' ? roomForAll(totalTokens, hasFiles) : undefined
  const budget = windowTokens ?? sectionBudget('window', totalTokens)
  const most = Math.ceil(budget / windowLimits.leastTurnTokens)
  const [chosen, earlier] = await Promise.all([
    chooseWindow(db, ownerId, path, { before, size, most }),
    earlierTokens(db, ownerId, path, before),
  ])
  const alone = fitWindow(chosen, before, countTokens, budget, outside)
  const recall = settings.get('recall.scope').value
  const meant =
    recall === 'off'
      ? []
      : await referredTurns(db, ownerId, {
          message: turn.userText,
          conversationId: turn.conversationId,
          path,
          before,
          from: alone.whole,
          now: turn.createdAt,
          countTokens,
        })
  const texts = await windowTurnsOf(
    db,
    ownerId,
    path,
    meant.map((one) => one.turn),
  )
  const referred = fitReferred(texts, countTokens, budget * windowLimits.referredShare, outside)
  const isReferred = ({ number }: WindowTurn) => referred.turns.some((one) => one.number === number)
  const fitted = referred.turns.length
    ? fitWindow(
        chosen.filter((one) => !isReferred(one)),
        before,
        countTokens,
        budget - referred.tokens,
        outside,
      )
    : alone
  const oldest = chosen[0]?.number ?? before
  const isCut = fitted.whole > oldest || (size === 'full' && chosen.length === most)
  const window: WindowPlan = {
    size,
    reason: `${reason}${isCut ? '; there is no room for all, so summaries replace the rest' : ''}`,
    turns: fitted.turns.map((entry) => entry.number),
    tokens: fitted.tokens + referred.tokens,
    ...(referred.turns.length
      ? { referred: meant.filter((one) => referred.turns.some(({ number }) => number === one.turn)) }
      : {}),
    earlier,
    recall,
  }
  return {
    window,
    windowTurns: fitted.turns,
    referredTurns: referred.turns,
    windowTokens,
    oldest,
    whole: fitted.whole,
  }
}
