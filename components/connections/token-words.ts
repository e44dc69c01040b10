import { DAY_MS } from '@/lib/shared/day'
import { LIVES, limitsOfDoor, SCOPES, type Scope, type StrangerCalls, type TokenDto } from '@/lib/shared/door'
import type { Format } from '../ui/words/use-format'

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
  const names = SCOPES.filter((scope) => may.includes(scope)).map((scope) => SCOPE_NAMES[scope])
  return `May ${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')}`
}

/** Whether a token still works, and for how long: it warns before the end. */
export function endOf(
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
