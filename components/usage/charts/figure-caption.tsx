import { ChartColumn, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type Props = {
  id: string
  name: string
  about: string
  asTable: boolean
  onSwitch(): void
  controls?: ReactNode
  legend?: ReactNode
}

/** The heading of a figure that can be shown as a table. */
export function FigureCaption({ id, name, about, asTable, onSwitch, controls, legend }: Props) {
  const Icon = asTable ? ChartColumn : Table2
  return (
    <figcaption className="flex flex-col gap-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={id} className="mr-auto font-medium text-base">
          {name}
        </h2>
        <span className="-mx-2.5 inline-flex items-center gap-x-2">
          {!asTable && controls}
          <Button size="sm" look="ghost" onClick={onSwitch}>
            <Icon aria-hidden className="size-3.5" />
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </span>
      </span>
      <span className="max-w-[72ch] text-ink-soft">{about}</span>
      {!asTable && legend}
    </figcaption>
  )
}
