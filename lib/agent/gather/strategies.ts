import type { StrategyRow } from '@/lib/db/learning/strategies'
import type { StrategyUsed } from '@/lib/db/learning/uses/uses'
import { factsAnswering } from '@/lib/heuristics/fact-finding/asked'
import { isSmallTalk } from '@/lib/heuristics/question'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { findExamples } from '@/lib/learning/examples'
import { playbookCore, retrieveStrategies } from '@/lib/learning/retrieve'
import type { StrategyReader } from '@/lib/learning/strategy-index'
import { factsAsOf } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { replacements } from '@/lib/memory/facts/replaced'
import { latest } from '@/lib/memory/facts/timeline'
import { limits } from '@/lib/shared/limits'
import { sectionBudget } from '@/lib/shared/section-budget'
import { strategyMarks } from '@/lib/shared/turn/citations'
import { withoutCode } from '../prompt/citations'
import { memoryContextOf } from '../tools/new-recall'
import type { TurnFacts, TurnLessons, TurnState } from '../turn-state'

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

/** Runs a lookup of earlier turns; a failure gives nothing, since the turn can do without it. */
async function lessonsBy({ deps, run }: TurnState, what: string, look: () => Promise<Partial<TurnLessons>>) {
  return look().catch((error: unknown) => {
    deps.log(`${what} could not be looked up`, { turnId: run.turn.id, error: String(error) })
    return {}
  })
}

/** Similar turns that went well, which adjust the depth and the step limit. */
export async function examplesFor(state: TurnState): Promise<Partial<TurnLessons>> {
  const { deps, run } = state
  const reader = readerOf(state)
  if (!reader) return {}
  const { ownerId, conversationId, number, userText } = run.turn
  const scope = reader.reach === 'owner' ? 'owner' : 'conversation'
  const place = { conversationId, path: run.path, before: number, scope } as const
  return lessonsBy(state, 'examples', async () => ({
    examples: await findExamples({ db: deps.db, ownerId, place }, edgesOf(userText), deps.countTokens),
  }))
}

/** The strategies of the first call. A simple turn has none. */
export async function turnStrategies(state: TurnState): Promise<Partial<TurnLessons>> {
  const { deps, run, settings, plan } = state
  const reader = plan.depth === 'simple' ? null : readerOf(state)
  if (!reader) return {}
  return lessonsBy(state, 'strategies', async () => {
    const budgetTokens = sectionBudget('playbook', state.totalTokens)
    const playbook = await playbookCore(reader, { budgetTokens, countTokens: deps.countTokens })
    const retrieved = await retrieveStrategies(reader, {
      text: edgesOf(run.turn.userText),
      k: settings.get('learning.retrievalK').value,
      weights: settings.get('learning.weights').value,
      now: run.turn.createdAt.getTime(),
      except: new Set(playbook.map(({ id }) => id)),
    })
    return { strategies: { playbook, retrieved } }
  })
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

/** What is known of the person, and what of it the message is about. */
export async function turnFacts(state: TurnState): Promise<TurnFacts> {
  const { userText: text, conversationId, createdAt } = state.run.turn
  const { from, headAt = createdAt.toISOString() } = state.window
  const { now: known, earlier } = await factsAsOf(memoryContextOf(state), ({ said, written, at }) =>
    from !== undefined && said?.conversationId === conversationId
      ? said.number < from
      : (written ?? at) <= new Date(headAt),
  )
  const all = { ...noFacts(), known, knownBefore: earlier }
  if (isSmallTalk(text)) return all
  const facts = relevantFacts(known, text)
  const factTokens = limits.facts.itemTokens * factsAnswering(text, facts.map(latest)).size
  return { ...all, facts, factTokens, replacements: replacements(known) }
}

export const noFacts = (): TurnFacts => ({
  known: [],
  knownBefore: [],
  facts: [],
  factTokens: 0,
  replacements: replacements([]),
})
