import { z } from 'zod'

export const workspaceFileSchema = z.object({
  hash: z.string(),
  bytes: z.int(),
  tokens: z.int(),
  version: z.int(),
  turn: z.int(),
})
/**
 * The workspace after a turn: every file by normalised path, every state key. Stored as a blob; contents are blobs by hash.
 * `deleted` = the last version of each file that is gone, where its number goes on when it is written again; absent when there is none.
 */
export const workspaceTreeSchema = z.object({
  files: z.record(z.string(), workspaceFileSchema),
  state: z.record(z.string(), z.string()),
  deleted: z.record(z.string(), z.int()).optional(),
})
/** One value of a conversation's state. */
export const stateValueSchema = z.object({ key: z.string(), value: z.string() })
export type StateValue = z.infer<typeof stateValueSchema>
/** The one spelling of a state key. */
export const stateKey = (key: string) => key.normalize('NFC').trim()
/** How a value is listed in contexts and tool results. */
export const stateLine = ({ key, value }: StateValue) => `${key} = ${value}`
export type WorkspaceFile = z.infer<typeof workspaceFileSchema>
export type WorkspaceTree = z.infer<typeof workspaceTreeSchema>
export const emptyTree = (): WorkspaceTree => ({ files: {}, state: {} })

/** One change a turn made to a file; `fromHash` null = new, `toHash` null = deleted. */
export type FileTouch = {
  path: string
  op: 'write' | 'edit' | 'delete' | 'upload' | 'read'
  fromHash: string | null
  toHash: string | null
  tokens: number
}
