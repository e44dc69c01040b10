'use client'
import { useState } from 'react'
import { DEPTH_WORDS, depthWords } from '@/components/chat/turn/thinking/depth-words'
import { Select } from '@/components/ui/select'
import { toastFailure } from '@/components/ui/toast-failure'
import type { Depth } from '@/lib/shared/turn/depth'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { correctDepth } from './actions'

const CHOICES = (Object.keys(DEPTH_WORDS) as Depth[]).map((value) => ({
  value,
  label: depthWords({ depth: value }),
}))

/** How deep messages like this one should go. */
export function DepthChoice({ turn: { id, thinking, correction } }: { turn: InspectedTurn }) {
  const decided = thinking?.classified?.depth ?? 'moderate'
  const [depth, setDepth] = useState<Depth>(correction ?? decided)
  const choose = async (next: Depth) => {
    setDepth(next)
    const result = await correctDepth({ turnId: id, depth: next === decided ? null : next })
    if (result.ok) return
    setDepth(depth)
    toastFailure(result.error)
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <span aria-hidden className="text-ink-faint">
        For messages like this one
      </span>
      <Select
        label="Depth for messages like this one"
        value={depth}
        options={CHOICES}
        onChange={(next) => void choose(next)}
      />
    </p>
  )
}
