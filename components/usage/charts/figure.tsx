'use client'
import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { PointTable } from './point-table'
import type { FigureTable } from './tables'

/** A longer table is rendered after the figure, so that it does not delay the page. */
const ROWS_AT_ONCE = 60
type Props = {
  name: string
  about: string
  controls?: ReactNode
  legend: ReactNode
  chart: ReactNode
  table: FigureTable
  /** Over all conversations. */
  all: boolean
  /** Below the visible table. */
  note?: ReactNode
}

/** A figure with its table. One is visible; assistive technology always has the table. */
export function Figure({ name, about, controls, legend, chart, table, all, note }: Props) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [ready, setReady] = useState(table.rows.length <= ROWS_AT_ONCE)
  useEffect(() => startTransition(() => setReady(true)), [])
  const Icon = asTable ? ChartColumn : Table2
  return (
    <figure aria-labelledby={id} className="relative flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-col gap-3">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 id={id} className="mr-auto font-medium text-base">
            {name}
          </h2>
          {!asTable && controls}
          <Button size="sm" look="ghost" onClick={() => setAsTable(!asTable)}>
            <Icon aria-hidden className="size-3.5" />
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </span>
        <span className="max-w-[72ch] text-ink-soft">{about}</span>
        {!asTable && legend}
      </figcaption>
      {!asTable && chart}
      <div className={asTable ? undefined : 'sr-only'}>
        {(asTable || ready) && <PointTable caption={name} {...table} all={all} visible={asTable} />}
      </div>
      {asTable && note}
    </figure>
  )
}
