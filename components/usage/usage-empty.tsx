import { ChartNoAxesCombined } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Failure } from '@/lib/shared/errors'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { buttonClass } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { ErrorNote } from '../ui/error-note'

export const UsageError = ({ error }: { error: Failure }) => (
  <ErrorNote error={error} className="self-start">
    <Link href="/usage" className={buttonClass({ size: 'sm' })}>
      All conversations
    </Link>
  </ErrorNote>
)

/** No call that counts: why, and what to do. */
export function NothingRecorded({ report: { conversationId, period, builtIn } }: { report: UsageReport }) {
  if (period)
    return (
      <Empty
        title="No messages were sent in this period"
        href={conversationId ? `/usage?conversation=${conversationId}` : '/usage'}
        link="Show all time"
      >
        A message counts on the day it was sent.
      </Empty>
    )
  if (builtIn > 0)
    return (
      <Empty title="Nothing to count yet" href="/settings" link="Connect a model">
        The built-in engine answered, which costs nothing.
      </Empty>
    )
  return (
    <Empty
      title="Nothing to count yet"
      href={conversationId ? `/c/${conversationId}` : '/'}
      link={conversationId ? 'Open the conversation' : 'Start a conversation'}
    >
      What memory saves is shown here.
    </Empty>
  )
}

type EmptyProps = { title: string; href: string; link: string; children: ReactNode }
const Empty = ({ title, href, link, children }: EmptyProps) => (
  <EmptyState icon={<ChartNoAxesCombined />} title={title} link={[href, link]}>
    {children}
  </EmptyState>
)
