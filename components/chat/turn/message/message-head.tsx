'use client'
import { useHydrated } from '@/components/ui/hooks/use-hydrated'
import { useFormat } from '@/components/ui/words/use-format'
import type { TurnDto } from '@/lib/shared/dto'
import { speakerNamed } from '@/lib/shared/speakers'

/** The speaker and time of a message; UTC until hydration, so that server and browser agree. */
export function MessageHead({ message: { speaker, at } }: { message: ShownMessage }) {
  const format = useFormat()
  const hydrated = useHydrated()
  return (
    <p className="mb-0.5 flex flex-wrap items-baseline gap-x-2 text-xs">
      {speaker && <span className="font-medium text-ink-soft">{speaker}</span>}
      {at && (
        <time dateTime={at} className="text-ink-faint tabular">
          {hydrated ? format.exact(new Date(at)) : at.slice(0, 16).replace('T', ' ')}
        </time>
      )}
    </p>
  )
}

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
