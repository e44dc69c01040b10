import type { SearchExcerpt } from '@/lib/shared/search'
import { readable } from './readable'

/** A readable excerpt with its matches highlighted. */
export function Marked({ excerpt }: { excerpt: SearchExcerpt }) {
  const { text, marks, before, after } = readable(excerpt)
  const pieces = marks.map(([start, end], i) => ({
    start,
    end,
    plain: text.slice(marks[i - 1]?.[1] ?? 0, start),
  }))
  return (
    <>
      {before && '… '}
      {pieces.map(({ start, end, plain }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name, and the next letter's are written into them
        <span key={place}>
          {plain}
          <mark className="rounded-sm bg-accent-soft px-px text-ink underline decoration-accent decoration-1 underline-offset-2">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
      {after && ' …'}
    </>
  )
}
