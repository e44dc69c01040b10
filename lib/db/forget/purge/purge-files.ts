import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import { fileId } from '@/lib/shared/memory/graph'
import { derivedFrom } from '../derived'
import { FORGOTTEN_BLOB } from '../forgotten'
import { asSources, forgottenMatcher, NOTHING, readersOf } from '../gone'
import type { HeldFile, HeldWorkspace } from '../held-schema'
import { fileQuotes } from '../proof/file-quotes'
import { forgetMisses, swapExcerpts } from '../proof/recall-excerpts'
import { dropQuotingEvents, recallersOf } from '../proof/traces'
import { clearWorkspaces } from './purge-contexts'
import { dropDerived } from './purge-derived'
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
  const workspaces = [{ conversationId, ...removed }]
  const readers = await readersOf(db, ownerId, workspaces)
  const derived = await derivedFrom(db, ownerId, readers)
  const { summaries, strategies } = asSources(derived)
  const isForgotten = forgottenMatcher({ ...NOTHING, ...{ summaries, strategies, workspaces } })
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
  const recallers = await recallersOf(db, ownerId, readers)
  await forgetMisses(db, ownerId, new Set(), { ...derived, fact: new Set() })
  await dropDerived(db, ownerId, readers)
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
    // The change that closes the purge indexes the remaining files again.
    ...removeUnitsOps(db, ownerId, { conversationId, kinds: ['file'] }),
  ])
  return quotations
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
