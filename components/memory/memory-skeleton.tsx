import { Skeleton } from '../ui/skeleton'

/** Islands as shares of the page: left, top and diameter in percent of the width. */
const ISLANDS = [
  [14, 22, 15],
  [34, 52, 20],
  [58, 18, 17],
  [76, 58, 13],
  [8, 66, 11],
  [57, 68, 9],
] as const
const ROWS = [...Array(9).keys()]

/** The page's outline while memory loads. */
export const MemorySkeleton = () => (
  <div role="status" aria-label="Loading memory" className="flex min-h-0 flex-1">
    <div className="relative min-w-0 flex-1 overflow-hidden">
      {ISLANDS.map(([left, top, size]) => (
        <div
          key={left}
          className="absolute"
          style={{ left: `${left}%`, top: `${top}%`, width: `${size}%`, aspectRatio: '1.15' }}
        >
          <Skeleton className="size-full rounded-full" />
        </div>
      ))}
    </div>
    <div className="flex w-[22rem] shrink-0 flex-col gap-4 border-line border-l p-4 max-md:hidden">
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  </div>
)
