import { getBlobs } from '@/lib/db/engine/blobs'
import { knowsFile, touchesOf } from '@/lib/db/files/workspace'
import { getConversation } from '@/lib/db/turns/conversations'
import type { BranchPath } from '@/lib/db/turns/path'
import { getTurn, turnPath } from '@/lib/db/turns/turns'
import { readTree } from '@/lib/memory/context/context'
import type { DeletedFileDto, FileVersionDto } from '@/lib/shared/dto'
import { notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'
import type { WorkspaceTree } from '@/lib/shared/workspace'
import type { Owner } from '../caller'

type OfConversation = { conversationId: string; turnId?: string | undefined }
/** The workspace after a turn, or the newest settled one shown, without waiting uploads. */
export async function loadWorkspace({ db, ownerId }: Owner, { conversationId, turnId }: OfConversation) {
  const conversation = await getConversation(db, ownerId, conversationId)
  const id = turnId ?? conversation.activeLeafId
  let turn = id ? await getTurn(db, ownerId, id) : null
  while (!turnId && turn?.parentId && (turn.status === 'queued' || turn.status === 'running'))
    turn = await getTurn(db, ownerId, turn.parentId)
  const tree = await readTree(db, ownerId, turn?.id ?? null)
  const files = Object.entries(tree.files).map(([path, { turn: turnNumber, ...file }]) => ({
    ...pick(file, 'bytes version hash'),
    ...{ path, turnNumber },
  }))
  const deleted = turn ? await lastOfDeleted({ db, ownerId }, await turnPath(db, ownerId, turn.id), tree) : []
  return {
    files: files.sort((a, b) => a.path.localeCompare(b.path)),
    deleted,
    state: tree.state,
    turnNumber: turn?.number ?? 0,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  }
}

/** Deleted files in their last version, latest first. Forgotten ones are left out. */
async function lastOfDeleted(
  { db, ownerId }: Owner,
  path: BranchPath,
  { files, deleted = {} }: WorkspaceTree,
): Promise<DeletedFileDto[]> {
  const gone = Object.keys(deleted).filter((name) => !files[name])
  if (gone.length === 0) return []
  const last = new Map((await touchesOf(db, ownerId, path, gone)).map((touch) => [touch.path, touch]))
  const ended = [...last.values()].flatMap(({ path, op, fromHash, number }) =>
    op === 'delete' && fromHash ? [{ path, hash: fromHash, turnNumber: number }] : [],
  )
  return ended
    .sort((a, b) => b.turnNumber - a.turnNumber || a.path.localeCompare(b.path))
    .slice(0, limits.workspace.deletedShown)
    .map((file) => ({ ...file, version: deleted[file.path] ?? 1 }))
}

/** A file's text by its hash, if a turn of this conversation had it. */
export async function readFile(
  { db, ownerId }: Owner,
  { conversationId, hash }: { conversationId: string; hash: string },
) {
  await getConversation(db, ownerId, conversationId)
  const text = (await knowsFile(db, ownerId, conversationId, hash))
    ? (await getBlobs(db, ownerId, [hash])).get(hash)
    : undefined
  if (text === undefined) throw notFound('file')
  return { text }
}

/** Every change to a file on the active path, oldest first. A deletion has the version that it ended. */
export async function fileVersions(
  { db, ownerId }: Owner,
  { conversationId, path }: { conversationId: string; path: string },
): Promise<FileVersionDto[]> {
  const conversation = await getConversation(db, ownerId, conversationId)
  if (!conversation.activeLeafId) return []
  const touches = await touchesOf(db, ownerId, await turnPath(db, ownerId, conversation.activeLeafId), [path])
  const hashes = touches.flatMap((touch) => touch.toHash ?? [])
  const texts = await getBlobs(db, ownerId, hashes)
  let version = 0
  return touches.map((touch) => ({
    ...pick(touch, 'turnId op'),
    version: touch.op === 'delete' ? version : ++version,
    turnNumber: touch.number,
    bytes: Buffer.byteLength(texts.get(touch.toHash ?? '') ?? ''),
    hash: touch.toHash ?? '',
  }))
}
