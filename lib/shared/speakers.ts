import type { TurnMessage } from './messages'

/** The speaker's name; null if it only names the side of the chat. */
export const nameOf = ({ speaker, part }: Pick<TurnMessage, 'speaker' | 'part'>): string | null =>
  speaker === '' || speaker.toLowerCase() === part ? null : speaker

/** The named speakers of a turn's two texts. */
export type Speakers = Partial<Record<TurnMessage['part'], string>>
export function speakersOf(messages: readonly TurnMessage[]): Speakers {
  const named = (part: TurnMessage['part']) =>
    [...new Set(messages.flatMap((message) => (message.part === part ? (nameOf(message) ?? []) : [])))].join(
      ', ',
    )
  return Object.fromEntries(
    (['user', 'assistant'] as const).flatMap((part) => (named(part) ? [[part, named(part)]] : [])),
  )
}
