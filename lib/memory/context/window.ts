import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import { lastTurns, type ToolUse, type TurnText, textsByNumber, toolUses } from '@/lib/db/turns/turn-texts'
import { limits } from '@/lib/shared/limits'
import { type Attachment, attachmentSchema, type WindowSize } from '@/lib/shared/schemas'
import { type Speakers, speakersOf } from '@/lib/shared/speakers'
import { truncated } from '@/lib/shared/truncated'
import { withImageLines } from '@/lib/shared/turn/images'

/** `plan` = the turn's own window; `images` = the message's; `speakers` = imported with names. */
export type WindowTurn = {
  turnId: string
  number: number
  at: string
  userText: string
  answer: string
  tools: ToolUse[]
  plan?: unknown
  images?: Attachment[]
  speakers?: Speakers
}

/**
 * The last turns of a path, verbatim and oldest first, with tool results cut. `size` includes the current
 * turn `before`: 5 gives four; `full` gives all, up to `most`.
 */
export async function chooseWindow(
  db: Db,
  ownerId: string,
  path: BranchPath,
  { before, size, most = Number.MAX_SAFE_INTEGER }: { before: number; size: WindowSize; most?: number },
): Promise<WindowTurn[]> {
  const count = Math.min(before - 1, most, size === 'full' ? Number.MAX_SAFE_INTEGER : size - 1)
  if (count < 1) return []
  return verbatim(db, ownerId, await lastTurns(db, ownerId, path, before, count))
}

/** Single turns of a path in the same form, oldest first. */
export const windowTurnsOf = async (db: Db, ownerId: string, path: BranchPath, numbers: number[]) =>
  numbers.length ? verbatim(db, ownerId, await textsByNumber(db, ownerId, path, numbers)) : []

const attachments = z.array(attachmentSchema)
/** A message with its images, which its text names. */
function picturedText({ userText, ...turn }: TurnText & { attachments: unknown }) {
  const images = attachments.safeParse(turn.attachments).data?.filter(({ image }) => image) ?? []
  return { userText: withImageLines(userText, images), ...(images.length ? { images } : {}) }
}

async function verbatim(
  db: Db,
  ownerId: string,
  turns: (TurnText & { attempt: number; attachments: unknown; window?: unknown })[],
) {
  if (turns.length === 0) return []
  const uses = await toolUses(db, ownerId, turns)
  return turns.map(
    (turn): WindowTurn => ({
      turnId: turn.id,
      number: turn.number,
      at: turn.createdAt.toISOString(),
      ...picturedText(turn),
      answer: turn.answer,
      plan: turn.window,
      ...(turn.messages ? { speakers: speakersOf(turn.messages) } : {}),
      tools: (uses.get(turn.id) ?? []).map((use) => ({
        ...use,
        result: truncated(use.result, limits.prompt.toolResultChars),
      })),
    }),
  )
}
