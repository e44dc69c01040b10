'use client'
import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { Button, buttonClass } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import type { GraphNode, GraphNodeDetails } from '@/lib/shared/memory/graph'
import { useNodeActions } from './use-node-actions'

/** How many actions are buttons; the others are in the menu. */
const SHOWN = 2

type Props = {
  node: GraphNode
  details: GraphNodeDetails | null
  state: MemoryState
  onGraph(): void
  onClose(): void
}

export function DetailsActions({ node, details, ...around }: Props) {
  const router = useRouter()
  const { actions, dialog } = useNodeActions(node, details, around)
  return (
    <div className="sticky bottom-0 z-10 mt-auto flex items-center gap-1.5 border-line border-t bg-surface px-4 py-2 [&_svg]:size-3.5">
      {actions.slice(0, SHOWN).map((action, index) => {
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
      {actions.length > SHOWN && (
        <Menu
          label="More actions"
          side="top"
          trigger={<IconButton icon={<Ellipsis />} small label="More actions" />}
          items={actions.slice(SHOWN).map((action) => ({
            ...action,
            run: 'href' in action ? () => router.push(action.href) : action.run,
          }))}
        />
      )}
      {dialog}
    </div>
  )
}
