'use client'
import Link from 'next/link'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { UNTITLED } from '@/lib/shared/untitled'
import type { Savings } from '@/lib/shared/usage/usage'
import { useUsagePlace } from '../use-usage-place'

export function SavingsBars({ savings }: { savings: Savings }) {
  const id = useId()
  const format = useFormat()
  const place = useUsagePlace()
  const [everything, setEverything] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const count = savings.conversations.length
  if (count < 2) return null
  const choose = (other: string) => {
    if (chosen && chosen !== other) place.compare(chosen, other)
    else setChosen(chosen === other ? null : other)
  }
  const bars = barsOf(shownSavings(savings, everything, format))
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={id} className="mr-auto font-medium text-base">
          Saving per conversation
        </h2>
        <span role="status" className="text-ink-soft text-xs">
          {chosen && 'Choose another one to compare.'}
        </span>
      </figcaption>
      <ul aria-labelledby={id} className="flex flex-col">
        {bars.map((bar) => (
          <BarRow key={bar.id} bar={bar} chosen={bar.id === chosen} onChoose={choose} />
        ))}
      </ul>
      {count > FIRST_BARS && (
        <Button size="sm" className="self-start" onClick={() => setEverything(!everything)}>
          {everything ? 'Show fewer' : `Show all ${format.number(count)}`}
        </Button>
      )}
    </figure>
  )
}

type RowProps = { bar: Bar; chosen: boolean; onChoose(id: string): void }
function BarRow({ bar: { id, name, saved, from, width, zero, isConversation }, chosen, onChoose }: RowProps) {
  const format = useFormat()
  const percent = (share: number) => `${share * 100}%`
  const title = name || UNTITLED
  const isLoss = saved < 0
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-x-3 py-1 text-xs sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_5rem]">
      <span className="flex min-w-0 items-center gap-2">
        <input
          type="checkbox"
          aria-label={`Compare ${title}`}
          title="Compare"
          disabled={!isConversation}
          checked={chosen}
          onChange={() => onChoose(id)}
          className={cn('size-4 shrink-0 accent-accent', !isConversation && 'invisible')}
        />
        {isConversation ? (
          <Link href={`/c/${id}`} prefetch={false} title={title} className="truncate hover:text-accent">
            {title}
          </Link>
        ) : (
          <span className="truncate text-ink-soft">{title}</span>
        )}
      </span>
      <span aria-hidden className="relative order-last col-span-2 h-3.5 sm:order-none sm:col-span-1">
        <span
          className="absolute inset-y-0 w-px bg-line-strong sm:-inset-y-1"
          style={{ left: percent(Math.min(zero, 0.999)) }}
        />
        <span
          className="absolute inset-y-0 min-w-px rounded-sm"
          style={{
            left: percent(from),
            width: percent(width),
            background: isLoss ? 'var(--series-thoughts)' : 'var(--accent)',
          }}
        />
      </span>
      <span className="text-right tabular" title={format.number(saved)} data-saved={saved}>
        {isLoss ? '−' : saved > 0 ? '+' : ''}
        {format.tokens(Math.abs(saved))}
        <span className="sr-only"> tokens {isLoss ? 'more than without memory' : 'saved'}</span>
      </span>
    </li>
  )
}

export const FIRST_BARS = 10

type Row = { id: string; name: string; saved: number; isConversation: boolean }
/** A row with its bar, as shares of the width; all bars share one zero line. */
type Bar = Row & { zero: number; from: number; width: number }

/** The largest differences first, and what all others come to, so that the bars add up to the headline. */
export function shownSavings(savings: Savings, everything: boolean, format: Format): Row[] {
  const { conversations, others, left, upkeep } = savings
  const largest = everything
    ? conversations
    : [...conversations].sort((a, b) => Math.abs(b.saved) - Math.abs(a.saved)).slice(0, FIRST_BARS)
  const shown = conversations.filter((one) => largest.includes(one))
  const hidden = conversations.filter((one) => !largest.includes(one))
  const rest = hidden.reduce((sum, { saved }) => sum + saved, others)
  const count = hidden.length + left
  const rows = shown.map(({ id, title, saved }): Row => ({ id, name: title, saved, isConversation: true }))
  const add = (id: string, name: string, saved: number) =>
    rows.push({ id, name, saved, isConversation: false })
  if (count > 0) add('others', format.plural(count, 'other conversation'), rest)
  if (upkeep !== 0) add('upkeep', 'Memory’s own calls outside messages', upkeep)
  return rows
}

export function barsOf(rows: readonly Row[]): Bar[] {
  const best = Math.max(0, ...rows.map(({ saved }) => saved))
  const worst = Math.min(0, ...rows.map(({ saved }) => saved))
  const width = best - worst || 1
  const zero = Math.abs(worst) / width
  return rows.map((row) => ({
    ...row,
    zero,
    from: zero + Math.min(0, row.saved) / width || 0,
    width: Math.abs(row.saved) / width || 0,
  }))
}
