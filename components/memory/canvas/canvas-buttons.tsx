'use client'
import { Maximize, Minus, Plus, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import type { GraphView } from './graph-view'
import { ZOOM } from './viewport'

/** `pinched` = not needed where one can pinch. */
type CanvasButton = {
  label: string
  keys: string
  icon: ReactNode
  pinched?: true
  run(view: GraphView): void
}
const BUTTONS: CanvasButton[] = [
  { label: 'Zoom in', keys: '+', icon: <Plus />, pinched: true, run: (view) => view.zoomBy(ZOOM.step) },
  { label: 'Zoom out', keys: '-', icon: <Minus />, pinched: true, run: (view) => view.zoomBy(1 / ZOOM.step) },
  { label: 'Show everything', keys: '0', icon: <Maximize />, run: (view) => view.camera.fit() },
]

/** Runs a key's button. @returns whether there is one. */
export function canvasKey(key: string, view: GraphView): boolean {
  const wanted = key === '=' ? '+' : key
  const button = BUTTONS.find(({ keys }) => keys === wanted)
  button?.run(view)
  return button !== undefined
}

export function CanvasButtons({ view, state }: { view: GraphView; state: MemoryState }) {
  return (
    <div className="absolute right-3 bottom-3 z-10 flex flex-col rounded-md border border-line bg-raised shadow-float">
      {state.moved > 0 && (
        <IconButton small side="left" label="Reset layout" onClick={state.resetMoves}>
          <RotateCcw />
        </IconButton>
      )}
      {BUTTONS.map(({ label, keys, icon, pinched, run }) => (
        <IconButton
          key={keys}
          small
          side="left"
          label={label}
          keys={keys}
          className={cn(pinched && 'pointer-coarse:hidden')}
          onClick={() => run(view)}
        >
          {icon}
        </IconButton>
      ))}
    </div>
  )
}
