'use client'
import {
  Lightbulb,
  ListTree,
  MessageSquare,
  Pencil,
  Pin,
  Route,
  ScanSearch,
  Search,
  ZoomIn,
} from 'lucide-react'
import Link from 'next/link'
import { toast } from 'sonner'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { pinFact } from '@/components/facts/actions'
import { below } from '@/components/memory/levels'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { factsHref } from '@/components/search/address/hit-links'
import { searchHref } from '@/components/search/address/place'
import { Button, buttonClass } from '@/components/ui/button'
import { toastFailure } from '@/components/ui/toast-failure'
import { type GraphNode, type GraphNodeDetails, type NodeKind, parseNodeId } from '@/lib/shared/memory/graph'
import { ForgetNode } from './forget-node'

const ICON = 'size-3.5'
const SIMILAR_CHARS = 160
const IN_CHAT: ReadonlySet<NodeKind> = new Set([
  ...(['conversation', 'turn', 'context', 'summary', 'roll-up', 'file', 'fact', 'strategy'] as const),
])
const HAS_LINKS: ReadonlySet<NodeKind> = new Set([
  ...(['turn', 'context', 'summary', 'roll-up', 'file', 'fact', 'strategy', 'entity'] as const),
])

type Props = {
  node: GraphNode
  details: GraphNodeDetails | null
  state: MemoryState
  onGraph(): void
  onClose(): void
}

/** What can be done with a memory. */
export function DetailsActions({ node, details, state, onGraph, onClose }: Props) {
  const isDrawn = state.layout.picture.positions.has(node.id)
  const opens = node.kind === 'range' || (state.place.view === 'map' && below(state.place, node) !== null)
  const open = () => {
    onGraph()
    if (!isDrawn || !state.open(node.id)) state.show(node)
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {opens && (
        <Button size="sm" look="primary" onClick={open}>
          <ZoomIn aria-hidden className={ICON} /> Open
        </Button>
      )}
      {IN_CHAT.has(node.kind) && node.conversationId && (
        <ChatLink turnId={details?.links.turnId ?? node.turnId} node={node} primary={!opens} />
      )}
      {details?.subject && node.kind === 'fact' && <PinFact node={node} />}
      {details?.subject && (
        <Link href={factsHref(details.subject)} className={buttonClass({ size: 'sm' })}>
          <Pencil aria-hidden className={ICON} /> Open in Facts
        </Link>
      )}
      {details?.strategy && (
        <Link href={strategyHref(details.strategy)} className={buttonClass({ size: 'sm' })}>
          <Lightbulb aria-hidden className={ICON} /> Open in Playbook
        </Link>
      )}
      <Button
        size="sm"
        onClick={() => {
          onGraph()
          state.show(node)
        }}
      >
        <ScanSearch aria-hidden className={ICON} /> {isDrawn ? 'Centre' : 'Show in the map'}
      </Button>
      {HAS_LINKS.has(node.kind) && (
        <Button
          size="sm"
          onClick={() => {
            onGraph()
            state.local(node.id)
          }}
        >
          <ListTree aria-hidden className={ICON} /> Neighbours
        </Button>
      )}
      {isDrawn && (
        <Button
          size="sm"
          onClick={() => {
            onGraph()
            state.way.start(node.id)
          }}
        >
          <Route aria-hidden className={ICON} /> Path from here
        </Button>
      )}
      {node.label.trim() && (
        <Link
          href={searchHref(node.label.trim().slice(0, SIMILAR_CHARS))}
          className={buttonClass({ size: 'sm' })}
        >
          <Search aria-hidden className={ICON} /> Find similar
        </Link>
      )}
      {node.kind !== 'fact' && node.kind !== 'strategy' && <ForgetNode node={node} onForgotten={onClose} />}
    </div>
  )
}

type ChatProps = { turnId: string | null; node: GraphNode; primary: boolean }
const ChatLink = ({ turnId, node, primary }: ChatProps) => (
  <Link
    href={turnHref({ conversationId: node.conversationId, turnId })}
    className={buttonClass({ look: primary ? 'primary' : 'quiet', size: 'sm' })}
  >
    <MessageSquare aria-hidden className={ICON} /> Open in chat
  </Link>
)

/** Pinned facts are in every prompt. */
function PinFact({ node }: { node: GraphNode }) {
  const ref = parseNodeId(node.id)
  if (!ref || !('ref' in ref)) return null
  const pin = async (pinned: boolean) => {
    const result = await pinFact({ ids: [ref.ref], pinned })
    if (!result.ok) return toastFailure(result.error)
    if (!pinned) toast('Unpinned.')
    else
      toast('Pinned: it is now in every prompt.', {
        action: { label: 'Undo', onClick: () => void pin(false) },
      })
  }
  return (
    <Button size="sm" onClick={() => void pin(true)}>
      <Pin aria-hidden className={ICON} /> Pin
    </Button>
  )
}
