import type { ReactNode } from 'react'
import type { UsagePoint, UsageReport } from '@/lib/shared/usage'

export type FigureProps = {
  report: UsageReport
  /** The part of the report's points that is drawn. */
  points: UsagePoint[]
  /** Over all conversations: places are not turn numbers. */
  all: boolean
  /** Highest value of the axis, where two figures have to be compared. */
  max?: number | undefined
  brush?: ReactNode
}
