import { z } from 'zod'
import type { Turn } from '@/lib/db/turns/turns'
import { type Attachment, attachmentSchema } from '@/lib/shared/schemas'

/** Files and images attached to a turn's message; none if the stored list cannot be read. */
export const attachmentsOf = (turn: Pick<Turn, 'attachments'>): Attachment[] =>
  z.array(attachmentSchema).safeParse(turn.attachments).data ?? []
export const filesOf = (turn: Pick<Turn, 'attachments'>) => attachmentsOf(turn).filter(({ image }) => !image)
