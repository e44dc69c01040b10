import { DAY_MS } from '@/lib/shared/day'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import type { Format } from '../ui/words/use-format'

/** How long a deleted conversation can still be restored: "12 days left". */
export const leftWords = ({ leftMs }: TrashedDto, { plural }: Format) =>
  leftMs < DAY_MS ? 'less than a day left' : `${plural(Math.ceil(leftMs / DAY_MS), 'day')} left`
