import {
  type DeltaAuthor,
  type DeltaOp,
  type StrategyState,
  type StrategyTag,
  slugOf,
} from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { canonical, difference, type Patch } from './state'

/** What a change may write by hand; counters, sources and merges have operations of their own. */
type Editable = Omit<StrategyState, 'slug' | 'helpful' | 'harmful' | 'neutral' | 'createdAt' | 'mergedIntoId'>
export type NewStrategy = Omit<StrategyState, 'slug' | 'createdAt' | 'mergedIntoId'> &
  Partial<Pick<StrategyState, 'createdAt'>>

/**
 * One change of the playbook. `TAG`: how a cited strategy turned out, null = not tagged any more; `UPDATE`
 * sets fields, with `trial` one more prompt may show a quarantined strategy; `MERGE` adds counters and
 * sources of `from` to `into` and retires `from`; `RESTORE` and `UNMERGE` undo a `REMOVE` and a `MERGE`,
 * with `unpins` one that pinned `into`.
 * `undoes` = a delta; `wording` = further turns whose words its text may have; `by` = its author, if not the
 * others'.
 */
export type StrategyChange = { undoes?: number; wording?: readonly string[]; by?: DeltaAuthor } & (
  | { op: 'ADD'; strategy: NewStrategy }
  | { op: 'UPDATE'; id: string; set: Partial<Editable>; trial?: boolean }
  | { op: 'TAG'; id: string; turnId: string; tag: StrategyTag | null }
  | { op: 'REMOVE'; id: string }
  | { op: 'MERGE'; into: string; from: string }
  | { op: 'RESTORE'; id: string; state: StrategyState }
  | {
      op: 'UNMERGE'
      into: string
      from: string
      sources: string[]
      unpins: boolean
      was: Pick<StrategyState, 'status' | 'pinned'>
    }
)

export const namedIn = (change: StrategyChange): string[] => {
  if (change.op === 'ADD') return []
  return change.op === 'MERGE' || change.op === 'UNMERGE' ? [change.into, change.from] : [change.id]
}

/**
 * A strategy after one of its uses got another tag. Prevailing harm quarantines it unless it is pinned; on
 * trial, harm retires it and help makes it active again. The status that the earlier tag gave goes with it.
 */
function tagged(
  state: StrategyState,
  { tag: from, trial, gave }: TaggedUse,
  to: StrategyTag | null,
): StrategyState {
  const next = { ...state }
  if (from) next[from] = Math.max(0, next[from] - 1)
  if (from && gave && gave.after === state.status) next.status = gave.before
  if (to) next[to] += 1
  if (next.status === 'quarantined' && trial && to === 'harmful') return { ...next, status: 'retired' }
  if (next.status === 'quarantined' && trial && to === 'helpful') return { ...next, status: 'active' }
  const isHarmful = next.harmful >= limitsOfLearning.quarantineAt && next.harmful > next.helpful
  if (next.status === 'active' && isHarmful && !state.pinned) return { ...next, status: 'quarantined' }
  return next
}

type Status = StrategyState['status']
/** `gave` = the status without its tag, and the one that the tag gave. */
export type TaggedUse = {
  tag: StrategyTag | null
  trial: boolean
  gave?: { before: Status; after: Status }
}
/** What a tag gave that changed the status so; the tag before it went with what that one gave. */
export const gaveAfter = (
  earlier: TaggedUse['gave'],
  { before, after }: { before: Status; after: Status },
): TaggedUse['gave'] => ({ before: earlier?.after === before ? earlier.before : before, after })

export type Draft = {
  op: DeltaOp
  id: string
  before: Patch | null
  after: Patch | null
  turnId: string | null
  undoes: number | null
}
/** The strategies that changes name, while they are made in order. `no` = the last number given out. */
export type WorkingPlaybook = {
  states: Map<string, StrategyState>
  uses: Map<string, TaggedUse>
  no: number
  at: string
  newId(): string
}
export const keyOfUse = (turnId: string, id: string) => `${turnId} ${id}`

type Step = { op: DeltaOp; id: string; to: StrategyState | null; extra?: [Patch, Patch] }

