import { z } from 'zod'
import { type Attachment, attachmentSchema } from '@/lib/shared/schemas'

const keyOf = (draftKey: string) => `mneme.draft-files.${draftKey}`
const filesSchema = z.array(attachmentSchema)

/** Uploaded files of a draft, as this browser stores them. */
export function waitingFiles(draftKey: string): Attachment[] {
  try {
    return filesSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(draftKey)) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

function write(draftKey: string, files: Attachment[]) {
  try {
    if (files.length) localStorage.setItem(keyOf(draftKey), JSON.stringify(files))
    else localStorage.removeItem(keyOf(draftKey))
  } catch {
    // Storage is full or blocked; the files are still in the composer.
  }
}

const without = (draftKey: string, uploadIds: readonly string[]) =>
  waitingFiles(draftKey).filter((file) => !uploadIds.includes(file.uploadId))
export const keepWaiting = (draftKey: string, files: readonly Attachment[]) =>
  write(draftKey, [
    ...without(
      draftKey,
      files.map((file) => file.uploadId),
    ),
    ...files,
  ])
export const dropWaiting = (draftKey: string, uploadIds: readonly string[]) =>
  write(draftKey, without(draftKey, uploadIds))

/** The message when files of a draft are no longer on the server. */
export function goneWords(files: readonly Attachment[]): { message: string; hint: string } {
  const one = files.length === 1
  return {
    message: one ? `${files[0]?.path} no longer waits here.` : `${files.length} files no longer wait here.`,
    hint: `${one ? 'It' : 'They'} went with another message, or ${one ? 'was' : 'were'} removed. Attach ${one ? 'it' : 'them'} again to send ${one ? 'it' : 'them'}.`,
  }
}
