import type { FileTouch, WorkspaceFile } from '@/lib/base/workspace'

/** A file as it is now. `op` = whether only passages of it were replaced since the turn began. */
export type Held = { hash: string; bytes: number; op: 'write' | 'edit' }
/**
 * One path during a turn: as the turn before left it, as uploaded with this turn's message, as it is now.
 * `read` = the agent read what it found. `before` = the file's last version in earlier turns, also when one
 * of them deleted it; 0 = none.
 */
export type FileHistory = {
  path: string
  before: number
  start: WorkspaceFile | undefined
  upload: WorkspaceFile | undefined
  now: Held | undefined
  read: boolean
}

/** What the agent found. */
export const foundBy = ({ upload, start }: FileHistory) => upload ?? start

/**
 * Counts stored states: an upload is one, all that the agent does to a file in a turn is one, ending as it
 * began is none.
 */
export function versionNow(history: FileHistory): number {
  const found = foundBy(history)
  return (found?.version ?? history.before) + (found?.hash === history.now?.hash ? 0 : 1)
}

/**
 * The upload, then the agent's change as a whole, then the read: replayed in this order from the start they
 * give the present state. `tokens` = of the file now.
 */
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
