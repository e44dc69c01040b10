import type { TurnMessage } from './turn/messages'

/** The speaker's name; null if it only names the side of the chat. */
export const speakerNamed = ({ speaker, part }: Pick<TurnMessage, 'speaker' | 'part'>): string | null =>
  speaker === '' || speaker.toLowerCase() === part ? null : speaker

/** The named speakers of a turn's two texts. */
export type Speakers = Partial<Record<TurnMessage['part'], string>>
export function speakersOf(messages: readonly TurnMessage[]): Speakers {
  const speakers: Speakers = {}
  for (const side of ['user', 'assistant'] as const) {
    const names = messages.flatMap((message) => (message.part === side ? (speakerNamed(message) ?? []) : []))
    if (names.length) speakers[side] = [...new Set(names)].join(', ')
  }
  return speakers
}
