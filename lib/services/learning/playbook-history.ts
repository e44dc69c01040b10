import { type Delta, deltasBefore, groupSizes, removedOf } from '@/lib/db/learning/log/history'
import type { Patch } from '@/lib/db/learning/log/state'
import { isUndone, undoneChanges } from '@/lib/db/learning/log/undone'
import { type StrategyRow, strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { idIn } from '@/lib/db/learning/strategy-sql'
import { titledTurns } from '@/lib/db/learning/uses/authors'
import { titlesOf } from '@/lib/db/turns/conversations'
import type { ChangedField, PlaybookChange, PlaybookHistory } from '@/lib/shared/learning/playbook'
import { type DeltaAuthor, type DeltaOp, STRATEGY_TAGS } from '@/lib/shared/learning/strategies'
import { limitsOfPlaybook as limits } from '@/lib/shared/limits/playbook'
import { shownStrategies, type Who } from './playbook'

type Reader = Omit<Who, 'runtime'>
type Named = { slug: string; title: string; exists: boolean }
const SHOWN_FIELDS =
  'section kind title description content tags domain status pinned conversationId sources links'.split(' ')

/** What changed in the playbook, newest first, in full words. Nothing of a strategy in the trash is shown. */
export async function playbookHistory(
  who: Who,
  { id, before }: { id: string | null; before: number | null },
): Promise<PlaybookHistory> {
  const { db, ownerId } = who
  if (id !== null) await shownStrategies(who, [id])
  const { deltas, next } = await deltasBefore(db, ownerId, { strategyId: id, before, most: limits.changes })
  return { changes: await changesIn(who, deltas), next }
}

/** Deltas as people read them, without those of strategies in the trash. */
export async function changesIn(who: Reader, deltas: readonly Delta[]): Promise<PlaybookChange[]> {
  const { db, ownerId } = who
  const names = await namesOf(who, deltas)
  const [undone, sizes, turns, titles] = await Promise.all([
    undoneChanges(db, ownerId),
    groupSizes(
      db,
      ownerId,
      deltas.map(({ groupId }) => groupId),
    ),
    titledTurns(
      db,
      ownerId,
      deltas.flatMap(({ turnId }) => turnId ?? []),
    ),
    titlesOf(db, ownerId, [...new Set(deltas.flatMap(({ before, after }) => scopesIn(before, after)))]),
  ])
  return deltas.flatMap((delta): PlaybookChange[] => {
    const { seq, strategyId, groupId, turnId, undoes } = delta
    const name = names.get(strategyId)
    if (!name && delta.op !== 'FORGET') return []
    const other = mergedIn(delta)
    return [
      {
        ...{ seq, groupId, undoes },
        op: delta.op as DeltaOp,
        by: delta.by as DeltaAuthor,
        at: delta.at.toISOString(),
        group: sizes.get(groupId) ?? 1,
        turn: (turnId && turns.get(turnId)) || null,
        strategy: name ? { id: strategyId, ...name } : null,
        fields: fieldsOf(delta, names, titles),
        tag: (delta.after as Patch | null)?.tag ?? null,
        counters: countersOf(delta),
        merged: (other && names.get(other)?.slug) || null,
        undone: isUndone(delta, undone),
      },
    ]
  })
}

function countersOf({ op, before, after }: Delta): PlaybookChange['counters'] {
  const [was, is] = [before as Patch | null, after as Patch | null]
  if (op !== 'TAG' || !was || !is) return []
  return STRATEGY_TAGS.flatMap((counter) => {
    const [from, to] = [was[counter], is[counter]]
    return from === undefined || to === undefined ? [] : [{ counter, before: from, after: to }]
  })
}

const mergedIn = ({ op, before, after }: Delta): string | null => {
  const [was, is] = [before as Patch | null, after as Patch | null]
  if (was === null || is === null || op === 'ADD') return null
  return is.merged ?? was.merged ?? is.mergedIntoId ?? was.mergedIntoId ?? null
}
const scopesIn = (...patches: unknown[]) =>
  patches.flatMap((patch) => (patch as Patch | null)?.conversationId ?? [])

/** The names of the strategies that deltas tell of, without those in the trash. */
async function namesOf({ db, ownerId }: Reader, deltas: readonly Delta[]): Promise<Map<string, Named>> {
  const ids = [...new Set(deltas.flatMap((delta) => [delta.strategyId, mergedIn(delta) ?? []].flat()))]
  const [all, shown] = await Promise.all([
    strategiesOf(db, ownerId, ids),
    strategyIds(db, ownerId, idIn(ids)).then((found) => new Set(found)),
  ])
  const names = new Map<string, Named>()
  for (const { id, slug, title } of all.values())
    if (shown.has(id)) names.set(id, { slug, title, exists: true })
  const removed = await removedOf(
    db,
    ownerId,
    ids.filter((id) => !all.has(id)),
  )
  const states = [...removed].map(([id, { before }]) => [id, before as unknown as StrategyRow] as const)
  const [turns, titles] = await Promise.all([
    titledTurns(
      db,
      ownerId,
      states.flatMap(([, { sources }]) => sources),
    ),
    titlesOf(
      db,
      ownerId,
      states.flatMap(([, { conversationId }]) => conversationId ?? []),
    ),
  ])
  for (const [id, { slug, title, sources, conversationId }] of states) {
    const isSourced = sources.length === 0 || sources.some((turnId) => turns.has(turnId))
    const isPlaced = conversationId === null || titles.has(conversationId)
    if (isSourced && isPlaced) names.set(id, { slug, title, exists: false })
  }
  return names
}

/** The fields of an update that a person can read. Additions and removals are named by their title. */
function fieldsOf(
  { op, before, after }: Delta,
  names: ReadonlyMap<string, Named>,
  titles: ReadonlyMap<string, string>,
): ChangedField[] {
  if (before === null || after === null || op === 'FORGET') return []
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const words = (field: string, value: unknown) => cut(inWords(field, value, names, titles))
  return SHOWN_FIELDS.flatMap((field) => {
    if (!(field in was) && !(field in is)) return []
    const [from, to] = [words(field, was[field]), words(field, is[field])]
    return from === to && field === 'links' ? [] : [{ field, before: from, after: to }]
  })
}
const cut = (text: string) =>
  text.length > limits.changedChars ? `${text.slice(0, limits.changedChars).trimEnd()}…` : text

function inWords(
  field: string,
  value: unknown,
  names: ReadonlyMap<string, Named>,
  titles: ReadonlyMap<string, string>,
): string {
  if (field === 'conversationId') return value ? (titles.get(String(value)) ?? 'another conversation') : ''
  if (field === 'sources') return `${(value as unknown[]).length}`
  if (field === 'links')
    return (value as { to: string; relation: string }[])
      .map(({ to, relation }) => `${relation.replace('_', ' ')} ${names.get(to)?.slug ?? 'another strategy'}`)
      .join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
