'use client'
import {
  Ellipsis,
  Eraser,
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
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { pinFact } from '@/components/facts/actions'
import { below } from '@/components/memory/levels'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { factsHref } from '@/components/search/address/hit-links'
import { searchHref } from '@/components/search/address/place'
import { Button, buttonClass } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { toastFailure } from '@/components/ui/toast-failure'
import { type GraphNode, type GraphNodeDetails, type NodeKind, parseNodeId } from '@/lib/shared/memory/graph'
import { OTHER_TOPIC } from '@/lib/shared/memory/map'
import { RenameTopic } from './rename-topic'
import { useForgetNode } from './use-forget-node'

const SIMILAR_CHARS = 160
const IN_CHAT: ReadonlySet<NodeKind> = new Set([
  ...(['conversation', 'turn', 'context', 'summary', 'roll-up', 'file', 'fact', 'strategy'] as const),
])
const HAS_LINKS: ReadonlySet<NodeKind> = new Set([
  ...(['turn', 'context', 'summary', 'roll-up', 'file', 'fact', 'strategy', 'entity'] as const),
])
/** How many actions are buttons; the others are in the menu. */
const SHOWN = 2

type Action = { label: string; icon: ReactNode; danger?: true } & ({ href: string } | { run(): void })
type Props = {
  node: GraphNode
  details: GraphNodeDetails | null
  state: MemoryState
  onGraph(): void
  onClose(): void
}

/** What can be done with a memory: the first actions as buttons, the others in a menu. */
export function DetailsActions({ node, details, state, onGraph, onClose }: Props) {
  const router = useRouter()
  const forget = useForgetNode(node, onClose)
  const [renaming, setRenaming] = useState(false)
  const topicId = node.kind === 'topic' && node.topicId && node.topicId !== OTHER_TOPIC ? node.topicId : null
  const isDrawn = state.layout.picture.positions.has(node.id)
  const opens = node.kind === 'range' || (state.place.view === 'map' && below(state.place, node) !== null)
  const onCanvas = (run: () => void) => () => {
    onGraph()
    run()
  }
  const actions: (Action | false | null)[] = [
    opens && {
      label: 'Open',
      icon: <ZoomIn />,
      run: onCanvas(() => {
        if (!isDrawn || !state.open(node.id)) state.show(node)
      }),
    },
    IN_CHAT.has(node.kind) &&
      node.conversationId !== '' && {
        label: 'Open in chat',
        icon: <MessageSquare />,
        href: turnHref({
          conversationId: node.conversationId,
          turnId: details?.links.turnId ?? node.turnId,
        }),
      },
    details?.subject !== undefined && {
      label: 'Open in Facts',
      icon: <Pencil />,
      href: factsHref(details.subject),
    },
    details?.strategy !== undefined && {
      label: 'Open in Playbook',
      icon: <Lightbulb />,
      href: strategyHref(details.strategy),
    },
    {
      label: isDrawn ? 'Centre' : 'Show in the map',
      icon: <ScanSearch />,
      run: onCanvas(() => state.show(node)),
    },
    details?.subject !== undefined &&
      node.kind === 'fact' && { label: 'Pin', icon: <Pin />, run: () => void pin(node, true) },
    HAS_LINKS.has(node.kind) && {
      label: 'Neighbours',
      icon: <ListTree />,
      run: onCanvas(() => state.local(node.id)),
    },
    isDrawn && {
      label: 'Path from here',
      icon: <Route />,
      run: onCanvas(() => state.way.start(node.id)),
    },
    node.label.trim() !== '' && {
      label: 'Find similar',
      icon: <Search />,
      href: searchHref(node.label.trim().slice(0, SIMILAR_CHARS)),
    },
    topicId !== null && { label: 'Rename topic', icon: <Pencil />, run: () => setRenaming(true) },
    forget && { label: forget.label, icon: <Eraser />, danger: true as const, run: forget.run },
  ]
  const there = actions.filter((action): action is Action => Boolean(action))
  return (
    <div className="sticky bottom-0 z-10 mt-auto flex items-center gap-1.5 border-line border-t bg-surface px-4 py-2 [&_svg]:size-3.5">
      {there.slice(0, SHOWN).map((action, index) => {
        const look = index === 0 ? 'primary' : 'quiet'
        const inside = (
          <>
            {action.icon} {action.label}
          </>
        )
        return 'href' in action ? (
          <Link key={action.label} href={action.href} className={buttonClass({ look, size: 'sm' })}>
            {inside}
          </Link>
        ) : (
          <Button key={action.label} size="sm" look={look} onClick={action.run}>
            {inside}
          </Button>
        )
      })}
      <Menu
        label="More actions"
        side="top"
        trigger={
          <IconButton small label="More actions">
            <Ellipsis />
          </IconButton>
        }
      >
        {there.slice(SHOWN).map((action) => (
          <MenuItem
            key={action.label}
            icon={action.icon}
            danger={action.danger ?? false}
            onSelect={'href' in action ? () => router.push(action.href) : action.run}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
      {forget?.dialog}
      {renaming && topicId && (
        <RenameTopic topicId={topicId} label={node.label} onClose={() => setRenaming(false)} />
      )}
    </div>
  )
}

/** Pinned facts are in every prompt. */
async function pin(node: GraphNode, pinned: boolean): Promise<void> {
  const ref = parseNodeId(node.id)
  if (!ref || !('ref' in ref)) return
  const result = await pinFact({ ids: [ref.ref], pinned })
  if (!result.ok) toastFailure(result.error)
  else if (!pinned) toast('Unpinned.')
  else
    toast('Pinned: it is now in every prompt.', {
      action: { label: 'Undo', onClick: () => void pin(node, false) },
    })
}
