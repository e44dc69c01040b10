'use client'
import { Popover } from 'radix-ui'
import { DAY_MS } from '@/lib/shared/day'
import { Button } from '../ui/button'
import { type Format, useFormat } from '../ui/words/use-format'
import { dayOf } from './address/place'
import { FilterChip, TakeOff } from './filter-menu'

type Span = { from: string | null; to: string | null }
const PRESETS = [
  { name: 'Past 7 days', days: 7 },
  { name: 'Past 30 days', days: 30 },
  { name: 'Past year', days: 365 },
]
const daysAgo = (days: number) => dayOf(new Date(Date.now() - days * DAY_MS))

function spanName({ from, to }: Span, format: Format): string | null {
  if (!from && !to) return null
  const preset = to ? null : PRESETS.find(({ days }) => from === daysAgo(days))
  if (preset) return preset.name
  const day = (text: string) => {
    const date = new Date(`${text}T12:00:00`)
    return Number.isNaN(date.getTime()) ? text : format.day(date)
  }
  if (!from) return `Until ${day(to ?? '')}`
  return to ? `${day(from)} to ${day(to)}` : `Since ${day(from)}`
}

export function TimeFilter({ span, onChange }: { span: Span; onChange(span: Span): void }) {
  const name = spanName(span, useFormat())
  return (
    <span className="inline-flex min-w-0 items-center max-sm:shrink-0">
      <Popover.Root>
        <Popover.Trigger asChild>
          <FilterChip name="Time" value={name} />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label="Time"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex w-64 animate-appear flex-col gap-3 rounded-lg border border-line bg-raised p-3 shadow-float outline-none"
          >
            <div className="flex flex-wrap gap-1.5">
              {PRESETS.map(({ name, days }) => (
                <Popover.Close key={days} asChild>
                  <Button size="sm" onClick={() => onChange({ from: daysAgo(days), to: null })}>
                    {name}
                  </Button>
                </Popover.Close>
              ))}
            </div>
            <Day label="From" value={span.from} onChange={(from) => onChange({ ...span, from })} />
            <Day label="To" value={span.to} onChange={(to) => onChange({ ...span, to })} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {name !== null && <TakeOff name="Time" onClick={() => onChange({ from: null, to: null })} />}
    </span>
  )
}

type DayProps = { label: string; value: string | null; onChange(day: string | null): void }
const Day = ({ label, value, onChange }: DayProps) => (
  <label className="flex items-center justify-between gap-3 text-ink-soft text-sm">
    {label}
    <input
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      className="h-8 rounded-md border border-line-strong bg-paper px-2 text-ink text-sm"
    />
  </label>
)
