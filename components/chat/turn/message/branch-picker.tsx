'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useConversationStore } from '@/components/chat/conversation/use-conversation'
import { IconButton } from '@/components/ui/icon-button'
import type { TurnDto } from '@/lib/shared/dto'

export function BranchPicker({ turn }: { turn: TurnDto }) {
  const store = useConversationStore()
  if (turn.siblings.length < 2) return null
  const at = turn.siblings.indexOf(turn.id)
  const [previous, next] = [turn.siblings[at - 1], turn.siblings[at + 1]]
  return (
    <span className="inline-flex items-center">
      <IconButton
        icon={<ChevronLeft />}
        label="Previous version"
        small
        disabled={!previous}
        onClick={() => previous && void store.selectBranch(previous)}
      />
      <span className="text-ink-soft text-xs tabular">
        Version {at + 1} / {turn.siblings.length}
      </span>
      <IconButton
        icon={<ChevronRight />}
        label="Next version"
        small
        disabled={!next}
        onClick={() => next && void store.selectBranch(next)}
      />
    </span>
  )
}
