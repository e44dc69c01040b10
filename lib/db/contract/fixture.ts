import { blobOf } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { acceptTurn, type NewTurn, type NewTurnPlace } from '@/lib/db/turns/accept-turn'
import { claimTurn, type Lease, settleOps } from '@/lib/db/turns/claims'
import { type BranchPath, forkPath } from '@/lib/db/turns/path'
import { NO_PROMPT, type StepRecord } from '@/lib/db/turns/steps'
import type { Turn } from '@/lib/db/turns/turns'
import { openBulk } from '../testing-bulk'

/**
 * An opened, migrated database of either kind; the suite adds owners of its own and never looks at others.
 */
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

export const say = async (
  db: Db,
  ownerId: string,
  conversationId: string,
  over: Partial<NewTurn> = {},
  place: NewTurnPlace = { behind: 'leaf' },
): Promise<Turn> => (await acceptTurn(db, ownerId, message(conversationId, over), place)).turn

const MINUTE = 60_000
export const claim = async (
  db: Db,
  turn: { id: string; ownerId: string; conversationId: string },
  leaseOwner = 'inst_a',
  now = new Date(),
): Promise<Lease | null> => {
  const until = new Date(now.getTime() + MINUTE)
  const claimed = await claimTurn(db, turn.ownerId, turn.id, turn.conversationId, leaseOwner, until, now)
  return claimed?.lease ?? null
}

export const ending = (
  status: 'completed' | 'stopped' | 'failed' | 'interrupted',
  answer = 'An answer.',
) => ({
  status,
  answer,
  error: null,
  endedAt: new Date(),
  answerTokens: 2,
  toolTokens: 0,
  recalledTokens: 0,
  contextTokens: 3,
})

/** Runs an accepted turn to its end. */
export async function finish(
  db: Db,
  turn: Turn,
  status: 'completed' | 'stopped' | 'failed' | 'interrupted' = 'completed',
  answer?: string,
): Promise<void> {
  const lease = await claim(db, turn)
  if (!lease) throw new Error(`turn ${turn.number} could not be claimed`)
  await db.$transaction(settleOps(db, lease, ending(status, answer)))
}

/** A step without words or calls, for `stepOps`. */
export const bareStep = (turnId: string, startedAt: Date, more: Partial<StepRecord> = {}): StepRecord => ({
  ...{ id: unique('step'), turnId, attempt: 1, index: 5, phase: 'act', round: null, role: 'fast' },
  ...{ provider: 'p', model: 'm', promptVersion: '1', text: '', reasoning: '', decision: null },
  ...{ retries: [], notices: [], finish: 'stop', error: null, tools: [], blobs: [], sections: [] },
  ...{ manifest: NO_PROMPT, estInputTokens: 1, estOutputTokens: 1, tries: [], startedAt },
  ...{ firstMs: null, totalMs: 1 },
  usage: {
    ...{ inputTokens: 1, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0 },
    ...{ estimated: false, costMicros: 0 },
  },
  ...more,
})

/** A conversation of many turns with contexts and answers of their own, written in bulk. */
export async function seedLong(
  db: Db,
  url: string,
  ownerId: string,
  count: number,
): Promise<{ conversationId: string; leafId: string; path: BranchPath }> {
  const [conversationId, branchId, at] = [unique('conv'), unique('br'), new Date('2026-04-01T10:00:00.000Z')]
  await db.conversation.create({
    data: {
      id: conversationId,
      ownerId,
      title: 'Long',
      activeLeafId: `${branchId}_${count}`,
      createdAt: at,
      updatedAt: at,
    },
  })
  await db.branch.create({ data: { id: branchId, ownerId, conversationId, path: forkPath([], 0, branchId) } })
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  const turn = {
    ownerId,
    conversationId,
    branchId,
    status: 'completed',
    attempt: 1,
    answer: 'Noted.',
    tainted: false,
    userTokens: 1,
    answerTokens: 1,
    toolTokens: 0,
    recalledTokens: 0,
    contextTokens: 3,
  }
  const idOf = (number: number) => `${branchId}_${number}`
  const blobs = numbers.map((number) => blobOf(`answer ${number} of ${branchId}`, 1))
  const bulk = await openBulk(url)
  await bulk.insert(
    'Turn',
    numbers.map((number) => ({
      ...turn,
      id: idOf(number),
      number,
      parentId: number > 1 ? idOf(number - 1) : null,
      clientMessageId: idOf(number),
      userText: `long ${number}`,
      attachments: [],
      options: {},
      createdAt: at,
    })),
  )
  await bulk.insert(
    'Blob',
    blobs.map((blob) => ({ ownerId, ...blob, bytes: blob.text.length, createdAt: at })),
  )
  await bulk.insert(
    'Context',
    numbers.map((number, i) => {
      const hash = blobs[i]?.hash ?? ''
      return {
        id: `ctx_${idOf(number)}`,
        ownerId,
        turnId: idOf(number),
        textHash: hash,
        treeHash: hash,
        tokens: 3,
        toolCalls: { parts: [{ who: 'assistant', title: '', hash }], calls: [] },
      }
    }),
  )
  await bulk.close()
  return { conversationId, leafId: idOf(count), path: [[branchId, count]] }
}

/** The code of the error a promise ends with: Prisma's or ours; 'none' when it does not fail. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  )
