import { ChartNoAxesCombined } from 'lucide-react'
import Link from 'next/link'
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
  const isEngine = !period && builtIn > 0
  const link = period
    ? ([conversationId ? `/usage?conversation=${conversationId}` : '/usage', 'Show all time'] as const)
    : isEngine
      ? (['/settings', 'Connect a model'] as const)
      : conversationId
        ? ([`/c/${conversationId}`, 'Open the conversation'] as const)
        : (['/', 'Start a conversation'] as const)
  return (
    <EmptyState
      icon={<ChartNoAxesCombined />}
      title={period ? 'No messages were sent in this period' : 'Nothing to count yet'}
      link={link}
    >
      {period
        ? 'A message counts on the day it was sent.'
        : isEngine
          ? 'The built-in engine answered, which costs nothing.'
          : 'What memory saves is shown here.'}
    </EmptyState>
  )
}
