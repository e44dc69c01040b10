import { onTrial, shownOf, usesOf } from '@/lib/db/learning/retrieval'
import { type StrategyRow, strategiesOf } from '@/lib/db/learning/strategies'
import type { ScoreParts } from '@/lib/shared/learning/learning'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { isInScope, type StrategyReader } from './scope'
import { type Scorable, type Scoring, select } from './score'
import { type IndexedStrategy, type StrategyIndex, strategyIndex } from './strategy-index'
import { likeness, similarTo } from './term-index'

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
type Candidate = Scorable & { slot: number; quarantined: boolean }

/** In the trash are few, if any: this often others are looked for in their place. */
const TRIES = 4

/**
 * The strategies that fit a message best, at most `k`. In a domain those of exactly that domain. Of quarantined
 * ones at most one, which must be due for its trial.
 */
export async function retrieveStrategies(reader: StrategyReader, question: Question): Promise<Retrieved[]> {
  const { db, ownerId } = reader
  if (reader.reach === 'off' || question.k < 1) return []
  const index = await strategyIndex(db, ownerId)
  let candidates = await tried(reader, await candidatesOf(index, reader, question))
  const alike = likeness(index.texts)
  for (let i = 0; i < TRIES; i++) {
    const chosen = select(candidates, question.k, question, (a, b) => alike(a.slot, b.slot))
    const ids = chosen.map(({ of }) => of.id)
    const [shown, rows] = await Promise.all([shownOf(db, ownerId, ids), strategiesOf(db, ownerId, ids)])
    const found = chosen.flatMap(({ of, score, parts }) => {
      const row = shown.has(of.id) ? rows.get(of.id) : undefined
      return row ? [{ row, score, parts, trial: of.quarantined }] : []
    })
    if (found.length === chosen.length) return found
    const hidden = new Set(ids.filter((id) => !found.some(({ row }) => row.id === id)))
    candidates = candidates.filter(({ id }) => !hidden.has(id))
  }
  return []
}

async function candidatesOf(
  { texts }: StrategyIndex,
  reader: StrategyReader,
  { text, profile, except }: Question,
): Promise<Candidate[]> {
  const isWanted = (one: IndexedStrategy) =>
    isInScope(one, reader) && !except.has(one.id) && (reader.domain === '' || one.domain === reader.domain)
  const found = similarTo(texts, text, limitsOfRetrieval.leastSimilarity).filter(({ item }) => isWanted(item))
  const ids = found.map(({ item }) => item.id)
  const uses = profile === 'seed' ? await usesOf(reader.db, reader.ownerId, ids) : null
  return found.map(({ item, slot, similarity }) => ({
    ...item,
    slot,
    similarity,
    uses: uses?.get(item.id) ?? item.uses,
  }))
}

/** Without the quarantined ones, except for the most similar one that is due for its trial. */
async function tried({ db, ownerId }: StrategyReader, candidates: Candidate[]): Promise<Candidate[]> {
  const quarantined = candidates.filter((one) => one.quarantined)
  if (quarantined.length === 0) return candidates
  const due = await onTrial(db, ownerId)
  const [best] = quarantined
    .filter(({ id }) => due.has(id))
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
  return candidates.filter((one) => !one.quarantined || one === best)
}
