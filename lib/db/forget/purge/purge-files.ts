import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import { fileId } from '@/lib/shared/memory/graph'
import { FORGOTTEN_BLOB } from '../forgotten'
import { forgottenMatcher, NOTHING, summariesWith } from '../gone'
import type { HeldFile, HeldWorkspace } from '../held-schema'
import { type FileQuotes, fileQuotes } from '../proof/file-quotes'
import { swapExcerpts } from '../proof/recall-excerpts'
import { dropQuotingEvents } from '../proof/traces'
import { clearWorkspaces } from './purge-contexts'
import { scrub } from './scrub'

/** The changes that created or removed versions of these files. */
export async function touchesOfFiles(db: Db, ownerId: string, conversationId: string, files: HeldFile[]) {
  const touches = await db.fileTouch.findMany({
    where: { ownerId, path: { in: files.map((file) => file.path) } },
  })
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, id: { in: [...new Set(touches.map((touch) => touch.turnId))] } },
    select: { id: true },
  })
  const inConversation = new Set(turns.map((turn) => turn.id))
  const isOf = (touch: (typeof touches)[number]) =>
    files.some(
      (file) => file.path === touch.path && file.hashes.includes(touch.toHash ?? touch.fromHash ?? ''),
    )
  return touches.filter((touch) => inConversation.has(touch.turnId) && isOf(touch))
}

/**
 * Removes files and state of a conversation from workspaces, contexts, prompts, tool calls, recalls and logs.
 * Texts that are referenced elsewhere stay. Idempotent. @returns the number of excerpts removed.
 */
export async function purgeWorkspace(
  db: Db,
  ownerId: string,
  conversationId: string,
  removed: HeldWorkspace,
  now: Date,
): Promise<number> {
  const { files } = removed
  const paths = files.map((file) => file.path)
  const contents = [
    ...(
      await getBlobs(
        db,
        ownerId,
        files.flatMap((file) => file.hashes),
      )
    ).values(),
  ]
  const quotes = fileQuotes(paths, contents, removed.state)
  const summaries = await summariesWith(db, ownerId, conversationId, quotes)
  const isForgotten = forgottenMatcher({
    ...NOTHING,
    summaries,
    workspaces: [{ conversationId, ...removed }],
  })
  const turnIds = (await db.turn.findMany({ where: { ownerId, conversationId }, select: { id: true } })).map(
    (turn) => turn.id,
  )
  for (const ids of chunks(turnIds)) await clearWorkspaces(db, ownerId, ids, removed, now)
  const { turnIds: quoting, quotations } = await scrub(db, ownerId, isForgotten, new Set(), now)
  await db.recallHit.deleteMany({
    where: {
      recall: { ownerId },
      kind: 'file',
      refId: { in: paths.map((path) => `${conversationId}:${path}`) },
    },
  })
  await swapExcerpts(db, ownerId, new Set(turnIds), async (hashes) => {
    const shown = await getBlobs(db, ownerId, hashes)
    return new Map(
      [...shown].flatMap(([hash, text]) =>
        quotes.holds(text) ? [[hash, FORGOTTEN_BLOB.hash] as const] : [],
      ),
    )
  })
  const recallers = await scrubSummaryHits(db, ownerId, turnIds, quotes)
  await scrubSummaries(db, ownerId, conversationId, quotes)
  const touches = await touchesOfFiles(db, ownerId, conversationId, files)
  const touching = [...new Set(touches.map((touch) => touch.turnId))]
  await dropQuotingEvents(db, [
    ...new Set([...quoting, ...touching, ...recallers, ...(await logsNaming(db, ownerId, paths))]),
  ])
  await removeAttachments(db, ownerId, conversationId, files)
  for (const some of chunks(touches))
    await db.$transaction(
      some.map(({ turnId, path, op }) => db.fileTouch.deleteMany({ where: { ownerId, turnId, path, op } })),
    )
  await db.$transaction([
    db.upload.deleteMany({
      where: {
        ownerId,
        conversationId,
        OR: files.map(({ path, hashes }) => ({ path, hash: { in: hashes } })),
      },
    }),
    db.embedding.deleteMany({ where: { ownerId, textHash: { in: files.flatMap((file) => file.hashes) } } }),
    db.graphPosition.deleteMany({
      where: { ownerId, node: { in: paths.map((path) => fileId(conversationId, path)) } },
    }),
    // Summaries may have named the files; the change that closes the purge indexes the remaining text again.
    ...removeUnitsOps(db, ownerId, { conversationId, kinds: ['file', 'summary'] }),
  ])
  return quotations
}

