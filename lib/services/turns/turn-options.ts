import { isOutsideMessage, OFFLINE_TURN, OUTSIDE_MESSAGE } from '@/lib/agent/turn-marks'
import type { Turn } from '@/lib/db/turns/turns'
import { loadSettings, overridesOf } from '@/lib/settings/layers'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { present } from '@/lib/shared/pick'
import { type Chosen, readOptions, type TurnOptions } from '@/lib/shared/schemas'
import type { Caller } from '../caller'

/** Settings of the conversation, so that they hold only until the person chooses again. */
export const settingsOf = ({ model, ...chosen }: Chosen) =>
  present({ ...overridesOf(chosen), 'model.answering': model })

export const optionsOf = (turn: Turn): TurnOptions => readOptions(turn.options)

/** Marks a turn that repeats the words of a message from outside. */
export const outsideMark = (turn: Turn, userText: string) =>
  userText === turn.userText && isOutsideMessage(turn) ? OUTSIDE_MESSAGE : {}

/** A turn of the built-in engine is marked: its answer and jobs send nothing; later turns may recall it. */
export async function markedOptions(
  { db, ownerId }: Caller,
  conversationId: string,
  options: TurnOptions,
  model = options.model,
) {
  const answering = model ?? (await loadSettings(db, ownerId, conversationId)).get('model.answering').value
  return answering === OFFLINE_MODEL ? { ...options, ...OFFLINE_TURN } : options
}
