'use client'
import { capitalised } from '@/lib/shared/capitalised'
import type { RecallHit } from '@/lib/shared/turn/events'
import { cn } from './cn'
import { StackedBar } from './stacked-bar'
import { useFormat } from './words/use-format'
import { two, whyFound, whyNot, whyParts, whyRanks } from './words/why-words'

/** A score as a bar of its parts, full at 1, with a legend. Negative parts are in the legend only. */
export function PartsBar({ score, parts }: { score: number; parts: ReturnType<typeof whyParts> }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <StackedBar parts={parts} share={score} />
      <ul
        aria-label={`Score ${two(score)}, made of`}
        className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-soft text-xs tabular"
      >
        {parts.map(({ name, colour, value }) => (
          <li key={name} className="inline-flex items-center gap-1">
            <span
              aria-hidden
              className={cn('size-2 rounded-[2px]', value < 0 && 'opacity-40')}
              style={{ background: colour }}
            />
            {name} {two(value)}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Keywords = readonly string[] | undefined
export function WhyFound({ hit, keywords = [] }: { hit: RecallHit; keywords: Keywords }) {
  const { month } = useFormat()
  const [found, ranks] = [whyFound(hit, { keywords, month }), whyRanks(hit)]
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <PartsBar score={hit.score} parts={whyParts(hit)} />
      {(found.length > 0 || ranks) && (
        <p className="text-ink-soft text-xs">
          {sentence(found.join('; '))}
          {ranks && <span className="text-ink-faint"> {sentence(ranks)}</span>}
        </p>
      )}
    </div>
  )
}

type Props = {
  miss: RecallHit
  hits: readonly RecallHit[]
  keywords: Keywords
  className?: string
}

export function WhyNot({ miss, hits, keywords = [], className }: Props) {
  const { month } = useFormat()
  const ranks = whyRanks(miss)
  return (
    <p className={cn('text-ink-soft text-xs', className)}>
      {whyNot(miss, hits, { keywords, month })}
      {ranks && <span className="text-ink-faint"> {sentence(ranks)}</span>}
    </p>
  )
}

const sentence = (text: string) => (text ? `${capitalised(text)}.` : '')
