'use client'
import { useId } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { UsagePoint, UsageReport } from '@/lib/shared/usage'
import { cumulative, withMemory } from '@/lib/shared/usage-maths'
import { MemoryFigure } from './charts/memory-figure'
import { curveRow } from './charts/tables'
import { SectionsFigure, TokensFigure } from './charts/tokens-figure'
import { Headline } from './headline'
import { LedgerTables } from './ledger-tables'
import { UsageEmpty, UsageError } from './usage-empty'

const sum = (parts: Record<string, number>) => Object.values(parts).reduce((total, value) => total + value, 0)
/** The next round number, for the end of the axis. */
const roundUp = (value: number) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.ceil(value / unit) * unit
}
const highest = (points: UsagePoint[], of: (point: UsagePoint) => number) =>
  points.reduce((most, point) => Math.max(most, of(point)), 0)
/** Maxima: `curve` of the two main curves, `curves` of all. */
type Most = { curve: number; curves: number; tokens: number; sections: number }

/** Two conversations side by side, with the same axes. */
export function CompareView({ sides }: { sides: { id: string; report: Result<UsageReport> }[] }) {
  const known = sides.flatMap(({ report }) => (report.ok ? [report.value] : []))
  const most = {
    curve: roundUp(
      Math.max(
        0,
        ...known.flatMap((report) =>
          cumulative(report).flatMap((sums) => [sums.plainChat, withMemory(sums)]),
        ),
      ),
    ),
    curves: roundUp(
      Math.max(
        0,
        ...known.flatMap((report) => cumulative(report).flatMap((sums) => Object.values(curveRow(sums)))),
      ),
    ),
    tokens: roundUp(
      Math.max(0, ...known.map((report) => highest(report.points, (point) => sum(point.phases)))),
    ),
    sections: roundUp(
      Math.max(0, ...known.map((report) => highest(report.points, (point) => sum(point.sections)))),
    ),
  }
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-14 md:grid-cols-2 md:grid-rows-[repeat(5,auto)] md:gap-y-12">
      {sides.map(({ id, report }) =>
        report.ok ? (
          <Side key={id} report={report.value} most={most} />
        ) : (
          <UsageError key={id} error={report.error} />
        ),
      )}
    </div>
  )
}

function Side({ report, most }: { report: UsageReport; most: Most }) {
  const id = useId()
  const shared = { report, points: report.points, all: false }
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-12 md:row-span-5 md:grid md:grid-rows-subgrid md:content-start"
    >
      <div className="flex flex-col gap-4">
        <h2 id={id} className="truncate border-line border-b pb-2 font-medium text-base">
          {report.title || 'Conversation'}
        </h2>
        {report.phases.length > 0 && <Headline report={report} />}
      </div>
      {report.phases.length === 0 ? (
        <UsageEmpty all={false} conversationId={report.conversationId} />
      ) : (
        <>
          {report.points.length > 0 && (
            <>
              <MemoryFigure {...shared} max={most.curve} maxOfAll={most.curves} />
              <TokensFigure {...shared} max={most.tokens} />
              <SectionsFigure {...shared} max={most.sections} />
            </>
          )}
          <LedgerTables report={report} />
        </>
      )}
    </section>
  )
}
