'use client'
import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useId, useState } from 'react'
import { Button } from '@/components/ui/button'

/** A longer table is rendered after the figure, so that it does not delay the page. */
const ROWS_AT_ONCE = 60
type Props = {
  name: string
  about: ReactNode
  controls?: ReactNode
  legend: ReactNode
  chart: ReactNode
  rows: number
  table: (visible: boolean) => ReactNode
}

/** A figure with its table. One is visible; assistive technology always has the table. */
export function Figure({ name, about, controls, legend, chart, rows, table }: Props) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [ready, setReady] = useState(rows <= ROWS_AT_ONCE)
  useEffect(() => startTransition(() => setReady(true)), [])
  return (
    <figure aria-labelledby={id} className="relative flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-col gap-3">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 id={id} className="mr-auto font-medium text-base">
            {name}
          </h2>
          {!asTable && controls}
          <Button size="sm" look="ghost" onClick={() => setAsTable(!asTable)}>
            {asTable ? (
              <ChartColumn aria-hidden className="size-3.5" />
            ) : (
              <Table2 aria-hidden className="size-3.5" />
            )}
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </span>
        <span className="max-w-[72ch] text-ink-soft">{about}</span>
        {!asTable && legend}
      </figcaption>
      {asTable ? (
        table(true)
      ) : (
        <>
          {chart}
          <div className="sr-only">{ready && table(false)}</div>
        </>
      )}
    </figure>
  )
}
