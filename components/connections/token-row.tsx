'use client'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { DAY_MS } from '@/lib/shared/day'
import { LIVES, limitsOfDoor, SCOPES, type Scope, type StrangerCalls, type TokenDto } from '@/lib/shared/door'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { useLoaded } from '../ui/hooks/use-loaded'
import { ScrollArea } from '../ui/scroll-area'
import { SkeletonText } from '../ui/skeleton'
import { RelativeTime } from '../ui/words/relative-time'
import { type Format, useFormat } from '../ui/words/use-format'
import { wordList } from '../ui/words/words'
import { server } from './actions'

export const SCOPE_NAMES: Record<Scope, string> = {
  read: 'read memory',
  write: 'add to memory',
  forget: 'forget',
  chat: 'chat',
}
export const LIFE_OPTIONS = [
  { value: 'month' as const, label: `${LIVES.month} days` },
  { value: 'year' as const, label: '1 year' },
]

/** "May read memory and add to memory". */
export function mayWords({ may }: Pick<TokenDto, 'may'>): string {
  return `May ${wordList(SCOPES.filter((scope) => may.includes(scope)).map((scope) => SCOPE_NAMES[scope]))}`
}

/** Whether a token still works, and for how long: it warns before the end. */
export function tokenEnd(
  { expiresAt, revokedAt }: Pick<TokenDto, 'expiresAt' | 'revokedAt'>,
  now: Date,
  { day, plural }: Pick<Format, 'day' | 'plural'>,
): { state: 'works' | 'ends soon' | 'expired' | 'revoked'; words: string } {
  if (revokedAt) return { state: 'revoked', words: `revoked on ${day(new Date(revokedAt))}` }
  const left = Date.parse(expiresAt) - now.getTime()
  const on = day(new Date(expiresAt))
  if (left <= 0) return { state: 'expired', words: `expired on ${on}` }
  if (left > limitsOfDoor.warnDays * DAY_MS) return { state: 'works', words: `expires on ${on}` }
  const days = Math.floor(left / DAY_MS)
  return { state: 'ends soon', words: days ? `expires in ${plural(days, 'day')}` : 'expires within a day' }
}

/** How often somebody called who has no token that works; null = never. */
export function strangerWords(
  { admitted, without, wrong }: StrangerCalls,
  { plural }: Pick<Format, 'plural'>,
): string | null {
  const parts = [
    ...(admitted ? [`${plural(admitted, 'call')} without a token let in`] : []),
    ...(without ? [`${plural(without, 'call')} without a token refused`] : []),
    ...(wrong ? [`${plural(wrong, 'call')} refused because of a token that does not work`] : []),
  ]
  return parts.length ? `Since this server started: ${parts.join(', ')}.` : null
}

type Props = { token: TokenDto; now: Date; onRenew(): void; onRevoke(): void }

export function TokenRow({ token, now, onRenew, onRevoke }: Props) {
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { state, words } = tokenEnd(token, now, format)
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
