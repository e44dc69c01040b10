'use client'
import { type ReactNode, startTransition, useEffect, useId, useState } from 'react'
import { FigureCaption } from './figure-caption'
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
  return (
    <figure aria-labelledby={id} className="relative flex min-w-0 flex-col gap-3">
      <FigureCaption
        {...{ id, name, about, asTable, controls, legend }}
        onSwitch={() => setAsTable(!asTable)}
      />
      {!asTable && chart}
      <div className={asTable ? undefined : 'sr-only'}>
        {(asTable || ready) && <PointTable caption={name} {...table} all={all} visible={asTable} />}
      </div>
      {asTable && note}
    </figure>
  )
}
