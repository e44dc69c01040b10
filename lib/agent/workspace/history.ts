import type { FileTouch, WorkspaceFile } from '@/lib/shared/workspace'

/** A file as it is now. `op` = whether only passages of it were replaced since the turn began. */
export type Held = { hash: string; bytes: number; op: 'write' | 'edit' }
/** One path during a turn. */
export type FileHistory = {
  path: string
  /** The last version in earlier turns, even if deleted there; 0 = none. */
  before: number
  /** As the previous turn left it. */
  start: WorkspaceFile | undefined
  /** As attached to this turn's message. */
  upload: WorkspaceFile | undefined
  now: Held | undefined
  /** The agent read what it found. */
  read: boolean
}

/** What the agent found. */
export const foundBy = ({ upload, start }: FileHistory) => upload ?? start

/** An upload is a version, and so is everything the agent does in a turn unless the file ends as it began. */
export function versionNow(history: FileHistory): number {
  const found = foundBy(history)
  return (found?.version ?? history.before) + (found?.hash === history.now?.hash ? 0 : 1)
}

/** The upload, the agent's whole change, and the read. Replayed on the start, they give the present state. */
export function touchesOf(history: FileHistory, tokens: () => number): FileTouch[] {
  const { path, start, upload, now, read } = history
  const found = foundBy(history)
  const touches: FileTouch[] = []
  if (upload)
    touches.push({
      path,
      op: 'upload',
      fromHash: start?.hash ?? null,
      toHash: upload.hash,
      tokens: upload.tokens,
    })
  if (now && now.hash !== found?.hash)
    touches.push({
      path,
      op: found ? now.op : 'write',
      fromHash: found?.hash ?? null,
      toHash: now.hash,
      tokens: tokens(),
    })
  if (!now && found) touches.push({ path, op: 'delete', fromHash: found.hash, toHash: null, tokens: 0 })
  if (found && read)
    touches.push({ path, op: 'read', fromHash: found.hash, toHash: found.hash, tokens: found.tokens })
  return touches
}
