import {
  type Delta,
  deltasBefore,
  groupSizes,
  isUndone,
  removedOf,
  undoneChanges,
} from '@/lib/db/learning/log/history'
import type { Patch } from '@/lib/db/learning/log/state'
import { idIn, type StrategyRow, strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { titledTurns } from '@/lib/db/learning/uses/uses'
import { titlesOf } from '@/lib/db/turns/conversations'
import type { ChangedField, PlaybookChange, PlaybookHistory } from '@/lib/shared/learning/playbook'
import type { DeltaAuthor, DeltaOp } from '@/lib/shared/learning/strategies'
import { limitsOfPlaybook as limits } from '@/lib/shared/limits/playbook'
import type { Owner, Person } from '../caller'
import { shownStrategies } from './playbook'

type Named = { slug: string; title: string; exists: boolean }

/** What changed in the playbook, newest first, in full words. Nothing of a strategy in the trash is shown. */
export async function playbookHistory(
  who: Person,
  { id, before }: { id: string | null; before: number | null },
): Promise<PlaybookHistory> {
  const { db, ownerId } = who
  if (id !== null) await shownStrategies(who, [id])
  const { deltas, next } = await deltasBefore(db, ownerId, { strategyId: id, before, most: limits.changes })
  return { changes: await changesIn(who, deltas), next }
}

/** Deltas as people read them, without those of strategies in the trash. */
export async function changesIn(who: Owner, deltas: readonly Delta[]): Promise<PlaybookChange[]> {
  const { db, ownerId } = who
  const groupIds = deltas.map(({ groupId }) => groupId)
  const turnIds = deltas.flatMap(({ turnId }) => turnId ?? [])
  const [names, undone, sizes, turns] = await Promise.all([
    namesOf(who, deltas),
    undoneChanges(db, ownerId),
    groupSizes(db, ownerId, groupIds),
    titledTurns(db, ownerId, turnIds),
  ])
  return deltas.flatMap((delta): PlaybookChange[] => {
    const { seq, strategyId, groupId, turnId, undoes } = delta
    const name = names.get(strategyId)
    if (!name && delta.op !== 'FORGET') return []
    const [was, is] = [delta.before as Patch | null, delta.after as Patch | null]
    return [
      {
        ...{ seq, groupId, undoes },
        op: delta.op as DeltaOp,
        by: delta.by as DeltaAuthor,
        at: delta.at.toISOString(),
        group: sizes.get(groupId) ?? 1,
        turn: (turnId && turns.get(turnId)) || null,
        strategy: name ? { id: strategyId, ...name } : null,
        fields: was && is ? fieldsOf(was, is) : [],
        tag: is?.tag ?? null,
        unmerged: Boolean(was?.merged ?? was?.mergedIntoId) && is !== null,
        undone: isUndone(delta, undone),
      },
    ]
  })
}

/** The names of the strategies that deltas tell of, without those in the trash. */
async function namesOf({ db, ownerId }: Owner, deltas: readonly Delta[]): Promise<Map<string, Named>> {
  const ids = [...new Set(deltas.map(({ strategyId }) => strategyId))]
  const [all, shown] = await Promise.all([
    strategiesOf(db, ownerId, ids),
    strategyIds(db, ownerId, idIn(ids)).then((found) => new Set(found)),
  ])
  const names = new Map<string, Named>()
  for (const { id, slug, title } of all.values())
    if (shown.has(id)) names.set(id, { slug, title, exists: true })
  const gone = ids.filter((id) => !all.has(id))
  const removed = [...(await removedOf(db, ownerId, gone)).values()].map(({ strategyId, before }) => ({
    ...(before as unknown as StrategyRow),
    id: strategyId,
  }))
  const turnIds = removed.flatMap(({ sources }) => sources)
  const conversationIds = removed.flatMap(({ conversationId }) => conversationId ?? [])
  const [turns, titles] = await Promise.all([
    titledTurns(db, ownerId, turnIds),
    titlesOf(db, ownerId, conversationIds),
  ])
  for (const { id, slug, title, sources, conversationId } of removed) {
    const isSourced = sources.length === 0 || sources.some((turnId) => turns.has(turnId))
    const isPlaced = conversationId === null || titles.has(conversationId)
    if (isSourced && isPlaced) names.set(id, { slug, title, exists: false })
  }
  return names
}

/** Fields whose values a person can read, and fields of which only the name is said. */
const READABLE = new Set(['title', 'description', 'content', 'tags', 'domain', 'status', 'pinned'])
const NAMED = new Set(['section', 'kind', 'conversationId', 'sources', 'links'])

/** The fields of an update. Additions and removals are named by their title. */
function fieldsOf(was: Patch, is: Patch): ChangedField[] {
  const before = was as Record<string, unknown>
  return Object.entries(is).flatMap(([field, value]) => {
    if (READABLE.has(field)) return [{ field, before: inWords(before[field]), after: inWords(value) }]
    return NAMED.has(field) ? [{ field, before: '', after: '' }] : []
  })
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text.length > limits.changedChars ? `${text.slice(0, limits.changedChars).trimEnd()}…` : text
}
