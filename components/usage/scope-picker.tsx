'use client'
import { UNTITLED } from '@/lib/shared/untitled'
import type { UsageAddress } from '@/lib/shared/usage/usage-query'
import { useShell } from '../shell/shell-context'
import { Select } from '../ui/select'
import { useUsagePlace } from './use-usage-place'

const ALL = '*'

/** Selects the conversation, and one to compare it with. */
export function ScopePicker({ address }: { address: UsageAddress }) {
  const { conversations } = useShell()
  const place = useUsagePlace()
  const [first, second] = address.compare ?? [address.conversationId, null]
  const titles = new Map(conversations.map(({ id, title }) => [id, title || UNTITLED]))
  for (const id of [first, second]) if (id && !titles.has(id)) titles.set(id, 'Selected conversation')
  const options = [...titles].map(([value, label]) => ({ value, label }))
  const others = (id: string | null) => options.filter((option) => option.value !== id)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Conversation"
        value={first ?? ALL}
        onChange={(id) =>
          id === ALL ? place.show(null) : second && id !== second ? place.compare(id, second) : place.show(id)
        }
        options={[{ value: ALL, label: 'All conversations' }, ...options]}
      />
      {first && others(first).length > 0 && (
        <Select
          label="Compare with"
          placeholder="Compare with…"
          value={second ?? ''}
          onChange={(id) => (id === ALL ? place.show(first) : place.compare(first, id))}
          options={[...(second ? [{ value: ALL, label: 'None' }] : []), ...others(first)]}
        />
      )}
    </div>
  )
}
