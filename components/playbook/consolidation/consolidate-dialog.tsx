'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote } from '@/components/ui/error-note'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/components/ui/words/use-format'
import type { Result } from '@/lib/shared/errors'
import type { ConsolidationDto, NamedStrategy } from '@/lib/shared/learning/consolidation'
import { planConsolidation } from '../actions'
import type { StrategyActs } from '../strategy/use-strategy-acts'
import { worseWords } from './consolidation-words'

type Props = { acts: StrategyActs; onClose(): void; onClosed(): void }

/** What a consolidation would change, before it is made. */
export function ConsolidateDialog({ acts, onClose, onClosed }: Props) {
  const [plan, setPlan] = useState<Result<ConsolidationDto> | null>(null)
  const [running, setRunning] = useState<string | null>(null)
  const load = () => void planConsolidation().then(setPlan)
  useEffect(load, [])
  const run = async () => {
    setRunning('Consolidating.')
    const error = await acts.consolidate(setRunning)
    if (!error) return onClose()
    setRunning(null)
    setPlan({ ok: false, error })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onClosed={onClosed}
      title="Consolidate lessons"
      description="It can also run automatically (Settings, Learning). You can undo a whole run at once."
    >
      {!plan && <Skeleton className="h-24" />}
      {plan && !plan.ok && <ErrorNote error={plan.error} onRetry={load} />}
      {plan?.ok && (
        <>
          <Plan plan={plan.value} />
          <footer className="mt-5 flex items-center justify-end gap-2">
            <p role="status" className="mr-auto text-ink-soft text-sm">
              {running}
            </p>
            <Button onClick={onClose}>{running ? 'Close' : 'Cancel'}</Button>
            <Button
              look="primary"
              disabled={running !== null || isNothing(plan.value)}
              onClick={() => void run()}
            >
              {running ? 'Consolidating…' : 'Consolidate'}
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  )
}

const isNothing = (plan: ConsolidationDto) =>
  [plan.merges, plan.opposites, plan.retired, plan.worse, plan.trials].every(({ length }) => length === 0) &&
  plan.links + plan.unclear + (plan.texts?.turns ?? 0) === 0

function Plan({ plan }: { plan: ConsolidationDto }) {
  const { plural, bytes } = useFormat()
  const { merges, opposites, retired, worse, trials, links, unclear, texts, items } = plan
  if (isNothing(plan))
    return (
      <p className="text-ink-soft">
        Nothing to change: {plural(items, 'lesson')}, no duplicates or contradictions.
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      <Part title={`${plural(merges.length, 'duplicate')} will be merged`}>
        {merges.map(({ from, into }) => (
          <li key={from.slug}>
            <Name of={from} /> into <Name of={into} />
          </li>
        ))}
      </Part>
      <Part title={plural(opposites.length, 'pair seems to contradict', 'pairs seem to contradict')}>
        {opposites.map((pair) => (
          <li key={pair.map(({ slug }) => slug).join()}>
            {pair.map((one, i) => (
              <span key={one.slug}>
                {i > 0 && ' and '}
                <Name of={one} />
              </span>
            ))}
            : flagged, both kept
          </li>
        ))}
      </Part>
      <Part title={`${plural(retired.length, 'unused lesson')} will be retired`}>
        {retired.map((one) => (
          <li key={one.slug}>
            <Name of={one} />
          </li>
        ))}
      </Part>
      <Part title={`${plural(worse.length, 'lesson')} will be set aside`}>
        {worse.map((one) => (
          <li key={one.slug}>
            <Name of={one} />: {worseWords(one)}
          </li>
        ))}
      </Part>
      <Part title={`${plural(trials.length, 'lesson')} set aside will get a last try`}>
        {trials.map((one) => (
          <li key={one.slug}>
            <Name of={one} />
          </li>
        ))}
      </Part>
      {texts && texts.turns > 0 && (
        <p>
          {plural(texts.turns, 'full text')} not recalled lately (up to {bytes(texts.bytes)}) will be dropped.
          You can restore them in Settings for 30 days.
        </p>
      )}
      {unclear > 0 && (
        <p>
          {plural(unclear, 'pair is', 'pairs are')} similar. If a model is connected, it decides whether to
          merge them. Otherwise they stay unchanged.
        </p>
      )}
      {links > 0 && <p>{plural(links, 'related pair is linked.', 'related pairs are linked.')}</p>}
    </div>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-ink-soft">{children}</ul>
    </section>
  )
}

const Name = ({ of }: { of: NamedStrategy }) => <span className="text-ink">“{of.title}”</span>
