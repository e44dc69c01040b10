import { shownOf } from '@/lib/db/learning/retrieval'
import { type StrategyRow, strategiesOf } from '@/lib/db/learning/strategies'
import { numberOf, PLAYBOOK_SLUGS, strategyLine } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { reliability } from './score'
import {
  type IndexedStrategy,
  isInScope,
  type StrategyIndex,
  type StrategyReader,
  strategyIndex,
} from './strategy-index'

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
const inPlaybook = (a: StrategyRow, b: StrategyRow) => placeOf(a) - placeOf(b) || numberOf(a) - numberOf(b)

/**
 * The strategies in every prompt, by section and number; in a domain, without others'. They depend only on
 * the playbook, so providers can cache them.
 */
export async function playbookCore(reader: StrategyReader, room: Room): Promise<StrategyRow[]> {
  const { db, ownerId } = reader
  if (reader.reach === 'off') return []
  const ids = rankedIds(reader, await strategyIndex(db, ownerId))
  const [rows, shown] = await Promise.all([strategiesOf(db, ownerId, ids), shownOf(db, ownerId, ids)])
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
  const best: IndexedStrategy[] = []
  for (const one of texts.items) {
    if (!one || one.quarantined || !isProven(one) || !isInScope(one, reader)) continue
    if (domain !== '' && one.domain !== '' && one.domain !== domain) continue
    const last = best.at(-1)
    const isFull = best.length >= limitsOfRetrieval.coreLooked
    if (isFull && last && byWorth(last, one) < 0) continue
    if (isFull) best.pop()
    const place = best.findIndex((other) => byWorth(one, other) < 0)
    best.splice(place < 0 ? best.length : place, 0, one)
  }
  return best.map(({ id }) => id)
}

/** What an item of a prompt costs besides its text: its header and quotation marks. */
const ITEM_TOKENS = 12
