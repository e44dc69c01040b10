import { searchRangeOf } from '@/lib/base/time/time-range'
import type { View } from '@/lib/model/offline/view'
import { coverageOf, ENOUGH, groundsOf } from './coverage'
import type { Passage } from './passage'
import type { Query } from './query'

/** What was said at the time that a question names; all, if nothing of that time answers it. */
export function saidThen({ today }: View, query: Query, passages: readonly Passage[]): readonly Passage[] {
  const range = query.time && today ? searchRangeOf(query.time, new Date(`${today}T12:00:00Z`), 'UTC') : null
  if (!range) return passages
  // Dates in the prompt are local, and so is the range: only the digits are compared.
  const [from, to] = [range.from, range.to].map((at) => at.toISOString().slice(0, 19))
  const then = passages.filter(({ date }) => date >= (from ?? '') && date < (to ?? ''))
  const answers = query.terms.length === 0 || coverageOf(query, groundsOf(query, then)).best >= ENOUGH
  return answers ? then : passages
}

const COUNTS = /^[^\n]+\n(?:Turns over time|Topics): [^\n]+/
/** What a tool of this turn counted: the lines before what it found. */
export const countsIn = (view: View): string =>
  view.performed.map(({ result }) => COUNTS.exec(result)?.[0] ?? '').find(Boolean) ?? ''
