'use client'
import { fullName } from '@/components/memory/canvas/node-names'
import { PlayButton, PlayheadSlider } from '@/components/ui/play-controls'
import { useFormat } from '@/components/ui/words/use-format'
import type { GraphNode } from '@/lib/shared/memory/graph'
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
      <PlayButton
        playing={replay.playing}
        label="Replay how memory grew"
        disabled={steps.length < 2}
        onToggle={replay.toggle}
      />
      <PlayheadSlider
        valueText={step ? `${fullName(step)}, ${at}` : 'No turns'}
        max={replay.last}
        value={replay.at}
        disabled={steps.length < 2}
        onSeek={replay.seek}
        onCommit={replay.commit}
      />
      <p
        className="w-56 shrink-0 truncate text-right text-ink-soft text-xs tabular max-sm:hidden"
        suppressHydrationWarning
      >
        {now ? 'Now' : `${name}, ${at}`}
      </p>
    </div>
  )
}
