import { formatIn } from './format'

/** "30 seconds", "5 minutes". */
export function undoWords(ms: number): string {
  const { plural } = formatIn('en')
  const seconds = Math.round(ms / 1_000)
  return seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second')
}
