import type { TurnDto } from '@/lib/shared/dto'
import { speakerNamed } from '@/lib/shared/speakers'

/** A message in a turn. `speaker` null = the usual one of that side; `at` '' = the turn's own date. */
export type ShownMessage = { key: string; speaker: string | null; at: string; text: string }

/** One side of an imported turn, by speaker or `answerer`; null = a single message without a name. */
export function messagesIn(
  turn: Pick<TurnDto, 'messages' | 'userText' | 'answer'>,
  part: 'user' | 'assistant',
  answerer: string | null = null,
): ShownMessage[] | null {
  const whole = part === 'user' ? turn.userText : turn.answer
  const own = (turn.messages ?? []).filter((message) => message.part === part)
  const shown = own.map((message) => ({
    key: `${message.id} ${message.start}`,
    speaker: speakerNamed(message) ?? (part === 'assistant' ? answerer : null),
    at: own.length < 2 && !speakerNamed(message) ? '' : message.at,
    text: whole.slice(message.start, message.end),
  }))
  const plain = shown.length < 2 && !shown[0]?.speaker
  return shown.length > 0 && !plain ? shown : null
}
