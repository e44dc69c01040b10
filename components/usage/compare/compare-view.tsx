'use client'
import { useId } from 'react'
import type { Result } from '@/lib/shared/errors'
import { UNTITLED } from '@/lib/shared/untitled'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { cumulative, withMemory } from '@/lib/shared/usage/usage-maths'
import { MemoryFigure } from '../charts/memory-figure'
import { curveRow, sumOf } from '../charts/tables'
import { SectionsFigure } from '../charts/tokens-figure'
import { CostTable } from '../cost-table'
import { Headline } from '../headline/headline'
import { PeriodEmpty, UsageEmpty, UsageError } from '../usage-empty'
import { CompareFigure } from './compare-figure'

/** Maxima over all sides: `curve` of the two main curves, `curves` of all. */
type Most = { curve: number; curves: number; sections: number }

/** Two conversations: in one picture with what differs, then side by side with the same axes. */
export function CompareView({ sides }: { sides: { id: string; report: Result<UsageReport> }[] }) {
  const reports = sides.flatMap(({ report }) => (report.ok ? [report.value] : []))
  const points = reports.flatMap((report) => report.points)
  const sums = reports.flatMap(cumulative)
  const most = {
    curve: Math.max(0, ...sums.flatMap((sum) => [sum.plainChat, withMemory(sum)])),
    curves: Math.max(0, ...sums.flatMap((sum) => Object.values(curveRow(sum)))),
    sections: Math.max(0, ...points.map((point) => sumOf(point.sections))),
  }
  const drawn = reports.length === sides.length && points.length > 0
  return (
    <div className="flex flex-col gap-14">
      {drawn && <CompareFigure reports={reports} />}
      <div className="grid grid-cols-1 gap-x-8 gap-y-14 md:grid-cols-2 md:grid-rows-[repeat(4,auto)] md:gap-y-12">
        {sides.map(({ id, report }) =>
          report.ok ? (
            <Side key={id} report={report.value} most={most} />
          ) : (
            <UsageError key={id} error={report.error} />
          ),
        )}
      </div>
    </div>
  )
}

function Side({ report, most }: { report: UsageReport; most: Most }) {
  const id = useId()
  const shared = { report, points: report.points, all: false }
  const empty = report.phases.length === 0
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-12 md:row-span-4 md:grid md:grid-rows-subgrid md:content-start"
    >
      <div className="flex flex-col gap-4">
        <h2 id={id} className="truncate border-line border-b pb-2 font-medium text-base">
          {report.title || UNTITLED}
        </h2>
        {!empty && <Headline report={report} />}
      </div>
      {empty && report.period && <PeriodEmpty conversationId={report.conversationId} />}
      {empty && !report.period && <UsageEmpty all={false} conversationId={report.conversationId} />}
      {!empty && report.points.length > 0 && (
        <>
          <MemoryFigure {...shared} max={most.curve} maxOfAll={most.curves} />
          <SectionsFigure {...shared} max={most.sections} />
        </>
      )}
      {!empty && <CostTable report={report} />}
    </section>
  )
}
