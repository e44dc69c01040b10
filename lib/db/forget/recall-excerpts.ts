import type { Batch, Db } from '@/lib/db/engine/client'
import { storedMisses } from '@/lib/db/memory/recalls'
import { SETTLED } from './traces'

const PAGE = 500
const TOLD = { in: ['recall', 'tool'] }

/**
 * Every recall of an owner with its near misses, page by page; `change` gives the writes for some of them.
 */
async function eachRecall(
  db: Db,
  ownerId: string,
  change: (rows: Awaited<ReturnType<typeof recallPage>>) => Batch | Promise<Batch>,
): Promise<void> {
  for (let last = ''; ; ) {
    const page = await recallPage(db, ownerId, last)
    const writes = await change(page)
    for (let i = 0; i < writes.length; i += PAGE) await db.$transaction(writes.slice(i, i + PAGE))
    last = page.at(-1)?.id ?? ''
    if (page.length < PAGE) return
  }
}
async function recallPage(db: Db, ownerId: string, after: string) {
  const rows = await db.recall.findMany({
    where: { ownerId, id: { gt: after } },
    orderBy: { id: 'asc' },
    take: PAGE,
    select: {
      id: true,
      turnId: true,
      nearMisses: true,
      hits: { select: { rank: true, sourceTurnId: true, excerptHash: true } },
    },
  })
  return rows.map(({ nearMisses, ...row }) => ({
    ...row,
    misses: storedMisses.safeParse(nearMisses).data ?? { note: '', hits: [] },
  }))
}

/**
 * Takes near misses of these turns out of every recall of the owner, and what told of them out of the logs.
 */
export const forgetMisses = (db: Db, ownerId: string, turnIds: ReadonlySet<string>): Promise<void> =>
  eachRecall(db, ownerId, (rows) =>
    rows.flatMap(({ id, turnId, misses }) => {
      const hits = misses.hits.filter((hit) => hit.turnId === null || !turnIds.has(hit.turnId))
      if (hits.length === misses.hits.length) return []
      return [
        db.event.deleteMany({ where: { turnId, type: TOLD, turn: SETTLED } }),
        db.recall.update({ where: { id }, data: { nearMisses: { ...misses, hits } }, select: { id: true } }),
      ]
    }),
  )

/**
 * Makes excerpts of what these turns said or wrote show another text, whoever recalled them, and takes what
 * told of them out of the logs; `swap` = for some of these hashes the one to show.
 */
export const swapExcerpts = (
  db: Db,
  ownerId: string,
  of: ReadonlySet<string>,
  swap: (hashes: string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<void> =>
  eachRecall(db, ownerId, async (rows) => {
    const quoted = rows.flatMap((row) => [
      ...row.hits.filter((hit) => of.has(hit.sourceTurnId ?? '')),
      ...row.misses.hits.filter((hit) => of.has(hit.turnId ?? '')),
    ])
    const other = await swap([...new Set(quoted.flatMap((hit) => hit.excerptHash ?? []))])
    const otherThan = (turnId: string | null, hash: string | null) =>
      of.has(turnId ?? '') ? (other.get(hash ?? '') ?? hash) : hash
    return rows.flatMap(({ id, turnId, hits, misses }): Batch => {
      const found = hits.filter((hit) => otherThan(hit.sourceTurnId, hit.excerptHash) !== hit.excerptHash)
      const missed = misses.hits.some((hit) => otherThan(hit.turnId, hit.excerptHash) !== hit.excerptHash)
      if (found.length === 0 && !missed) return []
      const shown = misses.hits.map((hit) => ({
        ...hit,
        excerptHash: otherThan(hit.turnId, hit.excerptHash),
      }))
      return [
        db.event.deleteMany({ where: { turnId, type: TOLD, turn: SETTLED } }),
        db.recall.update({
          where: { id },
          data: { nearMisses: { ...misses, hits: shown } },
          select: { id: true },
        }),
        ...found.map(({ rank, excerptHash }) =>
          db.recallHit.update({
            where: { recallId_rank: { recallId: id, rank } },
            data: { excerptHash: other.get(excerptHash ?? '') ?? null },
            select: { rank: true },
          }),
        ),
      ]
    })
  })
