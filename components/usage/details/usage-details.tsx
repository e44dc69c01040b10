'use client'
import { Download } from 'lucide-react'
import { sectionName } from '@/components/ui/series'
import type { Result } from '@/lib/shared/errors'
import { SECTION_ORDER } from '@/lib/shared/limits'
import { OWN_PROMPTS } from '@/lib/shared/usage/baselines'
import type { CallPage, MemorySums, UsageReport } from '@/lib/shared/usage/usage'
import { savingOf, totalsOf, withMemory } from '@/lib/shared/usage/usage-maths'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { NumberTable, Row, TablePart } from '../../inspector/tables/table-parts'
import { buttonClass } from '../../ui/button'
import { useFormat } from '../../ui/words/use-format'
import { calculation } from '../headline/headline-words'
import { pointName, windowCells, windowName } from '../usage-words'
import { useUsagePlace } from '../use-usage-place'
import { CallsTable } from './calls-table'
import { CostTable } from './cost-table'

const COLUMNS = [
  'Window',
  'Messages',
  'Earlier messages, tokens',
  'In the window, tokens',
  'Completed',
  'Time',
]

const ABOUT =
  'The window is the most recent messages sent word for word, including the current one. Tokens and time are ' +
  'averages per message: all earlier messages, and the part of them the window sent, including headings. ' +
  'Completed: answered and not rated down, out of the messages you did not stop. Time: from the start of a message to the end of its answer.'

const WAYS: [name: string, of: (sums: MemorySums) => number][] = [
  ['Plain chat', (sums) => sums.plainChat],
  ['Full contexts', (sums) => sums.fullContexts],
]
const PLACES = [...SECTION_ORDER, OWN_PROMPTS]

type Props = { report: UsageReport; calls: Result<CallPage>; period: UsagePeriod | null }
export function UsageDetails({ report, calls, period }: Props) {
  const format = useFormat()
  const place = useUsagePlace()
  const totals = totalsOf(report.models)
  const savedCells = (sums: MemorySums) => [
    format.number(withMemory(sums)),
    format.number(sums.plainChat),
    format.number(savingOf(sums, 'plainChat').tokens),
  ]
  return (
    <details className="border-line border-t pt-4">
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium text-base hover:text-accent">
        Details
      </summary>
      <div className="mt-6 flex flex-col gap-12">
        <div className="flex max-w-[72ch] flex-col gap-3 text-ink-soft">
          {calculation(report, format).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <a
            href={place.csv}
            download
            className={buttonClass({ size: 'sm', look: 'quiet', className: 'self-start' })}
          >
            <Download aria-hidden className="size-3.5" /> CSV
          </a>
        </div>
        <TablePart name="The same calls in other ways" columns={['Way', 'Tokens', 'Saved by memory']}>
          <tbody>
            <Row
              className="font-semibold"
              head="With memory"
              cells={[format.number(withMemory(totals)), '–']}
            />
            {WAYS.map(([name, of]) => (
              <Row
                key={name}
                className="border-line border-b"
                head={name}
                cells={[format.number(of(totals)), format.number(of(totals) - withMemory(totals))]}
              />
            ))}
          </tbody>
        </TablePart>
        <NumberTable
          name="By message"
          isLong
          columns={['Messages', 'With memory', 'Plain chat', 'Saved']}
          rows={report.points.map((point) => ({
            key: point.from,
            name: pointName(point, !report.oneConversation, format),
            cells: savedCells(point),
          }))}
          foot={[{ name: 'All messages', cells: savedCells(totalsOf(report.points)) }]}
        />
        <NumberTable
          name="By prompt section"
          about="What the prompts held, counted by our tokenizer."
          columns={['Section', 'Tokens', 'Share']}
          rows={PLACES.flatMap((place) => {
            const tokens = report.sections[place]
            const share = format.percent((tokens ?? 0) / Math.max(1, totals.estInputTokens))
            return tokens ? { name: sectionName(place), cells: [format.number(tokens), share] } : []
          })}
          foot={[{ name: 'All prompts', cells: [format.number(totals.estInputTokens), '100%'] }]}
        />
        <CostTable report={report} />
        {report.windows.length > 0 && (
          <NumberTable
            name="By window size"
            about={ABOUT}
            columns={COLUMNS}
            rows={report.windows.map((window) => ({
              name: windowName(window.size, format),
              cells: windowCells(window, format),
            }))}
          />
        )}
        <CallsTable conversationId={report.conversationId} period={period} first={calls} />
      </div>
    </details>
  )
}
