'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import type { InspectedTurn } from '@/lib/shared/inspector'
import { useShortcut } from '../shell/shortcuts'
import { Inspector } from './inspector'
import { InspectorFrame } from './inspector-frame'

const LINK =
  'inline-flex h-8 items-center justify-center rounded-md px-2 text-ink-soft text-xs hover:bg-sunken hover:text-ink'

/** `/c/ID/turns/TURN_ID`: the inspector as a page, with links to its neighbours and back. */
export function InspectorPage({ turn }: { turn: InspectedTurn }) {
  const router = useRouter()
  const hrefOf = (id: string) => `/c/${turn.conversationId}/turns/${id}`
  useShortcut('[', () => turn.previousId && router.push(hrefOf(turn.previousId)))
  useShortcut(']', () => turn.nextId && router.push(hrefOf(turn.nextId)))
  return (
    <InspectorFrame
      title={`Turn ${turn.number} of ${turn.conversationTitle || 'a conversation'}`}
      controls={
        <>
          <Neighbour id={turn.previousId} label="Earlier turn" hrefOf={hrefOf}>
            <ChevronLeft aria-hidden className="size-4" />
          </Neighbour>
          <Neighbour id={turn.nextId} label="Later turn" hrefOf={hrefOf}>
            <ChevronRight aria-hidden className="size-4" />
          </Neighbour>
          <Link href={`/c/${turn.conversationId}?at=${turn.id}`} className={LINK}>
            In the chat
          </Link>
        </>
      }
    >
      <Inspector key={turn.id} turn={turn} />
    </InspectorFrame>
  )
}

function Neighbour({
  id,
  label,
  hrefOf,
  children,
}: {
  id: string | null
  label: string
  hrefOf: (id: string) => string
  children: ReactNode
}) {
  if (!id)
    return (
      <span aria-hidden className="inline-flex size-8 items-center justify-center opacity-35">
        {children}
      </span>
    )
  return (
    <Link href={hrefOf(id)} aria-label={label} title={label} className={LINK}>
      {children}
    </Link>
  )
}
