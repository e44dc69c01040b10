import { z } from 'zod'
import { readStoredAs, writeStored } from '@/components/ui/hooks/stored'
import { type Attachment, attachmentSchema } from '@/lib/shared/schemas'

const keyOf = (draftKey: string) => `mneme.draft-files.${draftKey}`

export const waitingFiles = (draftKey: string): Attachment[] =>
  readStoredAs(keyOf(draftKey), z.array(attachmentSchema)) ?? []

export const idsOf = (files: readonly Attachment[]) => files.map((file) => file.uploadId)
const without = (draftKey: string, uploadIds: readonly string[]) =>
  waitingFiles(draftKey).filter((file) => !uploadIds.includes(file.uploadId))
const write = (draftKey: string, files: readonly Attachment[]) =>
  writeStored(keyOf(draftKey), files.length ? JSON.stringify(files) : '')
export const keepWaiting = (draftKey: string, files: readonly Attachment[]) =>
  write(draftKey, [...without(draftKey, idsOf(files)), ...files])
export const dropWaiting = (draftKey: string, uploadIds: readonly string[]) =>
  write(draftKey, without(draftKey, uploadIds))

export function goneWords(files: readonly Attachment[]): { message: string; hint: string } {
  const one = files.length === 1
  return {
    message: one
      ? `${files[0]?.path} is no longer attached.`
      : `${files.length} files are no longer attached.`,
    hint: `${one ? 'It was' : 'They were'} sent with another message or removed. Attach ${one ? 'it' : 'them'} again to send ${one ? 'it' : 'them'}.`,
  }
}
