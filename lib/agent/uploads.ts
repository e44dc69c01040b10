import { blobOf } from '@/lib/db/blobs'
import { addUploads, pendingUploadBytes } from '@/lib/db/workspace'
import { countTokens } from '@/lib/model/tokens'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Attachment } from '@/lib/shared/schemas'
import { normalisePath } from './paths'
import type { Caller } from './turns-service'

const { workspace } = limits

/** Checks and stores uploaded files; all or none. @throws MnemeError with the file's name and what to do. */
export async function storeUploads({ db, ownerId, runtime }: Caller, conversationId: string, files: File[]): Promise<Attachment[]> {
  if (files.length > limits.message.maxAttachments) throw new MnemeError('too_large', `At most ${limits.message.maxAttachments} files go with one message.`)
  const waiting = await pendingUploadBytes(db, ownerId, conversationId)
  const size = files.reduce((sum, file) => sum + file.size, 0) + (waiting._sum.bytes ?? 0)
  if (size > workspace.totalBytes) throw new MnemeError('too_large', 'Together these files are larger than 20 MB.', 'Attach fewer or smaller files.')
  const read = await Promise.all(
    files.map(async (file) => {
      const path = normalisePath(file.name)
      if (!path.ok) throw new MnemeError('invalid', `“${file.name.slice(0, 80)}” cannot be attached: ${path.problem}`)
      if (file.size > workspace.fileBytes) throw new MnemeError('too_large', `“${path.path}” is larger than 1 MB.`, 'Attach a smaller file, or a part of it.')
      const text = decode(await file.arrayBuffer())
      if (text === null) throw new MnemeError('invalid', `“${path.path}” is not a text file.`, 'Only text files can be attached for now.')
      return { id: runtime.id('up'), path: path.path, blob: blobOf(text, countTokens(text)) }
    }),
  )
  return addUploads(db, ownerId, conversationId, read, runtime.now())
}

function decode(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
