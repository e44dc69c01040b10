import type { Format } from '@/components/ui/words/use-format'
import type { OldTexts } from '@/lib/shared/memory/retention'

/** "12 full texts, up to 340 kB, from 3 Jan to 9 Mar 2026. …" */
export function oldTextsWords({ turns, bytes, oldest, newest }: OldTexts, format: Format): string {
  if (!oldest || !newest) return 'Nothing to drop: every full text is newer or was recalled recently.'
  const [from, to] = [format.day(new Date(oldest)), format.day(new Date(newest))]
  const when = from === to ? `from ${from}` : `from ${from} to ${to}`
  return `${format.plural(turns, 'full text')}, up to ${format.bytes(bytes)}, ${when}. Texts that a file or a prompt also uses are kept.`
}
