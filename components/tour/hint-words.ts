import type { TourHint } from '@/lib/shared/tour'

/**
 * `empty` = the text before the first answer, `sample` = the one in the sample; `leads` = the page of the next
 * hint, if it is another.
 */
type Hint = { title: string; text: string; empty?: string; sample?: string; next: string; leads?: string }
export const HINTS: Record<TourHint, Hint> = {
  chat: {
    title: 'Ask about anything, however long ago',
    text: 'Mneme keeps every turn. The small numbers in an answer link to the turns it relies on.',
    empty:
      'Mneme keeps every turn. Send a message: small numbers in the answer link to the turns it relies on.',
    sample:
      'Try this prepared conversation. The small numbers in an answer link to the turns it relies on. Your own conversations use nothing from it.',
    next: 'Next',
  },
  watch: {
    title: 'Watch it remember',
    text: 'Memory now shows what the latest answer recalled. Open the line above an answer to read each round and see why each turn was recalled.',
    empty:
      'Send a message. Memory now shows what the answer recalls, and the line above the answer opens to each round of thinking.',
    next: 'Next: the map',
    leads: '/memory',
  },
  map: {
    title: 'See what your memory is about',
    text: 'Zoom in on an island to open it, and zoom out to go back up. Enter and Escape do the same.',
    next: 'Next: usage',
    leads: '/usage',
  },
  usage: {
    title: 'See what it costs and saves',
    text: 'The headline compares your calls with plain chat, which resends every earlier message. What memory itself costs is included.',
    next: 'Got it',
  },
}
