import { imagesOfUploads } from '@/lib/db/files/images'
import type { Turn } from '@/lib/db/turns/turns'
import type { WindowTurn } from '@/lib/memory/context/window'
import type { ModelImage } from '@/lib/model/types'
import { itemOf } from '@/lib/prompts/fence'
import { type Attachment, attachmentsOf } from '@/lib/shared/schemas'
import { type ImageInfo, imageLimits, imageLines, imageTokens } from '@/lib/shared/turn/images'
import type { TurnState } from '../turn-state'
import type { Candidate, PromptImage } from './fit'
import { DROP } from './plan'

type Pictured = Attachment & { image: ImageInfo }

const isPictured = (one: Attachment): one is Pictured => one.image !== undefined
const ownImages = (turn: Pick<Turn, 'attachments'>) => attachmentsOf(turn).filter(isPictured)

/**
 * Images of earlier turns that the message refers to or that the window holds, the latest first, while the
 * call has room for more than the message's own.
 */
function earlierImages({ run, referredTurns, windowTurns }: TurnState) {
  const latestFirst = (turns: WindowTurn[]) => turns.toSorted((a, b) => b.number - a.number)
  return [...latestFirst(referredTurns), ...latestFirst(windowTurns)]
    .flatMap((turn) => (turn.images ?? []).filter(isPictured).map((image) => ({ turn, image })))
    .slice(0, Math.max(0, imageLimits.perCall - ownImages(run.turn).length))
}

function pictureOf({ uploadId, path, bytes, image }: Pictured, number: number | null, id?: string) {
  const tokens = imageTokens(image)
  const seen = number === null ? { seen: 'no' } : { number }
  const [text = ''] = imageLines([{ path, image }])
  return {
    item: itemOf({ id, image: path, ...seen, type: image.mediaType, bytes }, text),
    ...(number === null ? {} : { image: { uploadId, number, info: image, tokens }, outside: true }),
  }
}

/** The message's own images; `sees` = they are sent, and not only named. */
export const taskImages = (state: TurnState, sees: boolean): Candidate[] =>
  ownImages(state.run.turn).map((image, i) => ({
    ...pictureOf(image, sees ? i + 1 : null),
    keep: 0,
    order: 500 + i,
    dropStage: null,
  }))

/** Images of earlier turns; they are dropped before any text. */
export function windowImages(state: TurnState, sees: boolean): Candidate[] {
  if (!sees) return []
  const { conversationId } = state.run.turn
  const own = ownImages(state.run.turn).length
  return earlierImages(state).map(({ turn, image }, i) => ({
    ...pictureOf(image, own + i + 1, state.labels.of({ ...turn, conversationId })),
    sources: [{ kind: 'turn', id: turn.turnId }],
    keep: turn.number - (i + 1) / 100,
    order: 1_000_000 + i,
    dropStage: DROP.windowResults,
  }))
}

/** The bytes of a prompt's images. One that was removed meanwhile is left out. */
export async function loadImages(state: TurnState, images: readonly PromptImage[]): Promise<ModelImage[]> {
  const { deps, run, imageBytes } = state
  const missing = images.map((image) => image.uploadId).filter((id) => !imageBytes.has(id))
  for (const [id, found] of await imagesOfUploads(deps.db, run.turn.ownerId, missing))
    if (found) imageBytes.set(id, found.bytes)
  return images.flatMap(({ uploadId, info }) => {
    const bytes = imageBytes.get(uploadId)
    return bytes ? [{ ...info, bytes }] : []
  })
}
