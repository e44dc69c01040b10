import { pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { storableText } from '@/lib/shared/storable'
import type { TurnMessage } from '@/lib/shared/turn/messages'
import { ImportRefusal } from '@/lib/transfer/refusal'

/** One message of an imported conversation. `at` null = no date in the file; `session` null = no sessions. */
export type SpokenMessage = {
  id: string
  speaker: string
  part: 'user' | 'assistant'
  text: string
  at: Date | null
  session: string | null
}
/** `forgotten`: only its position is imported. */
export type JoinedTurn = {
  userText: string
  answer: string
  at: Date
  messages: TurnMessage[]
  forgotten?: true
  /** Identifies it in its conversation. */
  key?: string
  /** Its date is in the file, and no other turn has it. */
  telling?: boolean
}

const BETWEEN = '\n\n'

/**
 * Joins messages into turns: consecutive ones of the user, then consecutive ones of the others. A new
 * session, or `limits.index.sessionGapMs` of silence, starts a new turn. Missing dates follow from those
 * before, the first from `begin`. Texts are kept whole. @throws Refusal if a turn is too long to store.
 */
export async function joinedTurns(said: readonly SpokenMessage[], begin: Date): Promise<JoinedTurn[]> {
  const pace = pacer()
  const made: JoinedTurn[] = []
  const turnsAt = new Map<number, number>()
  let last = { at: begin, session: null as string | null }
  for (const message of said) {
    await pace()
    const at = message.at ?? last.at
    const field = message.part === 'user' ? 'userText' : 'answer'
    const apart =
      (message.session !== null && last.session !== null && message.session !== last.session) ||
      at.getTime() - last.at.getTime() > limits.index.sessionGapMs
    let turn = made.at(-1)
    if (!turn || apart || (message.part === 'user' && turn.answer)) {
      turn = { userText: '', answer: '', at, messages: [], telling: message.at !== null }
      made.push(turn)
      turnsAt.set(at.getTime(), (turnsAt.get(at.getTime()) ?? 0) + 1)
    }
    if (turn[field]) turn[field] += BETWEEN
    const start = turn[field].length
    turn[field] += storableText(message.text)
    if (turn[field].length > limits.transfer.turnChars)
      throw new ImportRefusal(
        `One of its messages is longer than ${limits.transfer.turnChars.toLocaleString('en')} characters.`,
      )
    turn.messages.push({
      id: storableText(message.id),
      speaker: storableText(message.speaker),
      at: at.toISOString(),
      part: message.part,
      start,
      end: turn[field].length,
    })
    last = { at, session: message.session }
  }
  for (const turn of made) turn.telling &&= turnsAt.get(turn.at.getTime()) === 1
  return made
}

/** Gives turns with equal dates distinct ones, each a millisecond after the previous one. */
export function apartInTime<T extends { at: Date }>(turns: readonly T[], after = -1): T[] {
  let last = after
  return turns.map((turn) => {
    last = Math.max(last + 1, turn.at.getTime())
    return { ...turn, at: new Date(last) }
  })
}
