import type { DateTime } from 'luxon'
import type { Span } from './calendar'
import { OTHERS } from './elsewhere'
import { ENGLISH } from './english'

export type Named = { span: Span; at: number; end: number; ago: boolean }
/** The first time named in a text in lower case; of those that start at the same place the longest. */
export function firstNamed(text: string, now: DateTime): Named | null {
  let best: Named | null = null
  for (const { pattern, span, ago = false } of [...ENGLISH, ...OTHERS]) {
    const match = pattern.exec(text)
    if (!match) continue
    const [at, end] = [match.index, match.index + match[0].length]
    if (best && (at > best.at || (at === best.at && end <= best.end))) continue
    const found = span({ ...match.groups, all: match[0] }, now)
    if (found?.[0].isValid && found[1].isValid) best = { span: found, at, end, ago }
  }
  return best
}
