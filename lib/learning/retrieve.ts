import { onTrial, shownOf } from '@/lib/db/learning/retrieval'
import { type StrategyRow, strategiesOf } from '@/lib/db/learning/strategies'
import type { ScoreParts } from '@/lib/shared/learning/learning'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'
import { type Scoring, select } from './score'
import {
  type IndexedStrategy,
  isInScope,
  type StrategyIndex,
  type StrategyReader,
  strategyIndex,
} from './strategy-index'
import { eachSimilar, likeness } from './term-index'

/** `trial` = it is quarantined, and this showing is its trial. */
export type Retrieved = { row: StrategyRow; score: number; parts: ScoreParts; trial: boolean }
/** Strategies for a turn's prompts: the playbook, and those that were retrieved for its message. */
export type TurnStrategies = { playbook: StrategyRow[]; retrieved: Retrieved[] }
export const noStrategies = (): TurnStrategies => ({ playbook: [], retrieved: [] })

type Question = Scoring & {
  text: string
  k: number
  /** Strategies that the prompt holds already. */
  except: ReadonlySet<string>
}
type Candidate = IndexedStrategy & { slot: number; similarity: number }

/** How many times to choose again because a chosen strategy is in the trash, which is rare. */
const TRIES = 4

/**
 * The strategies that fit a message best, at most `k`. In a domain those of exactly that domain. Of
 * quarantined ones at most one, which must be due for its trial.
 */
export async function retrieveStrategies(reader: StrategyReader, question: Question): Promise<Retrieved[]> {
  const { db, ownerId } = reader
  if (reader.reach === 'off' || question.k < 1) return []
  const index = await strategyIndex(db, ownerId)
  const alike = likeness(index.texts)
  const hidden = new Set(question.except)
  for (let i = 0; i < TRIES; i++) {
    const candidates = await candidatesIn(index, reader, { ...question, except: hidden })
    const chosen = select(candidates, question.k, question, (a, b) => alike(a.slot, b.slot))
    const ids = chosen.map(({ of }) => of.id)
    const [shown, rows] = await Promise.all([shownOf(db, ownerId, ids), strategiesOf(db, ownerId, ids)])
    const found = chosen.flatMap(({ of, score, parts }) => {
      const row = shown.has(of.id) ? rows.get(of.id) : undefined
      return row ? [{ row, score, parts, trial: of.quarantined }] : []
    })
    if (found.length === chosen.length) return found
    for (const id of ids) if (!found.some(({ row }) => row.id === id)) hidden.add(id)
  }
  return []
}

/** What may be chosen. Of quarantined ones only the most similar one that is due for its trial. */
async function candidatesIn(
  { texts }: StrategyIndex,
  reader: StrategyReader,
  question: Question,
): Promise<Candidate[]> {
  const { except, text } = question
  const isWanted = (one: IndexedStrategy) =>
    isInScope(one, reader) && !except.has(one.id) && (reader.domain === '' || one.domain === reader.domain)
  const found: Candidate[] = []
  const quarantined: Candidate[] = []
  eachSimilar(texts, text, limits.leastSimilarity, (item, slot, similarity) => {
    if (isWanted(item)) (item.quarantined ? quarantined : found).push({ ...item, slot, similarity })
  })
  const due = await tried(reader, quarantined)
  return due ? [...found, due] : found
}

/** Of these quarantined ones the most similar one that is due for its trial. */
async function tried(
  { db, ownerId }: StrategyReader,
  quarantined: readonly Candidate[],
): Promise<Candidate | undefined> {
  if (quarantined.length === 0) return undefined
  const due = await onTrial(db, ownerId)
  return quarantined
    .filter(({ id }) => due.has(id))
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))[0]
}
