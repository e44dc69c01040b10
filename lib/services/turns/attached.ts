import { attachmentsOf } from '@/lib/agent/prompt/attachments'
import { copiedUploads, freeUploads } from '@/lib/db/files/workspace'
import type { Turn } from '@/lib/db/turns/turns'
import { MnemeError } from '@/lib/shared/errors'
import type { Attachment } from '@/lib/shared/schemas'
import { imageLimits } from '@/lib/shared/turn/images'
import type { Caller } from '../caller'

/** The uploads that a new message takes. @throws MnemeError when one is gone, or they are too many images. */
export async function attachedTo({ db, ownerId }: Caller, uploadIds: string[]): Promise<Attachment[]> {
  const attachments = uploadIds.length ? await freeUploads(db, ownerId, uploadIds) : []
  if (attachments.filter((one) => one.image).length > imageLimits.perMessage)
    throw new MnemeError(
      'too_large',
      `At most ${imageLimits.perMessage} images go with one message.`,
      'Remove some, and send them with the next one.',
    )
  return attachments
}

/** Files and images of a turn for another version of it, which keeps them when this one is forgotten. */
export async function attachedAgain({ db, ownerId, runtime }: Caller, turn: Turn) {
  const copies = await copiedUploads(db, ownerId, turn.id, () => runtime.id('up'))
  const idOf = new Map(copies.map(({ from, row }) => [from, row.id]))
  const attachments = attachmentsOf(turn).map((one) => ({
    ...one,
    uploadId: idOf.get(one.uploadId) ?? one.uploadId,
  }))
  return { attachments, copies: copies.map(({ row }) => row) }
}
