'use client'
import { Fragment, memo, useEffect, useState } from 'react'
import { Chevron } from '@/components/ui/chevron'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import { currentStep, isThinkingDone, roundName, shownSteps } from '../turn-facts'
import { doneLine, liveLine, timeWords } from '../turn-words'
import { Round } from './round'

type Props = { turn: TurnDto; waiting: string | null; last: boolean }

export const Thinking = memo(function Thinking({ turn, waiting, last }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const running = turn.status === 'running'
  const folded = isThinkingDone(turn)
  const open = chosen ?? !folded
  const steps = shownSteps(turn)
  const current = currentStep(turn)
  if (!running && steps.length === 0 && (!turn.endedAt || turn.attempt === 0)) return null
  return (
    <section aria-label={last ? 'Thinking' : `Thinking, ${turn.number}`} className="min-w-0">
      {/* One line at any width, so that what follows stays where it is. */}
      <div className="flex min-w-0 whitespace-nowrap">
        <button
          type="button"
          aria-expanded={steps.length > 0 ? open : undefined}
          onClick={() => setChosen(!open)}
          disabled={steps.length === 0}
          className="-ml-1.5 flex min-w-0 items-center gap-1.5 rounded-md px-1.5 py-1 pointer-coarse:py-3 text-left text-ink-soft text-sm transition-colors duration-150 hover:not-disabled:bg-surface disabled:cursor-default"
        >
          {steps.length === 0 ? (
            <span className="flex size-4 shrink-0 items-center justify-center">
              <span
                aria-hidden
                className={cn(
                  'size-2 rounded-full',
                  running ? 'animate-breathe bg-accent' : 'bg-line-strong',
                )}
              />
            </span>
          ) : (
            <Chevron open={open} />
          )}
          {folded && !waiting ? <DoneLine turn={turn} /> : <LiveLine turn={turn} waiting={waiting} />}
        </button>
      </div>
      {open && steps.length > 0 && (
        <div className="relative mt-2 ml-1 flex flex-col gap-3 before:absolute before:top-2 before:bottom-2 before:left-[3.5px] before:w-px before:bg-line">
          {steps.map((step, order) => (
            <Round
              key={step.index}
              step={step}
              name={nameOf(steps, order)}
              turn={turn}
              live={running && !folded && step === current}
              open={!running && steps.length === 1}
            />
          ))}
        </div>
      )}
    </section>
  )
})

/** "Round 2" for thinking, "Action 1" for tools, "Before answering" for a model that reasons by itself. */
function nameOf(steps: StepDto[], order: number): string {
  const step = steps[order] as StepDto
  const thinking = steps.filter((other) => other.phase === 'think')
  if (step.phase === 'think') return roundName(step, thinking)
  if (step.tools.length + step.recalls.length === 0) return 'Before answering'
  return `Action ${steps.slice(0, order + 1).filter((other) => other.tools.length + other.recalls.length > 0 && other.phase === 'act').length}`
}

/** Until the first event a shimmer with tenths of a second shows that something is happening. */
function LiveLine({ turn, waiting }: { turn: TurnDto; waiting: string | null }) {
  const format = useFormat()
  const [now, setNow] = useState<number | null>(null)
  const starting = turn.steps.length === 0
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, starting ? 100 : 1_000)
    return () => clearInterval(timer)
  }, [starting])
  const ms = now === null ? 0 : Math.max(0, now - Date.parse(turn.startedAt ?? turn.createdAt))
  const shown = starting ? Math.floor(ms / 100) * 100 : Math.floor(ms / 1_000) * 1_000
  return (
    <span className="flex min-w-0 tabular">
      <span className={cn('min-w-0 truncate', starting && 'shimmer')}>
        {waiting ?? liveLine(turn, now ?? undefined)}
      </span>
      {shown > 0 && (
        <span className="shrink-0 text-ink-faint">
          , {starting ? `${(shown / 1_000).toFixed(1)} s` : format.duration(shown)}
        </span>
      )}
    </span>
  )
}

function DoneLine({ turn }: { turn: TurnDto }) {
  const format = useFormat()
  const pieces = doneLine(turn, format)
  const title = [...pieces.map(({ text }) => text), timeWords(turn, format)].filter(Boolean).join(' · ')
  return (
    <span className="min-w-0 truncate tabular" title={title}>
      {pieces.map(({ text, warm }, order) => (
        <Fragment key={text}>
          {order > 0 && ' · '}
          <span className={warm ? 'text-recall' : undefined}>{text}</span>
        </Fragment>
      ))}
    </span>
  )
}
