'use client'
import { limitsOfDoor, type TokenDto } from '@/lib/shared/door'
import { ErrorNote } from '../ui/error-note'
import { useLoaded } from '../ui/hooks/use-loaded'
import { ScrollArea } from '../ui/scroll-area'
import { SkeletonText } from '../ui/skeleton'
import { RelativeTime } from '../ui/words/relative-time'
import { useFormat } from '../ui/words/use-format'
import { loadTokenCalls } from './actions'

/** The last calls with a token: what, when and what it returned, by ids. */
export function TokenCalls({ token: { id, name } }: { token: TokenDto }) {
  const { value, error, reload } = useLoaded(id, () => loadTokenCalls({ id }))
  const { plural } = useFormat()
  if (error) return <ErrorNote error={error} onRetry={reload} />
  if (!value) return <SkeletonText lines={2} />
  if (value.length === 0) return <p className="text-ink-soft text-sm">No calls yet.</p>
  return (
    <ScrollArea className="max-h-72 overflow-auto rounded-md border border-line bg-surface">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">
          Last calls of {name}, at most {limitsOfDoor.calls}
        </caption>
        <thead className="text-ink-soft text-xs">
          <tr>
            {['What', 'When', 'Returned'].map((title) => (
              <th key={title} scope="col" className="px-3 py-1.5 font-medium last:w-full">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.map((call) => (
            <tr key={call.id} className="border-line border-t align-top">
              <td className="px-3 py-1.5 font-mono text-xs">{call.tool}</td>
              <td className="whitespace-nowrap px-3 py-1.5 text-ink-soft">
                <RelativeTime at={call.at} />
              </td>
              <td className="px-3 py-1.5">
                {plural(call.count, 'result')}
                {call.ids.length > 0 && (
                  <span className="block break-all font-mono text-ink-soft text-xs">
                    {call.ids.join(' ')}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
