'use client'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { TOUR_HINTS, type TourHint } from '@/lib/shared/tour'
import { HINTS, SAMPLE_QUESTIONS, useTour } from './use-tour'

/** The hint pressed last: the next one takes the focus. Null once anything else is pressed. */
let left: TourHint | 'start' | null = null
function leave(from: TourHint | 'start') {
  left = from
  const isOver = new AbortController()
  const forget = () => {
    left = null
    isOver.abort()
  }
  for (const gesture of ['keydown', 'pointerdown'])
    window.addEventListener(gesture, forget, { capture: true, signal: isOver.signal })
}
export const expectFocus = () => leave('start')

/** `compact` = one line where there is room; `place` = the conversation it stands in. */
type Props = {
  hint: TourHint
  compact?: boolean
  place?: 'empty' | 'sample' | undefined
  onAsk?: (question: string) => void
  /** Shows what the next hint speaks of. */
  onNext?: () => void
  className?: string
}
/** One hint of the tour where it speaks of something. It stands in the page's flow, so it covers nothing. */
export function TourHintCard(props: Props) {
  const { tour } = useShell()
  return tour === props.hint ? <Card key={tour} {...props} /> : null
}

function Card({ hint, compact = false, place, onAsk, onNext, className }: Props) {
  const { next, close } = useTour()
  const button = useRef<HTMLButtonElement>(null)
  const { title, next: label, ...words } = HINTS[hint]
  const text = (place && words[place]) || words.text
  const number = TOUR_HINTS.indexOf(hint)
  useEffect(() => {
    const isNext = left === 'start' ? number === 0 : left === TOUR_HINTS[number - 1]
    if (left !== null && isNext) button.current?.focus({ preventScroll: true })
  }, [number])
  const titleId = `tour-${hint}`
  return (
    <section
      aria-labelledby={titleId}
      className={cn(
        'relative flex animate-appear flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft pr-10 pl-3.5 text-sm',
        compact ? 'py-1' : 'py-2',
        className,
      )}
    >
      <div
        className={cn(
          'min-w-0 flex-1',
          compact ? 'max-lg:basis-64 lg:flex lg:items-baseline lg:gap-x-2' : 'basis-64',
        )}
      >
        <p id={titleId} className="shrink-0 font-medium">
          {title}
        </p>
        <p className={cn('max-w-[72ch] text-ink-soft', compact && 'lg:max-w-none lg:truncate')}>{text}</p>
      </div>
      {onAsk && place === 'sample' && (
        <p className="flex flex-wrap gap-2">
          {SAMPLE_QUESTIONS.map((question) => (
            <Button key={question} size="sm" onClick={() => onAsk(question)}>
              {question}
            </Button>
          ))}
        </p>
      )}
      <p className="flex items-center gap-3">
        <Button
          ref={button}
          look="primary"
          size="sm"
          aria-describedby={titleId}
          onClick={() => {
            leave(hint)
            next(hint)
            onNext?.()
          }}
        >
          {label}
        </Button>
        <span className="text-ink-soft text-xs">
          {number + 1} of {TOUR_HINTS.length}
        </span>
      </p>
      <IconButton
        icon={<X />}
        label="Close the tour"
        small
        className="absolute top-1.5 right-1.5"
        onClick={close}
      />
    </section>
  )
}
