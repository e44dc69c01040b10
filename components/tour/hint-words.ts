import type { TourHint } from '@/lib/shared/tour'

/**
 * `empty` = the text before the first answer, `sample` = the one in the sample; `leads` = the page of the next
 * hint, if it is another: an address, or the sample.
 */
type Hint = { title: string; text: string; empty?: string; sample?: string; next: string; leads?: string }
/** What the sample is asked at the end of the tour. */
export const SAMPLE_QUESTIONS = [
  'How many things were mended at the opening?',
  'Who is the treasurer of the repair café?',
]
export const HINTS: Record<TourHint, Hint> = {
  chat: {
    title: 'Ask about anything, however long ago',
    text: 'Mneme keeps every message. The small numbers in an answer link to its sources.',
    empty: 'Mneme keeps every message. Send one: small numbers in the answer link to its sources.',
    sample:
      'Try this prepared conversation. The small numbers in an answer link to its sources. Your own conversations use nothing from it.',
    next: 'Next',
  },
  watch: {
    title: 'Watch it remember',
    text: 'Memory now shows what the latest answer recalled. Open the line above an answer to see what it thought, and why each memory was found.',
    empty:
      'Send a message. Memory now shows what the answer recalls, and the line above the answer opens to what it thought.',
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
    next: 'Next: try it',
    leads: 'sample',
  },
  ask: {
    title: 'Now ask it yourself',
    text: 'Ask about something that you said long ago.',
    sample: 'Ask the sample about its six weeks.',
    next: 'Got it',
  },
}
