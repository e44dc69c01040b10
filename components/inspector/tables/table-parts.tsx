'use client'
import { type ReactNode, useId } from 'react'

export const HEAD =
  'whitespace-nowrap px-2 py-1.5 text-right align-bottom font-normal first:pl-0 first:text-left'
export const TEXT_HEAD = 'whitespace-nowrap px-2 py-1.5 text-left align-bottom font-normal'
export const ROW_HEAD = 'whitespace-nowrap py-1.5 pr-2 text-left font-medium'
export const CELL = 'whitespace-nowrap px-2 py-1.5 text-right'
export const TEXT_CELL = 'px-2 py-1.5 text-left'

/** A table named by its heading; wide ones scroll sideways. */
export function TablePart({
  name,
  about,
  children,
}: {
  name: string
  about?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="font-medium text-base">
        {name}
      </h2>
      {about && <p className="max-w-[72ch] text-ink-soft">{about}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-x-auto">
        <table aria-labelledby={id} className="w-full text-xs tabular">
          {children}
        </table>
      </div>
    </section>
  )
}
