'use client'
import type { ReactNode } from 'react'
import type { UsageAddress } from '@/lib/shared/usage/usage-query'
import { PageHeader } from '../shell/page-header'
import { TourHintCard } from '../tour/tour-hint'
import { ErrorNote } from '../ui/error-note'
import { PageBody } from '../ui/scroll-area'
import { PeriodPicker } from './period-picker'
import { ScopePicker } from './scope-picker'

/** The frame of the usage page: the choice of conversation, and its report below. */
export const UsagePage = ({ address, children }: { address: UsageAddress; children: ReactNode }) => (
  <>
    <PageHeader title="Usage" />
    <PageBody aria-label="Usage">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 pt-5 pb-16">
        <TourHintCard hint="usage" />
        <div className="flex flex-wrap items-center gap-2">
          <ScopePicker address={address} />
          <PeriodPicker key={JSON.stringify(address.period)} period={address.period} />
        </div>
        {address.problem && (
          <ErrorNote error={{ message: address.problem, hint: 'This part of the URL is ignored.' }} />
        )}
        {children}
      </div>
    </PageBody>
  </>
)
