import { sha256 } from '@/lib/db/engine/blobs'
import type { Delta, Strategy } from '@/lib/db/generated/sqlite/client'
import { type StrategyState, strategyStateSchema } from '@/lib/shared/learning/strategies'
import { pick } from '@/lib/shared/pick'

type Value = StrategyState[keyof StrategyState]
/** Fields of a strategy. `tag` is a use's, in a TAG; `merged` = what a merge added or took out, or null. */
export type Patch = Partial<StrategyState> & { tag?: string | null; merged?: string | null }

const TOLD = ['title', 'description', 'content', 'query', 'tags', 'domain'] as const
/** Whether a patch has words of a strategy, and not only its counters, sources or state. */
export const isTold = (patch: Patch | null): boolean =>
  patch !== null && TOLD.some((key) => patch[key] !== undefined)

const same = (a: Value | undefined, b: Value | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** The fields in which two states differ, as they were and as they are. */
export function difference(before: StrategyState, after: StrategyState): { before: Patch; after: Patch } {
  const changed = (Object.keys(after) as (keyof StrategyState)[])
    .filter((key) => !same(before[key], after[key]))
    .join(' ')
  return { before: pick(before, changed), after: pick(after, changed) }
}

/** With lists and fields in one order, so that equal states look equal. */
export function canonical(state: StrategyState): StrategyState {
  const parsed = strategyStateSchema.parse(state)
  return { ...parsed, sources: parsed.sources.toSorted(), links: parsed.links.toSorted(byTarget) }
}
const byTarget = (a: StrategyState['links'][number], b: StrategyState['links'][number]) =>
  `${a.to} ${a.relation}` < `${b.to} ${b.relation}` ? -1 : 1

type Sourced = Strategy & { sources: string[]; links: StrategyState['links'] }
export const stateOf = ({ createdAt, ...row }: Sourced): StrategyState =>
  canonical({
    ...pick(row as unknown as StrategyState, Object.keys(strategyStateSchema.shape).join(' ')),
    createdAt: createdAt.toISOString(),
  } as StrategyState)

/** The columns of a state, without what other tables and the uses hold. */
export const columnsOf = ({ sources: _, links: __, createdAt, ...state }: StrategyState) => ({
  ...state,
  contentHash: contentHash(state.content),
  createdAt: new Date(createdAt),
})

/** Equal for contents that differ in white space, capitals or closing full stops alone. */
export const contentHash = (content: string) =>
  sha256(
    content
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.!]+$/, ''),
  )

/** The strategies that deltas rebuild, by id. Deltas come in the order of their numbers. */
export function replay(deltas: readonly Pick<Delta, 'op' | 'strategyId' | 'before' | 'after'>[]) {
  const states = new Map<string, StrategyState>()
  for (const { op, strategyId: id, after } of deltas) {
    if (op === 'FORGET') continue
    const { tag: _, merged: __, ...patch } = (after ?? {}) as Patch
    if (after === null) states.delete(id)
    else states.set(id, { ...states.get(id), ...patch } as StrategyState)
  }
  return new Map([...states].map(([id, state]) => [id, canonical(state)]))
}

/** The strategies whose counters are part of another one's, by that one. */
export function mergedNow(deltas: readonly Pick<Delta, 'strategyId' | 'before' | 'after'>[]) {
  const into = new Map<string, Set<string>>()
  for (const { strategyId, before, after } of deltas) {
    const [out, added] = [(before as Patch | null)?.merged, (after as Patch | null)?.merged]
    const of = into.get(strategyId) ?? new Set()
    if (out) of.delete(out)
    if (added) into.set(strategyId, of.add(added))
  }
  return into
}
