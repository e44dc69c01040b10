'use client'
import { useRouter } from 'next/navigation'
import { isAt } from '@/components/shell/places'
import { useShell } from '@/components/shell/shell-context'
import { useListedSample } from '@/components/shell/use-sample'
import { TOUR_HINTS, type TourHint } from '@/lib/shared/tour'
import { HINTS } from './hint-words'

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
