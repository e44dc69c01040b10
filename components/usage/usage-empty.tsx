import { ChartNoAxesCombined } from 'lucide-react'
import Link from 'next/link'
import type { Failure } from '@/lib/shared/errors'
import { buttonClass } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { ErrorNote } from '../ui/error-note'

/** Nothing to show: why, and what to do. */
export const UsageError = ({ error }: { error: Failure }) => (
  <ErrorNote error={error} className="self-start">
    <Link href="/usage" className={buttonClass({ size: 'sm' })}>
      All conversations
    </Link>
  </ErrorNote>
)

/** Nothing recorded yet: what will be here, and the way to the first message. */
export const UsageEmpty = ({ all, conversationId }: { all: boolean; conversationId: string | null }) => (
  <EmptyState
    icon={<ChartNoAxesCombined />}
    title={all ? 'No model calls recorded yet' : 'No model calls in this conversation yet'}
    action={
      <Link href={conversationId ? `/c/${conversationId}` : '/'} className={buttonClass({ look: 'primary' })}>
        {conversationId ? 'Open the conversation' : 'Start a conversation'}
      </Link>
    }
  >
    Send a message to see its tokens and cost here, and what plain chat would have used.
  </EmptyState>
)

/** Nothing recorded in the chosen days: the way to all others. */
export const PeriodEmpty = ({ conversationId }: { conversationId: string | null }) => (
  <EmptyState
    icon={<ChartNoAxesCombined />}
    title="No turns were sent in this period"
    action={
      <Link
        href={conversationId ? `/usage?conversation=${conversationId}` : '/usage'}
        className={buttonClass({ look: 'primary' })}
      >
        Show all time
      </Link>
    }
  >
    A turn counts on the day it was sent, including all its calls.
  </EmptyState>
)
