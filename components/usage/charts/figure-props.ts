import type { ReactNode } from 'react'
import type { UsagePoint, UsageReport } from '@/lib/shared/usage/usage'

export type FigureProps = {
  report: UsageReport
  /** The visible part of the report's points. */
  points: UsagePoint[]
  /** Over several conversations, where places are not turn numbers. */
  all: boolean
  /** The axis maximum, for comparing two figures. */
  max?: number | undefined
  brush?: ReactNode
}
