'use client'
import { useState } from 'react'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { Select } from '../ui/select'
import { useUsagePlace } from './use-usage-place'

type Choice = '7d' | '30d' | 'month' | 'all' | 'own'
const OPTIONS: { value: Choice; label: string }[] = [
  { value: 'all', label: 'All time' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'month', label: 'This month' },
  { value: 'own', label: 'Custom dates…' },
]
const DATE = 'h-9 pointer-coarse:h-11 rounded-md border border-line-strong bg-raised px-2 text-sm tabular'
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Which days every number of the page is about. The reader's time zone goes into the address. */
export function PeriodPicker({ period }: { period: UsagePeriod | null }) {
  const place = useUsagePlace()
  const days = period && 'since' in period ? period : null
  const [own, setOwn] = useState(days !== null)
  const [since, setSince] = useState(days?.since ?? '')
  const [until, setUntil] = useState(days?.until ?? '')
  const named = period && 'name' in period ? period.name : 'all'
  const backwards = since !== '' && until !== '' && since > until
  const choose = (choice: Choice) => {
    setOwn(choice === 'own')
    if (choice === 'own') return
    place.during(choice === 'all' ? null : { name: choice, zone: ownZone() })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select label="Period" value={own ? 'own' : named} onChange={choose} options={OPTIONS} />
      {own && (
        <form
          className="flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            place.during({ since, until, zone: ownZone() })
          }}
        >
          <input
            type="date"
            aria-label="First day"
            required
            value={since}
            onChange={(event) => setSince(event.target.value)}
            className={DATE}
          />
          <span className="text-ink-soft">to</span>
          <input
            type="date"
            aria-label="Last day"
            aria-invalid={backwards}
            required
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            className={cn(DATE, backwards && 'border-error')}
          />
          <Button size="sm" type="submit" disabled={backwards}>
            Show
          </Button>
          {backwards && (
            <span role="alert" className="text-error text-xs">
              The last day must not be before the first.
            </span>
          )}
        </form>
      )}
    </div>
  )
}
