'use client'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { limitsOfDoor, type TokenDto } from '@/lib/shared/door'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { useLoaded } from '../ui/hooks/use-loaded'
import { ScrollArea } from '../ui/scroll-area'
import { SkeletonText } from '../ui/skeleton'
import { RelativeTime } from '../ui/words/relative-time'
import { useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { endOf, mayWords } from './token-words'

type Props = { token: TokenDto; now: Date; onRenew(): void; onRevoke(): void }

export function TokenRow({ token, now, onRenew, onRevoke }: Props) {
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { state, words } = endOf(token, now, format)
  const warns = state === 'ends soon' || state === 'expired'
  return (
    <li aria-label={token.name} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className={cn('break-words font-medium', state === 'revoked' && 'text-ink-soft line-through')}>
            {token.name}
          </p>
          <p className="text-ink-soft text-sm">
            {mayWords(token)} ·{' '}
            {token.lastUsedAt ? (
              <>
                last used <RelativeTime at={token.lastUsedAt} />
              </>
            ) : (
              'never used'
            )}{' '}
            ·{' '}
            <span className={cn(warns && 'inline-flex items-center gap-1 font-medium text-error')}>
              {warns && <TriangleAlert aria-hidden className="size-3.5" />}
              {words}
            </span>
          </p>
          {token.boundUser && (
            <p className="break-words text-ink-soft text-sm">Serves only the user “{token.boundUser}”</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            look="ghost"
            aria-expanded={open}
            aria-label={`Last calls of ${token.name}`}
            onClick={() => setOpen(!open)}
          >
            Last calls
          </Button>
          {state !== 'revoked' && (
            <>
              <Button
                size="sm"
                look={warns ? 'primary' : 'quiet'}
                aria-label={`Renew ${token.name}`}
                onClick={onRenew}
              >
                Renew…
              </Button>
              <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
                Revoke…
              </Button>
            </>
          )}
        </div>
      </div>
      {open && <TokenCalls token={token} />}
    </li>
  )
}

/** The last calls with a token: what, when and what it returned, by ids. */
function TokenCalls({ token: { id, name } }: { token: TokenDto }) {
  const { value, error, reload } = useLoaded(id, () => server.loadTokenCalls({ id }))
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
