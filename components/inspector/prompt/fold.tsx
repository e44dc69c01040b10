'use client'
import { type ReactNode, useState } from 'react'
import { Chevron } from '@/components/ui/chevron'

type Props = {
  head: ReactNode
  end?: ReactNode
  open?: boolean
  as?: 'div' | 'h3'
  children: () => ReactNode
}

/** Expands in place; its content is rendered only then. */
export function Fold({ head, end, open: first = false, as: Head = 'div', children }: Props) {
  const [open, setOpen] = useState(first)
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-1">
        <Head className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="-mx-1.5 flex w-[calc(100%+0.75rem)] min-w-0 items-center gap-1.5 rounded-md px-1.5 py-1 text-left hover:bg-sunken"
          >
            <Chevron open={open} />
            {head}
          </button>
        </Head>
        {end}
      </div>
      {open && children()}
    </div>
  )
}
