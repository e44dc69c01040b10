'use client'
import { UNTITLED } from '@/lib/shared/untitled'
import type { UsageAddress } from '@/lib/shared/usage/usage-query'
import { useShell } from '../shell/shell-context'
import { Select } from '../ui/select'
import { useUsagePlace } from './use-usage-place'

const ALL = '*'

/** Selects the conversation, or goes back from two that are compared. */
export function ScopePicker({ address: { conversationId, compare } }: { address: UsageAddress }) {
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
