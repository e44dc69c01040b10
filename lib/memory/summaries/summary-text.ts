import type { SummaryRow } from '@/lib/db/memory/summaries'
import { limits } from '@/lib/shared/limits'

export type Count = (text: string) => number
export type SummaryText = { summary: string; insights: string[] }
/** A summary of these turns; of a single one `from` = `to`. */
export type Summarised = SummaryText & Range

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

export function injectedForm({ from, to, summary, insights }: Summarised): string {
  const label = from === to ? `[Turn ${from}]` : `[Turns ${from}-${to}]`
  return insights.length ? `${label} ${summary}\nInsights: ${insights.join('; ')}` : `${label} ${summary}`
}

/** The longest beginning that satisfies `fits`: whole sentences, else whole words, else characters. */
export function cutToFit(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  for (const boundary of [/[.!?。！？]+(?=\s|$)|[。！？]/gu, /\s+/gu, /./gsu]) {
    const ends = [...text.matchAll(boundary)]
      .map((match) => match.index + (match[0].trim() ? match[0].length : 0))
      .filter((end) => end > 0)
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (fits(text.slice(0, ends[middle - 1]))) low = middle
      else high = middle - 1
    }
    if (low > 0) return text.slice(0, ends[low - 1])
  }
  return ''
}

/** A summary within `maxTokens`, label included: drops the last insights first, then cuts the summary. */
export function shorten(item: Summarised, maxTokens: number, countTokens: Count) {
  const fits = (summary: string, insights: string[]) =>
    countTokens(injectedForm({ ...item, summary, insights })) <= maxTokens
  let insights = item.insights
  while (insights.length && !fits(item.summary, insights)) insights = insights.slice(0, -1)
  return { ...item, insights, summary: cutToFit(item.summary, (summary) => fits(summary, insights)) }
}

/** What may be stored: single lines, with at most `limits.summary` insights, characters and tokens. */
export function bounded(item: Summarised, countTokens: Count): Summarised {
  const { maxChars, maxInsights, maxTokens } = limits.summary
  const summary = cutToFit(line(item.summary).slice(0, maxChars + 1), (text) => text.length <= maxChars)
  const insights = [...new Set(item.insights.map(line))]
    .filter(Boolean)
    .slice(0, maxInsights)
    .map((insight) => insight.slice(0, maxChars))
  return shorten({ ...item, summary, insights }, maxTokens, countTokens)
}

export const storedText = (item: Summarised, countTokens: Count) => ({
  text: item.summary,
  insights: item.insights,
  tokens: countTokens(injectedForm(item)),
})

/** The row of a summary, with columns in a fixed order: a bulk insert takes them from its first row. */
export function summaryRow(
  { id, branchId, level, from, to, contextId, status }: Omit<SummaryRow, 'text' | 'insights' | 'tokens'>,
  text: SummaryText,
  countTokens: Count,
): SummaryRow {
  const stored = storedText({ ...text, from, to }, countTokens)
  return { id, branchId, level, from, to, contextId, status, ...stored }
}

/** Whole numbers, both ends included. */
export type Range = { from: number; to: number }

export const isInRange = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to
export const rangesOverlap = (a: Range, b: Range) => a.from <= b.to && b.from <= a.to

/** The gaps: parts of `whole` that no range covers, in order. */
export function gaps(ranges: readonly Range[], whole: Range): Range[] {
  const open: Range[] = []
  let next = whole.from
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (to < next) continue
    if (from > whole.to) break
    if (from > next) open.push({ from: next, to: from - 1 })
    next = to + 1
  }
  if (next <= whole.to) open.push({ from: next, to: whole.to })
  return open
}
