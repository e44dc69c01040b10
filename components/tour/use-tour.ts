'use client'
import { useRouter } from 'next/navigation'
import { isAt } from '@/components/shell/places'
import { useShell } from '@/components/shell/shell-context'
import { useListedSample } from '@/components/shell/use-sample'
import { TOUR_HINTS, type TourHint } from '@/lib/shared/tour'

/** `empty` = before the first answer; `sample` = in it; `leads` = the page of the next hint. */
type Hint = { title: string; text: string; empty?: string; sample?: string; next: string; leads?: string }
/** What the sample is asked at the end of the tour. */
export const SAMPLE_QUESTIONS = [
  'How many things were mended at the opening?',
  'Who is the treasurer of the repair café?',
]
export const HINTS: Record<TourHint, Hint> = {
  chat: {
    title: 'Ask about anything, however long ago',
    text: 'The small numbers in an answer link to its sources.',
    empty: 'Send one: small numbers in the answer link to its sources.',
    sample: 'The small numbers in an answer link to its sources. Nothing in this sample is used elsewhere.',
    next: 'Next',
  },
  watch: {
    title: 'Watch it remember',
    text: 'Memory now shows what the latest answer used. The line above the answer opens to its thinking.',
    empty: 'Send a message. Memory now shows what the answer uses.',
    next: 'Next: the map',
    leads: '/memory',
  },
  map: {
    title: 'See what your memory is about',
    text: 'Zoom in on an island to open it, and zoom out to go back up.',
    next: 'Next: usage',
    leads: '/usage',
  },
  usage: {
    title: 'See what it costs and saves',
    text: 'Without memory, every earlier message is sent again each time.',
    next: 'Next: try it',
    leads: 'sample',
  },
  ask: {
    title: 'Now ask it yourself',
    text: 'Ask about something you said long ago.',
    sample: 'Ask the sample about its six weeks.',
    next: 'Got it',
  },
}

export function useTour() {
  const { tour, setTour } = useShell()
  const router = useRouter()
  const sample = useListedSample()
  return {
    place: tour,
    next: (hint: TourHint) => {
      setTour(TOUR_HINTS[TOUR_HINTS.indexOf(hint) + 1] ?? 'done')
      const { leads } = HINTS[hint]
      if (leads) router.push(leads === 'sample' ? (sample ? `/c/${sample.id}` : '/') : leads)
    },
    close: () => setTour('done'),
    /** From the first hint, which stands in the chat. */
    start: () => {
      setTour('chat')
      if (!isAt('/', location.pathname)) router.push('/')
    },
  }
}
