'use client'
import { ExternalLink, RotateCw, X } from 'lucide-react'
import Link from 'next/link'
import { useShortcut } from '../shell/keyboard/shortcuts'
import { ErrorNote } from '../ui/error-note'
import { useLoaded } from '../ui/hooks/use-loaded'
import { IconButton } from '../ui/icon-button'
import { ScrollArea } from '../ui/scroll-area'
import { server } from './actions'
import { Inspector } from './inspector'
import { InspectorSkeleton } from './inspector-frame'

type Props = { turnId: string; onClose(): void }

/** Everything sent and answered in a turn, over the right side of the chat. */
export function InspectorPanel({ turnId, onClose }: Props) {
  const { value, error, reload } = useLoaded(turnId, () => server.loadInspector({ turnId }))
  useShortcut('Escape', onClose, { above: true })
  const turn = value?.id === turnId ? value : null
  return (
    <aside
      aria-label="Inspector"
      className="fixed inset-y-0 right-0 z-30 flex w-[min(44rem,100vw)] flex-col border-line border-l bg-paper shadow-float"
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
        <h2 className="mr-auto min-w-0 truncate font-medium">
          {turn ? `Inspector: message ${turn.number}` : 'Inspector'}
        </h2>
        {turn && (
          <>
            <IconButton icon={<RotateCw />} label="Reload" small onClick={reload} />
            <Link
              href={`/c/${turn.conversationId}/turns/${turn.id}`}
              aria-label="Open as a page"
              title="Open as a page"
              className="inline-flex size-7 pointer-coarse:size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <ExternalLink aria-hidden className="size-4" />
            </Link>
          </>
        )}
        <IconButton icon={<X />} label="Close the inspector" small onClick={onClose} />
      </div>
      <ScrollArea className="-outline-offset-2 min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-10">
        {!turn && !error && <InspectorSkeleton />}
        {error && <ErrorNote error={error} onRetry={reload} />}
        {turn && <Inspector turn={turn} />}
      </ScrollArea>
    </aside>
  )
}
