import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { changeOps } from '@/lib/db/engine/changes'
import { indexBytes } from '@/lib/memory/index/load/data'
import { lexicalIndex } from '@/lib/memory/index/memory-index'
import { ownerIndex } from '@/lib/memory/index/testing-owner-index'
import { forgetOnce } from '@/lib/shared/once'
import { percentile, rounded } from '../stats'
import type { Workplace } from '../workplace'
import type { Conversation } from './data'
import { babbler, filler } from './filler'
import { fill, type Loaded } from './load'

export type Scale = {
  units: number
  p50ms: number
  p95ms: number
  buildMs: number
  indexMB: number
  heapMB: number
}

/** Bytes in use after a full garbage collection. */
export function heap(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

/**
 * Fills the owner's memory to about `units` units, drops the index, and measures the cold load and every
 * question over everything.
 */
export async function measureAt(
  at: Workplace,
  ownerId: string,
  data: readonly Conversation[],
  have: number,
  units: number,
  questions: readonly string[],
): Promise<Scale> {
  await at.db.user.upsert({
    where: { id: ownerId },
    create: { id: ownerId, createdAt: new Date() },
    update: {},
  })
  if (units > have) await fill(at, ownerId, [...filler(babbler(data, units), units - have, units)])
  forgetOnce('memory-index')
  const before = heap()
  const start = performance.now()
  const index = await ownerIndex(at.db, ownerId)
  const buildMs = performance.now() - start
  const heapMB = (heap() - before) / 1e6
  const ask = (text: string) =>
    lexicalIndex.search(at.db, ownerId, {
      text,
      conversationId: 'none',
      path: [],
      before: 1,
      scope: 'owner',
      limit: 20,
      of: 'messages',
    })
  for (const text of questions.slice(0, 50)) await ask(text)
  const times: number[] = []
  for (const text of questions) {
    const begin = performance.now()
    await ask(text)
    times.push(performance.now() - begin)
  }
  return {
    units: index.live.units,
    p50ms: rounded(percentile(times, 0.5)),
    p95ms: rounded(percentile(times, 0.95)),
    buildMs: rounded(buildMs),
    indexMB: rounded(indexBytes(index) / 1e6),
    heapMB: rounded(heapMB),
  }
}

/** Commits a turn and searches for it with the next query. */
export async function commitAndFind(
  { db }: Workplace,
  ownerId: string,
  { conversationId, path, last }: Loaded,
): Promise<{ found: boolean; ms: number }> {
  const id = `committed_${last + 1}`
  const [branchId = ''] = path.at(-1) ?? []
  const turn = {
    id,
    ownerId,
    conversationId,
    branchId,
    number: last + 1,
    clientMessageId: id,
    status: 'completed' as const,
  }
  await db.$transaction([
    db.turn.create({
      data: {
        ...turn,
        userText: 'The lighthouse keeper of Vorrabin collects brass zithers.',
        attachments: [],
        options: {},
        createdAt: new Date(),
      },
    }),
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: id, op: 'put' }]),
  ])
  const open: typeof path = [...path.slice(0, -1), [branchId, last + 1]]
  const start = performance.now()
  const [hit] = await lexicalIndex.search(db, ownerId, {
    text: 'Who collects zithers?',
    conversationId,
    path: open,
    before: last + 2,
    scope: 'owner',
    limit: 1,
  })
  return { found: hit?.turnId === id, ms: rounded(performance.now() - start) }
}
