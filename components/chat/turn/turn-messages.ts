import type { TurnDto } from '@/lib/shared/dto'
import { nameOf } from '@/lib/shared/speakers'

/** A message inside a turn; `speaker` null = whoever that side of a chat is anyway, `at` '' = the turn's own date says it. */
export type ShownMessage = { key: string; speaker: string | null; at: string; text: string }

/** The messages of one side of an imported turn, under their speakers' names, or under `answerer` (who answers in such an import) where they have none; null when it is one message by nobody in particular, which is shown like any chatted here. */
export function messagesIn(
  turn: Pick<TurnDto, 'messages' | 'userText' | 'answer'>,
  part: 'user' | 'assistant',
  answerer: string | null = null,
): ShownMessage[] | null {
  const whole = part === 'user' ? turn.userText : turn.answer
  const own = (turn.messages ?? []).filter((message) => message.part === part)
  const shown = own.map((message) => ({
    key: `${message.id} ${message.start}`,
    speaker: nameOf(message) ?? (part === 'assistant' ? answerer : null),
    at: own.length < 2 && !nameOf(message) ? '' : message.at,
    text: whole.slice(message.start, message.end),
  }))
  const plain = shown.length < 2 && !shown[0]?.speaker
  return shown.length > 0 && !plain ? shown : null
}