/** Removes quotations of the files from summary excerpts. @returns the turns that recalled them. */
async function scrubSummaryHits(
  db: Db,
  ownerId: string,
  turnIds: string[],
  quotes: FileQuotes,
): Promise<string[]> {
  const recallers: string[] = []
  for (const ids of chunks(turnIds)) {
    const hits = await db.recallHit.findMany({
      where: { kind: 'summary', sourceTurnId: { in: ids }, excerptHash: { not: null }, recall: { ownerId } },
      select: { recallId: true, rank: true, excerptHash: true, recall: { select: { turnId: true } } },
    })
    const texts = await getBlobs(
      db,
      ownerId,
      hits.flatMap((hit) => hit.excerptHash ?? []),
    )
    const removed = hits.filter((hit) => quotes.within(texts.get(hit.excerptHash ?? '') ?? ''))
    await db.$transaction(
      removed.map(({ recallId, rank }) =>
        db.recallHit.update({
          where: { recallId_rank: { recallId, rank } },
          data: { excerptHash: FORGOTTEN_BLOB.hash },
          select: { rank: true },
        }),
      ),
    )
    recallers.push(...removed.map((hit) => hit.recall.turnId))
  }
  return recallers
}

/** Turns of any conversation whose log names one of the paths. */
async function logsNaming(db: Db, ownerId: string, paths: string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const named = `%${JSON.stringify(path)
      .slice(1, -1)
      .replace(/[!%_]/g, (sign) => `!${sign}`)}%`
    const rows = await db.$queryRaw<{ turnId: string }[]>`
      SELECT DISTINCT e."turnId" AS "turnId" FROM "Event" e JOIN "Turn" t ON t."id" = e."turnId"
      WHERE t."ownerId" = ${ownerId} AND e."type" IN ('recall', 'tool') AND CAST(e."data" AS TEXT) LIKE ${named} ESCAPE '!'`
    found.push(...rows.map((row) => row.turnId))
  }
  return found
}

/** Removes the names and lines from summaries. */
async function scrubSummaries(
  db: Db,
  ownerId: string,
  conversationId: string,
  quotes: FileQuotes,
): Promise<void> {
  const rows = await db.summary.findMany({
    where: { ownerId, conversationId },
    select: { id: true, text: true, insights: true },
  })
  const writes = rows.flatMap(({ id, text, insights }) => {
    const list = (insights as unknown[]).filter((insight) => typeof insight === 'string')
    const [left, kept] = [quotes.without(text), list.filter((insight) => quotes.without(insight) === insight)]
    return left === text && kept.length === list.length
      ? []
      : [db.summary.update({ where: { id }, data: { text: left, insights: kept }, select: { id: true } })]
  })
  for (const some of chunks(writes)) await db.$transaction(some)
}

async function removeAttachments(
  db: Db,
  ownerId: string,
  conversationId: string,
  files: HeldFile[],
): Promise<void> {
  const uploads = await db.upload.findMany({
    where: {
      ownerId,
      conversationId,
      usedByTurnId: { not: null },
      OR: files.map(({ path, hashes }) => ({ path, hash: { in: hashes } })),
    },
  })
  const removed = new Set(uploads.map((upload) => upload.id))
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, id: { in: uploads.flatMap((upload) => upload.usedByTurnId ?? []) } },
    select: { id: true, attachments: true },
  })
  for (const { id, attachments } of turns) {
    const kept = (attachments as { uploadId: string }[]).filter(
      (attachment) => !removed.has(attachment.uploadId),
    )
    await db.turn.update({
      where: { id, ownerId },
      data: { attachments: kept as Prisma.InputJsonArray },
      select: { id: true },
    })
  }
}
