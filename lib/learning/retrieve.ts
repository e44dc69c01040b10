import { onTrial, type StrategyRow, shownStrategyIds, strategiesOf } from '@/lib/db/learning/strategies'
import { bestOf } from '@/lib/memory/index/found'
import type { ScoreParts } from '@/lib/shared/learning/learning'
import { PLAYBOOK_SLUGS, slugNumber, strategyLine } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'
import { reliability, type Scoring, select } from './score'
import {
  type IndexedStrategy,
  isInScope,
  type StrategyIndex,
  type StrategyReader,
  strategyIndex,
} from './strategy-index'
import { eachSimilar, likeness } from './term-index'

/** `trial` = it is quarantined, and this showing is its trial. */
type Retrieved = { row: StrategyRow; score: number; parts: ScoreParts; trial: boolean }
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
    const [shown, rows] = await Promise.all([
      shownStrategyIds(db, ownerId, ids),
      strategiesOf(db, ownerId, ids),
    ])
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
async function candidatesIn({ texts }: StrategyIndex, reader: StrategyReader, question: Question) {
  const { except, text } = question
  const isWanted = (one: IndexedStrategy) =>
    isInScope(one, reader) && !except.has(one.id) && (reader.domain === '' || one.domain === reader.domain)
  const found: Candidate[] = []
  const quarantined: Candidate[] = []
  eachSimilar(texts, text, limits.leastSimilarity, (item, slot, similarity) => {
    if (isWanted(item)) (item.quarantined ? quarantined : found).push({ ...item, slot, similarity })
  })
  if (quarantined.length === 0) return found
  const due = await onTrial(reader.db, reader.ownerId)
  const tried = quarantined
    .filter(({ id }) => due.has(id))
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
  return [...found, ...tried.slice(0, 1)]
}

type Room = { budgetTokens: number; countTokens(text: string): number }

/** Pinned, then reliable, then changed last. By last use, every prompt would have another playbook. */
const byWorth = (a: IndexedStrategy, b: IndexedStrategy) =>
  Number(b.pinned) - Number(a.pinned) ||
  reliability(b) - reliability(a) ||
  b.updatedAt - a.updatedAt ||
  (a.id < b.id ? -1 : 1)

/** Pinned by the person, or cited with success at least twice and more often than without. */
const isProven = ({ pinned, helpful, harmful }: IndexedStrategy) =>
  pinned || (helpful >= limitsOfLearning.proven && helpful > harmful)

const placeOf = ({ section }: { section: string }) => (PLAYBOOK_SLUGS as string[]).indexOf(section)
const inPlaybook = (a: StrategyRow, b: StrategyRow) =>
  placeOf(a) - placeOf(b) || slugNumber(a) - slugNumber(b)

/**
 * The strategies in every prompt, by section and number; in a domain, without others'. They depend only on
 * the playbook, so providers can cache them.
 */
export async function playbookCore(reader: StrategyReader, room: Room): Promise<StrategyRow[]> {
  const { db, ownerId } = reader
  if (reader.reach === 'off') return []
  const ids = rankedIds(reader, await strategyIndex(db, ownerId))
  const [rows, shown] = await Promise.all([
    strategiesOf(db, ownerId, ids),
    shownStrategyIds(db, ownerId, ids),
  ])
  const chosen: StrategyRow[] = []
  let left = room.budgetTokens
  for (const row of rows.values()) {
    if (!shown.has(row.id)) continue
    if (chosen.length >= limitsOfLearning.inPlaybook) break
    const tokens = room.countTokens(strategyLine(row)) + ITEM_TOKENS
    if (tokens > left) continue
    left -= tokens
    chosen.push(row)
  }
  return chosen.sort(inPlaybook)
}

function rankedIds(reader: StrategyReader, { texts }: StrategyIndex): string[] {
  const { domain } = reader
  const best = bestOf<IndexedStrategy>(limits.coreLooked, (a, b) => byWorth(a, b) > 0)
  for (const one of texts.items) {
    if (!one || one.quarantined || !isProven(one) || !isInScope(one, reader)) continue
    if (domain === '' || one.domain === '' || one.domain === domain) best.offer(one)
  }
  return best.sorted().map(({ id }) => id)
}

/** What an item of a prompt costs besides its text: its header and quotation marks. */
const ITEM_TOKENS = 12
