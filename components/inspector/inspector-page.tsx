'use client'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { useShortcut } from '../shell/keyboard/shortcuts'
import { cn } from '../ui/cn'
import { Inspector } from './inspector'
import { InspectorFrame } from './inspector-frame'

const LINK =
  'inline-flex h-8 pointer-coarse:h-11 pointer-coarse:min-w-11 items-center justify-center rounded-md px-2 text-ink-soft text-xs hover:bg-sunken hover:text-ink'

/** `/c/ID/turns/TURN_ID`: the inspector as a page, with links to its neighbours and back. */
export function InspectorPage({ turn }: { turn: InspectedTurn }) {
  const router = useRouter()
  const hrefOf = (id: string) => `/c/${turn.conversationId}/turns/${id}`
  useShortcut('[', () => turn.previousId && router.push(hrefOf(turn.previousId)))
  useShortcut(']', () => turn.nextId && router.push(hrefOf(turn.nextId)))
  return (
    <InspectorFrame
      title={`Message ${turn.number} of ${turn.conversationTitle || 'a conversation'}`}
      controls={
        <>
          <Neighbour
            href={turn.previousId && hrefOf(turn.previousId)}
            label="Previous message"
            Icon={ChevronLeft}
          />
          <Neighbour href={turn.nextId && hrefOf(turn.nextId)} label="Next message" Icon={ChevronRight} />
          <Link href={turnHref({ conversationId: turn.conversationId, turnId: turn.id })} className={LINK}>
            Open in chat
          </Link>
        </>
      }
    >
      <Inspector key={turn.id} turn={turn} />
    </InspectorFrame>
  )
}

type NeighbourProps = { href: string | null; label: string; Icon: LucideIcon }
function Neighbour({ href, label, Icon }: NeighbourProps) {
  const icon = <Icon aria-hidden className={cn('size-4', !href && 'opacity-35')} />
  if (!href) return <span className="px-2">{icon}</span>
  return (
    <Link href={href} aria-label={label} title={label} className={LINK}>
      {icon}
    </Link>
  )
}
