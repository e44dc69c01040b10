import { allStrategies, type StrategyRow, strategiesOf } from '@/lib/db/learning/strategies'
import { authorsOf, citedCounts, titledTurns } from '@/lib/db/learning/uses/uses'
import { titlesOf } from '@/lib/db/turns/conversations'
import {
  type PlaybookDto,
  type PlaybookQuery,
  playbookQuerySchema,
  type StrategyDto,
} from '@/lib/shared/learning/playbook'
import {
  type PlaybookSection,
  type StrategyStatus,
  type StrategyText,
  slugNumber,
} from '@/lib/shared/learning/strategies'
import { limitsOfPlaybook as limits } from '@/lib/shared/limits/playbook'
import { pick } from '@/lib/shared/pick'
import type { Owner, Person } from '../caller'

const norm = (text: string) => text.normalize('NFKC').toLowerCase()
/** Whether each word of a search occurs in a strategy, also as a part of a word that is still being typed. */
function finder(search: string): (row: StrategyRow) => boolean {
  const words = norm(search).split(/\s+/).filter(Boolean)
  return ({ slug, title, description, content, domain, tags }) => {
    const text = norm([slug, title, description, content, domain, ...(tags as string[])].join(' '))
    return words.every((word) => text.includes(word))
  }
}

const LAST: Record<string, number> = { active: 0, quarantined: 1, retired: 2 }
/** The named one first, so that it is always sent; then pinned ones, then those in use, then the newest. */
const inOrder = (named: string | null) => (a: StrategyRow, b: StrategyRow) =>
  Number(b.slug === named) - Number(a.slug === named) ||
  Number(b.pinned) - Number(a.pinned) ||
  (LAST[a.status] ?? 0) - (LAST[b.status] ?? 0) ||
  slugNumber(b) - slugNumber(a)

/** The playbook, and what waits for approval. A merged strategy is only shown where it is named. */
export async function listPlaybook({ db, ownerId }: Person, asked: PlaybookQuery): Promise<PlaybookDto> {
  const { search, strategy } = playbookQuerySchema.parse(asked)
  const every = await allStrategies(db, ownerId)
  const isFound = finder(search)
  const found = every.filter((row) => isFound(row) || row.slug === strategy)
  const isShown = ({ mergedIntoId, slug }: StrategyRow) => mergedIntoId === null || slug === strategy
  const listed = found.filter((row) => row.status !== 'proposed' && isShown(row))
  const waiting = found.filter((row) => row.status === 'proposed').slice(0, limits.proposed)
  const sent = listed.sort(inOrder(strategy)).slice(0, limits.listed)
  const dtos = await dtosOf({ db, ownerId }, [...sent, ...waiting], every)
  const dto = ({ id }: StrategyRow) => dtos.get(id) ?? []
  return {
    lessons: sent.flatMap(dto),
    proposed: waiting.flatMap(dto),
    total: listed.length,
    all: every.length,
    domains: [...new Set(every.flatMap((row) => row.domain || []))].sort((a, b) => a.localeCompare(b, 'en')),
  }
}

/** Every strategy by number, those that wait for approval and merged ones included. */
export async function findStrategies(who: Owner): Promise<StrategyDto[]> {
  const { db, ownerId } = who
  const rows = await allStrategies(db, ownerId)
  return [...(await dtosOf(who, rows)).values()].sort((a, b) => slugNumber(a) - slugNumber(b))
}

async function dtosOf({ db, ownerId }: Owner, rows: readonly StrategyRow[], every = rows) {
  const ids = rows.map(({ id }) => id)
  const turnIds = rows.flatMap(({ sources }) => sources)
  const [authors, cited, turns, titles, merged] = await Promise.all([
    authorsOf(db, ownerId, ids),
    citedCounts(db, ownerId),
    titledTurns(db, ownerId, turnIds),
    titlesOf(db, ownerId, [...new Set(rows.flatMap(({ conversationId }) => conversationId ?? []))]),
    strategiesOf(db, ownerId, [...new Set(rows.flatMap(({ mergedIntoId }) => mergedIntoId ?? []))]),
  ])
  const opposites = oppositesAmong(every)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...pick(row, 'id slug title description content domain'),
        ...pick(row, 'helpful harmful neutral uses pinned untrusted'),
        section: row.section as PlaybookSection,
        kind: row.kind as StrategyText['kind'],
        tags: row.tags as string[],
        status: row.status as StrategyStatus,
        cited: cited.get(row.id) ?? 0,
        by: authors.get(row.id) ?? 'person',
        conversation:
          row.conversationId === null
            ? null
            : { id: row.conversationId, title: titles.get(row.conversationId) ?? '' },
        mergedInto: (row.mergedIntoId && merged.get(row.mergedIntoId)?.slug) || null,
        sources: row.sources
          .flatMap((id) => turns.get(id) ?? [])
          .sort((a, b) => a.conversationId.localeCompare(b.conversationId) || a.number - b.number),
        opposites: opposites.get(row.id) ?? [],
      },
    ]),
  )
}

/** By id, the strategies that contradict each one while both can be in prompts. */
function oppositesAmong(every: readonly StrategyRow[]): Map<string, StrategyDto['opposites']> {
  const used = new Map(
    every.flatMap((row) => (row.status === 'active' || row.status === 'quarantined' ? [[row.id, row]] : [])),
  )
  const found = new Map<string, StrategyDto['opposites']>()
  const note = (of: StrategyRow, other: StrategyRow) =>
    found.set(of.id, [...(found.get(of.id) ?? []), pick(other, 'id slug title')])
  for (const row of used.values())
    for (const { to, relation } of row.links) {
      const other = used.get(to)
      if (relation !== 'contradicts' || !other) continue
      note(row, other)
      note(other, row)
    }
  return found
}
