'use client'
import { ChevronRight } from 'lucide-react'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { cn } from '@/components/ui/cn'
import type { MapDto } from '@/lib/shared/memory/graph'

type Step = MapDto['path'][number]

export const TOP = { topic: null, conversation: null, turn: null, node: null } as const
export const topName = ({ topics }: MapDto) => (topics.state === 'ready' ? 'All topics' : 'All conversations')

export function Breadcrumb({ state }: { state: MemoryState }) {
  const { map, go } = state
  const steps: { key: string; label: string; to: () => void }[] = [
    { key: 'all', label: topName(map), to: () => go(TOP, 'step') },
    ...map.path.map(({ kind, id, label }) => ({
      key: kind,
      label,
      to: () => go(placeOf(kind, id, map.path), 'step'),
    })),
  ]
  return (
    <nav aria-label="Map location" className="min-w-0 text-xs">
      <ol className="flex min-w-0 items-center gap-0.5">
        {steps.map(({ key, label, to }, index) => {
          const isHere = index === steps.length - 1
          return (
            <li
              key={key}
              className={cn(
                'flex items-center gap-0.5',
                isHere ? 'min-w-24 shrink-[20]' : 'min-w-0 max-w-48',
                // A phone has room for one step up.
                index < steps.length - 2 && 'max-sm:hidden',
              )}
            >
              {index > 0 && (
                <ChevronRight
                  aria-hidden
                  className={cn(
                    'size-3.5 shrink-0 text-ink-faint',
                    index === steps.length - 2 && 'max-sm:rotate-180',
                  )}
                />
              )}
              {isHere ? (
                <span aria-current="location" className="truncate px-1 font-medium text-ink">
                  {label}
                </span>
              ) : (
                <button
                  type="button"
                  onClick={to}
                  className="h-6 truncate rounded-sm px-1 text-ink-soft hover:bg-sunken hover:text-ink"
                >
                  {label}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The place of one step of a path: the steps before it stay. */
function placeOf(kind: Step['kind'], id: string, path: readonly Step[]) {
  if (kind === 'topic') return { ...TOP, topic: id }
  const topic = path.find((step) => step.kind === 'topic')?.id ?? null
  return { ...TOP, topic, conversation: id }
}
