'use client'
import { MousePointerClick } from 'lucide-react'
import type { Ref } from 'react'
import { isLink } from '@/components/memory/place'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { cn } from '@/components/ui/cn'
import { useWide } from '@/components/ui/hooks/use-wide'
import { Sheet } from '@/components/ui/sheet'
import { Details } from './details'
import { LinkDetails } from './link-details'

type Props = { ref: Ref<HTMLElement>; state: MemoryState; onGraph(): void }

/** The selected memory: below the list, so that the pressed row stays; a sheet on narrow screens. */
export function DetailsPane({ ref, state, onGraph }: Props) {
  const narrow = !useWide()
  const selected = state.place.node
  /** Looking at the graph closes a sheet that covers it. */
  const look = () => {
    state.look()
    onGraph()
  }
  const pane = (className: string) => (
    <aside
      ref={ref}
      aria-label="Details"
      tabIndex={-1}
      className={cn('flex min-h-0 flex-col overflow-y-auto', className)}
    >
      {selected === null && (
        <p className="flex items-center gap-2 px-3 py-2.5 text-ink-soft text-xs">
          <MousePointerClick aria-hidden className="size-4 shrink-0 text-ink-faint" /> Select anything to read
          it in full.
        </p>
      )}
      {selected !== null && !isLink(selected) && (
        <Details key={selected} id={selected} state={state} onGraph={look} />
      )}
      {selected !== null && isLink(selected) && <LinkDetails id={selected} state={state} />}
    </aside>
  )
  if (!narrow)
    return pane(
      cn('shrink-0 border-line border-t bg-surface -outline-offset-2 max-md:hidden', selected && 'h-[68%]'),
    )
  return (
    <Sheet
      open={state.isRead}
      onOpenChange={(open) => !open && state.select(null)}
      title="Details"
      from="bottom"
    >
      {pane('flex-1 outline-none')}
    </Sheet>
  )
}
