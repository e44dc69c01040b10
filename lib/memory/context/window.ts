import type { Db } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import {
  lastTurns,
  type StoredToolUse,
  type TurnText,
  textsByNumber,
  toolUses,
} from '@/lib/db/turns/turn-texts'
import { limits } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import { type Attachment, attachmentsOf, type WindowSize } from '@/lib/shared/schemas'
import { type Speakers, speakersOf } from '@/lib/shared/speakers'
import { truncated } from '@/lib/shared/truncated'
import { windowPlanSchema } from '@/lib/shared/turn/events'
import { withImageLines } from '@/lib/shared/turn/images'
import { words } from '@/lib/shared/words'

/** `by` = the layer of settings that `size` comes from. */
export type WindowChoice = {
  size: WindowSize
  by: 'message' | 'conversation' | 'user' | 'environment' | 'default'
  adaptive: boolean
  minSize: number
  maxSize: number
}
type ChosenWindow = { size: WindowSize; reason: string }

const DEMANDING =
  /\b(?:(refactor)(?:s|ed|ing)?|(implement)(?:s|ed|ing|ation)?|(design)(?:s|ed|ing)?|(compar)(?:es?|ed|ing|isons?)|(plan)(?:s|ned|ning)?|(analy[sz])(?:es?|ed|ing|is)|(debug)(?:s|ged|ging)?|(review)(?:s|ed|ing)?|(migrat)(?:es?|ed|ing|ions?))\b/i
const NAMES: Record<string, string> = {
  compar: 'compare',
  analys: 'analyse',
  analyz: 'analyse',
  migrat: 'migrate',
}
const LAYERS: Record<WindowChoice['by'], string> = {
  message: 'chosen for this message',
  conversation: 'chosen for this conversation',
  user: 'chosen in Settings',
  environment: 'set on this server',
  default: 'the usual size',
}

/** The size that a message asks for by itself, before the bounds. */
function wanted(message: string, { size, by }: { size: number; by: WindowChoice['by'] }) {
  const work = DEMANDING.exec(message)?.slice(1).find(Boolean)?.toLowerCase()
  if (work)
    return { size: windowLimits.demanding, reason: `the message asks for work (“${NAMES[work] ?? work}”)` }
  if (words(message.slice(0, windowLimits.readChars)).length < windowLimits.shortWords)
    return { size: windowLimits.short, reason: `a short message, under ${windowLimits.shortWords} words` }
  return { size, reason: LAYERS[by] }
}

/**
 * How many turns a message gets word for word, itself included, and why: more for a demanding request, fewer
 * for a short one, within bounds (`minSize` wins). A size chosen for message or conversation is not adapted.
 */
export function windowFor(message: string, choice: WindowChoice): ChosenWindow {
  const { size, by, adaptive, minSize, maxSize } = choice
  if (size === 'full')
    return { size, reason: `all earlier messages, ${by === 'default' ? 'by default' : LAYERS[by]}` }
  if (!adaptive || by === 'message' || by === 'conversation') return { size, reason: LAYERS[by] }
  const own = wanted(message, { size, by })
  const bounded = Math.max(minSize, Math.min(maxSize, own.size))
  if (bounded === own.size) return own
  return { size: bounded, reason: `${own.reason}, ${bounded > own.size ? 'at least' : 'at most'} ${bounded}` }
}

type Earlier = { number: number; at: string; plan: unknown; tokens: number }
type Room = { size: number; before: number; now: Date; tokens: number }

/**
 * Where a window starts that grows from `size` turns (the running one `before` included) to almost twice as
 * many: where the last turn's did, for the provider's cache, unless it is full or that cache expired; then
 * with the newest turns that have room. `headAt` = as of when the prompt states what came before (ISO 8601).
 */
export function windowStart(turns: readonly Earlier[], { size, before, now, tokens }: Room) {
  const last = turns.at(-1)
  const { from, headAt } = windowPlanSchema.safeParse(last?.plan).data ?? {}
  const isKept = last && now.getTime() - Date.parse(last.at) <= windowLimits.keptMs
  if (isKept && from !== undefined && headAt !== undefined) {
    const kept = turns.filter(({ number }) => number >= from)
    if (kept.length < 2 * size - 1 && sumOf(kept) <= tokens) return { from, headAt }
  }
  const kept: Earlier[] = []
  for (const turn of turns.toReversed().slice(0, size - 1)) {
    if (kept.length && sumOf([...kept, turn]) > tokens * windowLimits.startShare) break
    kept.push(turn)
  }
  return { from: kept.at(-1)?.number ?? before, headAt: now.toISOString() }
}

const sumOf = (turns: readonly Earlier[]) => turns.reduce((sum, { tokens }) => sum + tokens, 0)

/** `plan` = the turn's own window; `images` = the message's; `speakers` = imported with names. */
export type WindowTurn = {
  turnId: string
  number: number
  at: string
  userText: string
  answer: string
  tools: StoredToolUse[]
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

/** A message with its images, which its text names. */
function picturedText({ userText, ...turn }: TurnText & { attachments: unknown }) {
  const images = attachmentsOf(turn).filter(({ image }) => image)
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
