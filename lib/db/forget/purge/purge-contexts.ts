import { type BlobText, blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { fileTitle, storedContext } from '@/lib/db/memory/context-parts'
import { withoutTrashed } from '@/lib/db/memory/contexts'
import { workspaceTreeSchema } from '@/lib/shared/workspace'
import { withoutListed } from '../forgotten'
import type { TrashedWorkspace } from '../trashed'

/** Parts of a context that list the workspace. */
const LISTS = new Set(['Files', 'State'])
const NOTHING = blobOf('', 0).hash
/** Removes files and values from stored trees, and their contents and list entries from contexts. */
export async function clearWorkspaces(
  db: Db,
  ownerId: string,
  turnIds: string[],
  forgotten: TrashedWorkspace,
  now: Date,
): Promise<void> {
  const { files } = forgotten
  const rows = await db.context.findMany({
    where: { ownerId, turnId: { in: turnIds } },
    select: { turnId: true, treeHash: true, toolCalls: true },
  })
  const stored = rows.map((row) => ({ ...row, calls: storedContext.parse(row.toolCalls) }))
  const lists = stored.flatMap((row) =>
    row.calls.parts.filter((part) => LISTS.has(part.title)).map((part) => part.hash),
  )
  const texts = await getBlobs(db, ownerId, [...stored.map((row) => row.treeHash), ...lists])
  const blobs: BlobText[] = []
  const changed = (hash: string, change: (text: string) => string) => {
    const text = texts.get(hash)
    const blob = text === undefined ? null : blobOf(change(text), 0)
    if (!blob || blob.hash === hash) return hash
    blobs.push(blob)
    return blob.hash
  }
  const contents = new Set(files.map((file) => fileTitle(file.path)))
  const writes = stored.flatMap((row): Batch => {
    const treeHash = changed(row.treeHash, (text) =>
      JSON.stringify(withoutTrashed(workspaceTreeSchema.parse(JSON.parse(text)), forgotten)),
    )
    const parts = row.calls.parts
      .filter((part) => !contents.has(part.title))
      .map((part) => {
        if (!LISTS.has(part.title)) return part
        return { ...part, hash: changed(part.hash, (text) => withoutListed(part.title, text, forgotten)) }
      })
      .filter((part) => part.hash !== NOTHING)
    const toolCalls = { ...row.calls, parts }
    if (treeHash === row.treeHash && JSON.stringify(toolCalls) === JSON.stringify(row.calls)) return []
    return [
      db.context.update({
        where: { turnId: row.turnId },
        data: { treeHash, toolCalls: toolCalls as Prisma.InputJsonObject },
        select: { id: true },
      }),
    ]
  })
  if (writes.length) await db.$transaction([...putBlobs(db, ownerId, blobs, now), ...writes])
}
