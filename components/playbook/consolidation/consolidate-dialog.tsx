'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/components/ui/words/use-format'
import type { Failure } from '@/lib/shared/errors'
import { server } from '../actions'
import type { StrategyActs } from '../strategy/use-strategy-acts'
import { planParts } from './consolidation-words'

type Props = { acts: StrategyActs; onClose(): void; onClosed(): void }

export function ConsolidateDialog({ acts, onClose, onClosed }: Props) {
  const format = useFormat()
  const { value: plan, error, reload } = useLoaded('', server.planConsolidation)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const parts = plan && planParts(plan, format)
  const run = async () => {
    setRunning(true)
    const failed = await acts.consolidate()
    if (!failed) return onClose()
    setRunning(false)
    setFailure(failed)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onClosed={onClosed}
      title="Consolidate lessons"
      description="It can also run automatically (Settings, Learning). You can undo a whole run at once."
    >
      {!plan && !error && <Skeleton className="h-24" />}
      {error && <ErrorNote error={error} onRetry={reload} />}
      {plan && parts && (
        <div className="flex flex-col gap-4">
          {parts.length === 0 && (
            <p className="text-ink-soft">
              Nothing to change: {format.plural(plan.items, 'lesson')}, no duplicates or contradictions.
            </p>
          )}
          {parts.map(({ title, items }) => (
            <section key={title}>
              <h3 className="font-medium">{title}</h3>
              <ul className="mt-1 flex flex-col gap-1 text-ink-soft">
                {items.map((item, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the plan does not change, and titles repeat
                  <li key={i}>{item}</li>
                ))}
              </ul>
            </section>
          ))}
          {failure && <ErrorNote error={failure} />}
          <footer className="flex justify-end gap-2">
            <Button onClick={onClose}>{running ? 'Close' : 'Cancel'}</Button>
            <Button look="primary" disabled={running || parts.length === 0} onClick={() => void run()}>
              {running ? 'Consolidating…' : 'Consolidate'}
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  )
}
