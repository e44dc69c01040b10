import type { Format } from '@/components/ui/words/use-format'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { cumulative, savingOf } from '@/lib/shared/usage/usage-maths'

/**
 * "ahead since turn 27": where the curve of memory crosses that of plain chat for the last time, as the chart
 * shows it. Null if it does not or if it began ahead; of a period, whose curves begin in the middle, always.
 */
export function aheadSince(report: UsageReport, format: Format): string | null {
  if (report.period) return null
  const behind = cumulative(report).findLastIndex((sums) => savingOf(sums, 'plainChat').tokens < 0)
  const point = report.points[behind + 1]
  if (behind < 0 || !point) return null
  const about = report.size > 1 ? 'about ' : ''
  return report.oneConversation
    ? `ahead since ${about}turn ${format.number(point.numbers.to)}${point.again ? ', another attempt' : ''}`
    : `ahead since ${about}the ${format.ordinal(point.to)} turn`
}
