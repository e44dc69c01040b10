'use client'
import type { ReactNode } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { Select } from '@/components/ui/select'
import { UNTITLED } from '@/lib/shared/untitled'
import { PERIODS, type UsageAddress, type UsagePeriod } from '@/lib/shared/usage/usage-query'
import { PageHeader } from '../shell/page-header'
import { TourHintCard } from '../tour/tour-hint'
import { ErrorNote } from '../ui/error-note'
import { PageBody } from '../ui/scroll-area'
import { Skeleton, SkeletonText } from '../ui/skeleton'
import { useUsagePlace } from './use-usage-place'

const ALL = '*'

function ScopePicker({ address: { conversationId, compare } }: { address: UsageAddress }) {
  const { conversations } = useShell()
  const place = useUsagePlace()
  const titles = new Map(conversations.map(({ id, title }) => [id, title || UNTITLED]))
  if (conversationId && !titles.has(conversationId)) titles.set(conversationId, 'Selected conversation')
  return (
    <Select
      label="Conversation"
      placeholder="Two conversations"
      value={compare ? '' : (conversationId ?? ALL)}
      onChange={(id) => place.show(id === ALL ? null : id)}
      options={[
        { value: ALL, label: 'All conversations' },
        ...[...titles].map(([value, label]) => ({ value, label })),
      ]}
    />
  )
}

const LABELS: Record<UsagePeriod['name'], string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
}

/** Which days every number of the page is about. The reader's time zone goes into the address. */
function PeriodPicker({ period }: { period: UsagePeriod | null }) {
  const place = useUsagePlace()
  const choose = (name: UsagePeriod['name'] | typeof ALL) =>
    place.during(name === ALL ? null : { name, zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  return (
    <Select
      label="Period"
      value={period?.name ?? ALL}
      onChange={choose}
      options={[
        { value: ALL, label: 'All time' },
        ...PERIODS.map((value) => ({ value, label: LABELS[value] })),
      ]}
    />
  )
}

export const UsagePage = ({ address, children }: { address: UsageAddress; children: ReactNode }) => (
  <>
    <PageHeader title="Usage" />
    <PageBody aria-label="Usage">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 pt-5 pb-16">
        <TourHintCard hint="usage" />
        <div className="flex flex-wrap items-center gap-2">
          <ScopePicker address={address} />
          <PeriodPicker period={address.period} />
        </div>
        {address.problem && (
          <ErrorNote error={{ message: address.problem, hint: 'This part of the URL is ignored.' }} />
        )}
        {children}
      </div>
    </PageBody>
  </>
)

const Side = () => (
  <div className="flex min-w-0 flex-col gap-12">
    <div className="flex flex-col gap-4">
      <Skeleton className="h-7 w-4/5 max-w-xl" />
      <SkeletonText lines={2} />
    </div>
    {['h-[280px]', 'h-72'].map((height) => (
      <div key={height} className="flex flex-col gap-3">
        <Skeleton className="h-5 w-44" />
        <Skeleton className={height} />
      </div>
    ))}
  </div>
)

export const UsageSkeleton = ({ sides = 1 }: { sides?: 1 | 2 }) => (
  <div role="status" aria-label="Loading usage" className="grid auto-cols-fr gap-8 md:grid-flow-col">
    <Side />
    {sides === 2 && <Side />}
  </div>
)
