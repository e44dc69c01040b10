import { claimTurn, type Lease, settleOps } from '../claims'
import type { Db } from '../client'
import { acceptTurn, type NewTurn, type Place, type Turn } from '../turns'

/** An opened, migrated database of either kind; the suite adds owners of its own and never looks at others. */
export type Contract = () => { db: Db; url: string }

export const unique = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`

export async function newOwner(db: Db): Promise<string> {
  const id = unique('user')
  await db.user.create({ data: { id, createdAt: new Date() } })
  return id
}

export const message = (conversationId: string, over: Partial<NewTurn> = {}): NewTurn => ({
  id: unique('turn'),
  conversationId,
  clientMessageId: unique('cm'),
  userText: 'Hello',
  userTokens: 1,
  options: {},
  attachments: [],
  now: new Date(),
  title: 'Hello',
  branchId: unique('br'),
  ...over,
})

export const say = async (db: Db, ownerId: string, conversationId: string, over: Partial<NewTurn> = {}, place: Place = { behind: 'leaf' }): Promise<Turn> =>
  (await acceptTurn(db, ownerId, message(conversationId, over), place)).turn

const MINUTE = 60_000
export const claim = (db: Db, turn: { id: string; ownerId: string; conversationId: string }, leaseOwner = 'inst_a', now = new Date()): Promise<Lease | null> =>
  claimTurn(db, turn.ownerId, turn.id, turn.conversationId, leaseOwner, new Date(now.getTime() + MINUTE), now)

export const ending = (status: 'completed' | 'stopped' | 'failed' | 'interrupted', answer = 'An answer.') => ({
  status,
  answer,
  error: null,
  endedAt: new Date(),
  answerTokens: 2,
  toolTokens: 0,
  contextTokens: 3,
})

/** Runs an accepted turn to its end. */
export async function finish(db: Db, turn: Turn, status: 'completed' | 'stopped' | 'failed' | 'interrupted' = 'completed', answer?: string): Promise<void> {
  const lease = await claim(db, turn)
  if (!lease) throw new Error(`turn ${turn.number} could not be claimed`)
  await db.$transaction(settleOps(db, lease, ending(status, answer)))
}

/** The code of the error a promise ends with: Prisma's or ours; 'none' when it does not fail. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  )
