'use client'
import { ChevronRight } from 'lucide-react'
import { Fragment, memo, useEffect, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/use-format'
import type { TurnDto } from '@/lib/shared/dto'
import { DepthBadge } from './depth-badge'
import { Round } from './round'
import { roundName } from './rounds'
import { currentStep, elapsed, isThinkingDone, thinkSteps, toolSteps } from './turn-facts'
import { doneLine, liveLine } from './turn-words'
import { WindowBadge } from './window-badge'

type Props = { turn: TurnDto; waiting: string | null; last: boolean }

/** What the agent thought and did before the answer: open while it runs, then one line. */
export const Thinking = memo(function Thinking({ turn, waiting, last }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const running = turn.status === 'running'
  const folded = isThinkingDone(turn)
  const open = chosen ?? !folded
  const steps = [...thinkSteps(turn), ...toolSteps(turn)].sort((a, b) => a.index - b.index)
  const current = currentStep(turn)
  if (!running && steps.length === 0 && (!turn.endedAt || turn.attempt === 0)) return null
  return (
    <section aria-label={last ? 'Thinking' : `Thinking, ${turn.number}`} className="min-w-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setChosen(!open)}
          disabled={steps.length === 0}
          className="-ml-1.5 flex max-w-full items-center gap-1.5 rounded-md px-1.5 py-1 text-left text-ink-soft text-sm transition-colors duration-150 hover:not-disabled:bg-surface disabled:cursor-default"
        >
          {steps.length > 0 && (
            <ChevronRight
              aria-hidden
              className={cn(
                'size-4 shrink-0 text-ink-faint transition-transform duration-150',
                open && 'rotate-90',
              )}
            />
          )}
          {running && steps.length === 0 && (
            <span aria-hidden className="size-2 shrink-0 animate-breathe rounded-full bg-accent" />
          )}
          <span className="min-w-0 tabular">
            {running ? <LiveLine turn={turn} waiting={waiting} /> : <DoneLine turn={turn} />}
          </span>
        </button>
        <DepthBadge turn={turn} />
        <WindowBadge turn={turn} />
      </div>
      {open && steps.length > 0 && (
        <div className="relative mt-2 ml-1 flex flex-col gap-3 before:absolute before:top-2 before:bottom-2 before:left-[3.5px] before:w-px before:bg-line">
          {steps.map((step, order) => (
            <Round
              key={step.index}
              step={step}
              name={
                step.phase === 'think'
                  ? roundName(step, thinkSteps(turn))
                  : `Action ${steps.slice(0, order + 1).filter((other) => other.phase === 'act').length}`
              }
              here={turn.conversationId}
              live={running && !folded && step === current}
              open={!running && steps.length === 1}
            />
          ))}
        </div>
      )}
    </section>
  )
})

function LiveLine({ turn, waiting }: { turn: TurnDto; waiting: string | null }) {
  const format = useFormat()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [])
  const ms = now === null ? null : elapsed(turn, now)
  return (
    <>
      {waiting ?? liveLine(turn)}
      {ms !== null && ms >= 1_000 && (
        <span className="text-ink-faint">, {format.duration(Math.floor(ms / 1_000) * 1_000)}</span>
      )}
    </>
  )
}

function DoneLine({ turn }: { turn: TurnDto }) {
  return doneLine(turn, useFormat()).map((piece, order) => (
    <Fragment key={piece.text}>
      {order > 0 && ', '}
      <span className={piece.warm ? 'text-recall' : undefined} title={piece.hint}>
        {piece.text}
      </span>
    </Fragment>
  ))
}
