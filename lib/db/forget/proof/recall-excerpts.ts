import type { Batch, Db } from '@/lib/db/engine/client'
import { storedMisses } from '@/lib/db/memory/recalls'
import type { Derived } from '../derived'
import { SETTLED } from '../settled'

const PAGE = 500
const QUOTING_EVENTS = { in: ['recall', 'tool'] }

/** Visits all recalls of an owner in pages; `change` returns the writes. */
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

/** Removes near misses of these turns and texts from all recalls and logs of the owner. */
export const forgetMisses = (
  db: Db,
  ownerId: string,
  turnIds: ReadonlySet<string>,
  { summary, wording, fact }: Derived,
): Promise<void> =>
  eachRecall(db, ownerId, (rows) =>
    rows.flatMap(({ id, turnId, misses }) => {
      const isGone = ({ turnId, refId }: (typeof misses.hits)[number]) =>
        turnIds.has(turnId ?? '') || [summary, wording, fact].some((ids) => ids.has(refId))
      const hits = misses.hits.filter((hit) => !isGone(hit))
      if (hits.length === misses.hits.length) return []
      return [
        db.event.deleteMany({ where: { turnId, type: QUOTING_EVENTS, turn: SETTLED } }),
        db.recall.update({ where: { id }, data: { nearMisses: { ...misses, hits } }, select: { id: true } }),
      ]
    }),
  )

/**
 * Replaces excerpts of these turns in all recalls and clears the logs that contain them; `swap` maps old
 * hashes to new ones.
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
    const replacements = await swap([...new Set(quoted.flatMap((hit) => hit.excerptHash ?? []))])
    const replacementFor = (turnId: string | null, hash: string | null) =>
      of.has(turnId ?? '') ? (replacements.get(hash ?? '') ?? hash) : hash
    return rows.flatMap(({ id, turnId, hits, misses }): Batch => {
      const found = hits.filter(
        (hit) => replacementFor(hit.sourceTurnId, hit.excerptHash) !== hit.excerptHash,
      )
      const missed = misses.hits.some(
        (hit) => replacementFor(hit.turnId, hit.excerptHash) !== hit.excerptHash,
      )
      if (found.length === 0 && !missed) return []
      const shown = misses.hits.map((hit) => ({
        ...hit,
        excerptHash: replacementFor(hit.turnId, hit.excerptHash),
      }))
      return [
        db.event.deleteMany({ where: { turnId, type: QUOTING_EVENTS, turn: SETTLED } }),
        db.recall.update({
          where: { id },
          data: { nearMisses: { ...misses, hits: shown } },
          select: { id: true },
        }),
        ...found.map(({ rank, excerptHash }) =>
          db.recallHit.update({
            where: { recallId_rank: { recallId: id, rank } },
            data: { excerptHash: replacements.get(excerptHash ?? '') ?? null },
            select: { rank: true },
          }),
        ),
      ]
    })
  })
