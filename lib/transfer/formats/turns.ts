import { pacer } from '@/lib/base/breath'
import { storableText } from '@/lib/base/storable'
import { limits } from '@/lib/shared/limits'
import type { TurnMessage } from '@/lib/shared/messages'
import { Refusal } from '@/lib/transfer/refusal'

/** One message of a conversation from elsewhere. `at` null = the file does not say; `session` null = it knows no sessions. */
export type Said = {
  id: string
  speaker: string
  part: 'user' | 'assistant'
  text: string
  at: Date | null
  session: string | null
}
/** `forgotten`: only its place comes. */
export type JoinedTurn = {
  userText: string
  answer: string
  at: Date
  messages: TurnMessage[]
  forgotten?: true
}

const BETWEEN = '\n\n'

/**
 * Consecutive messages of a side join a turn: those of the user, then those of the others. A new session, or `limits.index.sessionGapMs` of silence, begins a new turn. Dates that are missing follow from those before,
 * the first from `begin`. Texts are kept whole. @throws Refusal when a turn becomes too long to store.
 */
export async function turnsOf(said: readonly Said[], begin: Date): Promise<JoinedTurn[]> {
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
        `One of its turns is longer than ${limits.transfer.turnChars.toLocaleString('en')} characters.`,
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

/** Places of turns whose date tells them from all others: the file gives it, and to no second one. `turns` = what became of `said`, before they were set apart. */
export function tellingDates(said: readonly Said[], turns: readonly JoinedTurn[]): Set<number> {
  const count = new Map<number, number>()
  for (const { at } of turns) count.set(at.getTime(), (count.get(at.getTime()) ?? 0) + 1)
  const telling = new Set<number>()
  let first = 0
  for (const [i, { at, messages }] of turns.entries()) {
    if (said[first]?.at && count.get(at.getTime()) === 1) telling.add(i)
    first += messages.length
  }
  return telling
}

/** No two turns at one moment: of those that say so each is a millisecond after the one before it. */
export function apartInTime<T extends { at: Date }>(turns: readonly T[], after = -1): T[] {
  let last = after
  return turns.map((turn) => {
    last = Math.max(last + 1, turn.at.getTime())
    return { ...turn, at: new Date(last) }
  })
}
