import { z } from 'zod'
import { each } from '@/lib/shared/pick'

const workspaceFileSchema = z.object({ hash: z.string(), ...each('bytes tokens version turn', z.int()) })
/**
 * The workspace after a turn: files by normalised path, and state by key. Stored as a blob, with contents by
 * hash. `deleted` = the last version number of each deleted file, from which it continues; absent without
 * any.
 */
export const workspaceTreeSchema = z.object({
  files: z.record(z.string(), workspaceFileSchema),
  state: z.record(z.string(), z.string()),
  deleted: z.record(z.string(), z.int()).optional(),
})
export const stateValueSchema = z.object({ key: z.string(), value: z.string() })
export type StateValue = z.infer<typeof stateValueSchema>
/** The canonical spelling of a state key. */
export const stateKey = (key: string) => key.normalize('NFC').trim()
/** How contexts and tool results list a value. */
export const stateLine = ({ key, value }: StateValue) => `${key} = ${value}`
export type WorkspaceFile = z.infer<typeof workspaceFileSchema>
export type WorkspaceTree = z.infer<typeof workspaceTreeSchema>
export const emptyTree = (): WorkspaceTree => ({ files: {}, state: {} })

/** One change to a file by a turn. `fromHash` null = new, `toHash` null = deleted. */
export type FileTouch = {
  path: string
  op: 'write' | 'edit' | 'delete' | 'upload' | 'read'
  fromHash: string | null
  toHash: string | null
  tokens: number
}
