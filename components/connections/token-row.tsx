'use client'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { TokenDto } from '@/lib/shared/door'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { RelativeTime } from '../ui/words/relative-time'
import { useFormat } from '../ui/words/use-format'
import { TokenCalls } from './token-calls'
import { endOf, mayWords } from './token-words'

type Props = { token: TokenDto; now: Date; onRenew(): void; onRevoke(): void }

/** One token: what it may do, when it was used and ends, and its last calls on demand. */
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
