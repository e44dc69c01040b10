import { DAY_MS } from '@/lib/shared/day'
import { formatIn } from './format'

/** "30 seconds", "5 minutes", "30 days". */
export function undoWords(ms: number): string {
  const { plural } = formatIn('en')
  if (ms >= DAY_MS) return plural(Math.round(ms / DAY_MS), 'day')
  const seconds = Math.round(ms / 1_000)
  return seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second')
}
