'use client'
import { Pause, Play } from 'lucide-react'
import { fullName } from '@/components/memory/canvas/elements'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/use-format'
import type { GraphNode } from '@/lib/shared/graph'
import type { Replay } from './use-replay'

/** Replays how memory grew, turn by turn. */
export function Playhead({ replay, steps }: { replay: Replay; steps: readonly GraphNode[] }) {
  const format = useFormat()
  const step = steps[replay.at]
  const now = replay.at >= replay.last && !replay.playing
  const at = step ? format.exact(new Date(step.at)) : ''
  const name = step?.kind === 'turn' ? `Turn ${step.turnNumber}` : step?.label
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-line border-t px-3">
      <IconButton
        small
        side="top"
        label={replay.playing ? 'Pause' : 'Replay how memory grew'}
        onClick={replay.toggle}
        disabled={steps.length < 2}
      >
        {replay.playing ? <Pause /> : <Play />}
      </IconButton>
      <input
        type="range"
        aria-label="Playhead"
        aria-valuetext={step ? `${fullName(step)}, ${at}` : 'No turns'}
        min={0}
        max={replay.last}
        value={replay.at}
        disabled={steps.length < 2}
        onChange={(event) => replay.seek(Number(event.target.value))}
        onPointerUp={replay.commit}
        onKeyUp={replay.commit}
        onBlur={replay.commit}
        className="h-6 min-w-24 flex-1 accent-accent"
      />
      <p
        className={cn(
          'shrink-0 truncate text-right text-ink-soft text-xs tabular max-sm:hidden',
          !now && 'w-56',
        )}
        suppressHydrationWarning
      >
        {now ? 'Now' : `${name}, ${at}`}
      </p>
    </div>
  )
}
