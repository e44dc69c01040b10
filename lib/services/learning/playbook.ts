import { type Learner, learn } from '@/lib/db/learning/learn'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import * as stored from '@/lib/db/learning/log/undo'
import { type StrategyRow, strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { idIn } from '@/lib/db/learning/strategy-sql'
import { isSecretStrategy } from '@/lib/heuristics/secrets/secrets'
import { MnemeError, notFound } from '@/lib/shared/errors'
import type { PlaybookActed, StrategyEdit } from '@/lib/shared/learning/playbook'
import type { StrategyStatus, StrategyText } from '@/lib/shared/learning/strategies'
import type { Caller } from '../caller'

export type Who = Pick<Caller, 'db' | 'ownerId' | 'runtime'>

/** How reliable a strategy of the person counts before it was used: as much as one from a success. */
const OWN_PRIOR = 0.75

const person = ({ runtime }: Who): Learner => ({
  by: 'person',
  groupId: runtime.id('group'),
  turnId: null,
  at: runtime.now(),
  newId: () => runtime.id('strategy'),
})

/** Strategies that may be shown. @throws MnemeError not_found if one of them does not exist. */
export async function shownStrategies({ db, ownerId }: Omit<Who, 'runtime'>, ids: readonly string[]) {
  const shown = await strategyIds(db, ownerId, idIn(ids))
  if (shown.length < new Set(ids).size) throw notFound('strategy')
  return [...(await strategiesOf(db, ownerId, shown)).values()]
}

async function make(who: Who, changes: StrategyChange[]): Promise<PlaybookActed> {
  const learner = person(who)
  const { rejected, drafts } = await learn(who.db, who.ownerId, changes, learner)
  if (rejected.length && drafts.length === 0) throw notFound('strategy')
  return { groupId: learner.groupId }
}

/** The same change to strategies that are in one of these states. */
async function changeAll(
  who: Who,
  ids: readonly string[],
  from: readonly StrategyStatus[],
  change: (row: StrategyRow) => StrategyChange,
): Promise<PlaybookActed> {
  const rows = await shownStrategies(who, ids)
  for (const row of rows) {
    if (!from.includes(row.status as StrategyStatus)) throw wrongState(row)
    if (row.mergedIntoId)
      throw new MnemeError(
        'conflict',
        `${row.slug} was merged into another lesson.`,
        'Undo the merge in its history first.',
      )
  }
  return make(who, rows.map(change))
}
const STATE_WORDS: Record<StrategyStatus, string> = {
  active: 'in use',
  quarantined: 'quarantined',
  retired: 'retired',
  proposed: 'waiting for approval',
}
const wrongState = ({ slug, status }: StrategyRow) =>
  new MnemeError('conflict', `${slug} is ${STATE_WORDS[status as StrategyStatus]} now.`, 'Reload the page.')

function refuseSecret(text: Omit<StrategyText, 'section' | 'kind'>) {
  if (isSecretStrategy(text))
    throw new MnemeError(
      'invalid',
      'This looks like it contains a password, key or card number.',
      'Secrets are never stored in lessons. Leave it out.',
    )
}

export async function addStrategy(who: Who, text: StrategyText): Promise<PlaybookActed> {
  refuseSecret(text)
  const strategy = {
    ...text,
    ...{ conversationId: null, query: '', outcome: 'unknown' as const, prior: OWN_PRIOR },
    status: 'active' as const,
    ...{ helpful: 0, harmful: 0, neutral: 0, pinned: false, untrusted: false, sources: [], links: [] },
  }
  return make(who, [{ op: 'ADD', strategy }])
}

const ANY: StrategyStatus[] = ['active', 'quarantined', 'retired', 'proposed']
export async function editStrategy(who: Who, { id, set }: { id: string; set: StrategyEdit }) {
  const [row] = await shownStrategies(who, [id])
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  refuseSecret({ ...(row as StrategyText), ...given })
  return changeAll(who, [id], ANY, () => ({ op: 'UPDATE', id, set: given }))
}

export const pinStrategy = (who: Who, { id, pinned }: { id: string; pinned: boolean }) =>
  changeAll(who, [id], ['active', 'quarantined'], () => ({ op: 'UPDATE', id, set: { pinned } }))

/** A retired strategy is kept, but in no prompt. */
export const retireStrategy = (who: Who, { id }: { id: string }) =>
  changeAll(who, [id], ['active', 'quarantined'], () => ({
    op: 'UPDATE',
    id,
    set: { status: 'retired', pinned: false },
  }))

/** Uses a retired or quarantined strategy again. */
export const restoreStrategy = (who: Who, { id }: { id: string }) =>
  changeAll(who, [id], ['retired', 'quarantined'], () => ({ op: 'UPDATE', id, set: { status: 'active' } }))

/** Accepts strategies from an import, or from turns that read text from outside. */
export const approveStrategies = (who: Who, { ids }: { ids: string[] }) =>
  changeAll(who, ids, ['proposed'], ({ id }) => ({ op: 'UPDATE', id, set: { status: 'active' } }))

export const rejectStrategies = (who: Who, { ids }: { ids: string[] }) =>
  changeAll(who, ids, ['proposed'], ({ id }) => ({ op: 'REMOVE', id }))

export async function removeStrategy(who: Who, { id }: { id: string }): Promise<PlaybookActed> {
  await shownStrategies(who, [id])
  return make(who, [{ op: 'REMOVE', id }])
}

export async function undoChange(who: Who, { seq }: { seq: number }): Promise<PlaybookActed> {
  const learner = person(who)
  await stored.undoDeltas(who.db, who.ownerId, [seq], learner)
  return { groupId: learner.groupId }
}

/** Takes back everything that was changed together. */
export async function undoGroup(who: Who, { groupId }: { groupId: string }): Promise<PlaybookActed> {
  const learner = person(who)
  await stored.undoGroup(who.db, who.ownerId, groupId, learner)
  return { groupId: learner.groupId }
}
