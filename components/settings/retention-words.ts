import type { OldTexts } from '@/lib/shared/retention'
import type { Format } from '../ui/use-format'

/** "12 full texts, up to 340 kB, from 3 Jan to 9 Mar 2026. …" */
export function oldTextsWords({ turns, bytes, oldest, newest }: OldTexts, format: Format): string {
  if (!oldest || !newest) return 'Every full text was recalled or made since then.'
  const [from, to] = [format.day(new Date(oldest)), format.day(new Date(newest))]
  const when = from === to ? `from ${from}` : `from ${from} to ${to}`
  return `${format.plural(turns, 'full text')}, up to ${format.bytes(bytes)}, ${when}. Texts that a file or a prompt uses as well stay for these.`
}
