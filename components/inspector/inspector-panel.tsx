'use client'
import { ExternalLink, RotateCw, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { IconButton } from '../ui/icon-button'
import { loadInspector } from './actions'
import { Inspector } from './inspector'
import { InspectorSkeleton } from './inspector-skeleton'

type Props = { turnId: string; onClose?: () => void }

/** The inspector next to a chat. Fills its height and scrolls on its own. */
export function InspectorPanel({ turnId, onClose }: Props) {
  const [loaded, setLoaded] = useState<{ turnId: string; result: Result<InspectedTurn> } | null>(null)
  const [tries, setTries] = useState(0)
  const reload = () => setTries((count) => count + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again
  useEffect(() => {
    let current = true
    void loadInspector(turnId).then((result) => current && setLoaded({ turnId, result }))
    return () => {
      current = false
    }
  }, [turnId, tries])
  const result = loaded?.turnId === turnId ? loaded.result : null
  const turn = result?.ok ? result.value : null
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
        <h2 className="mr-auto min-w-0 truncate font-medium">
          {turn ? `Details of turn ${turn.number}` : 'Turn inspector'}
        </h2>
        {turn && (
          <>
            <IconButton label="Load again" small onClick={reload}>
              <RotateCw />
            </IconButton>
            <Link
              href={`/c/${turn.conversationId}/turns/${turn.id}`}
              aria-label="Open as a page"
              title="Open as a page"
              className="inline-flex size-7 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <ExternalLink aria-hidden className="size-4" />
            </Link>
          </>
        )}
        {onClose && (
          <IconButton label="Close the inspector" small onClick={onClose}>
            <X />
          </IconButton>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the panel scrolls, so the keyboard must reach it */}
      <div tabIndex={0} className="-outline-offset-2 min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-10">
        {!result && <InspectorSkeleton />}
        {result && !result.ok && (
          <ErrorNote error={result.error}>
            <Button size="sm" onClick={reload}>
              Try again
            </Button>
          </ErrorNote>
        )}
        {turn && <Inspector turn={turn} />}
      </div>
    </div>
  )
}
