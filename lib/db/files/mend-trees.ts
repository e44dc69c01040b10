import { blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import { changeOps } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import type { Trashed } from '@/lib/db/forget/trashed'
import { type WorkspaceTree, workspaceTreeSchema } from '@/lib/shared/workspace'

/**
 * Files and state that came back from the trash join the workspaces of turns that ran meanwhile and could not
 * see them; what those wrote under the same name is kept.
 */
export async function mendTrees(db: Db, ownerId: string, trashed: Trashed & { createdAt: Date }, now: Date) {
  const { conversationId } = trashed
  const where = { ownerId, conversationId, startedAt: { gte: trashed.createdAt }, parentId: { not: null } }
  const turns = await db.turn.findMany({ where, orderBy: { number: 'asc' }, select: columns('id parentId') })
  for (const { id, parentId } of turns) {
    const [own, before] = await Promise.all([treeOf(db, ownerId, id), treeOf(db, ownerId, parentId ?? '')])
    if (!own || !before) continue
    const back = trashed.files.flatMap(({ path, hashes }) => {
      const file = before.files[path]
      return file && !own.files[path] && hashes.includes(file.hash) ? [[path, file] as const] : []
    })
    const values = trashed.state.flatMap(({ key, value }) =>
      before.state[key] === value && own.state[key] === undefined ? [[key, value] as const] : [],
    )
    if (back.length + values.length === 0) continue
    const files = { ...own.files, ...Object.fromEntries(back) }
    const state = { ...own.state, ...Object.fromEntries(values) }
    const blob = blobOf(JSON.stringify({ ...own, files, state }), 0)
    const data = { treeHash: blob.hash }
    await db.$transaction([
      ...putBlobs(db, ownerId, [blob], now),
      db.context.update({ where: { turnId: id, ownerId }, data, select: { id: true } }),
      ...changeOps(db, ownerId, [{ kind: 'file', refId: conversationId, op: 'put' }]),
    ])
  }
}

async function treeOf(db: Db, ownerId: string, turnId: string): Promise<WorkspaceTree | null> {
  const context = await db.context.findFirst({ where: { ownerId, turnId }, select: { treeHash: true } })
  const text = context && (await getBlobs(db, ownerId, [context.treeHash])).get(context.treeHash)
  return text ? workspaceTreeSchema.parse(JSON.parse(text)) : null
}
