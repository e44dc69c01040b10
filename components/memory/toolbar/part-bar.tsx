'use client'
import { X } from 'lucide-react'
import { lineOf } from '@/components/memory/canvas/node-names'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/components/ui/words/use-format'

const PART =
  'inline-flex h-6 items-center gap-1 rounded-sm border border-line bg-raised px-2 text-ink hover:border-line-strong'

/** Which part of memory Time shows, and the way between two nodes. */
export function PartBar({ state }: { state: MemoryState }) {
  const format = useFormat()
  const { place, go, way, nodes, layout } = state
  const isTime = layout.picture.view === 'time'
  if (!(isTime && (place.range || place.find)) && way.from === null) return null
  const from = nodes.get(way.from ?? '')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 pb-2 text-ink-soft text-xs tabular">
      {isTime && place.range && (
        <button type="button" className={PART} onClick={() => go({ range: null, node: null }, 'step')}>
          Turns {format.number(place.range.from)} to {format.number(place.range.to)}
          <X aria-label="Show all turns" className="size-3" />
        </button>
      )}
      {isTime && place.find && (
        <button type="button" className={PART} onClick={() => go({ find: '', text: '' }, 'step')}>
          Turns that contain “{place.find}”
          <X aria-label="Show all turns" className="size-3" />
        </button>
      )}
      {from && (
        <p role="status" className="flex flex-wrap items-center gap-2">
          {wayWords(way.ids.length, place.node !== null && place.node !== way.from, lineOf(from))}
          <Button size="sm" look="ghost" onClick={way.stop}>
            End
          </Button>
        </p>
      )}
    </div>
  )
}

/** `length` = nodes and links of the way. */
function wayWords(length: number, chosen: boolean, label: string): string {
  const name = `“${label.slice(0, 48)}”`
  if (!chosen) return `Path from ${name}: select where it ends.`
  if (length === 0) return `No path leads from ${name} to here in this view.`
  const links = (length - 1) / 2
  return `${links} ${links === 1 ? 'link' : 'links'} from ${name} to here.`
}