/** Makes one change to the working playbook. @returns the deltas to log, or why it is refused. */
export function apply(
  working: WorkingPlaybook,
  change: StrategyChange,
  turnId: string | null,
): Draft[] | string {
  const steps = stepsOf(working, change)
  if (typeof steps === 'string') return steps
  const of = change.op === 'TAG' ? change.turnId : turnId
  return steps.flatMap(({ op, id, to, extra }): Draft[] => {
    const from = working.states.get(id)
    const now = to && canonical(to)
    if (now) working.states.set(id, now)
    else working.states.delete(id)
    const parts = from && now ? difference(from, now) : { before: from ?? null, after: to }
    if (from && to && !extra && Object.keys(parts.after ?? {}).length === 0) return []
    const [before, after] = extra ?? [null, null]
    return [
      {
        ...{ op, id, turnId: of, undoes: change.undoes ?? null },
        before: before ? { ...parts.before, ...before } : parts.before,
        after: after ? { ...parts.after, ...after } : parts.after,
      },
    ]
  })
}

const GONE = 'there is no such strategy'
function stepsOf(working: WorkingPlaybook, change: StrategyChange): Step[] | string {
  const { states } = working
  if (change.op === 'ADD') return [added(working, change)]
  if (change.op === 'RESTORE')
    return states.has(change.id) ? 'it is there already' : [{ op: 'ADD', id: change.id, to: change.state }]
  if (change.op === 'MERGE' || change.op === 'UNMERGE') return merged(working, change)
  const state = states.get(change.id)
  if (!state) return GONE
  if (change.op === 'REMOVE') return [{ op: 'REMOVE', id: change.id, to: null }]
  if (change.op === 'TAG') return taggedSteps(working, change)
  return [{ op: 'UPDATE', id: change.id, to: { ...state, ...change.set } }]
}

function added(working: WorkingPlaybook, { strategy }: Extract<StrategyChange, { op: 'ADD' }>): Step {
  working.no += 1
  const slug = slugOf(strategy.section, working.no)
  return {
    op: 'ADD',
    id: working.newId(),
    to: { createdAt: working.at, ...strategy, slug, mergedIntoId: null },
  }
}

const union = (a: string[], b: string[]) => [...new Set([...a, ...b])]
const sum = (a: StrategyState, b: StrategyState, sign: 1 | -1) => ({
  helpful: a.helpful + sign * b.helpful,
  harmful: a.harmful + sign * b.harmful,
  neutral: a.neutral + sign * b.neutral,
})

function merged(
  { states }: WorkingPlaybook,
  change: Extract<StrategyChange, { op: 'MERGE' | 'UNMERGE' }>,
): Step[] | string {
  const { op, into: intoId, from: fromId } = change
  const [into, from] = [states.get(intoId), states.get(fromId)]
  if (!into || !from || intoId === fromId) return GONE
  if (op === 'MERGE') {
    if (into.mergedIntoId || from.mergedIntoId) return 'it was merged before'
    const sources = union(into.sources, from.sources)
    return [
      {
        ...{ op, id: intoId },
        to: { ...into, ...sum(into, from, 1), sources, pinned: into.pinned || from.pinned },
        extra: [{ merged: null }, { merged: fromId }],
      },
      { op, id: fromId, to: { ...from, status: 'retired', pinned: false, mergedIntoId: intoId } },
    ]
  }
  if (from.mergedIntoId !== intoId) return 'it is not merged any more'
  // The strategy it was merged into counts these tags too.
  if (into.mergedIntoId) return 'it was merged itself since'
  const sources = into.sources.filter((turnId) => !change.sources.includes(turnId))
  return [
    {
      ...{ op: 'UPDATE', id: intoId },
      to: { ...into, ...sum(into, from, -1), sources, pinned: into.pinned && !change.unpins },
      extra: [{ merged: fromId }, { merged: null }],
    },
    { op: 'UPDATE', id: fromId, to: { ...from, ...change.was, mergedIntoId: null } },
  ]
}

function taggedSteps(
  working: WorkingPlaybook,
  change: Extract<StrategyChange, { op: 'TAG' }>,
): Step[] | string {
  const { turnId, id, tag } = change
  const state = working.states.get(id)
  const use = working.uses.get(keyOfUse(turnId, id))
  if (!state) return GONE
  if (!use) return 'the turn did not use it'
  if (use.tag === tag) return []
  // Its counters are part of another one's by now.
  if (state.mergedIntoId) return 'it was merged into another one'
  const to = tagged(state, use, tag)
  const gave = tag ? gaveAfter(use.gave, { before: state.status, after: to.status }) : undefined
  working.uses.set(keyOfUse(turnId, id), { tag, trial: use.trial, ...(gave ? { gave } : {}) })
  return [{ op: 'TAG', id, to, extra: [{ tag: use.tag }, { tag }] }]
}
