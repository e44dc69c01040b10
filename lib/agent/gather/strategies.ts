import type { StrategyRow } from '@/lib/db/learning/strategies'
import type { StrategyUsed } from '@/lib/db/learning/uses/uses'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { findExamples } from '@/lib/learning/examples'
import { playbookCore, retrieveStrategies } from '@/lib/learning/retrieve'
import type { StrategyReader } from '@/lib/learning/strategy-index'
import { sectionBudget } from '@/lib/shared/section-budget'
import { strategyMarks } from '@/lib/shared/turn/citations'
import { withoutCode } from '../prompt/citations'
import type { TurnLessons, TurnState } from '../turn-state'

/** Null if this turn has no strategies. */
function readerOf({ deps, run, settings, recallScope: reach }: TurnState): StrategyReader | null {
  const isOn = settings.get('learning.enabled').value && settings.get('learning.retrievalK').value > 0
  if (reach === 'off' || !isOn) return null
  return {
    db: deps.db,
    ownerId: run.turn.ownerId,
    conversationId: run.turn.conversationId,
    reach,
    domain: settings.get('learning.domain').value,
    minConfidence: settings.get('learning.minConfidence').value,
  }
}

/** Similar turns that went well, which adjust the depth and the step limit; nothing if the lookup fails. */
export async function examplesFor(state: TurnState): Promise<Partial<TurnLessons>> {
  const { deps, run } = state
  const reader = readerOf(state)
  if (!reader) return {}
  try {
    const { ownerId, conversationId, number, userText } = run.turn
    const scope = reader.reach === 'owner' ? 'owner' : 'conversation'
    const place = { conversationId, path: run.path, before: number, scope } as const
    return {
      examples: await findExamples({ db: deps.db, ownerId, place }, edgesOf(userText), deps.countTokens),
    }
  } catch (error) {
    deps.log('examples could not be looked up', { turnId: run.turn.id, error: String(error) })
    return {}
  }
}

/** The strategies of the first call. A simple turn has none; if the lookup fails, the turn does without them. */
export async function strategiesFor(state: TurnState): Promise<Partial<TurnLessons>> {
  const { deps, run, settings, plan } = state
  const reader = plan.depth === 'simple' ? null : readerOf(state)
  if (!reader) return {}
  try {
    const playbook = await playbookCore(reader, {
      budgetTokens: sectionBudget('playbook', state.totalTokens),
      countTokens: deps.countTokens,
    })
    const text = edgesOf(run.turn.userText)
    const question = {
      text,
      k: settings.get('learning.retrievalK').value,
      weights: settings.get('learning.weights').value,
      now: run.turn.createdAt.getTime(),
      except: new Set(playbook.map(({ id }) => id)),
    }
    const retrieved = await retrieveStrategies(reader, question)
    return { strategies: { playbook, retrieved } }
  } catch (error) {
    deps.log('strategies could not be retrieved', { turnId: run.turn.id, error: String(error) })
    return {}
  }
}

/**
 * The strategies in this turn's prompts, retrieved ones first, and whether the answer cites them.
 */
export function strategiesUsed(state: TurnState, answer: string): StrategyUsed[] {
  const { playbook, retrieved } = state.strategies
  const cited = new Set(strategyMarks(withoutCode(answer)).flatMap(({ slugs }) => slugs))
  const shown = ({ id }: StrategyRow) => state.shownTurns.strategies.has(id)
  return [
    ...retrieved.map(({ row, parts, trial }) => ({ row, parts, trial, place: 'retrieved' as const })),
    ...playbook.map((row) => ({ row, parts: {}, trial: false, place: 'playbook' as const })),
  ].flatMap(({ row, ...use }, i) =>
    shown(row) ? [{ strategyId: row.id, ...use, rank: i + 1, cited: cited.has(row.slug) }] : [],
  )
}
