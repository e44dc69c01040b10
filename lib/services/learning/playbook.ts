import { type Learner, learn } from '@/lib/db/learning/learn'
import type { StrategyChange } from '@/lib/db/learning/log/apply'
import { undoDeltas, undoGroup } from '@/lib/db/learning/log/undo'
import { idIn, type StrategyRow, strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { usedStrategies } from '@/lib/db/learning/uses/uses'
import { isSecretStrategy } from '@/lib/heuristics/secrets/secrets'
import { MnemeError, notFound, secretRefused } from '@/lib/shared/errors'
import type {
  ChangeStrategies,
  PlaybookActed,
  StrategyAct,
  StrategyEdit,
  UndoPlaybook,
} from '@/lib/shared/learning/playbook'
import {
  STRATEGY_STATUSES,
  type StrategyState,
  type StrategyStatus,
  type StrategyText,
} from '@/lib/shared/learning/strategies'
import type { Owner, Person } from '../caller'

/** How reliable a strategy of the person counts before it was used: as much as one from a success. */
const OWN_PRIOR = 0.75

const person = ({ runtime }: Person): Learner => ({
  by: 'person',
  groupId: runtime.id('group'),
  turnId: null,
  at: runtime.now(),
  newId: () => runtime.id('strategy'),
})

/** Strategies that may be shown. @throws MnemeError not_found if one of them does not exist. */
export async function shownStrategies({ db, ownerId }: Owner, ids: readonly string[]) {
  const shown = await strategyIds(db, ownerId, idIn(ids))
  if (shown.length < new Set(ids).size) throw notFound('strategy')
  return [...(await strategiesOf(db, ownerId, shown)).values()]
}

async function make(who: Person, changes: StrategyChange[]): Promise<PlaybookActed> {
  const learner = person(who)
  const { rejected, drafts } = await learn(who.db, who.ownerId, changes, learner)
  if (rejected.length && drafts.length === 0) throw notFound('strategy')
  return { groupId: learner.groupId }
}

const STATE_WORDS: Record<StrategyStatus, string> = {
  active: 'in use',
  quarantined: 'quarantined',
  retired: 'retired',
  proposed: 'waiting for approval',
}
const wrongState = ({ slug, status }: StrategyRow) =>
  new MnemeError('conflict', `${slug} is ${STATE_WORDS[status as StrategyStatus]} now.`, 'Reload the page.')
const isMerged = ({ slug }: StrategyRow) =>
  new MnemeError(
    'conflict',
    `${slug} was merged into another lesson.`,
    'Undo the merge in its history first.',
  )

const USED: StrategyStatus[] = ['active', 'quarantined']
const STOPPED: StrategyStatus[] = ['retired', 'quarantined']
/** In which states each act is possible, and what it sets; null = it removes. */
const ACTS: Record<StrategyAct, { from: readonly StrategyStatus[]; set: Partial<StrategyState> | null }> = {
  pin: { from: USED, set: { pinned: true } },
  unpin: { from: USED, set: { pinned: false } },
  retire: { from: USED, set: { status: 'retired', pinned: false } },
  restore: { from: STOPPED, set: { status: 'active' } },
  approve: { from: ['proposed'], set: { status: 'active' } },
  reject: { from: ['proposed'], set: null },
  remove: { from: STRATEGY_STATUSES, set: null },
}

/** Does the same with several strategies. A retired one is kept, but in no prompt. */
export async function changeStrategies(who: Person, { act, ids }: ChangeStrategies): Promise<PlaybookActed> {
  const { from, set } = ACTS[act]
  const rows = await shownStrategies(who, ids)
  for (const row of rows) {
    if (!from.includes(row.status as StrategyStatus)) throw wrongState(row)
    if (row.mergedIntoId && act !== 'remove') throw isMerged(row)
  }
  return make(
    who,
    rows.map(({ id }) => (set ? { op: 'UPDATE', id, set } : { op: 'REMOVE', id })),
  )
}

function refuseSecret(text: Omit<StrategyText, 'section' | 'kind'>) {
  if (isSecretStrategy(text)) throw secretRefused('Secrets are never stored in lessons. Leave it out.')
}

export async function addStrategy(who: Person, text: StrategyText): Promise<PlaybookActed> {
  refuseSecret(text)
  const strategy = {
    ...text,
    ...{ conversationId: null, query: '', outcome: 'unknown' as const, prior: OWN_PRIOR },
    status: 'active' as const,
    ...{ helpful: 0, harmful: 0, neutral: 0, pinned: false, untrusted: false, sources: [], links: [] },
  }
  return make(who, [{ op: 'ADD', strategy }])
}

export async function editStrategy(who: Person, { id, set }: { id: string; set: StrategyEdit }) {
  const [row] = await shownStrategies(who, [id])
  if (row?.mergedIntoId) throw isMerged(row)
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  refuseSecret({ ...(row as StrategyText), ...given })
  return make(who, [{ op: 'UPDATE', id, set: given }])
}

/** Takes back a change, or everything that was changed together. */
export async function undo(who: Person, change: UndoPlaybook): Promise<PlaybookActed> {
  const learner = person(who)
  if ('seq' in change) await undoDeltas(who.db, who.ownerId, [change.seq], learner)
  else await undoGroup(who.db, who.ownerId, change.groupId, learner)
  return { groupId: learner.groupId }
}

/** The verdict that Retry takes off was for the old answer: the lessons which that cites no longer count it. */
export async function takeTagsOff(who: Person, turnId: string): Promise<void> {
  const tagged = (await usedStrategies(who.db, who.ownerId, turnId)).filter(({ tag }) => tag !== null)
  const changes = tagged.map(({ id }) => ({ op: 'TAG', id, turnId, tag: null }) as const)
  if (changes.length) await learn(who.db, who.ownerId, changes, { ...person(who), turnId })
}
