'use client'
import { useHydrated } from '@/components/ui/hooks/use-hydrated'
import { useFormat } from '@/components/ui/words/use-format'
import type { ShownMessage } from '../turn-messages'

/** The speaker and time of a message; UTC until hydration, so that server and browser agree. */
export function MessageHead({ message: { speaker, at } }: { message: ShownMessage }) {
  const format = useFormat()
  const hydrated = useHydrated()
  return (
    <p className="mb-0.5 flex flex-wrap items-baseline gap-x-2 text-xs">
      {speaker && <span className="font-medium text-ink-soft">{speaker}</span>}
      {at && (
        <time dateTime={at} className="text-ink-faint tabular">
          {hydrated ? format.exact(new Date(at)) : at.slice(0, 16).replace('T', ' ')}
        </time>
      )}
    </p>
  )
}
