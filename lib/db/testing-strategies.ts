import type { DeltaAuthor, StrategyState } from '@/lib/shared/learning/strategies'
import type { Db } from './engine/client'
import { type Learner, learn } from './learning/learn'
import type { NewStrategy, StrategyChange } from './learning/log/apply'

let made = 0
const START = Date.UTC(2026, 4, 2)

/** A strategy as a test needs it; every one has a content of its own. */
export const newStrategy = (over: Partial<NewStrategy> = {}): NewStrategy => ({
  section: 'heu',
  kind: 'principle',
  title: `Lesson ${++made}`,
  description: '',
  content: `Look at the logs of service ${made} before it is restarted.`,
  query: '',
  tags: [],
  domain: '',
  conversationId: null,
  outcome: 'success',
  prior: 0.75,
  helpful: 0,
  harmful: 0,
  neutral: 0,
  status: 'active',
  pinned: false,
  untrusted: false,
  sources: [],
  links: [],
  ...over,
})

export const learner = (over: Partial<Learner> = {}): Learner => ({
  by: 'model' satisfies DeltaAuthor,
  groupId: `group_${process.pid}_${++made}`,
  turnId: null,
  at: new Date(START + ++made * 60_000),
  // In the order of their making: ties are settled by id.
  newId: () => `strategy_${String(++made).padStart(8, '0')}_${Math.random().toString(36).slice(2, 10)}`,
  ...over,
})

/** A client whose reading of the playbook's revision comes right after another writer's act. */
export function actingBefore(db: Db, act: () => Promise<unknown>): Db {
  const user = new Proxy(db.user, {
    get: (target, key) =>
      key === 'findUniqueOrThrow'
        ? async (given: { select?: { playbookRev?: true } }) => {
            if (given.select?.playbookRev) await act()
            return db.user.findUniqueOrThrow(given as Parameters<Db['user']['findUniqueOrThrow']>[0])
          }
        : Reflect.get(target, key),
  })
  return new Proxy(db, { get: (target, key) => (key === 'user' ? user : Reflect.get(target, key)) })
}

/** Adds strategies as one operation. The result is their ids. */
export async function seedStrategies(
  { db, ownerId }: { db: Db; ownerId: string },
  ...strategies: Partial<NewStrategy>[]
): Promise<string[]> {
  const changes = strategies.map((one): StrategyChange => ({ op: 'ADD', strategy: newStrategy(one) }))
  const { drafts } = await learn(db, ownerId, changes, learner())
  return drafts.map(({ id }) => id)
}

/** A playbook as text: equal playbooks give the same bytes. */
export const playbookBytes = (states: ReadonlyMap<string, StrategyState>): string =>
  [...states]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, state]) => JSON.stringify({ id, ...state }))
    .join('\n')
