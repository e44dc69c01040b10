import { pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { storableText } from '@/lib/shared/storable'
import type { TurnMessage } from '@/lib/shared/turn/messages'
import { Refusal } from '@/lib/transfer/refusal'

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
}

const BETWEEN = '\n\n'

/**
 * Joins messages into turns: consecutive ones of the user, then consecutive ones of the others. A new
 * session, or `limits.index.sessionGapMs` of silence, starts a new turn. Missing dates follow from those
 * before, the first from `begin`. Texts are kept whole. @throws Refusal if a turn is too long to store.
 */
export async function turnsOf(said: readonly SpokenMessage[], begin: Date): Promise<JoinedTurn[]> {
  const pace = pacer()
  const made: JoinedTurn[] = []
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
      turn = { userText: '', answer: '', at, messages: [] }
      made.push(turn)
    }
    if (turn[field]) turn[field] += BETWEEN
    const start = turn[field].length
    turn[field] += storableText(message.text)
    if (turn[field].length > limits.transfer.turnChars)
      throw new Refusal(
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
  return made
}

/**
 * Positions of turns with a unique date in the file. `turns` = what `said` became, before equal dates were
 * separated.
 */
export async function tellingDates(
  said: readonly SpokenMessage[],
  turns: readonly JoinedTurn[],
): Promise<Set<number>> {
  const pace = pacer()
  const count = new Map<number, number>()
  for (const { at } of turns) {
    await pace()
    count.set(at.getTime(), (count.get(at.getTime()) ?? 0) + 1)
  }
  const telling = new Set<number>()
  let first = 0
  for (const [i, { at, messages }] of turns.entries()) {
    await pace()
    if (said[first]?.at && count.get(at.getTime()) === 1) telling.add(i)
    first += messages.length
  }
  return telling
}

/** Gives turns with equal dates distinct ones, each a millisecond after the previous one. */
export function apartInTime<T extends { at: Date }>(turns: readonly T[], after = -1): T[] {
  let last = after
  return turns.map((turn) => {
    last = Math.max(last + 1, turn.at.getTime())
    return { ...turn, at: new Date(last) }
  })
}
