import { normalisePath } from '@/lib/agent/workspace/paths'
import { sizeProblem } from '@/lib/agent/workspace/rules'
import { blobOf } from '@/lib/db/engine/blobs'
import { addUploads, uploadsOf } from '@/lib/db/files/workspace'
import { findConversation } from '@/lib/db/turns/conversations'
import { countTokens } from '@/lib/model/tokens'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Attachment } from '@/lib/shared/schemas'
import type { Caller } from '../caller'
import { loadWorkspace } from './workspace'

const { workspace } = limits

export type Uploader = Pick<Caller, 'db' | 'ownerId' | 'runtime'>

/** Checks and stores uploaded files, all or none. @throws MnemeError with the file's name and what to do. */
export async function storeUploads(
  caller: Uploader,
  conversationId: string,
  files: File[],
): Promise<Attachment[]> {
  const { db, ownerId, runtime } = caller
  if (files.length > limits.message.maxAttachments)
    throw new MnemeError('too_large', `At most ${limits.message.maxAttachments} files go with one message.`)
  if (files.reduce((sum, file) => sum + file.size, 0) > workspace.totalBytes)
    throw new MnemeError(
      'too_large',
      'Together these files are larger than 20 MB.',
      'Attach fewer or smaller files.',
    )
  const read = await Promise.all(
    files.map(async (file) => {
      const path = normalisePath(file.name)
      if (!path.ok)
        throw new MnemeError('invalid', `“${file.name.slice(0, 80)}” cannot be attached: ${path.problem}`)
      if (file.size > workspace.fileBytes)
        throw new MnemeError(
          'too_large',
          `“${path.path}” is larger than 1 MB.`,
          'Attach a smaller file, or a part of it.',
        )
      const text = decode(await file.arrayBuffer())
      if (text === null)
        throw new MnemeError(
          'invalid',
          `“${path.path}” is not a text file.`,
          'Only text files can be attached for now.',
        )
      return { id: runtime.id('up'), path: path.path, blob: blobOf(text, countTokens(text)) }
    }),
  )
  const held = await bytesHeld(caller, conversationId)
  for (const { path, blob } of read) {
    const bytes = Buffer.byteLength(blob.text)
    const problem = sizeProblem(bytes, held.get(path) ?? null, [...held.values()])
    if (problem) throw new MnemeError('too_large', `“${path}” cannot be attached: ${problem}`)
    held.set(path, bytes)
  }
  return addUploads(db, ownerId, conversationId, read, runtime.now())
}

/**
 * Bytes by path that the next message will find: the current workspace, and the files waiting for a message.
 */
async function bytesHeld({ db, ownerId }: Uploader, conversationId: string): Promise<Map<string, number>> {
  // A conversation gets its first file before it is stored.
  const known = await findConversation(db, ownerId, conversationId)
  const files = known ? (await loadWorkspace(db, ownerId, conversationId, null)).files : []
  const waiting = await uploadsOf(db, ownerId, conversationId, null)
  return new Map([...files, ...waiting].map(({ path, bytes }) => [path, bytes]))
}

function decode(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
