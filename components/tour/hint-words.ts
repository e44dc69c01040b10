import type { TourHint } from '@/lib/shared/tour'

/** `leads` = the page of the next hint, where that is another one. */
type Hint = { title: string; text: string; next: string; leads?: string }
export const HINTS: Record<TourHint, Hint> = {
  chat: {
    title: 'Ask about anything, however long ago',
    text: 'Mneme keeps every turn. The small numbers in an answer lead to the turns it rests on.',
    next: 'Next',
  },
  watch: {
    title: 'Watch it remember',
    text: 'Memory now shows what the latest answer recalled. Open “Thought…” above an answer to read each round and why a turn was chosen.',
    next: 'Next: the map',
    leads: '/memory',
  },
  map: {
    title: 'See what your memory is about',
    text: 'Each island is a topic, or a conversation while there are only a few. Zoom in or press Enter to walk down to single turns, and Escape to go back up.',
    next: 'Next: usage',
    leads: '/usage',
  },
  usage: {
    title: 'See what it saves',
    text: 'The first sentence compares all calls with plain chat, which sends every earlier message again. What memory itself costs is included.',
    next: 'Got it',
  },
}
