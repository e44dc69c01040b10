import { readable } from '@/lib/shared/memory/readable'
import type { SearchExcerpt } from '@/lib/shared/memory/search'

export function Marked({ excerpt }: { excerpt: SearchExcerpt }) {
  const { text, marks, before, after } = readable(excerpt)
  return (
    <>
      {before && '… '}
      {marks.map(([start, end], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the next results are written into the elements that exist
        <span key={i}>
          {text.slice(marks[i - 1]?.[1] ?? 0, start)}
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
