import { Skeleton } from '../ui/skeleton'

const COLUMNS = [...Array(14).keys()]
const ROWS = [...Array(9).keys()]

/** The page's outline while memory loads. */
export const MemorySkeleton = () => (
  <div role="status" aria-label="Loading memory" className="flex min-h-0 flex-1">
    <div className="flex min-w-0 flex-1 flex-col justify-center gap-12 overflow-hidden p-8">
      {[0, 1].map((lane) => (
        <div key={lane} className="flex items-center gap-7">
          {COLUMNS.map((column) => (
            <Skeleton key={column} className="size-5 shrink-0 rounded-full" />
          ))}
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
