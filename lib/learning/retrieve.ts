import { onTrial, shownOf } from '@/lib/db/learning/retrieval'
import { type StrategyRow, strategiesOf } from '@/lib/db/learning/strategies'
import type { ScoreParts } from '@/lib/shared/learning/learning'
import { byMeaning, byWords, type Meaning, type Measure, queryVector } from './measures'
import { isInScope, type StrategyReader } from './scope'
import { type Scoring, select, shortlist } from './score'
import { type IndexedStrategy, strategyIndex } from './strategy-index'

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
 * quarantined ones at most one, which must be due for its trial. `meaning` = how to compare by vectors, where
 * there is a model.
 */
export async function retrieveStrategies(
  reader: StrategyReader,
  question: Question,
  meaning: Meaning | null = null,
): Promise<Retrieved[]> {
  const { db, ownerId } = reader
  if (reader.reach === 'off' || question.k < 1) return []
  const index = await strategyIndex(db, ownerId, meaning?.space)
  const words = byWords(index, question.text)
  const query = meaning && (await queryVector(index, meaning))
  if (!query || !index.vectors) return chosenBy(words, reader, question)
  const { of } = index.vectors
  const found = await chosenBy(byMeaning(index, index.vectors, query), reader, question)
  // Words find those whose text must not be sent, for the places that are left.
  const others: Measure = {
    ...words,
    each: (visit) =>
      words.each((item, ...more) => {
        const isKept = of.get(item.id)?.length === 0
        if (isKept && !(item.quarantined && found.some(({ trial }) => trial))) visit(item, ...more)
      }),
  }
  const left = question.k - found.length
  return left > 0 ? [...found, ...(await chosenBy(others, reader, { ...question, k: left }))] : found
}

async function chosenBy(by: Measure, reader: StrategyReader, question: Question): Promise<Retrieved[]> {
  const { db, ownerId } = reader
  const hidden = new Set(question.except)
  for (let i = 0; i < TRIES; i++) {
    const candidates = await candidatesBy(by, reader, { ...question, except: hidden })
    const scoring = { ...question, measure: by.measure }
    const chosen = select(candidates, question.k, scoring, (a, b) => by.alike(a.slot, b.slot))
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
async function candidatesBy(
  { each }: Measure,
  reader: StrategyReader,
  question: Question,
): Promise<Candidate[]> {
  const { k, except } = question
  const isWanted = (one: IndexedStrategy) =>
    isInScope(one, reader) && !except.has(one.id) && (reader.domain === '' || one.domain === reader.domain)
  const list = shortlist<IndexedStrategy>(k, question)
  const quarantined: Candidate[] = []
  each((item, slot, similarity) => {
    if (!(item.quarantined || list.admits(similarity)) || !isWanted(item)) return
    if (item.quarantined) quarantined.push({ ...item, slot, similarity })
    else list.add(item, slot, similarity)
  })
  const due = await tried(reader, quarantined)
  if (due) list.add(due, due.slot, due.similarity)
  return list.all()
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
