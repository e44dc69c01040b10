'use client'
import { Eraser, Lightbulb, ListTree, MessageSquare, Pencil, Pin, ScanSearch, ZoomIn } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { server as facts } from '@/components/facts/actions'
import { ForgetDialog } from '@/components/forget/forget-dialog'
import { forgetFile, sayForgotten } from '@/components/forget/say-forgotten'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { factsHref } from '@/components/search/address/hit-links'
import { lookForChanges } from '@/components/shell/changes'
import { NameDialog } from '@/components/ui/name-dialog'
import { toastFailure } from '@/components/ui/toast-failure'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import {
  type GraphNode,
  type GraphNodeDetails,
  type NodeKind,
  nodeId,
  parseNodeId,
} from '@/lib/shared/memory/graph'
import { OTHER_TOPIC } from '@/lib/shared/memory/map'
import { namesIn } from '@/lib/shared/pick'
import { server } from '../actions'
import { below } from '../place'
import type { MemoryState } from '../use-memory-view'

const IN_CHAT: ReadonlySet<NodeKind> = new Set(
  namesIn('conversation turn context summary roll-up file fact strategy'),
)

/** `href` = the page to which `run` goes. */
type Action = { label: string; icon: ReactNode; danger?: true; href?: string; run(): void }
export type Around = {
  state: MemoryState
  /** The canvas is to be looked at. */
  onGraph?(): void
  onClose(): void
}

export function useNodeActions(
  node: GraphNode,
  details: GraphNodeDetails | null,
  { state, onGraph, onClose }: Around,
) {
  const router = useRouter()
  const forget = useForgetNode(node, onClose)
  const [renaming, setRenaming] = useState(false)
  const topicId = node.kind === 'topic' && node.topicId && node.topicId !== OTHER_TOPIC ? node.topicId : null
  const isDrawn = state.picture.positions.has(node.id)
  const onCanvas = (run: () => void) => () => {
    onGraph?.()
    run()
  }
  const link = (label: string, icon: ReactNode, href: string): Action => {
    return { label, icon, href, run: () => router.push(href) }
  }
  const { conversationId } = node
  const actions: (Action | false | null)[] = [
    below(state.place, node) !== null && {
      label: 'Open',
      icon: <ZoomIn />,
      run: onCanvas(() => {
        if (!isDrawn || !state.open(node.id)) state.show(node)
      }),
    },
    IN_CHAT.has(node.kind) &&
      conversationId !== '' &&
      link(
        'Open in chat',
        <MessageSquare />,
        turnHref({ conversationId, turnId: details?.turnId ?? node.turnId }),
      ),
    details?.subject !== undefined && link('Correct', <Pencil />, factsHref(details.subject)),
    details?.strategy !== undefined && link('Open in Lessons', <Lightbulb />, strategyHref(details.strategy)),
    node.id !== nodeId('turn', state.place.turn ?? '') && {
      label: 'Show what is near',
      icon: <ListTree />,
      run: onCanvas(() => state.near(node)),
    },
    !isDrawn && { label: 'Show in the map', icon: <ScanSearch />, run: onCanvas(() => state.show(node)) },
    details?.subject !== undefined &&
      node.kind === 'fact' && { label: 'Pin', icon: <Pin />, run: () => void pin(node, true) },
    topicId !== null && { label: 'Rename topic', icon: <Pencil />, run: () => setRenaming(true) },
    forget && { label: forget.label, icon: <Eraser />, danger: true as const, run: forget.run },
  ]
  const dialog =
    renaming && topicId ? (
      <NameDialog
        heading="Rename topic"
        label="Name"
        what="name"
        name={node.label}
        maxChars={limitsOfTopics.nameChars}
        onSave={(name) => void renameTopic(topicId, name)}
        onClose={() => setRenaming(false)}
      />
    ) : (
      forget?.dialog
    )
  return { actions: actions.filter((action): action is Action => Boolean(action)), dialog }
}

/** Pinned facts are in every prompt. */
async function pin(node: GraphNode, pinned: boolean): Promise<void> {
  const ref = parseNodeId(node.id)
  if (!ref || !('ref' in ref)) return
  const result = await facts.pinFact({ ids: [ref.ref], pinned })
  if (!result.ok) toastFailure(result.error)
  else if (!pinned) toast('Unpinned.')
  else
    toast('Pinned: it is now in every prompt.', {
      action: { label: 'Undo', onClick: () => void pin(node, false) },
    })
}

async function renameTopic(topicId: string, name: string): Promise<void> {
  const result = await server.renameTopic({ topicId, name: name.trim() })
  if (result.ok) lookForChanges()
  else toastFailure(result.error)
}

/** Forgets a node's turn, or a file in every version; null = it stands for several, or has its own page. */
function useForgetNode(
  node: GraphNode,
  onForgotten: () => void,
): { label: string; run(): void; dialog: ReactNode } | null {
  const [asking, setAsking] = useState(false)
  const ref = parseNodeId(node.id)
  const file = ref?.kind === 'file' ? ref : null
  const { kind, conversationId, turnId, turnNumber } = node
  if ((!file && !turnId) || kind === 'fact' || kind === 'strategy') return null
  return {
    label: file ? 'Forget file' : 'Forget message…',
    run: () => (file ? void forgetFile(file, onForgotten, () => {}) : setAsking(true)),
    dialog: asking && turnId && (
      <ForgetDialog
        target={{ conversationId, turnId, from: turnNumber, to: turnNumber, last: null }}
        onClose={() => setAsking(false)}
        onForgotten={(forgotten, words) => {
          onForgotten()
          sayForgotten(words, forgotten, () => {})
        }}
      />
    ),
  }
}
